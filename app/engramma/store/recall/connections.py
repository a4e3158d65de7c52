"""Bare connections for the short statements of a recall, kept open between questions.

A question asks some dozen statements of tens of microseconds each; a transaction through SQLAlchemy costs more than
all of them. Each statement sees its own picture of the store; the rows in memory decide what is visible.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from engramma.store.database import Database
from engramma.store.failures import translated

_MOST_KEPT = 4


class RecallConnections:
    """A few connections to one open file. Safe between threads; a thread has one to itself while it asks."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    @contextmanager
    def one(self) -> Iterator[sqlite3.Connection]:
        """A connection to read by. Raises StoreError as a transaction would."""
        with translated(self._database.path):
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                connection = self._database.connect(mapped=True)
            try:
                yield connection
            except BaseException:
                connection.close()
                raise
            with self._lock:
                kept = not self._closed and len(self._idle) < _MOST_KEPT
                if kept:
                    self._idle.append(connection)
            if not kept:
                connection.close()

    def close(self) -> None:
        """Close those that nobody uses; the others close when they come back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
