"""What the host does, seen from within: it answers while it loads, refuses in words, leaves when idle, is alone."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from tests.embedding.host_processes import eventually

from engramma.embedding.client import HostEmbedder
from engramma.embedding.embedder import EmbeddingFailedError, EmbeddingUnavailableError, Vectors
from engramma.embedding.hashing import HashingModel
from engramma.embedding.host import Host
from engramma.embedding.runtime import MeetingPlace, meeting_place
from engramma.model.progress import Cancelled, CancelToken

MODEL = "hashing"


@pytest.fixture
def place(runtime: Path) -> MeetingPlace:
    return meeting_place(MODEL, scope=runtime.name)


@pytest.fixture
def client(runtime: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """A client that finds the test's host and must start none."""

    def refuse(*_args: object, **_options: object) -> None:
        raise AssertionError("a second host was started")

    monkeypatch.setattr("engramma.embedding.client.start_host", refuse)
    made = HostEmbedder(MODEL, scope=runtime.name)
    yield made
    made.close()


class Serving:
    """A host in a thread of this process."""

    def __init__(self, place: MeetingPlace, load: Callable[[], object], **options: float) -> None:
        self.host = Host(place, load, **options)  # type: ignore[arg-type]
        self.served: list[bool] = []
        self.thread = threading.Thread(target=lambda: self.served.append(self.host.run()))
        self.thread.start()
        assert eventually(lambda: os.path.exists(place.address) or not self.thread.is_alive())

    def __enter__(self) -> Serving:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.host._leaving.set()
        self.thread.join()


class Counting(HashingModel):
    """Notes the sizes of what it is asked for, and waits for `go`."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()
        self.go.set()
        self.asked: list[tuple[int, bool]] = []

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        self.asked.append((len(texts), query))
        self.go.wait(10)
        return super().embed(texts, query=query)


def test_a_client_hears_that_the_model_is_loading_and_then_gets_vectors(
    place: MeetingPlace, client: HostEmbedder
) -> None:
    loaded = threading.Event()

    def load() -> HashingModel:
        loaded.wait(10)
        return HashingModel()

    with Serving(place, load):
        assert not client.ready()
        with pytest.raises(EmbeddingUnavailableError, match="still loading") as caught:
            client.embed_query("a", patience=2.0)
        assert caught.value.loading
        loaded.set()
        assert client.model(patience=5) == HashingModel().model
        assert eventually(client.ready)
        expected = HashingModel().embed(["a", "b"])
        assert np.array_equal(client.embed(["a", "b"]), expected)
        assert np.array_equal(client.embed_query("a"), expected[0])


def test_a_model_that_cannot_be_loaded_is_told_and_not_tried_again(
    place: MeetingPlace, client: HostEmbedder, expected_log: Callable[[str], None]
) -> None:
    calls = []

    def load() -> HashingModel:
        calls.append(1)
        raise EmbeddingUnavailableError("The model is a bicycle.")

    expected_log("was not loaded: The model is a bicycle")
    with Serving(place, load):
        for _time in range(3):
            with pytest.raises(EmbeddingUnavailableError, match="bicycle") as caught:
                client.model(patience=5)
            assert not caught.value.loading
    assert calls == [1]


def test_a_refusal_names_its_reason_and_costs_nobody_the_connection(
    place: MeetingPlace, client: HostEmbedder
) -> None:
    class Picky(HashingModel):
        def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
            if "bad" in texts:
                raise EmbeddingFailedError("That is bad.")
            return super().embed(texts)

    with Serving(place, Picky):
        with pytest.raises(EmbeddingFailedError, match="That is bad"):
            client.embed(["good", "bad"])
        assert client.embed(["good"]).shape == (1, 128)


def test_rows_come_back_in_the_order_of_the_texts(place: MeetingPlace, client: HostEmbedder) -> None:
    texts = [f"{'word ' * (number * 7 % 50)}{number}" for number in range(600)]
    with Serving(place, HashingModel):
        assert np.array_equal(client.embed(texts), HashingModel().embed(texts))


def test_a_question_waits_for_one_slice_of_bulk_work_only(place: MeetingPlace, runtime: Path) -> None:
    model = Counting()
    with Serving(place, lambda: model) as serving:
        bulk, asker = (HostEmbedder(MODEL, scope=runtime.name) for _ in range(2))
        bulk.model(patience=5)
        model.go.clear()
        working = threading.Thread(target=bulk.embed, args=([f"text {n}" for n in range(256)],))
        working.start()
        assert eventually(lambda: model.asked == [(32, False)])
        asking = threading.Thread(target=asker.embed_query, args=("now?",), kwargs={"patience": 10})
        asking.start()
        assert eventually(lambda: serving.host._thread._queue.qsize() == 1)
        model.go.set()
        asking.join()
        working.join()
        assert model.asked.index((1, True)) == 1
        assert sum(size for size, _query in model.asked) == 257
        bulk.close()
        asker.close()


def test_bulk_work_ends_at_once_when_it_is_cancelled(place: MeetingPlace, client: HostEmbedder) -> None:
    model = Counting()
    cancel = CancelToken()
    with Serving(place, lambda: model):
        client.model(patience=5)
        model.go.clear()
        threading.Timer(0.2, cancel.cancel).start()
        with pytest.raises(Cancelled):
            client.embed([f"text {number}" for number in range(5_000)], cancel=cancel)
        model.go.set()
        assert client.embed(["after it"]).shape == (1, 128)


def test_an_idle_host_leaves_and_a_second_one_does_not_stay(place: MeetingPlace) -> None:
    with Serving(place, HashingModel, idle_seconds=0.5) as first:
        assert Host(place, HashingModel).run() is False
        first.thread.join(10)
        assert first.served == [True]
    with Serving(place, HashingModel, idle_seconds=0.5) as next_one:
        next_one.thread.join(10)
        assert next_one.served == [True]


@pytest.mark.parametrize("name", ["lock", "key", "socket"])
def test_a_host_that_can_no_longer_be_found_leaves(place: MeetingPlace, name: str) -> None:
    with Serving(place, HashingModel) as serving:
        (place.folder / name).unlink()
        serving.thread.join(10)
        assert serving.served == [True]


def test_the_place_is_for_its_owner_alone(place: MeetingPlace, client: HostEmbedder) -> None:
    with Serving(place, HashingModel):
        client.model(patience=5)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (place.folder, place.key)}
        assert modes == {place.folder.name: 0o700, "key": 0o600}
        assert stat.S_IMODE(place.folder.parent.stat().st_mode) == 0o700


def test_whoever_does_not_know_the_key_gets_nothing(place: MeetingPlace, runtime: Path) -> None:
    with Serving(place, HashingModel):
        stranger = HostEmbedder(MODEL, scope=runtime.name)
        key = place.key.read_bytes()
        place.key.write_bytes(bytes(32))
        with pytest.raises(EmbeddingUnavailableError):
            stranger.embed_query("a", patience=0.3)
        place.key.write_bytes(key)
        assert stranger.embed_query("a", patience=5).shape == (128,)
        stranger.close()
