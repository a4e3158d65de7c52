"""A store with a few memories and turns, and a way to give them vectors without a model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.vectors.toy_vectors import MODEL, Embed, state_of, unit_rows

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock
from engramma.model.embedding import EmbeddingModel
from engramma.store.vectors.waiting import waiting_texts
from engramma.store.vectors.writing import TextToEmbed, write_vectors


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> Iterator[MemoryStore]:
    """Ten memories."""
    with open_store(store_path, clock=frozen_clock, create=True) as made:
        for number in range(10):
            made.memories.remember(f"Fact number {number} about the harbour.")
        yield made


@pytest.fixture
def embed_all(store: MemoryStore) -> Embed:
    """Give every waiting text of the store a random vector; returns the texts in order."""

    def embed(seed: int = 1, model: EmbeddingModel = MODEL) -> list[TextToEmbed]:
        database = store.workspace.database
        state = state_of(store, model)
        done: list[TextToEmbed] = []
        for texts in waiting_texts(database, state.id, size=4):
            rows = unit_rows(len(texts), seed=seed + len(done), width=model.dimensions)
            assert write_vectors(database, state.id, texts, vectors=rows) == len(texts)
            done.extend(texts)
        return done

    return embed
