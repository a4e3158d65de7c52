"""The section of watched folders: which there are for the open store, what came in from each, and when."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.folder_watch import FolderWatch
from engramma.ui.models.dates import age_text, time_text
from engramma.ui.models.folder_text import home_text
from engramma.ui.theme import TextRole, theme
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.views.settings.setting_row import SettingRow, small_button
from engramma.ui.widgets import ElidedLabel

if TYPE_CHECKING:
    from engramma.engine.finding_new import NewFiles, WatchedFolder

WHOSE = "of the open store"
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

    def show_folder(self, folder: WatchedFolder | None, *, seen: NewFiles | None, now: int) -> None:
        """Tell about a folder and what was `seen` in it last, or step aside."""
        self.path = None if folder is None else folder.path
        if folder is None:
            return
        name = folder.title or folder.path.name or str(folder.path)
        self.words.set_title(name)
        self.words.set_about(home_text(folder.path))
        self.stop.setAccessibleName(f"Stop watching {name}")
        self.state.set_tone("secondary" if seen is None or seen.there else "warning")
        self.state.set_text(_state(folder, seen, now=now))


def _state(folder: WatchedFolder, seen: NewFiles | None, *, now: int) -> str:
    if seen is not None and not seen.there:
        return "this folder is not there"
    if seen is not None and seen.waiting:
        return "1 new file comes in soon" if seen.waiting == 1 else f"{seen.waiting:,} new files come in soon"
    if folder.brought:
        items = f"{folder.brought:,} item{'' if folder.brought == 1 else 's'} came in"
        return f"{items}, last {age_text(folder.brought_at, now)}"
    return "nothing came in yet"


class FoldersSection(SettingsSection):
    """Watching is off until a folder is named here or on the import page."""

    key = "folders"
    title = "Watched folders"
    icon_name = "folder-open"

    def __init__(self, context: WindowContext, watch: FolderWatch) -> None:
        super().__init__(WHOSE)
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
        watch.looked.connect(self._show)
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
            folder = folders[place] if place < len(folders) else None
            row.show_folder(folder, seen=None if folder is None else self._watch.seen(folder.path), now=now)
        self.say(self._about_looks())
        self.search(self._wanted)

    def _about_looks(self) -> str:
        watch, store = self._watch, self._context.store
        if not watch.folders or store is None:
            return WHOSE
        if store.read_only:
            return f"{WHOSE}, read-only: nothing comes in"
        last = (
            f"looked at {time_text(watch.looked_at, seconds=True)}" if watch.looked_at else "not looked yet"
        )
        return f"{WHOSE}, {last}, looks again at {time_text(watch.next_at, seconds=True)}"

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
