"""What all objects over one open store share about vectors: the embedder, the matrix, the background work.

Holds them only; loads neither numpy nor a model before they are asked for.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engramma.embedding import Embedder
    from engramma.engine.embedding.keeping import Keeper
    from engramma.engine.workspace import Workspace
    from engramma.store.database import Database
    from engramma.store.vectors.matrix import VectorMatrix


class SharedVectors:
    """One for an open file, whoever acts. Safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loading = threading.Lock()
        self._embedder: Embedder | None = None
        self._matrix: VectorMatrix | None = None
        self._seen_version: int | None = None
        self._keeper: Keeper | None = None

    def embedder(self) -> Embedder:
        """The embedder that the environment and the settings ask for, opened once."""
        with self._lock:
            if self._embedder is None:
                from engramma.embedding import open_embedder
                from engramma.engine.embedding.settings import runtime_scope, wanted_model

                self._embedder = open_embedder(model=wanted_model(), scope=runtime_scope())
            return self._embedder

    def use(self, embedder: Embedder | None) -> None:
        """Go by this embedder from now on; with None by what the settings ask for, read anew."""
        with self._lock:
            previous, self._embedder = self._embedder, embedder
        if previous is not None and previous is not embedder:
            previous.close()

    def start_from(self, matrix: VectorMatrix) -> None:
        """Begin with the vectors of the same store at an earlier moment, for a copy of it."""
        with self._loading:
            self._matrix, self._seen_version = matrix, None

    def matrix(self, database: Database) -> VectorMatrix:
        """The vectors of the store's model, as they are now; a look costs one pragma as long as nothing changed."""
        from engramma.store.vectors.matrix import load_matrix

        with self._loading:
            version = database.data_version()
            if self._matrix is None or version != self._seen_version:
                self._matrix = load_matrix(database, previous=self._matrix)
                self._seen_version = version
            return self._matrix

    def keep_up(self, workspace: Workspace) -> None:
        """Embed what comes, in the background, until `close`."""
        from engramma.engine.embedding.keeping import Keeper

        with self._lock:
            if self._keeper is None:
                self._keeper = Keeper(workspace)
                self._keeper.start()

    def close(self) -> None:
        """Let go of all of it; background work ends first."""
        with self._lock:
            keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.close()
        with self._lock:
            embedder, self._embedder = self._embedder, None
            self._matrix = None
        if embedder is not None:
            embedder.close()
