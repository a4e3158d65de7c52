"""What the settings page stands on besides the context: things of the window, so that a view knows no window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import SignalInstance

from engramma.model.records import dataclass
from engramma.ui.actions.shortcuts import Shortcuts
from engramma.ui.bridge.consolidating import Consolidator
from engramma.ui.bridge.daily_backup import DailyBackup
from engramma.ui.bridge.folder_watch import FolderWatch


class Looks(Protocol):
    """How the window looks, kept between starts and in force at once."""

    changed: SignalInstance

    @property
    def scale(self) -> float | None:
        """The size of all text that was chosen; None for the platform's."""

    def set_scale(self, scale: float | None) -> None:
        """Choose it."""

    @property
    def motion(self) -> str:
        """ "system", "reduced" or "full"."""

    def set_motion(self, motion: str) -> None:
        """Choose it."""

    @property
    def compact(self) -> bool:
        """Whether rows are compact."""

    def set_compact(self, *, compact: bool) -> None:
        """Choose it."""


@dataclass(frozen=True, slots=True, eq=False)
class SettingsTools:
    """The looks, the shortcuts, the worker, daily copies, watched folders, the window's files, a way to a store."""

    looks: Looks
    shortcuts: Shortcuts
    worker: Consolidator
    backups: DailyBackup
    folders: FolderWatch
    home: Path
    settings_file: Path
    choose_store: Callable[[Callable[[Path], None]], None]
