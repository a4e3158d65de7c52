"""Zeroes the bytes of a store file that hold nothing: SQLite leaves copies of rows there when it rebuilds a page.

`secure_delete` zeroes what is deleted where it stands, but a page that was rebuilt before keeps older copies of its
rows between its directory and its content (seen with SQLite 3.40: one store in forty still had a deleted text).
VACUUM would drop them, and hold the write lock for as long as it copies the file.

Bytes that no page refers to may be changed beneath SQLite as long as nobody else writes and the write-ahead log is
empty: the write lock is held, and the transaction that holds it changes a row, so that every other connection lets go
of the pages it has in memory. Format: https://www.sqlite.org/fileformat2.html#b_tree_pages
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass

from engramma.store.database import Database, wal_of
from engramma.store.failures import translated
from engramma.store.pragmas import begin_writing

PAGES_AT_ONCE = 1_000
_HEADER = 100
_LOCK_BYTE = 1 << 30
_LEAVES = frozenset({0x0A, 0x0D})
_INNER = frozenset({0x02, 0x05})
_BUMP = (
    "INSERT INTO meta(name, value) VALUES ('erasure_scrubbed', ?) "
    "ON CONFLICT(name) DO UPDATE SET value = excluded.value"
)

# Closing any handle of a file drops every lock that this process has on it, SQLite's too, so those opened here stay
# open: https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
_handles: dict[tuple[int, int], int] = {}
_handles_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """How far it came: `pages` of the file seen, `cleaned` of them changed. `whole`: none is left."""

    pages: int
    cleaned: int
    whole: bool


def scrub_part(database: Database, *, first: int, count: int = PAGES_AT_ONCE) -> Scrubbed | None:
    """Zero what holds nothing in `count` pages from the page `first` (from 0) on, in one transaction.

    None when the write-ahead log is not empty: bring it into the file first.
    """
    with translated(database.path), closing(database.connect()) as connection:
        cursor = connection.cursor()
        begin_writing(cursor)
        try:
            if not log_is_empty(database):
                return None
            size = int(cursor.execute("PRAGMA page_size").fetchone()[0])
            pages = int(cursor.execute("PRAGMA page_count").fetchone()[0])
            vacuums = int(cursor.execute("PRAGMA auto_vacuum").fetchone()[0])
            last = min(first + count, pages)
            cleaned = 0
            with _opened(database) as handle:
                free = _free_pages(handle, size=size, pages=pages)
                for number in range(first, last) if not vacuums else ():
                    cleaned += _scrub_page(handle, number, size=size, free=free)
            if cleaned:
                cursor.execute(_BUMP, (str(last),))
                cursor.execute("COMMIT")
            return Scrubbed(last - first, cleaned, last >= pages)
        finally:
            if connection.in_transaction:
                cursor.execute("ROLLBACK")


def settle(database: Database) -> None:
    """Have what was zeroed reach the disk."""
    with _opened(database) as handle:
        os.fsync(handle)


def log_is_empty(database: Database) -> bool:
    """Whether everything written stands in the store file itself."""
    with suppress(FileNotFoundError):
        return wal_of(database.path).stat().st_size == 0
    return True


def truncate_log(database: Database, *, patience: float = 0.0) -> bool:
    """Bring the write-ahead log into the file and empty it; False while somebody reads from it or writes to it."""
    with translated(database.path), closing(database.connect()) as connection:
        connection.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
        try:
            # The one that truncates keeps others from writing, so as much as may be is done before it.
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                return False
            raise
    return not busy


def _scrub_page(handle: int, number: int, *, size: int, free: dict[int, int]) -> int:
    """Zero what holds nothing in one page; 1 if that changed it."""
    start = number * size
    if start <= _LOCK_BYTE < start + size:
        return 0
    os.lseek(handle, start, os.SEEK_SET)
    page = os.read(handle, size)
    if len(page) < size:
        return 0
    if number in free:
        spans: list[tuple[int, int]] = [(free[number], size)]
    else:
        spans = unused_spans(page, header=_HEADER if number == 0 else 0)
    changed = 0
    for begin, end in spans:
        if page[begin:end].strip(b"\x00"):
            os.lseek(handle, start + begin, os.SEEK_SET)
            os.write(handle, bytes(end - begin))
            changed = 1
    return changed


def unused_spans(page: bytes, *, header: int = 0) -> list[tuple[int, int]]:
    """The parts of a b-tree page that hold nothing; none of a page of another kind, or not understood."""
    kind = page[header]
    if kind not in _LEAVES and kind not in _INNER:
        return []
    cells = int.from_bytes(page[header + 3 : header + 5], "big")
    content = int.from_bytes(page[header + 5 : header + 7], "big") or 65_536
    directory = header + (12 if kind in _INNER else 8) + 2 * cells
    if not directory <= content <= len(page):
        return []
    spans = [(directory, content)]
    block, seen = int.from_bytes(page[header + 1 : header + 3], "big"), 0
    while block:
        following = int.from_bytes(page[block : block + 2], "big")
        length = int.from_bytes(page[block + 2 : block + 4], "big")
        if block < seen or block < content or block + length > len(page) or length < 4:
            return []
        spans.append((block + 4, block + length))
        block, seen = following, block + length
    return spans


def _free_pages(handle: int, *, size: int, pages: int) -> dict[int, int]:
    """The pages of the list of free pages, counted from 0, each with the byte from which on it holds nothing."""
    os.lseek(handle, 32, os.SEEK_SET)
    trunk = int.from_bytes(os.read(handle, 4), "big")
    found: dict[int, int] = {}
    while 0 < trunk <= pages and trunk - 1 not in found:
        os.lseek(handle, (trunk - 1) * size, os.SEEK_SET)
        page = os.read(handle, size)
        count = min(int.from_bytes(page[4:8], "big"), size // 4 - 2)
        found[trunk - 1] = 8 + 4 * count
        found.update((int.from_bytes(page[8 + 4 * n : 12 + 4 * n], "big") - 1, 0) for n in range(count))
        trunk = int.from_bytes(page[:4], "big")
    return found


@contextmanager
def _opened(database: Database) -> Iterator[int]:
    flags = os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    if os.name == "nt":
        handle = os.open(database.path, flags)
        try:
            yield handle
        finally:
            os.close(handle)
        return
    status = database.path.stat()
    with _handles_lock:
        key = (status.st_dev, status.st_ino)
        if key not in _handles:
            _handles[key] = os.open(database.path, flags)
        yield _handles[key]
