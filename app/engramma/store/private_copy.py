"""A copy of an open store that nobody else sees, for what would be if: made beside all others' work, then deleted.

The store is only read, in one transaction, so that nobody waits. The copy lies in a folder of its own that only this
user may enter. Must never be opened by a person. What a process that died leaves goes with the next copy.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psutil

from engramma.model.errors import StoreError
from engramma.store.backup import one_moment
from engramma.store.database import Database
from engramma.store.failures import translated

PREFIX = "engramma-copy-"
_PAGES = 4_096
_SPARE = 1.5

Copied = Callable[[int, int], None]


@contextmanager
def private_copy(database: Database, *, copied: Copied) -> Iterator[Database]:
    """The copy, open for writing; gone at the end. `copied(pages, of)` may raise to stop.

    Raises StoreError when there is no room for it.
    """
    _sweep()
    free = shutil.disk_usage(tempfile.gettempdir()).free
    needed = int(database.size_bytes() * _SPARE)
    if free < needed:
        raise StoreError(
            f"Trying a change out needs {needed // 1_000_000:,} MB in {tempfile.gettempdir()}.",
            hint="Free some space, or make the change and undo it.",
        )
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / database.path.name
        _copy(database, path, copied)
        copy = _Unsynced(path)
        try:
            yield copy
        finally:
            copy.close()


class _Unsynced(Database):
    """Waits for no disk: what is in it need not survive."""

    def connect(self, *, mapped: bool = False) -> sqlite3.Connection:
        """A bare connection, as of any store."""
        connection = super().connect(mapped=mapped)
        connection.execute("PRAGMA synchronous = OFF")
        return connection


def _copy(database: Database, path: Path, copied: Copied) -> None:
    def progress(_status: int, remaining: int, total: int) -> None:
        copied(total - remaining, total)

    with (
        translated(database.path),
        closing(database.connect()) as source,
        closing(sqlite3.connect(path)) as target,
        one_moment(source),
    ):
        target.execute("PRAGMA synchronous = OFF")
        source.backup(target, pages=_PAGES, progress=progress, sleep=0)


def _sweep() -> None:
    """Delete what a process that died left behind."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        number = folder.name.removeprefix(PREFIX).partition("-")[0]
        if number.isdecimal() and not psutil.pid_exists(int(number)):
            shutil.rmtree(folder, ignore_errors=True)
