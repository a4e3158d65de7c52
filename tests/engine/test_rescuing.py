"""Rescuing what the gate dropped: one operation with its evidence, undoable; declined ones are not offered again."""

from __future__ import annotations

import pytest

from engramma.engine import MemoryStore
from engramma.engine.live_sessions import Judgement, SaidEvent, record_gate, record_session
from engramma.model.clock import DAY, HOUR, FixedClock
from engramma.model.errors import NotFoundError

SAID = (
    ("user", "The label printer needs its own queue, at least for a while.", 0.47),
    ("agent", "Hello and thanks.", 0.05),
    ("user", "Codes have sixteen signs without 0 and O.", 0.46),
)


@pytest.fixture
def dropped(store: MemoryStore, clock: FixedClock) -> MemoryStore:
    """A session ten days ago of which everything was dropped, two turns by a hair."""
    clock.advance(-10 * DAY)
    turns = [
        SaidEvent(turn=number, role=role, speaker="", text=text, at=clock.now() + number)
        for number, (role, text, _score) in enumerate(SAID, start=1)
    ]
    session_id, ids = record_session(
        store.workspace,
        "Printers",
        turns,
        agent="shop-agent",
        topics=[],
        summary="",
        started_at=clock.now(),
        ended_at=clock.now() + HOUR,
    )
    judgements = [
        Judgement(event_id=event, score=score, reasons=(("detail", score),), kept=None)
        for event, (_role, _text, score) in zip(ids, SAID, strict=True)
    ]
    record_gate(store.workspace, session_id, "Printers", statements=[], judgements=judgements)
    clock.advance(10 * DAY)
    return store


def test_the_nearest_come_first_and_the_clear_ones_not_at_all(dropped: MemoryStore) -> None:
    assert [found.text for found in dropped.sessions.near_misses()] == [SAID[0][1], SAID[2][1]]
    assert [found.score for found in dropped.sessions.near_misses(limit=1)] == [0.47]


def test_a_rescued_statement_is_a_memory_with_its_turn_and_fades_from_today(
    dropped: MemoryStore, clock: FixedClock
) -> None:
    found = dropped.sessions.near_misses()[0]
    memory_id = dropped.sessions.rescue(found.verdict_id)
    details = dropped.memories.details(memory_id)
    assert details.memory.text == SAID[0][1]
    assert details.memory.created_at == found.at
    assert details.memory.strength == 1.0
    [source] = details.provenance
    assert (source.event_id, source.quote) == (found.event_id, SAID[0][1])
    [event] = dropped.sessions.events([found.event_id])
    assert event.verdict is not None
    assert event.verdict.kept
    assert event.verdict.reasons[-1][0] == "rescued by a person"
    assert found.verdict_id not in {miss.verdict_id for miss in dropped.sessions.near_misses()}
    assert dropped.history.recent(limit=1)[0].label == f"rescue of M-{memory_id} from “Printers”"

    dropped.history.undo()
    with pytest.raises(NotFoundError):
        dropped.memories.get(memory_id)
    assert found.verdict_id in {miss.verdict_id for miss in dropped.sessions.near_misses()}


def test_an_equal_memory_gets_the_evidence_and_no_twin(dropped: MemoryStore) -> None:
    known = dropped.memories.remember(SAID[0][1]).id
    found = dropped.sessions.near_misses()[0]
    assert dropped.sessions.rescue(found.verdict_id) == known
    assert len(dropped.memories.details(known).provenance) == 1
    assert dropped.statistics().total == 1


def test_a_declined_one_is_not_offered_again_until_that_is_undone(dropped: MemoryStore) -> None:
    found = dropped.sessions.near_misses()[0]
    dropped.sessions.decline(found.verdict_id)
    assert [miss.text for miss in dropped.sessions.near_misses()] == [SAID[2][1]]
    with pytest.raises(NotFoundError):
        dropped.sessions.decline(found.verdict_id)
    dropped.history.undo()
    assert len(dropped.sessions.near_misses()) == 2


def test_a_declined_one_can_be_rescued_all_the_same(dropped: MemoryStore) -> None:
    found = dropped.sessions.near_misses()[0]
    dropped.sessions.decline(found.verdict_id)
    memory_id = dropped.sessions.rescue(found.verdict_id)
    assert dropped.memories.get(memory_id).text == SAID[0][1]


def test_what_is_rescued_cannot_be_rescued_twice(dropped: MemoryStore) -> None:
    found = dropped.sessions.near_misses()[0]
    dropped.sessions.rescue(found.verdict_id)
    with pytest.raises(NotFoundError, match="decided about already"):
        dropped.sessions.rescue(found.verdict_id)
