"""What a person sets about the window itself, looks and keys, and the page that shows all settings.

Made before the parts of the window, so that they are laid out as was chosen.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engramma.ui.actions import Command, Situation
from engramma.ui.actions.shortcuts import Shortcuts
from engramma.ui.bridge.daily_backup import DailyBackup
from engramma.ui.bridge.folder_watch import FolderWatch
from engramma.ui.theme.icon_names import VIEW_ICONS
from engramma.ui.widgets.key_names import follow_keys
from engramma.ui.window.appearance import Appearance
from engramma.ui.window.backup_book import SettingsBackupBook
from engramma.ui.window.watch_book import SettingsWatchBook

if TYPE_CHECKING:
    from engramma.ui.theme import ThemeSource
    from engramma.ui.window.main_window import MainWindow

KEYS = "keys"
LINKS = (
    ("appearance", "appearance"),
    ("shortcuts", "keyboard shortcuts"),
    ("policy", "memory policy"),
    ("consolidation", "consolidation"),
    ("model", "embedding model"),
    ("folders", "watched folders"),
    ("privacy", "privacy and files"),
    ("health", "check, repair, back up this store"),
)
"""The sections of the page by key, as the palette names them."""


class SettingsDesk(QObject):
    """One for a window, whose child it is."""

    def __init__(self, window: MainWindow, source: ThemeSource) -> None:
        super().__init__(window)
        self._window = window
        self.looks = Appearance(window.settings, source, window)
        self.shortcuts = Shortcuts(window.table, self._keep_keys, self)
        self.backups = DailyBackup(window.context, SettingsBackupBook(window.settings))
        self.folders = FolderWatch(window.context, SettingsWatchBook(window.settings))
        self.looks.changed.connect(self._on_looks)

    def register(self) -> None:
        """Add the command that opens the page; the last to be added, since the keys of all are known then."""
        opening = Command(
            "view.settings",
            "Settings…",
            self.open,
            menu="Edit",
            keys=("Ctrl+,",),
            icon=VIEW_ICONS["settings"],
            group=9,
            checked=_in_front,
        )
        links = (
            Command(
                f"settings.{key}",
                f"Settings: {title}",
                functools.partial(self.open, section=key),
                icon=VIEW_ICONS["settings"],
            )
            for key, title in LINKS
        )
        self._window.table.add((opening, *links))
        self.shortcuts.settle()
        self._follow()

    def open(self, *, section: str = "") -> None:
        """Open the page, at a section by its key, such as "policy", "shortcuts" or "model"."""
        window = self._window
        window.shell.open_view("settings")
        page = window.centre.front
        go = getattr(page, "open_section", None)
        if section and callable(go):
            go(section)

    def make_page(self) -> QWidget:
        """The page, made when it is first shown."""
        from engramma.ui.views.settings.page import SettingsPage
        from engramma.ui.views.settings.tools import SettingsTools

        window = self._window
        tools = SettingsTools(
            looks=self.looks,
            shortcuts=self.shortcuts,
            worker=window.worker,
            backups=self.backups,
            folders=self.folders,
            home=window.settings.path.parent,
            settings_file=window.settings.path,
            choose_store=functools.partial(self._choose_store),
        )
        page = SettingsPage(window.context, tools)
        page.left.connect(window.shell.go_back)
        return page

    def views(self, saved: Mapping[str, Any]) -> dict[str, Any]:
        """The saved states of a store's views; rows of a store that has none yet are as high as was chosen."""
        if self.looks.compact and "memories" not in saved:
            return {**saved, "memories": {"compact": True}}
        return dict(saved)

    def _choose_store(self, chosen: Callable[[Path], None]) -> None:
        self._window.files.locate("the other store", chosen)

    def _keep_keys(self, own: Mapping[str, tuple[str, ...]]) -> None:
        from engramma.ui.actions.cheat_sheet import CheatSheet

        window = self._window
        window.settings.put(KEYS, {name: list(keys) for name, keys in own.items()} or None)
        if not window.settings.save():
            window.complain(window.settings.complaint)
        window.parts.actions.refresh()
        self._follow()
        for sheet in window.findChildren(CheatSheet):
            sheet.refresh()

    def _follow(self) -> None:
        """Buttons that name the keys of a command name those that it has now."""
        table = self._window.table
        follow_keys(
            {
                command.keys[0]: table.shown_key(command.id)
                for command in table
                if command.id in table.own_keys and command.keys
            }
        )

    def _on_looks(self) -> None:
        view = self._window.centre.made("memories")
        save, restore = getattr(view, "save_state", None), getattr(view, "restore_state", None)
        if callable(save) and callable(restore):
            restore({**save(), "compact": self.looks.compact})


def _in_front(situation: Situation) -> bool:
    return situation.view == "settings"
