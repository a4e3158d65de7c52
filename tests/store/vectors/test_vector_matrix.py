"""The matrix holds what the store holds, notices what others wrote, and leaves out what is damaged."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.store.vectors.toy_vectors import WIDTH, Embed, state_of, unit_rows

from engramma.engine import MemoryStore
from engramma.model.embedding import EmbeddingModel
from engramma.store.vectors.matrix import VectorMatrix, damaged_vectors, load_matrix
from engramma.store.vectors.models import make_current
from engramma.store.vectors.owners import GONE
from engramma.store.vectors.scanning import best_places, cosines
from engramma.store.vectors.writing import erase_by_id, erase_model, erase_vectors


def load(store: MemoryStore, previous: VectorMatrix | None = None) -> VectorMatrix:
    return load_matrix(store.workspace.database, previous=previous)


def content(matrix: VectorMatrix) -> dict[tuple[int, int], bytes]:
    """(type, id) → vector of everything that is not gone."""
    rows = matrix.vectors
    return {
        (int(code), int(owner)): rows[place].tobytes()
        for place, (code, owner) in enumerate(zip(matrix.owners.types, matrix.owners.ids, strict=True))
        if code != GONE
    }


def test_a_store_without_vectors_has_an_empty_matrix(store: MemoryStore) -> None:
    empty = load(store)
    assert len(empty) == 0
    assert empty.model is None
    assert empty.vectors.shape == (0, 0)
    assert empty.nearest(unit_rows(1)[0], 3) == ()
    assert damaged_vectors(store.workspace.database, empty) == ()


def test_it_finds_the_nearest(store: MemoryStore, embed_all: Embed) -> None:
    embed_all()
    matrix = load(store)
    query = matrix.vectors[4]
    found = matrix.nearest(query, 3)
    expected = np.sort(matrix.vectors @ query)[::-1][:3]
    assert found[0][:2] == ("memory", 5)
    assert np.allclose([score for _type, _id, score in found], expected, atol=1e-6)
    assert matrix.nearest(query, 3, owner_types=("event",)) == ()
    assert len(matrix.nearest(query, 99)) == 10


def test_an_unchanged_store_costs_nothing_and_a_new_vector_only_itself(
    store: MemoryStore, embed_all: Embed
) -> None:
    embed_all()
    first = load(store)
    assert load(store, first) is first
    store.memories.remember("One more.")
    assert load(store, first) is first
    embed_all()
    second = load(store, first)
    assert len(second) == 11
    assert content(second) == content(load(store))


def test_what_was_erased_or_replaced_is_gone(store: MemoryStore, embed_all: Embed) -> None:
    embed_all()
    first = load(store)
    store.memories.edit(3, "Another fact.")
    embed_all(seed=50)
    with store.workspace.database.write() as connection:
        assert erase_vectors(connection, [("memory", 5), ("memory", 999), ("event", 5)]) == 1
    second = load(store, first)
    assert content(second) == content(load(store))
    assert (1, 5) not in content(second)
    assert content(second)[1, 3] != content(first)[1, 3]
    query = first.vectors[4]
    assert all(owner != 5 for _type, owner, _score in second.nearest(query, 10))
    assert second.cosines(query)[4] == 0.0


def test_places_follow_the_owners(store: MemoryStore, embed_all: Embed) -> None:
    embed_all()
    store.memories.edit(3, "Another fact.")
    embed_all(seed=50)
    matrix = load(store, load(store))
    ids = np.array([3, 1, 77, 10], dtype=np.int64)
    places = matrix.places_of("memory", ids)
    assert places[2] == -1
    assert matrix.owners.ids[places[[0, 1, 3]]].tolist() == [3, 1, 10]
    assert matrix.places_of("event", ids).tolist() == [-1] * 4
    assert np.array_equal(matrix.rows(places[[0, 1]]), matrix.vectors[places[[0, 1]]])


def test_another_process_is_noticed(store: MemoryStore, embed_all: Embed, store_path: Path) -> None:
    embed_all()
    first = load(store)
    other = sqlite3.connect(store_path)
    row = unit_rows(1, seed=9)[0].tobytes()
    other.execute("INSERT INTO vector VALUES (11, 1, 'event', 1, x'00', ?)", (row,))
    other.execute("UPDATE embedding_model SET last_vector_id = 11")
    other.commit()
    other.close()
    assert content(load(store, first))[2, 1] == row


@pytest.mark.parametrize(
    "data",
    [
        np.zeros(WIDTH, "<f4").tobytes(),
        np.full(WIDTH, np.nan, "<f4").tobytes(),
        np.full(WIDTH, np.inf, "<f4").tobytes(),
        np.full(WIDTH, 3e38, "<f4").tobytes(),
        np.ones(2 * WIDTH, "<f4").tobytes(),
        b"",
        b"abc",
    ],
)
def test_a_damaged_vector_is_left_out_and_can_be_erased(
    store: MemoryStore, embed_all: Embed, store_path: Path, data: bytes
) -> None:
    embed_all()
    raw = sqlite3.connect(store_path)
    raw.execute("UPDATE vector SET data = ? WHERE owner_id = 4", (data,))
    raw.commit()
    raw.close()
    matrix = load(store)
    assert len(matrix) == 9
    assert (1, 4) not in content(matrix)
    damaged = damaged_vectors(store.workspace.database, matrix)
    assert len(damaged) == 1
    erase_by_id(store.workspace.database, damaged, model_id=state_of(store).id)
    assert [item.owner_id for item in embed_all(seed=70)] == [4]
    repaired = load(store, matrix)
    assert damaged_vectors(store.workspace.database, repaired) == ()
    assert len(content(repaired)) == 10


def test_vectors_of_another_model_wait_until_it_is_the_current_one(
    store: MemoryStore, embed_all: Embed
) -> None:
    embed_all()
    first = load(store)
    wide = EmbeddingModel("wide", "cd" * 32, 3 * WIDTH)
    embed_all(seed=30, model=wide)
    assert load(store, first) is first
    state = state_of(store, wide)
    with store.workspace.database.write() as connection:
        make_current(connection, state.id)
    second = load(store, first)
    assert second.vectors.shape == (10, 3 * WIDTH)
    assert erase_model(store.workspace.database, state_of(store).id, limit=7) == 7
    assert erase_model(store.workspace.database, state_of(store).id, limit=7) == 3
    assert erase_model(store.workspace.database, state_of(store).id, limit=7) == 0
    assert content(load(store, second)) == content(second)


def test_a_query_of_another_kind_is_refused() -> None:
    rows = unit_rows(4)
    with pytest.raises(ValueError, match="float64"):
        cosines([rows], rows[0].astype(np.float64))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="does not fit"):
        cosines([rows], unit_rows(1, width=3)[0])


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, -1.0, 1.0]), max_size=30), st.integers(0, 40))
def test_the_best_places_are_those_of_a_full_sort(scores: list[float], count: int) -> None:
    values: NDArray[np.float32] = np.array(scores, dtype=np.float32)
    expected = np.lexsort((np.arange(len(scores)), -values))[:count]
    assert best_places(values, count).tolist() == expected.tolist()


def test_many_small_additions_keep_few_blocks(store: MemoryStore, embed_all: Embed) -> None:
    embed_all()
    matrix = load(store)
    for number in range(20):
        store.memories.remember(f"Later fact {number}.")
        embed_all(seed=100 + number)
        matrix = load(store, matrix)
    assert len(matrix.blocks) <= 2
    assert content(matrix) == content(load(store))
