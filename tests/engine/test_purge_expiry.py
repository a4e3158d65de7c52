"""Expiry: the turns of a live session past its retention go for good, what was remembered of them stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select
from tests.engine.purge_histories import bytes_left

from engramma.engine import MemoryStore
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError, NothingToUndoError
from engramma.store.tables import event, gate_verdict

SAID = "Remember: the API listens on port 8443."
CHAT = "Nothing of this q888888chatter is worth a memory"


def old_session(store: MemoryStore, clock: FixedClock, *, days: int = 31) -> int:
    """A closed live session of long ago."""
    session_id = store.sessions.start("API work")
    store.sessions.append(session_id, "user", SAID)
    store.sessions.append(session_id, "tool", f"{CHAT}")
    store.sessions.end(session_id)
    clock.advance(days * DAY)
    return session_id


def test_turns_go_and_quotes_stay(store: MemoryStore, clock: FixedClock, store_path: Path) -> None:
    session_id = old_session(store, clock)
    (memory_id,) = store.sessions.memory_ids(session_id)
    preview = store.purging.preview_session(session_id)
    assert preview.quotes_kept == 1
    assert {place.name: place.count for place in preview.places}["event"] == 2
    done = store.purging.expire_session(session_id)
    assert (done.events, done.quotes_kept, done.status.pending) == (2, 1, False)
    assert bytes_left(store_path, [CHAT]) == []
    assert store.sessions.event_ids(session_id) == ()
    (evidence,) = store.memories.details(memory_id).provenance
    assert evidence.quote
    assert evidence.quote in SAID
    assert (evidence.session_id, evidence.event_id, evidence.start) == (session_id, None, None)
    with store.workspace.database.read() as reading:
        assert reading.connection.scalar(select(func.count()).select_from(event)) == 0
        assert reading.connection.scalar(select(func.count()).select_from(gate_verdict)) == 0


def test_it_is_one_operation_that_cannot_be_undone(store: MemoryStore, clock: FixedClock) -> None:
    session_id = old_session(store, clock)
    done = store.purging.expire_session(session_id)
    newest = store.history.recent()[0]
    assert (newest.id, newest.label) == (done.operation_id, f"erasing of 2 turns of session {session_id}")
    with pytest.raises(NothingToUndoError):
        store.history.undo(newest.id)
    assert store.history.changes(newest.id)


def test_what_the_gate_has_not_read_is_read_first(store: MemoryStore, clock: FixedClock) -> None:
    session_id = old_session(store, clock)
    gating = next(item for item in store.history.recent() if item.kind == "gate")
    store.history.undo(gating.id)
    assert store.sessions.memory_ids(session_id) == ()
    store.purging.expire_session(session_id)
    with store.workspace.database.read() as reading:
        assert reading.connection.scalar(select(func.count()).select_from(event)) == 0


def test_only_live_closed_and_old_sessions_expire(
    store: MemoryStore, clock: FixedClock, tmp_path: Path
) -> None:
    from tests.engine.import_files import transcript

    store.transfer.import_files([transcript(tmp_path / "t.jsonl", ["Hello.", "Hi."])])
    imported = store.sessions.list()[0].id
    still_open = store.sessions.start("Now")
    store.sessions.append(still_open, "user", SAID)
    fresh = old_session(store, clock, days=29)
    for session_id, words in ((imported, "imported"), (still_open, "open"), (fresh, "30 days")):
        with pytest.raises(InvalidValueError, match=words):
            store.purging.expire_session(session_id)
        with pytest.raises(InvalidValueError, match=words):
            store.purging.preview_session(session_id)
    with pytest.raises(NotFoundError):
        store.purging.expire_session(99)
    clock.advance(2 * DAY)
    store.purging.expire_session(fresh)
    with pytest.raises(InvalidValueError, match="no turns"):
        store.purging.expire_session(fresh)


def test_a_pass_proposes_it_once_and_accepting_does_it(store: MemoryStore, clock: FixedClock) -> None:
    session_id = old_session(store, clock)
    store.consolidation.run()
    (found,) = [item for item in store.consolidation.proposals() if item.action == "erase_events"]
    store.consolidation.accept(found.id)
    assert store.sessions.event_ids(session_id) == ()
    assert found.id in [item.id for item in store.consolidation.proposals(status="accepted")]
    store.consolidation.run()
    assert [item for item in store.consolidation.proposals() if item.action == "erase_events"] == []


def test_an_agent_only_proposes_it(store: MemoryStore, agent: MemoryStore, clock: FixedClock) -> None:
    session_id = old_session(store, clock)
    done = agent.purging.expire_session(session_id)
    assert done.operation_id is None
    assert len(store.sessions.event_ids(session_id)) == 2
    (found,) = [item for item in store.consolidation.proposals() if item.action == "erase_events"]
    assert (found.id, found.sessions) == (done.proposal_id, (session_id,))


def test_a_quote_that_only_pointed_into_the_turn_is_written_out(
    store: MemoryStore, clock: FixedClock
) -> None:
    session_id = old_session(store, clock)
    (memory_id,) = store.sessions.memory_ids(session_id)
    with store.workspace.database.write() as connection:
        connection.exec_driver_sql("UPDATE provenance SET quote = ''")
    store.purging.expire_session(session_id)
    (evidence,) = store.memories.details(memory_id).provenance
    assert evidence.quote
    assert evidence.quote in SAID
