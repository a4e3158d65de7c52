"""The list of stores opened lately, newest first. Free of Qt."""

from __future__ import annotations

import os
from pathlib import Path

from engramma.model.records import dataclass
from engramma.ui.window.settings import Settings

NAME = "recent"
MOST = 12


@dataclass(frozen=True, slots=True)
class RecentStore:
    """A store opened before: when (µs), and how many memories it then had."""

    path: Path
    opened_at: int
    memories: int = 0

    @property
    def exists(self) -> bool:
        """Whether the file is there."""
        return self.path.is_file()

    @property
    def writable(self) -> bool:
        """Whether the file and its folder can be written."""
        return os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)


class RecentStores:
    """Reads and writes the list in the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def all(self) -> tuple[RecentStore, ...]:
        """Every entry that can be read."""
        found = []
        for item in self._settings.get(NAME, []):
            try:
                found.append(RecentStore(Path(item["path"]), int(item["at"]), int(item.get("memories", 0))))
            except (KeyError, TypeError, ValueError):
                continue
        return tuple(found[:MOST])

    @property
    def last(self) -> Path | None:
        """The store that was open last, if it still is there."""
        newest = next(iter(self.all()), None)
        return newest.path if newest is not None and newest.exists else None

    def add(self, path: Path, *, at: int, memories: int) -> None:
        """Put a store at the top."""
        others = [item for item in self.all() if item.path != path]
        self._write([RecentStore(path, at, memories), *others])

    def move(self, old: Path, new: Path) -> None:
        """The file of an entry was found elsewhere."""
        self._write(
            [RecentStore(new if s.path == old else s.path, s.opened_at, s.memories) for s in self.all()]
        )

    def remove(self, path: Path) -> None:
        """Forget one."""
        self._write([item for item in self.all() if item.path != path])

    def clear(self) -> None:
        """Forget all."""
        self._write([])

    def _write(self, stores: list[RecentStore]) -> None:
        values = [{"path": str(s.path), "at": s.opened_at, "memories": s.memories} for s in stores[:MOST]]
        self._settings.put(NAME, values)
