"""What all objects over one open store share for recalls: the rows in memory, kept up to date.

Holds them only; loads no numpy before they are asked for.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engramma.engine.embedding.shared import SharedVectors
    from engramma.engine.recall.index import RecallIndex
    from engramma.store.database import Database
    from engramma.store.recall.connections import RecallConnections


class SharedRecall:
    """One for an open file, whoever acts. Safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._index: RecallIndex | None = None
        self._connections: RecallConnections | None = None

    def start_from(self, index: RecallIndex) -> None:
        """Begin with the rows of the same store at an earlier moment, for a copy of it."""
        with self._lock:
            # Versions are counted by each connection for itself, so this one says nothing about the copy.
            self._index = replace(index, version=-1)

    def index(self, database: Database, vectors: SharedVectors) -> RecallIndex:
        """The rows and vectors as they are now; a look costs a pragma as long as nothing changed."""
        from engramma.engine.recall.index import brought_up

        with self._lock:
            self._index = brought_up(self._index, database, vectors)
            return self._index

    def connections(self, database: Database) -> RecallConnections:
        """Connections for the words of questions."""
        from engramma.store.recall.connections import RecallConnections

        with self._lock:
            if self._connections is None:
                self._connections = RecallConnections(database)
            return self._connections

    def close(self) -> None:
        """Let go of both."""
        with self._lock:
            self._index = None
            connections, self._connections = self._connections, None
        if connections is not None:
            connections.close()
