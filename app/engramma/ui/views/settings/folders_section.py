"""The section of watched folders: which there are for the open store, what came in from each, and when."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.folder_watch import FolderWatch
from engramma.ui.models.dates import age_text
from engramma.ui.theme import TextRole, theme
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.views.settings.setting_row import SettingRow, small_button
from engramma.ui.widgets import ElidedLabel

if TYPE_CHECKING:
    from engramma.engine.finding_new import WatchedFolder

MOST_SHOWN = 12
STATE = 230


class FolderRow(SettingRow):
    """One watched folder; hidden while there is none for it."""

    def __init__(self) -> None:
        self.state = ElidedLabel("", TextRole.BODY, tone="secondary", right=True)
        self.state.setMinimumWidth(theme().metrics.px(STATE))
        self.stop = small_button("Stop", "Stop watching")
        super().__init__(
            "Watched folder",
            "Where it is",
            terms="watch folder import session",
            controls=(self.state, self.stop),
            wide=True,
        )
        self.path: Path | None = None

    def fits(self, wanted: str) -> bool:
        """As any row, while there is a folder for it."""
        return self.path is not None and super().fits(wanted)

    def show_folder(self, folder: WatchedFolder | None, *, now: int) -> None:
        """Tell about a folder, or step aside."""
        self.path = None if folder is None else folder.path
        if folder is None:
            return
        self.words.set_title(folder.path.name.strip("-") or str(folder.path))
        self.words.set_about(str(folder.path))
        self.stop.setAccessibleName(f"Stop watching {folder.path.name}")
        if folder.brought:
            items = f"{folder.brought:,} item{'' if folder.brought == 1 else 's'} came in"
            self.state.set_text(f"{items}, last {age_text(folder.brought_at, now)}")
        else:
            self.state.set_text("nothing came in yet")


class FoldersSection(SettingsSection):
    """Watching is off until a folder is named here or on the import page."""

    key = "folders"
    title = "Watched folders"
    icon_name = "folder-open"

    def __init__(self, context: WindowContext, watch: FolderWatch) -> None:
        super().__init__("of the open store")
        self._context, self._watch = context, watch
        self.add = small_button("Choose a folder…", "Watch a folder")
        self.seek = small_button("Find my memories…", "Find folders with memories")
        self.folder_rows = [FolderRow() for _row in range(MOST_SHOWN)]
        self.add_group(
            "",
            "",
            (
                SettingRow(
                    "Watch a folder",
                    "New sessions in it come in by themselves while a window is open",
                    full="A file comes in when it has been quiet for half a minute. What is there already does not: "
                    "import it. Each time is one operation in Activity.",
                    terms="import transcripts claude codex automatic sync",
                    controls=(self.seek, self.add),
                    wide=True,
                ),
                *self.folder_rows,
            ),
        )
        # The rows of folders that there are not are no settings that could be counted.
        self.rows = self.rows[:1]
        for row in self.folder_rows:
            row.stop.clicked.connect(functools.partial(self._on_stop, row))
        self.add.clicked.connect(self._ask)
        self.seek.clicked.connect(functools.partial(context.run, "store.find"))
        watch.changed.connect(self._show)
        self._show()

    def activate(self) -> None:
        """Say how long ago something came in."""
        self._show()

    def store_changed(self) -> None:
        """Another store has other folders."""
        self._show()

    def _show(self) -> None:
        store, folders = self._context.store, self._watch.folders
        now = 0 if store is None else store.clock.now()
        self.add.setEnabled(store is not None and not store.read_only and len(folders) < MOST_SHOWN)
        for place, row in enumerate(self.folder_rows):
            row.show_folder(folders[place] if place < len(folders) else None, now=now)
        self.search(self._wanted)

    def _on_stop(self, row: FolderRow) -> None:
        if row.path is not None:
            self._watch.unwatch(row.path)

    def _ask(self) -> None:
        dialog = QFileDialog(self, "Watch a folder")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self._on_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_chosen(self, name: str) -> None:
        self._watch.watch(Path(name))
