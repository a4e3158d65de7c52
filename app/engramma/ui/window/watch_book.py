"""Which folders are watched for which store, kept in the window's settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from engramma.ui.window.settings import Settings

if TYPE_CHECKING:
    from engramma.engine.finding_new import WatchedFolder

NAME = "watched"


class SettingsWatchBook:
    """Each store has its own, since nothing crosses."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def folders(self, store: Path) -> tuple[WatchedFolder, ...]:
        """What was kept; what cannot be read is left out."""
        kept = self._settings.get(NAME, {}).get(str(store))
        if not isinstance(kept, list) or not kept:
            return ()
        return tuple(folder for item in kept if (folder := _folder(item)) is not None)

    def keep(self, store: Path, folders: tuple[WatchedFolder, ...]) -> None:
        """Kept at once."""
        stores = dict(self._settings.get(NAME, {}))
        stores.pop(str(store), None)
        if folders:
            stores[str(store)] = [
                {
                    "path": str(folder.path),
                    "since": folder.since,
                    "brought": folder.brought,
                    "at": folder.brought_at,
                    "title": folder.title,
                }
                for folder in folders
            ]
        self._settings.put(NAME, stores or None)
        self._settings.save()


def _folder(item: Any) -> WatchedFolder | None:
    from engramma.engine.finding_new import WatchedFolder

    match item:
        case {"path": str(path), "since": int(since), "brought": int(brought), "at": int(at)}:
            title = item.get("title")
            return WatchedFolder(Path(path), since, brought, at, title if isinstance(title, str) else "")
    return None
