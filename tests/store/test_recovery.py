"""Operations that never came to their end are taken back: by their own process, or by whoever finds them."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import StoreError
from engramma.store.database import Database
from engramma.store.fulltext import FULLTEXT_CHECK
from engramma.store.journal import journal as journal_module
from engramma.store.journal.journal import LongOperation
from engramma.store.memories.rows import rows_of
from engramma.store.memories.writing import begin_segment, insert_memory
from engramma.store.tables import image, memory, operation, row_range

NOBODY = "1:before-the-last-start"


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> MemoryStore:
    with open_store(store_path, clock=frozen_clock, create=True) as made:
        for number in range(12):
            made.memories.remember(f"Fact {number}.", tags=["old"])
        record_recall(made.workspace, "what?", [1, 2, 3])
        frozen_clock.advance(3 * DAY)
        yield made


def change_and_insert(store: MemoryStore, running: LongOperation) -> None:
    """Three steps: new memories that refer to one another, changed ones, and segments for old ones."""
    with running.step() as step:
        first = [
            insert_memory(
                step,
                uid=store.workspace.uids.next(step.at),
                key=b"k",
                text=f"New {number}.",
                kind="semantic",
                tier="short_term",
                category="fact",
                importance=0.5,
                created_at=step.at,
                actor="person",
            )
            for number in range(3)
        ]
        step.update(memory, 1, text="Fact 0, changed.", pinned=1)
    with running.step() as step:
        later = insert_memory(
            step,
            uid=store.workspace.uids.next(step.at),
            key=b"k",
            text="Later.",
            kind="semantic",
            tier="short_term",
            category="fact",
            importance=0.5,
            created_at=step.at,
            actor="person",
        )
        for earlier in first:
            step.complete(memory, earlier, superseded_by=later, merged_into=later)
    with running.step() as step:
        for row in rows_of(step, [1, 2, 3]):
            begin_segment(step, row.id, t0=step.at, s0=1.0, half_life=None, reason="rehearsed")
        step.update(memory, 1, text="Fact 0, changed again.", tier="long_term")


def abandoned(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> AbstractContextManager[LongOperation]:
    """An open operation of a process that is no more. Keep the result: it must not be closed."""
    with monkeypatch.context() as patch:
        patch.setattr(store.workspace.journal, "owner", NOBODY)
        manager = store.workspace.journal.long("import", "import of x", actor="import")
        change_and_insert(store, manager.__enter__())
    return manager


def statuses(store: MemoryStore) -> list[str]:
    with store.workspace.database.read() as reading:
        return list(reading.connection.scalars(operation.select().with_only_columns(operation.c.status)))


def is_sound(store: MemoryStore) -> None:
    connection = sqlite3.connect(store.path)
    assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    for statement in FULLTEXT_CHECK:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "finds",
    [
        lambda store: store.memories.remember("Something else."),
        lambda store: store.memories.pin(list(range(1, 11)) * 30),
        lambda store: open_store(store.path, clock=store.clock).close(),
        lambda store: store.recover(),
    ],
)
def test_whoever_finds_it_takes_it_back(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch, finds: Callable[[MemoryStore], object]
) -> None:
    before = picture(store)
    manager = abandoned(store, monkeypatch)
    assert "New 0." not in [line.memory.text for line in store.memories.page(range(1, 30))]
    assert "open" in statuses(store)
    finds(store)
    assert "open" not in statuses(store)
    assert "rolled_back" in statuses(store)
    after = picture(store)
    for table, rows in before.items():
        for row_id, row in rows.items():
            if table != "memory" or not after[table][row_id]["pinned"]:
                assert after[table][row_id] == row
    assert not any(row["text"].startswith("New") for row in after["memory"].values())
    is_sound(store)
    with store.workspace.database.read() as reading:
        left = reading.hidden
        rolled_back = operation.c.status == "rolled_back"
        ids = list(
            reading.connection.scalars(
                operation.select().with_only_columns(operation.c.id).where(rolled_back)
            )
        )
        for table in (image, row_range):
            assert not reading.connection.execute(table.select().where(table.c.operation_id.in_(ids))).all()
    assert left == ()
    del manager


def test_a_later_change_is_kept_when_an_open_operation_is_taken_back(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = abandoned(store, monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(journal_module, "is_alive", lambda _owner: True)
        store.memories.edit(1, "What a person wrote meanwhile.")
    store.workspace.journal.recover()
    found = store.memories.get(1)
    assert (found.text, found.pinned, found.tier) == ("What a person wrote meanwhile.", False, "short_term")
    del manager


def test_a_living_operation_is_left_alone(store: MemoryStore) -> None:
    with store.workspace.journal.long("import", "import of x", actor="import") as running:
        change_and_insert(store, running)
        with open_store(store.path, clock=store.clock) as other:
            other.memories.remember("Meanwhile.")
            assert "open" in statuses(other)
            assert "New 0." not in [line.memory.text for line in other.memories.page(range(1, 30))]
    assert "New 0." in [line.memory.text for line in store.memories.page(range(1, 30))]


@pytest.mark.parametrize("goes_on", [True, False])
def test_one_that_was_taken_back_by_mistake_stops_instead_of_going_on(
    store: MemoryStore, goes_on: bool
) -> None:
    before = picture(store)

    def work() -> None:
        with store.workspace.journal.long("import", "import of x", actor="import") as running:
            change_and_insert(store, running)
            store.workspace.journal.roll_back(running.id)
            if goes_on:
                with running.step():
                    pytest.fail("the step must not begin")

    with pytest.raises(StoreError, match="took this change back"):
        work()
    assert picture(store) == before
    is_sound(store)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_exception_takes_everything_back(store: MemoryStore, error: type[BaseException]) -> None:
    before = picture(store)

    def work() -> None:
        with store.workspace.journal.long("x", "x", actor="person") as running:
            change_and_insert(store, running)
            raise error

    with pytest.raises(error):
        work()
    assert picture(store) == before
    assert store.memories.get(2).fades_at == before["memory"][2]["fades_at"]
    assert statuses(store)[-1] == "rolled_back"
    is_sound(store)


def test_an_operation_that_changed_nothing_leaves_no_trace(store: MemoryStore) -> None:
    count = len(statuses(store))
    with store.workspace.journal.long("x", "x", actor="person") as running, running.step():
        pass
    with store.workspace.journal.short("x", "x", actor="person"):
        pass
    assert len(statuses(store)) == count


def test_what_could_not_be_taken_back_is_taken_back_before_the_next_write(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch, expected_log: Callable[[str], None]
) -> None:
    expected_log("could not be taken back yet")
    before = picture(store)
    write = Database.write
    full = threading.Event()

    def write_if_there_is_room(self: Database):  # type: ignore[no-untyped-def]
        if full.is_set():
            raise StoreError("The disk is full; nothing was changed.")
        return write(self)

    monkeypatch.setattr(Database, "write", write_if_there_is_room)

    def work() -> None:
        with store.workspace.journal.long("x", "x", actor="person") as running:
            change_and_insert(store, running)
            full.set()
            with running.step():
                pass

    with pytest.raises(StoreError, match="disk is full"):
        work()
    assert "open" in statuses(store)
    full.clear()
    store.workspace.journal.recover()
    assert picture(store) == before
    is_sound(store)


def test_what_a_closed_store_left_is_taken_back_when_it_is_opened_again(
    store: MemoryStore, expected_log: Callable[[str], None]
) -> None:
    """In the same process, which lives on: a window that opens another store and comes back."""
    expected_log("could not be taken back yet")
    before = picture(store)

    def work() -> None:
        with store.workspace.journal.long("import", "import of x", actor="import") as running:
            change_and_insert(store, running)
            store.close()
            with running.step():
                pytest.fail("the store is closed")

    with pytest.raises(StoreError, match="is closed"):
        work()
    with open_store(store.path, clock=store.clock) as again:
        assert "open" not in statuses(again)
        assert picture(again) == before
        is_sound(again)


def test_two_open_stores_of_one_process_leave_each_other_alone(store: MemoryStore) -> None:
    with store.workspace.journal.long("import", "import of x", actor="import") as running:
        change_and_insert(store, running)
        with open_store(store.path, clock=store.clock) as other:
            assert not other.recover()
    assert statuses(store)[-1] == "done"
