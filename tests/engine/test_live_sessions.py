"""A live session is written turn by turn; the gate reads it as it goes, and when it reads makes no difference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import DAY, MINUTE, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError

TURNS = (
    ("user", "Hi there!"),
    ("user", "Remember: staging runs on port 5433."),
    ("agent", "Let me check the config."),
    ("tool", "ok"),
    ("user", "We decided to drop Redis in favour of Postgres queues."),
    ("agent", "Done."),
    ("user", "Remember: staging runs on port 5433."),
)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(1_790_000_000_000_000)


@pytest.fixture
def store(tmp_path: Path, clock: FixedClock) -> Iterator[MemoryStore]:
    with open_store(tmp_path / "s.engramma", actor="agent:shop", clock=clock, create=True) as opened:
        yield opened


def lives(store: MemoryStore) -> list[tuple[object, ...]]:
    """What the memories are, however they came about."""
    lines = store.memories.page(store.search.order("").ids.tolist())
    return sorted(
        (
            line.memory.text,
            line.memory.importance,
            line.memory.created_at,
            line.memory.fades_at,
            tuple(sorted((part.t0, part.s0, part.reason) for part in line.segments)),
        )
        for line in lines
    )


def talk(store: MemoryStore, clock: FixedClock) -> int:
    session_id = store.sessions.start("Ports")
    for role, text in TURNS:
        clock.advance(MINUTE)
        store.sessions.append(session_id, role, text)
    return session_id


def test_the_gate_reads_every_fifth_turn_and_at_the_end(store: MemoryStore, clock: FixedClock) -> None:
    session_id = store.sessions.start("Ports")
    gated = []
    for role, text in TURNS:
        clock.advance(MINUTE)
        gated.append(store.sessions.append(session_id, role, text).gated)
    assert [bool(part) for part in gated] == [False, False, False, False, True, False, False]
    assert gated[4] is not None
    assert len(gated[4].created) == 2
    end = store.sessions.end(session_id)
    assert end.created == ()
    assert end.reinforced == gated[4].created[:1]
    counts = store.sessions.gate_counts(session_id)
    assert (counts.kept, counts.unjudged) == (3, 0)


def test_memories_are_dated_by_their_turn_and_quote_it(store: MemoryStore, clock: FixedClock) -> None:
    begun = clock.now()
    session_id = talk(store, clock)
    clock.advance(DAY)
    store.sessions.end(session_id)
    first = store.memories.details(1)
    assert first.memory.created_at == begun + 2 * MINUTE
    source = first.provenance[0]
    assert source.turn == 2
    assert source.context[source.start : source.end] == source.quote
    assert [part.reason for part in first.segments] == ["created", "rehearsed"]
    assert first.segments[1].t0 == begun + 7 * MINUTE


def test_when_the_gate_reads_makes_no_difference(tmp_path: Path) -> None:
    found = []
    for number, late in enumerate((False, True)):
        clock = FixedClock(1_790_000_000_000_000)
        with open_store(
            tmp_path / f"{number}.engramma", actor="agent:shop", clock=clock, create=True
        ) as store:
            session_id = talk(store, clock)
            clock.advance(30 * DAY if late else MINUTE)
            store.sessions.end(session_id)
            found.append(lives(store))
    assert found[0] == found[1]


def test_a_deleted_statement_is_not_brought_back(store: MemoryStore, clock: FixedClock) -> None:
    store.sessions.end(talk(store, clock))
    store.memories.trash([1])
    again = store.sessions.end(talk(store, clock))
    assert again.created == ()
    assert store.memories.get(1).state == "trashed"
    events = store.sessions.events(store.sessions.event_ids(2))
    assert events[1].verdict is not None
    assert not events[1].verdict.kept
    assert "known and deleted before" in dict(events[1].verdict.reasons)


def test_undoing_the_gate_takes_its_memories_back(store: MemoryStore, clock: FixedClock) -> None:
    store.sessions.end(talk(store, clock))
    for operation in store.history.recent():
        if operation.kind == "gate":
            assert store.history.undo(operation.id).operation_id is not None
    assert store.search.count("") == 0
    assert store.sessions.gate_counts(1).unjudged == len(TURNS)


def test_closed_sessions_and_bad_turns_are_refused(store: MemoryStore) -> None:
    session_id = store.sessions.start("Short")
    with pytest.raises(InvalidValueError, match="needs some text"):
        store.sessions.append(session_id, "user", "  ")
    with pytest.raises(InvalidValueError, match="role"):
        store.sessions.append(session_id, "oracle", "hm")
    store.sessions.end(session_id)
    with pytest.raises(InvalidValueError, match="closed"):
        store.sessions.append(session_id, "user", "hello?")
    with pytest.raises(InvalidValueError, match="closed already"):
        store.sessions.end(session_id)
    with pytest.raises(NotFoundError):
        store.sessions.append(99, "user", "hello?")
