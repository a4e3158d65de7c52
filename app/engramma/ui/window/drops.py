"""What dropped or given files mean: a store to open, or files to look into. Free of Qt."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engramma.model.records import dataclass

STORE_SUFFIX = ".engramma"


@dataclass(frozen=True, slots=True)
class Dropped:
    """`store` if one store file was dropped, else the files and folders to look into."""

    store: Path | None = None
    files: tuple[Path, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return self.store is None and not self.files


def sort_out(paths: Iterable[Path]) -> Dropped:
    """A single file with a store's ending is opened; all else is looked into."""
    found = tuple(dict.fromkeys(paths))
    if len(found) == 1 and is_store_file(found[0]):
        return Dropped(store=found[0])
    return Dropped(files=found)


def is_store_file(path: Path) -> bool:
    """Whether the file calls itself a store; whether it is one shows when it is opened."""
    return path.suffix.casefold() == STORE_SUFFIX and path.is_file()
