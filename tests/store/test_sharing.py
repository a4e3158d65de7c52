"""One file, several connections: waiting for the write lock, short gaps, and notices of what others did."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.engine.links import link
from engramma.engine.review import mark_conflict
from engramma.model.errors import StoreBusyError
from engramma.store import pragmas


@pytest.fixture
def store(store_path: Path) -> MemoryStore:
    with open_store(store_path, create=True) as made:
        yield made


@pytest.fixture
def other(store: MemoryStore) -> MemoryStore:
    """The same file, opened once more as another process would."""
    with open_store(store.path, actor="agent:claude") as made:
        yield made


def test_a_writer_waits_for_another(store: MemoryStore) -> None:
    raw = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    raw.execute("BEGIN IMMEDIATE")
    threading.Timer(0.3, raw.execute, ["COMMIT"]).start()
    begun = time.monotonic()
    store.memories.remember("Waited.")
    assert time.monotonic() - begun > 0.2
    raw.close()


def test_a_lock_that_never_ends_is_one_sentence(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pragmas.begin_writing, "__kwdefaults__", {"patience": 0.2})
    raw = sqlite3.connect(store.path, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusyError, match=r"store\.engramma is busy.*Try again in a moment\."):
        store.memories.remember("Never.")
    assert store.statistics().total == 0, "reading goes on meanwhile"
    raw.execute("COMMIT")
    raw.close()
    assert store.memories.remember("Now.").created


def test_a_reader_does_not_hold_up_a_writer_and_sees_one_picture(store: MemoryStore) -> None:
    store.memories.remember("First.")
    with store.workspace.database.read() as reading:
        seen = reading.connection.exec_driver_sql("SELECT count(*) FROM memory").scalar_one()
        store.memories.remember("Second.")
        again = reading.connection.exec_driver_sql("SELECT count(*) FROM memory").scalar_one()
    assert (seen, again) == (1, 1)
    assert store.statistics().total == 2


def test_many_readers_at_once_get_their_turn(store: MemoryStore) -> None:
    store.memories.remember("First.")
    problems: list[BaseException] = []

    def look() -> None:
        try:
            for _ in range(20):
                assert store.statistics().total >= 1
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=look) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def test_the_feed_tells_of_own_and_others_operations_once(store: MemoryStore, other: MemoryStore) -> None:
    assert store.feed.poll() is None
    one = other.memories.remember("Said by an agent.").id
    notice = store.feed.poll()
    assert notice is not None
    assert notice.memory_ids == {one}
    assert not notice.wide
    assert notice.own, "the same process"
    assert store.feed.poll() is None
    store.memories.edit(one, "Changed.")
    store.memories.tag([one], add=["x"])
    notice = store.feed.poll()
    assert notice is not None
    assert len(notice.operation_ids) == 2
    assert (notice.first_seq, notice.last_seq) == (2, 3)
    assert notice.memory_ids == {one}
    assert store.feed.poll() is None


def test_the_feed_names_both_ends_of_links_and_conflicts(store: MemoryStore) -> None:
    one, two = (store.memories.remember(text).id for text in ("One.", "Two."))
    store.feed.poll()
    for act in (
        lambda: link(store.workspace, one, two),
        lambda: mark_conflict(store.workspace, one, two, what="number", stakes="high", detail=""),
        store.history.undo,
    ):
        act()
        notice = store.feed.poll()
        assert notice is not None
        assert notice.memory_ids == {one, two}


def test_the_feed_says_wide_when_it_would_be_long(store: MemoryStore) -> None:
    ids = [store.memories.remember(f"Fact {number}.").id for number in range(3)]
    store.feed.poll()
    with store.workspace.journal.long("remember", "many", actor="person") as running:
        for start in range(0, 600, 100):
            with running.step() as step:
                from engramma.store.tables import entity

                step.insert_many(
                    entity,
                    [
                        {"name": f"e{start + n}", "normal_name": f"e{start + n}", "type": ""}
                        for n in range(100)
                    ],
                )
        assert store.feed.poll() is None, "what is not done yet is not told"
    notice = store.feed.poll()
    assert notice is not None
    assert (notice.wide, notice.memory_ids) == (True, frozenset())
    store.memories.pin(ids)
    notice = store.feed.poll()
    assert notice is not None
    assert (notice.wide, notice.memory_ids) == (False, frozenset(ids))


def test_a_poll_without_news_asks_no_table(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.feed.poll()
    monkeypatch.setattr(store.workspace.database, "read", lambda: pytest.fail("it read the store"))
    assert store.feed.poll() is None


def test_a_long_operation_lets_others_write(store: MemoryStore, other: MemoryStore) -> None:
    ids = [store.memories.remember(f"Fact {number}.").id for number in range(400)]
    waits: list[float] = []
    done = threading.Event()

    def write() -> None:
        number = 0
        while not done.is_set():
            begun = time.monotonic()
            other.memories.remember(f"By an agent {number}.")
            waits.append(time.monotonic() - begun)
            number += 1
            time.sleep(0.005)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(3):
            store.memories.change(ids, importance=0.9, category="decision")
            store.history.undo()
    finally:
        done.set()
        thread.join()
    assert len(waits) > 3
    assert max(waits) < pragmas.BUSY_SECONDS / 2, "it starved"
