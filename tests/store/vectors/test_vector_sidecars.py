"""The copy beside the store: shared, private, rebuilt when it is old or damaged, dropped for good."""

from __future__ import annotations

import sqlite3
import stat
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.store.vectors.test_vector_matrix import content, load
from tests.store.vectors.toy_vectors import Embed, state_of, unit_rows

from engramma.engine import MemoryStore, open_store
from engramma.store.vectors import matrix as matrix_module
from engramma.store.vectors.matrix import damaged_vectors
from engramma.store.vectors.sidecar import drop_sidecars, sidecar_path, sidecars_of
from engramma.store.vectors.waiting import waiting_texts
from engramma.store.vectors.writing import erase_vectors, write_vectors


@pytest.fixture(autouse=True)
def small_sidecars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even ten vectors are worth a copy."""
    monkeypatch.setattr(matrix_module, "_SMALLEST_SIDECAR", 3)


@pytest.fixture
def sidecar(store: MemoryStore, embed_all: Embed) -> Path:
    """A store whose ten vectors are copied."""
    embed_all()
    assert load(store).mapped == 10
    return sidecar_path(store.path, state_of(store))


def test_it_is_mapped_private_and_serves_the_next_process(store: MemoryStore, sidecar: Path) -> None:
    assert sidecars_of(store.path) == (sidecar,)
    if sys.platform != "win32":
        assert stat.S_IMODE(sidecar.stat().st_mode) == 0o600
    matrix = load(store)
    assert matrix.mapped == len(matrix) == 10
    assert isinstance(matrix.blocks[0].base, np.memmap)
    stored = sqlite3.connect(store.path).execute("SELECT owner_id, data FROM vector").fetchall()
    assert content(matrix) == {(1, owner): data for owner, data in stored}


def test_what_is_new_comes_from_the_store(store: MemoryStore, sidecar: Path, embed_all: Embed) -> None:
    written = sidecar.stat().st_mtime_ns
    store.memories.remember("One more.")
    embed_all(seed=40)
    matrix = load(store)
    assert (len(matrix), matrix.mapped) == (11, 10)
    assert sidecar.stat().st_mtime_ns == written
    for number in range(5):
        store.memories.remember(f"Later fact {number}.")
    embed_all(seed=60)
    assert load(store, matrix).mapped == 16


def test_what_was_erased_is_gone_from_the_copy_once_it_is_dropped(store: MemoryStore, sidecar: Path) -> None:
    secret = content(load(store))[1, 5]
    assert secret in sidecar.read_bytes()
    with store.workspace.database.write() as connection:
        erase_vectors(connection, [("memory", 5)])
    assert (1, 5) not in content(load(store))
    assert drop_sidecars(store.path) == (sidecar,)
    matrix = load(store)
    assert matrix.mapped == 9
    assert secret not in sidecar.read_bytes()


def test_the_passages_of_long_texts_are_copied_left_out_and_erased_with_them(store: MemoryStore) -> None:
    database, state = store.workspace.database, state_of(store)
    texts = [item for part in waiting_texts(database, state.id, size=20) for item in part]
    own, deep = unit_rows(10), unit_rows(5, seed=3)
    write_vectors(database, state.id, texts, vectors=own, passages={2: deep[:3], 4: deep[3:]})
    matrix = load(store)
    assert len(matrix) == 15
    assert matrix.owners.ids[matrix.owners.passages("memory")].tolist() == [3, 3, 3, 5, 5]
    assert np.array_equal(matrix.rows(matrix.owners.places("memory")), own)
    assert np.array_equal(matrix.rows(matrix.owners.passages("memory")), deep)
    again = load(store)
    assert again.mapped == 15
    assert np.array_equal(again.vectors, matrix.vectors)
    with database.write() as connection:
        erase_vectors(connection, [("memory", 3)])
    assert load(store, again).owners.ids[load(store, again).owners.passages("memory")].tolist() == [5, 5]
    raw = sqlite3.connect(store.path)
    raw.execute("UPDATE vector SET data = CAST(data || zeroblob(32) AS BLOB) WHERE owner_id = 5")
    raw.commit()
    raw.close()
    drop_sidecars(store.path)
    spoilt = load(store)
    assert len(damaged_vectors(database, spoilt)) == 1
    assert 5 not in spoilt.owners.ids


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: data[:50],
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: b"PK" + data[2:],
        lambda data: data.replace(b'"rows": 10', b'"rows": 11'),
        lambda data: data.replace(b'"format": 1', b'"format": 9'),
        lambda data: data.replace(b'"model_id": 1', b'"model_id": 2'),
        lambda data: data.replace(b'"last_vector_id": 10', b'"last_vector_id": 99'),
        lambda data: data.replace(b'"name": "toy"', b'"name": [[[[['),
        lambda data: data[:128] + bytes(320) + data[448:],
        lambda data: data[: -8 - 400],
        lambda data: data.replace(b"(10, 8)", b"(8, 10)"),
    ],
)
def test_a_damaged_or_foreign_copy_is_written_anew(store: MemoryStore, sidecar: Path, spoil) -> None:  # type: ignore[no-untyped-def]
    before = content(load(store))
    good = sidecar.read_bytes()
    spoiled = spoil(good)
    assert spoiled != good
    sidecar.write_bytes(spoiled)
    matrix = load(store)
    assert content(matrix) == before
    assert matrix.mapped == 10
    assert sidecar.read_bytes() == good


def test_a_copy_of_a_store_that_was_replaced_is_not_believed(
    store: MemoryStore, sidecar: Path, store_path: Path
) -> None:
    raw = sqlite3.connect(store_path)
    for number, row in enumerate(unit_rows(10, seed=7), start=1):
        raw.execute("UPDATE vector SET data = ? WHERE id = ?", (row.tobytes(), number))
    raw.commit()
    raw.close()
    assert content(load(store))[1, 1] == unit_rows(10, seed=7)[0].tobytes()


def test_a_folder_that_cannot_be_written_does_without(
    store: MemoryStore, embed_all: Embed, monkeypatch: pytest.MonkeyPatch
) -> None:
    embed_all()

    def refuse(*_arguments: object) -> None:
        raise OSError("read-only folder")

    monkeypatch.setattr("engramma.store.vectors.sidecar.os.replace", refuse)
    matrix = load(store)
    assert (len(matrix), matrix.mapped) == (10, 0)
    assert sidecars_of(store.path) == ()


def test_a_reader_writes_no_copy(store: MemoryStore, embed_all: Embed) -> None:
    embed_all()
    with open_store(store.path, read_only=True) as reader:
        assert len(load(reader)) == 10
    assert sidecars_of(store.path) == ()


def test_copies_of_other_stores_are_left_alone(store: MemoryStore, sidecar: Path) -> None:
    other = store.path.with_name("store.engramma2.vectors-0.npy")
    other.touch()
    half = sidecar.with_name(f"{sidecar.name}.4711")
    half.touch()
    assert drop_sidecars(store.path, keep=sidecar) == (half,)
    assert other.exists()
    assert sidecar.exists()
