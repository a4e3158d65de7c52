"""Copies a store while others go on writing to it, and trusts no copy before it was opened and counted.

The one way to copy a store that is kept: before a migration, for `engramma backup`, and for the copies of every day.
The copy is of one moment: a reader that stays open meanwhile holds that moment fast, and writers write on beside it.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from engramma.model.errors import StoreError
from engramma.model.progress import CancelToken, Progress, Report, silent
from engramma.model.records import dataclass
from engramma.store.database import Database, wal_of
from engramma.store.failures import translated
from engramma.store.location import is_store_file

PAGES = 1_024
"""How many pages are copied between two looks at whether to stop: 4 MB."""

_LABEL = "Copying"
_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
_VIRTUAL = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'"
_LARGER = 1.02
_UNFINISHED = re.compile(r"\..+\.[a-z0-9_]{8}\.new(-wal|-shm|-journal)?")


@dataclass(frozen=True, slots=True)
class BackupReport:
    """A checked copy: where it lies, its size, and how many rows of each table were counted in it."""

    path: Path
    bytes: int
    counts: Mapping[str, int]


def copy_checked(
    connect: Callable[[], sqlite3.Connection],
    target: Path,
    *,
    name: str,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> Mapping[str, int]:
    """Copy the store that `connect` opens into the empty file `target`, open the copy and count; returns the counts.

    `name` is what the store is called in messages. Raises StoreError when the copy is not sound, sqlite3.Error when
    it cannot be made, Cancelled; what is in `target` is then worth nothing.
    """
    token = cancel or CancelToken()

    def step(_status: int, remaining: int, total: int) -> None:
        token.check()
        report(Progress(total - remaining, total, _LABEL))

    with (
        closing(connect()) as source,
        closing(sqlite3.connect(target)) as copy,
        one_moment(source),
    ):
        expected = _count(source)
        identity = _identity(source)
        source.backup(copy, pages=PAGES, progress=step)
    token.check()
    # Nobody else knows the file yet; opened so it gets no write-ahead log beside it.
    opened = sqlite3.connect(f"file:{quote(str(target))}?mode=ro&immutable=1", uri=True)
    with closing(opened):
        sound = opened.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        if not sound:
            raise StoreError(f"{name} is damaged, so no copy of it was kept.", hint="Restore a backup.")
        if _count(opened) != expected or _identity(opened) != identity:
            raise StoreError(
                f"The copy of {name} does not hold what the store holds, so it was not kept.",
                hint="Try again, on another drive if need be.",
            )
    return expected


@contextmanager
def one_moment(source: sqlite3.Connection) -> Iterator[None]:
    """Hold the store as it is now for the block, so that a copy of it does not begin again when somebody writes."""
    source.isolation_level = None
    source.execute("BEGIN")
    # Only what is read holds the moment.
    source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    try:
        yield
    finally:
        source.execute("ROLLBACK")


def back_up(
    database: Database,
    target: Path,
    *,
    force: bool = False,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> BackupReport:
    """A checked copy of an open store at `target`, for its owner only; there whole or not at all.

    With `force` it takes the place of what lies there. Raises StoreError when something lies there, when `target` is
    the store itself or one of its own files, or when the copy cannot be written or is not sound; Cancelled.
    """
    _check_place(database, target, force=force)
    try:
        handle, made = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
        os.close(handle)
    except (OSError, ValueError) as error:
        raise StoreError(
            f"A backup cannot be written to {target.parent}.",
            hint="Is there such a folder, may you write to it?",
        ) from error
    unfinished = Path(made)
    try:
        with translated(target):
            counts = copy_checked(
                database.connect, unfinished, name=database.path.name, report=report, cancel=cancel
            )
        size = unfinished.stat().st_size
        _place(unfinished, target, force=force)
    finally:
        for leftover in (unfinished, wal_of(unfinished), Path(f"{made}-journal")):
            leftover.unlink(missing_ok=True)
    return BackupReport(target, size, counts)


def sweep_unfinished(folder: Path, *, of: str, before: int) -> tuple[Path, ...]:
    """Delete what killed backups left in `folder` and nobody touched since `before` (UTC microseconds); what went.

    Only copies whose name begins with `of`, "" for all. What cannot be deleted stays for another day.
    """
    gone = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not _UNFINISHED.fullmatch(entry.name) or not entry.name.startswith(f".{of}"):
                continue
            with suppress(OSError):
                if entry.is_file(follow_symlinks=False) and entry.stat().st_mtime_ns // 1_000 < before:
                    os.unlink(entry.path)
                    gone.append(Path(entry.path))
    return tuple(gone)


def _check_place(database: Database, target: Path, *, force: bool) -> None:
    store = database.path
    own = tuple(f"{store.name}{ending}" for ending in ("-wal", "-shm", "-journal", ".vectors-"))
    beside = target.parent.resolve() == store.parent.resolve()
    if _is_same(store, target) or (beside and target.name.startswith(own)):
        raise StoreError(f"{target} belongs to the store itself.", hint="Name another file for the backup.")
    if target.is_dir():
        raise StoreError(f"{target} is a folder.", hint="Name a file for the backup.")
    if os.path.lexists(target) and not force:
        raise StoreError(f"{target} exists already.", hint="Name another file, or use --force to replace it.")
    if not target.exists() and wal_of(target).exists():
        raise StoreError(
            f"Beside {target} lies a write-ahead log of another store.",
            hint="Name another file for the backup.",
        )
    with suppress(OSError):
        free = shutil.disk_usage(target.parent).free
        if free < database.size_bytes() * _LARGER:
            raise StoreError(
                f"There is not enough room for a backup in {target.parent}.",
                hint="Free some space and try again.",
            )


def _place(unfinished: Path, target: Path, *, force: bool) -> None:
    """Give the finished copy its name. Raises StoreError when somebody else took it, or has the old file open."""
    try:
        if force and target.exists():
            if is_store_file(target) and not _is_closed(target):
                raise StoreError(
                    f"{target} is open in another program, so it was not replaced.",
                    hint="Close it there, or name another file.",
                )
            os.replace(unfinished, target)
            return
        try:
            os.link(unfinished, target)
        except FileExistsError:
            raise
        except OSError:
            # A file system without hard links: the place is taken first, then filled.
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            os.replace(unfinished, target)
    except FileExistsError as error:
        raise StoreError(f"{target} exists already.", hint="Name another file.") from error
    except OSError as error:
        raise StoreError(f"The backup cannot be written to {target}.", hint="May you write there?") from error


def _is_closed(path: Path) -> bool:
    """Whether no other program has the store open; its write-ahead log is then in the file."""
    from engramma.store.opening import let_go_of_wal

    return let_go_of_wal(path)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _count(connection: sqlite3.Connection) -> dict[str, int]:
    """The rows of each table as it stands; those of a full-text index stand for themselves in its own check."""
    indexes = tuple(f"{row[0]}_" for row in connection.execute(_VIRTUAL))
    virtual = {name[:-1] for name in indexes}
    counts = {}
    for (name,) in connection.execute(_TABLES).fetchall():
        if name not in virtual and not name.startswith(indexes or "\0"):
            counts[name] = int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
    return counts


def _identity(connection: sqlite3.Connection) -> tuple[int, int]:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    return int(application), int(version)
