"""What turns texts into vectors, as everyone else sees it; no model library, no process, no store is known here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engramma.model.embedding import EmbeddingModel
from engramma.model.errors import EngrammaError
from engramma.model.progress import CancelToken

Vectors = NDArray[np.float32]


class EmbeddingUnavailableError(EngrammaError):
    """No vectors now: the model is not installed, is off, cannot be loaded, or does not answer yet.

    `loading`: it may well do so soon, so that whoever has time may ask again.
    """

    def __init__(self, message: str, *, hint: str = "", loading: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.loading = loading


class EmbeddingFailedError(EngrammaError):
    """The model refused these texts, or returned what cannot be a vector; others may well do."""


class Embedder(Protocol):
    """Safe between threads. Vectors are float32, C-contiguous and of length 1, a row a text."""

    kind: str
    """host, hash or off."""
    name: str
    """The name of the model that was asked for, known before anything is loaded."""

    def model(self, *, patience: float = 60.0) -> EmbeddingModel:
        """The model, waited for up to `patience` seconds. Raises EmbeddingUnavailableError."""
        ...

    def ready(self) -> bool:
        """Whether `embed` would answer without loading anything first. Starts the loading, returns at once."""
        ...

    def awake(self) -> bool:
        """Whether `embed` would answer without loading anything first. Starts nothing."""
        ...

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        """One vector a text, n × d, also for an empty one.

        Waits for the model. Raises EmbeddingUnavailableError, EmbeddingFailedError, and Cancelled between batches.
        """
        ...

    def embed_query(self, text: str, *, patience: float = 1.0) -> Vectors:
        """The vector of one short text (d), before all bulk work.

        Raises EmbeddingUnavailableError after `patience` seconds.
        """
        ...

    def close(self) -> None:
        """Let go of connections; the shared process goes on for others."""
        ...


def normalised(vectors: Vectors) -> Vectors:
    """The rows at length 1. Raises EmbeddingFailedError for one that is zero or not finite."""
    rows = np.array(vectors, dtype=np.float32, order="C")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths == 0).any():
        raise EmbeddingFailedError("The model gave no usable vector for a text.")
    rows /= lengths
    return rows
