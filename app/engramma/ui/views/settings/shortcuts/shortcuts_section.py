"""The section of the shortcuts: every command with its keys, by menu."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from engramma.ui.actions.command import MENUS
from engramma.ui.actions.shortcuts import Shortcuts
from engramma.ui.theme import set_variant
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.views.settings.shortcuts.shortcut_row import ShortcutRow


class ShortcutsSection(SettingsSection):
    """A change is in force and kept at once; menus, palette and cheat sheet follow."""

    key = "shortcuts"
    title = "Shortcuts"
    icon_name = "keyboard"

    def __init__(self, shortcuts: Shortcuts) -> None:
        super().__init__()
        self._shortcuts = shortcuts
        self._recording: ShortcutRow | None = None
        self.reset = QPushButton("Reset all")
        set_variant(self.reset, "plain", size="small")
        self.reset.setAccessibleName("Reset all shortcuts")
        self.add_action(self.reset)
        self.by_command: dict[str, ShortcutRow] = {}
        for menu in MENUS:
            rows = []
            for command in shortcuts.table:
                if command.menu == menu and not shortcuts.is_fixed(command.id):
                    row = ShortcutRow(command, shortcuts)
                    row.recording.connect(self._on_recording)
                    self.by_command[command.id] = row
                    rows.append(row)
            if rows:
                self.add_group(menu, "", rows)
        self.reset.clicked.connect(shortcuts.reset_all)
        shortcuts.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        for row in self.by_command.values():
            row.show_keys()
        count = self._shortcuts.changed_count
        self.say(f"of this computer, {count} changed" if count else "of this computer")
        self.reset.setEnabled(bool(count))

    def _on_recording(self, row: ShortcutRow) -> None:
        if self._recording is not None and self._recording is not row:
            self._recording.stop()
        self._recording = row
