"""New texts get their vectors in the background, and closing the store does not wait for long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from engramma.embedding.hashing import HashingEmbedder
from engramma.engine import MemoryStore
from engramma.engine.embedding import keeping
from engramma.engine.embedding.keeping import Keeper
from engramma.engine.embedding.settings import choose_model, wanted_model
from engramma.model.embedding import EmbeddingModel


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    monkeypatch.setattr(keeping, "_FIRST_SECONDS", 0.0)
    monkeypatch.setattr(keeping, "_LOOK_SECONDS", 0.02)
    monkeypatch.setattr(keeping, "_SHARE", 1.0)


@pytest.fixture
def keeper(store: MemoryStore) -> Iterator[Keeper]:
    made = Keeper(store.workspace)
    made.start()
    yield made
    made.close()


def eventually(check: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not check() and time.monotonic() < deadline:
        time.sleep(0.02)
    return check()


def all_embedded(store: MemoryStore, count: int) -> bool:
    status = store.embedding.status()
    return (status.embedded, status.waiting) == (count, 0)


def test_what_is_written_is_embedded_soon(store: MemoryStore, keeper: Keeper) -> None:
    store.memories.remember("First.")
    assert eventually(lambda: all_embedded(store, 1))
    store.memories.edit(1, "Otherwise.")
    store.memories.remember("Second.")
    assert eventually(lambda: all_embedded(store, 2))


def test_a_change_of_model_is_left_to_a_person(store: MemoryStore) -> None:
    store.memories.remember("First.")
    store.embedding.run()

    class Other(HashingEmbedder):
        name = "other"

        def model(self, *, patience: float = 60.0) -> EmbeddingModel:
            return EmbeddingModel("other", "0" * 64, 128)

    store.workspace.vectors.use(Other())
    keeper = Keeper(store.workspace)
    keeper.start()
    store.memories.remember("Second.")
    time.sleep(0.3)
    keeper.close()
    assert store.embedding.matrix().model is not None
    assert store.embedding.status().changed
    assert len(store.embedding.matrix()) == 1


def test_switched_off_it_ends_at_once(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "off")
    store.memories.remember("First.")
    store.keep_embedded()
    assert eventually(
        lambda: not any(thread.name == "engramma-embedding" for thread in threading.enumerate())
    )


def test_closing_the_store_ends_it(store: MemoryStore) -> None:
    store.keep_embedded()
    store.keep_embedded()
    names = [thread.name for thread in threading.enumerate()]
    assert names.count("engramma-embedding") == 1
    store.close()
    assert "engramma-embedding" not in [thread.name for thread in threading.enumerate()]


def test_the_model_is_chosen_in_the_settings_or_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wanted_model() == "all-MiniLM-L6-v2"
    choose_model("someone/some-model")
    assert wanted_model() == "someone/some-model"
    monkeypatch.setenv("ENGRAMMA_MODEL", "/a/folder")
    assert wanted_model() == "/a/folder"
    monkeypatch.delenv("ENGRAMMA_MODEL")
    choose_model("")
    assert wanted_model() == "all-MiniLM-L6-v2"


def test_a_chosen_model_is_asked_for_at_once(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "host")
    assert store.embedding.status().wanted_model == "all-MiniLM-L6-v2"
    store.embedding.choose_model("someone/some-model")
    assert store.acting_as("agent:x").embedding.status().wanted_model == "someone/some-model"
