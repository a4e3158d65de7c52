"""The SQLite-only statements of opening a file: who it is, how it journals, how it waits.

Everything that another database would do differently about connections stands here.
"""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x456E6772
SCHEMA_VERSION = 1
MINIMUM_SQLITE = (3, 37, 0)
BUSY_MILLISECONDS = 10_000

_HEADER = b"SQLite format 3\x00"


def prepare_connection(connection: sqlite3.Connection, *, read_only: bool) -> None:
    """Set what every connection needs; transactions are begun by the store, not by the driver."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA temp_store = MEMORY")
    cursor.execute("PRAGMA cache_size = -65536")
    cursor.execute("PRAGMA mmap_size = 268435456")
    if read_only:
        cursor.execute("PRAGMA query_only = ON")
    else:
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute("PRAGMA journal_size_limit = 67108864")
    cursor.close()


def looks_like_sqlite(head: bytes) -> bool:
    """Whether the first bytes of a file are those of a SQLite database."""
    return head.startswith(_HEADER)
