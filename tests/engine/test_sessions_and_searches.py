"""Sessions by query, transcripts with marks and verdicts, and saved searches."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.import_files import conversation, transcript

from engramma.engine import MemoryStore
from engramma.engine.live_sessions import Judgement, KeptStatement, SaidEvent, record_gate, record_session
from engramma.engine.sessions import GateCounts
from engramma.model.clock import DAY, MINUTE, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError, QueryError


@pytest.fixture
def talked(store: MemoryStore, clock: FixedClock) -> tuple[int, range, int]:
    """A session about ports: its id, its events, and the memory that the gate kept."""
    texts = ("Use port 8443, please.", "Noted: port 8443.", "ls -la", "Thanks!")
    said = [
        SaidEvent(turn=n, role=role, speaker="", text=text, at=clock.now() + n * MINUTE)
        for n, (role, text) in enumerate(zip(("user", "agent", "tool", "user"), texts, strict=True), 1)
    ]
    session_id, events = record_session(
        store.workspace, "Ports of the shop", said, agent="claude", topics=["ports"], summary="",
        started_at=clock.now(), ended_at=None,
    )  # fmt: skip
    kept = KeptStatement(
        event_id=events[0], text="The port is 8443.", kind="semantic", category="decision", importance=0.8,
        tags=("port",), at=clock.now() + MINUTE, quote="port 8443", start=4, end=13,
    )  # fmt: skip
    judged = [
        Judgement(event_id=events[0], score=0.8, reasons=(("decision", 0.5), ("number", 0.3)), kept=0),
        Judgement(event_id=events[0], score=0.2, reasons=(), kept=None, start=15, end=21),
        Judgement(event_id=events[3], score=0.0, reasons=(), kept=None),
    ]
    clock.advance(DAY)
    [one] = record_gate(
        store.workspace, session_id, "Ports of the shop", statements=[kept], judgements=judged
    )
    return session_id, events, one


def test_a_transcript_shows_what_came_of_each_turn(
    store: MemoryStore, talked: tuple[int, range, int]
) -> None:
    session_id, events, one = talked
    session = store.sessions.get(session_id)
    assert (session.title, session.is_open, session.events, session.memories) == (
        "Ports of the shop",
        True,
        4,
        1,
    )
    shown = store.sessions.events(store.sessions.event_ids(session_id))
    assert [item.id for item in shown] == list(events)
    [mark] = shown[0].marks
    assert (mark.memory_id, shown[0].text[mark.start : mark.end]) == (one, "port 8443")
    assert shown[0].verdict.kept
    assert [name for name, _points in shown[0].verdict.reasons] == ["decision", "number"]
    assert shown[1].verdict is None
    assert store.sessions.gate_counts(session_id) == GateCounts(kept=1, dropped=1, unjudged=2)
    assert store.sessions.memory_ids(session_id) == (one,)
    [origin] = store.memories.details(one).provenance
    assert (origin.session_title, origin.turn, origin.context) == ("Ports of the shop", 1, shown[0].text)


def test_what_was_undone_leaves_the_transcript(store: MemoryStore, talked: tuple[int, range, int]) -> None:
    session_id, _events, one = talked
    agent = store.history.recent()
    store.history.undo(agent[0].id)
    shown = store.sessions.events(store.sessions.event_ids(session_id))
    assert (shown[0].marks, shown[0].verdict) == ((), None)
    assert store.sessions.get(session_id).memories == 0
    store.history.redo()
    store.history.undo(agent[1].id)
    assert store.sessions.list() == ()
    with pytest.raises(NotFoundError, match=f"There is no session {session_id}."):
        store.sessions.get(session_id)
    found = store.memories.get(one)
    assert (found.session_id, found.session_title) == (None, ""), "nothing leads to a session that is gone"
    assert store.memories.details(one).provenance[0].quote == "port 8443", "the quote stays"


def test_sessions_are_found_by_words_and_time(
    store: MemoryStore, talked: tuple[int, range, int], tmp_path: Path
) -> None:
    other = transcript(tmp_path / "s-1.jsonl", ["How are the bulbs?", "They grow."])
    store.transfer.import_files([other, conversation(tmp_path / "talk.json")])
    titles = {session.title: session.id for session in store.sessions.list()}
    assert len(titles) == 4

    def found(query: str) -> set[int]:
        return {session.id for session in store.sessions.list(query)}

    assert found("") == set(titles.values())
    assert found("8443") == {talked[0]}
    assert found("bulbs") == {item.id for item in store.sessions.list() if item.source == "claude-code"}
    assert found("zebra") == set()
    assert len(found("created:2025-05")) == 2
    assert found("created:2025-05 8443") == set()
    assert found('"of the shop"') == {talked[0]}, "by the title alone"
    assert found('-"of the shop" agent:claude started:>2999') == set(), (
        "what a title lacks finds nothing alone"
    )
    assert found("started:2025-05") == found("created:2025-05")
    assert found("started:2025-05 agent:claude") == set()
    with pytest.raises(QueryError):
        store.sessions.list("kind:nonsense")
    days = [session.started_at for session in store.sessions.list()]
    assert days == sorted(days, reverse=True), "newest first"


def test_names_of_sessions(store: MemoryStore, talked: tuple[int, range, int]) -> None:
    session = store.sessions.get(talked[0])
    for name in (str(session.id), f"S-{session.id}", session.uid, session.uid[:12].lower()):
        assert store.sessions.resolve(name) == session.id
    with pytest.raises(NotFoundError, match=r"There is no session 99."):
        store.sessions.resolve("99")


class TestSavedSearches:
    def test_they_keep_their_order_and_can_be_undone(self, store: MemoryStore) -> None:
        one = store.saved.add("Ports", "tag:port   is:pinned")
        two = store.saved.add("Fading", "fades:<7d")
        assert [(item.name, item.query) for item in store.saved.list()] == [
            ("Ports", "tag:port is:pinned"),
            ("Fading", "fades:<7d"),
        ]
        store.saved.rename(one.id, "All ports")
        store.saved.remove(two.id)
        assert [item.name for item in store.saved.list()] == ["All ports"]
        assert store.history.undo().label == "deletion of saved search “Fading”"
        assert store.history.undo().label == "renaming of saved search “Ports”"
        assert [item.name for item in store.saved.list()] == ["Ports", "Fading"]
        assert store.saved.add("Third", "x").id > two.id

    def test_what_cannot_be_saved(self, store: MemoryStore) -> None:
        with pytest.raises(InvalidValueError, match="needs a name"):
            store.saved.add("  ", "x")
        with pytest.raises(QueryError):
            store.saved.add("Bad", "kind:nonsense")
        for act in (lambda: store.saved.rename(7, "x"), lambda: store.saved.remove(7)):
            with pytest.raises(NotFoundError, match="gone"):
                act()
        assert store.saved.list() == ()
