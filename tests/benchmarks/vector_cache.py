"""An embedder that keeps what the real one made, by model and text, so that a benchmark runs again in seconds."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engramma.embedding import Embedder
from engramma.model.embedding import EmbeddingModel
from engramma.model.progress import CancelToken

_AT_ONCE = 400


class CachingEmbedder:
    """Asks `inner` only for texts that it has not seen. For one thread."""

    def __init__(self, inner: Embedder, path: Path) -> None:
        self._inner = inner
        self.kind = inner.kind
        self.name = inner.name
        self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._file.execute("CREATE TABLE IF NOT EXISTS made(key BLOB PRIMARY KEY, data BLOB NOT NULL)")
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS model(name TEXT PRIMARY KEY, sha256 TEXT, dimensions INTEGER)"
        )

    def model(self, *, patience: float = 60.0) -> EmbeddingModel:
        """The inner model, without loading it when it was asked before."""
        row = self._file.execute("SELECT * FROM model WHERE name = ?", (self.name,)).fetchone()
        if row is not None:
            return EmbeddingModel(*row)
        found = self._inner.model(patience=max(patience, 120.0))
        self._file.execute("INSERT INTO model VALUES (?, ?, ?)", (self.name, found.sha256, found.dimensions))
        return found

    def ready(self) -> bool:
        return True

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> NDArray[np.float32]:
        """n × d."""
        model = self.model()
        keys = [self._key(model, text) for text in texts]
        held = self._held(keys)
        lacking = list({key: text for key, text in zip(keys, texts, strict=True) if key not in held}.items())
        if lacking:
            self._inner.model(patience=120.0)
            for key, vector in zip(
                [key for key, _text in lacking],
                self._inner.embed([text for _key, text in lacking], cancel=cancel),
                strict=True,
            ):
                held[key] = vector
                self.keep(key, vector)
        return np.stack([held[key] for key in keys]) if keys else np.empty((0, model.dimensions), np.float32)

    def embed_query(self, text: str, *, patience: float = 1.0) -> NDArray[np.float32]:
        """d."""
        del patience
        found: NDArray[np.float32] = self.embed([text])[0]
        return found

    def keep(self, key: bytes, vector: NDArray[np.float32]) -> None:
        self._file.execute("INSERT OR REPLACE INTO made VALUES (?, ?)", (key, vector.astype("<f4").tobytes()))

    def close(self) -> None:
        """Nothing: stores that are closed let go of it, and the next one goes on with it."""

    def _held(self, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.float32]]:
        found: dict[bytes, NDArray[np.float32]] = {}
        for start in range(0, len(keys), _AT_ONCE):
            part = keys[start : start + _AT_ONCE]
            rows = self._file.execute(f"SELECT * FROM made WHERE key IN ({', '.join('?' * len(part))})", part)
            found.update((key, np.frombuffer(data, dtype="<f4")) for key, data in rows)
        return found

    @staticmethod
    def _key(model: EmbeddingModel, text: str) -> bytes:
        return hashlib.blake2b(f"{model.sha256}\n{text}".encode("utf-8", "replace"), digest_size=16).digest()
