"""A model of eight numbers that nothing computes, and random vectors of its kind."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engramma.engine import MemoryStore
from engramma.model.embedding import EmbeddingModel
from engramma.store.vectors.models import StoredModel, take_model
from engramma.store.vectors.writing import TextToEmbed

WIDTH = 8
MODEL = EmbeddingModel("toy", "ab" * 32, WIDTH)

Embed = Callable[..., list[TextToEmbed]]


def state_of(store: MemoryStore, model: EmbeddingModel = MODEL) -> StoredModel:
    """The row of the toy model, made if need be."""
    with store.workspace.database.write() as connection:
        return take_model(connection, model)


def unit_rows(count: int, *, seed: int = 1, width: int = WIDTH) -> NDArray[np.float32]:
    """Random rows of length 1."""
    rows = np.random.default_rng(seed).standard_normal((count, width)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)
