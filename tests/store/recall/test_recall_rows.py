"""Rows in memory: who is among them, where they stand, and that bringing them up to date gives what reading does."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engramma.engine import MemoryStore, open_store
from engramma.engine.live_sessions import Judgement, KeptStatement, SaidEvent, record_gate, record_session
from engramma.model.clock import DAY, HOUR, FixedClock
from engramma.store.history import newest_sequence, read_notice
from engramma.store.recall.rows import NONE, RecallRows, read_rows, refreshed_rows


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> MemoryStore:
    with open_store(store_path, clock=frozen_clock, create=True) as made:
        yield made


def rows_of(store: MemoryStore) -> RecallRows:
    with store.workspace.database.read() as reading:
        return read_rows(reading)


def say(store: MemoryStore, *texts: str) -> tuple[int, list[int]]:
    now = store.clock.now()
    said = [SaidEvent(turn, "user", "Ann", text, now + turn * HOUR) for turn, text in enumerate(texts)]
    session, ids = record_session(
        store.workspace, "talk", said, agent="", topics=[], summary="", started_at=now, ended_at=now + DAY
    )
    return session, list(ids)


def keep(
    store: MemoryStore, session: int, event: int, text: str, *, start: int = 0, end: int | None = None
) -> int:
    end = len(text) if end is None else end
    kept = KeptStatement(event, text, "semantic", "fact", 0.6, (), store.clock.now(), text, start, end)
    [made] = record_gate(
        store.workspace,
        session,
        "talk",
        statements=[kept],
        judgements=[Judgement(event, 0.6, (), 0, start, end)],
    )
    return made


def listed(rows: RecallRows) -> list[tuple[str, int]]:
    return [("E" if said else "M", int(one)) for said, one in zip(rows.events, rows.ids, strict=True)]


def same(one: RecallRows, other: RecallRows) -> None:
    for item in fields(RecallRows):
        mine, theirs = getattr(one, item.name), getattr(other, item.name)
        if item.name in ("row_of_memory", "row_of_event"):
            longest = max(len(mine), len(theirs))
            mine, theirs = (
                np.pad(held, (0, longest - len(held)), constant_values=NONE) for held in (mine, theirs)
            )
        np.testing.assert_array_equal(mine, theirs, err_msg=item.name)
        assert mine.dtype == theirs.dtype, item.name


def test_a_memory_stands_behind_its_event_and_one_without_comes_last(store: MemoryStore) -> None:
    alone = store.memories.remember("Nobody said this.").id
    session, events = say(store, "first", "second thing", "third")
    kept = keep(store, session, events[1], "second thing")
    rows = rows_of(store)
    assert listed(rows) == [("E", events[0]), ("E", events[1]), ("M", kept), ("E", events[2]), ("M", alone)]
    assert rows.turns.tolist() == [0, 1, 1, 2, NONE]
    assert rows.sessions.tolist() == [session] * 4 + [NONE]
    assert rows.event_ids.tolist() == [events[0], events[1], events[1], events[2], NONE]
    assert rows.at[2] == rows.at[1]
    assert rows.rows_of(np.array([2 * kept, 2 * events[2] + 1, 2 * 999, 2 * kept + 1 + 10_000])).tolist() == [
        2, 3, NONE, NONE
    ]  # fmt: skip


def test_superseded_and_trashed_are_none_nor_is_the_turn_that_said_what_was_corrected(
    store: MemoryStore,
) -> None:
    session, events = say(store, "The port is 8080.", "Long talk. " * 9 + "The port is 90.", "bin me", "last")
    wrong = keep(store, session, events[0], "The port is 8080.")
    part = keep(store, session, events[1], "The port is 90.", start=99, end=114)
    binned = keep(store, session, events[2], "bin me")
    right = store.memories.correct(wrong, "The port is 8081.").id
    store.memories.correct(part, "The port is 91.")
    store.memories.trash([binned])
    rows = rows_of(store)
    assert ("E", events[0]) not in listed(rows)
    assert ("E", events[1]) in listed(rows)
    assert ("E", events[2]) not in listed(rows)
    assert not {("M", wrong), ("M", part), ("M", binned)} & set(listed(rows))
    place = listed(rows).index(("M", right))
    assert rows.turns[place] == 0
    assert rows.event_ids[place] == events[0]


def test_what_an_undone_operation_made_is_none(store: MemoryStore) -> None:
    say(store, "said")
    store.memories.remember("kept")
    store.history.undo()
    assert listed(rows_of(store)) == [("E", 1)]


def test_questions_lengths_and_strength_come_along(store: MemoryStore) -> None:
    say(store, "Really?)", "你好吗？", "No.")
    pinned = store.memories.remember("pinned", importance=0.25).id
    store.memories.pin([pinned])
    rows = rows_of(store)
    assert rows.asks.tolist() == [True, True, False, False]
    assert rows.lengths.tolist() == [8, 4, 3, 6]
    assert np.isnan(rows.half_life[3])
    assert rows.pinned.tolist() == [False, False, False, True]
    assert rows.importance[3] == np.float32(0.25)


def test_an_empty_store_has_no_rows(store: MemoryStore) -> None:
    rows = rows_of(store)
    assert len(rows) == 0
    same(rows, rows_of(store))


ACTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 30)), min_size=1, max_size=12)


@given(before=ACTS, after=ACTS)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_brought_up_to_date_is_read_anew(
    tmp_path_factory: pytest.TempPathFactory,
    before: list[tuple[int, int]],
    after: list[tuple[int, int]],
) -> None:
    path = tmp_path_factory.mktemp("rows") / "store.engramma"
    with open_store(path, clock=FixedClock(1_700_000_000_000_000), create=True) as store:
        for act, choice in before:
            _act(store, act, choice)
        with store.workspace.database.read() as reading:
            rows, sequence = read_rows(reading), newest_sequence(reading)
        for act, choice in after:
            _act(store, act, choice)
            with store.workspace.database.read() as reading:
                notice = read_notice(reading, after=sequence)
                if notice is not None and not notice.wide:
                    rows = refreshed_rows(
                        reading, rows, memories=notice.memory_ids, sessions=notice.session_ids
                    )
                    sequence = notice.last_seq
                    same(rows, read_rows(reading))


def _act(store: MemoryStore, act: int, choice: int) -> None:
    """One change of some kind to something that is there."""
    rows = rows_of(store)
    memories = rows.ids[~rows.events].tolist()
    events = rows.ids[rows.events].tolist()
    picked = memories[choice % len(memories)] if memories else None
    text = f"text {choice}{'?' * (choice % 2)}"
    if act == 0 or picked is None:
        store.memories.remember(text)
    elif act == 1:
        say(store, *(f"{text} {turn}" for turn in range(choice % 4 + 1)))
    elif act == 2 and events:
        event = events[choice % len(events)]
        session = int(rows.sessions[rows.row_of_event[event]])
        keep(store, session, event, f"kept {choice}", end=6)
    elif act == 3:
        store.memories.correct(picked, f"corrected {choice} {store.clock.now()} {len(memories)} {picked}")
    elif act == 4:
        store.memories.trash([picked])
    elif act == 5:
        store.memories.pin([picked])
    elif act == 6:
        store.memories.rehearse([picked])
    elif act == 7 and len(memories) > 1:
        store.memories.merge(memories[0], [memories[-1]])
    elif act == 8 and store.history.undo_label():
        store.history.undo()
    else:
        store.clock.advance(DAY)
        store.memories.edit(picked, f"edited {choice} {store.clock.now()}")
