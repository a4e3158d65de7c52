"""The SQLite-only statements of opening a file: who it is, how it journals, how it waits.

Everything that another database would do differently about connections stands here.
"""

from __future__ import annotations

import sqlite3
import time

APPLICATION_ID = 0x456E6772
SCHEMA_VERSION = 2
MINIMUM_SQLITE = (3, 37, 0)
BUSY_SECONDS = 10.0

GAP_SECONDS = 0.003
"""At most so long a long operation leaves the write lock alone between two transactions."""

GAP_SHARE = 0.2
"""At least this share of the time of a transaction is free after it, up to `GAP_SECONDS`."""

_LOOK_SECONDS = 0.001
_MAPPED_BYTES = (1 << 31) - 1
"""As much as SQLite maps at all: looking through a million memories else copies each page, every time."""
_HEADER = b"SQLite format 3\x00"


def prepare_connection(connection: sqlite3.Connection, *, read_only: bool, mapped: bool = False) -> None:
    """Set what every connection needs; transactions are begun by the store, not by the driver.

    `mapped`: read the file through memory. Faster for searches; a long import would only seem to grow by it.
    """
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA temp_store = MEMORY")
    cursor.execute("PRAGMA cache_size = -65536")
    if mapped:
        cursor.execute(f"PRAGMA mmap_size = {_MAPPED_BYTES}")
    if read_only:
        cursor.execute("PRAGMA query_only = ON")
    else:
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute("PRAGMA secure_delete = ON")
        cursor.execute("PRAGMA journal_size_limit = 67108864")
    cursor.close()


def begin_writing(cursor: sqlite3.Cursor, *, patience: float = BUSY_SECONDS) -> None:
    """BEGIN IMMEDIATE, waiting at most `patience` seconds for whoever writes. Raises sqlite3.OperationalError.

    Asks every few milliseconds. SQLite's own waiting comes to 100 ms between two looks, so that it misses, time after
    time, the short gaps between the transactions of a long operation in another process.
    """
    deadline = time.monotonic() + patience
    cursor.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                cursor.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                busy = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(_LOOK_SECONDS)
            else:
                return
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")


def looks_like_sqlite(head: bytes) -> bool:
    """Whether the first bytes of a file are those of a SQLite database."""
    return head.startswith(_HEADER)
