"""The keys of one command in a row: shown, recorded anew, taken away, given back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget

from engramma.ui.actions.command import Command
from engramma.ui.actions.shortcuts import Shortcuts
from engramma.ui.theme import set_variant, theme
from engramma.ui.views.settings.setting_row import SettingRow
from engramma.ui.views.settings.shortcuts.key_recorder import KeyRecorder, KeysChosen
from engramma.ui.widgets import IconButton, KeyHint
from engramma.ui.widgets.key_hint import key_words


class ShortcutRow(SettingRow):
    """`recording`: it began to listen, so that others stop."""

    recording = Signal(object)

    def __init__(self, command: Command, shortcuts: Shortcuts) -> None:
        self._command, self._shortcuts = command, shortcuts
        self._title = title = command.title.removesuffix("…")
        self._recorder: KeyRecorder | None = None
        self._hints = QWidget()
        self._hint_row = QHBoxLayout(self._hints)
        self._hint_row.setContentsMargins(0, 0, 0, 0)
        self._hint_row.setSpacing(theme().metrics.space_4)
        self.change = QPushButton("Change…")
        self.change.setAccessibleName(f"Change the keys of {title}")
        set_variant(self.change, "flat", size="small")
        self.none = IconButton("x", f"No keys for {title}", size="small")
        self.reset = IconButton("arrow-counter-clockwise", f"Reset the keys of {title}", size="small")
        super().__init__(
            title,
            terms=f"{command.menu} {command.submenu}",
            controls=(self._hints, self.change, self.none, self.reset),
            wide=True,
        )
        for button in (self.none, self.reset):
            keep = button.sizePolicy()
            keep.setRetainSizeWhenHidden(True)
            button.setSizePolicy(keep)
        self.change.clicked.connect(self.record)
        self.none.clicked.connect(self._on_none)
        self.reset.clicked.connect(self._on_reset)
        self.show_keys()

    @property
    def recorder(self) -> KeyRecorder | None:
        """What listens for keys; None while nothing does."""
        return self._recorder

    def fits(self, wanted: str) -> bool:
        """Also by its keys, as "Ctrl+P", "ctrl p" or "P"."""
        keys = " ".join(key_words(keys) for keys in self._shortcuts.keys(self._command.id)).casefold()
        pressed = wanted.replace("+", " ").casefold().strip()
        return super().fits(wanted) or (bool(pressed) and pressed in keys)

    def record(self) -> None:
        """Listen for keys."""
        self.recording.emit(self)
        if self._recorder is None:
            self._recorder = KeyRecorder(self._command, self._shortcuts)
            self._recorder.given.connect(self._on_given)
            self._recorder.given_up.connect(self.stop)
            self.add_control(self._recorder)
            self._recorder.show()
        for widget in (self._hints, self.change, self.none, self.reset):
            widget.hide()
        self._recorder.listen()

    def stop(self) -> None:
        """Listen no more; the keys go back to the button that began it."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            focused = QApplication.focusWidget()
            had_keys = focused is not None and recorder.isAncestorOf(focused)
            recorder.hide()
            recorder.deleteLater()
            self.show_keys()
            if had_keys:
                self.change.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_keys(self) -> None:
        """Show the keys as they are, unless it listens for others."""
        while (item := self._hint_row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        keys = self._shortcuts.keys(self._command.id)
        for each in keys:
            self._hint_row.addWidget(KeyHint(each))
        told = ", ".join(key_words(each) for each in keys) or "no keys"
        self.change.setAccessibleDescription(f"{self._title}: {told}")
        changed = self._shortcuts.is_changed(self._command.id)
        self.words.set_strong(strong=changed)
        quiet = self._recorder is None
        for widget in (self._hints, self.change):
            widget.setVisible(quiet)
        self.none.setVisible(quiet and bool(keys))
        self.reset.setVisible(quiet and changed)

    def _on_given(self, chosen: KeysChosen) -> None:
        self._shortcuts.assign(self._command.id, chosen.keys, take=chosen.take)
        self.stop()

    def _on_none(self) -> None:
        self._shortcuts.assign(self._command.id, "")
        self.change.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_reset(self) -> None:
        self._shortcuts.reset(self._command.id)
        self.change.setFocus(Qt.FocusReason.OtherFocusReason)
