"""A small embedder without a model: words and their pieces hashed to signed places.

For tests and for `ENGRAMMA_EMBEDDER=hash`: texts that share words come out near each other, the same on every
machine and in every process. It knows no meaning.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from engramma.embedding.embedder import Vectors, normalised
from engramma.model.embedding import EmbeddingModel
from engramma.model.progress import CancelToken

DIMENSIONS = 128
NAME = "hashing"
_RECIPE = "engramma hashing embedder 1: words and padded trigrams, blake2b, 128"
_WORD = re.compile(r"[^\W_]+")
_CHECK_EVERY = 64


class HashingEmbedder:
    """Ready at once."""

    kind = "hash"
    name = NAME

    def model(self, *, patience: float = 60.0) -> EmbeddingModel:
        """The recipe as a model."""
        del patience
        return EmbeddingModel(NAME, hashlib.sha256(_RECIPE.encode()).hexdigest(), DIMENSIONS)

    def ready(self) -> bool:
        """Always."""
        return True

    def awake(self) -> bool:
        """Always."""
        return True

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        """n × 128. Raises Cancelled."""
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for number, text in enumerate(texts):
            if cancel is not None and number % _CHECK_EVERY == 0:
                cancel.check()
            for piece, weight in _pieces(text):
                place, sign = _place(piece)
                rows[number, place] += weight * sign
            if not rows[number].any():
                rows[number, 0] = 1.0
        return normalised(rows) if len(texts) else rows

    def embed_query(self, text: str, *, patience: float = 1.0) -> Vectors:
        """128 numbers."""
        del patience
        return np.asarray(self.embed([text])[0])

    def close(self) -> None:
        """Nothing to let go of."""


class HashingModel:
    """The same as a model for the host process, so that the process can be tried without a model library."""

    def __init__(self) -> None:
        self._embedder = HashingEmbedder()
        self.model = self._embedder.model()

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """n × 128."""
        del query
        return self._embedder.embed(texts)


def _pieces(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(text.casefold()):
        yield word, 1.0
        padded = f"^{word}$"
        for start in range(len(padded) - 2):
            yield padded[start : start + 3], 0.3


@lru_cache(maxsize=1 << 16)
def _place(piece: str) -> tuple[int, float]:
    digest = hashlib.blake2b(piece.encode("utf-8", "replace"), digest_size=4).digest()
    number = int.from_bytes(digest, "big")
    return number % DIMENSIONS, 1.0 if number & 0x80000000 else -1.0
