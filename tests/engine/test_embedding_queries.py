"""A question's vector through a real host process: refused in time while there is none, and back after a kill."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.embedding.host_processes import end_host, eventually, hosts_of

from engramma.embedding.client import HostEmbedder
from engramma.embedding.hashing import NAME as HASHING
from engramma.embedding.hashing import HashingEmbedder
from engramma.embedding.runtime import MeetingPlace, meeting_place
from engramma.engine import MemoryStore, open_store
from engramma.engine.embedding import embedding_job
from engramma.model.clock import FixedClock
from engramma.model.progress import Progress
from engramma.model.recall import RecallMode

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by POSIX signals")


@pytest.fixture(autouse=True)
def place(
    own_home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MeetingPlace]:
    """Where this test's host is met; it computes hashes, and is killed at the end."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "host")
    monkeypatch.setenv("ENGRAMMA_MODEL", HASHING)
    found = meeting_place(HASHING, scope=str(own_home))
    yield found
    end_host(found.folder)


def host_of(store: MemoryStore) -> HostEmbedder:
    embedder = store.embedding.embedder
    assert isinstance(embedder, HostEmbedder)
    return embedder


def test_a_question_goes_by_words_until_the_model_is_there(store: MemoryStore) -> None:
    store.memories.remember("The harbour is green.")
    store.embedding.run()
    host_of(store).stop_host()
    assert eventually(lambda: not hosts_of(meeting_place(HASHING, scope=os.environ["ENGRAMMA_HOME"]).folder))
    started = time.monotonic()
    cold = store.embedding.embed_query("Which harbour?", patience=0.0)
    assert time.monotonic() - started < 5.0
    assert cold.vector is None
    assert "words alone" in cold.notice
    assert eventually(host_of(store).ready)
    warm = store.embedding.embed_query("Which harbour?", patience=10)
    assert warm.vector is not None
    assert warm.notice == ""
    assert np.array_equal(warm.vector, HashingEmbedder().embed_query("Which harbour?"))


def test_killing_the_host_costs_nothing_but_a_moment(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_job, "BATCH", 16)
    for number in range(40):
        store.memories.remember(f"Fact {number} of the harbour.")
    killed: list[int] = []

    def kill_once(progress: Progress) -> None:
        if progress.done and not killed:
            killed.append(host_of(store).host_pid())
            os.kill(killed[0], signal.SIGKILL)

    assert store.embedding.run(report=kill_once).written == 40
    assert host_of(store).host_pid() != killed[0]
    os.kill(host_of(store).host_pid(), signal.SIGKILL)
    found = store.recall.ask("Which harbour?", patience=0.0)
    assert (found.mode is RecallMode.LEXICAL) == bool(found.notice)
    assert len(found.hits) == 10
    assert eventually(host_of(store).ready)
    store.memories.remember("One more.")
    assert store.embedding.run().written == 1
    assert store.embedding.status().waiting == 0
    again = store.recall.ask("Which harbour?", patience=10)
    assert (again.mode, again.notice) == (RecallMode.HYBRID, "")


def test_all_stores_of_a_person_share_one_host(
    store: MemoryStore, tmp_path: Path, clock: FixedClock, place: MeetingPlace
) -> None:
    with open_store(tmp_path / "other.engramma", clock=clock, create=True) as other:
        for one in (store, other):
            one.memories.remember("The harbour is green.")
            one.embedding.run()
        assert host_of(store).host_pid() == host_of(other).host_pid()
    assert len(hosts_of(place.folder)) == 1


def test_any_question_is_taken(store: MemoryStore) -> None:
    store.memories.remember("The harbour is green.")
    store.embedding.run()
    for question in ("", "?", "a", "\x00", "\ud800", "女", "x" * 100_000, "🌷" * 30_000):
        found = store.embedding.embed_query(question, patience=10)
        assert found.vector is not None
        assert len(store.embedding.matrix().nearest(found.vector, 5)) == 1
        assert store.recall.ask(question, patience=10).mode is RecallMode.HYBRID
