"""What the Sessions view reads from a store, on a reader's thread: frozen results, no widget in sight."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from re import Pattern
from typing import TYPE_CHECKING

from engramma.model.progress import CancelToken, Report
from engramma.model.session import Event, Session
from engramma.ui.views.sessions.branches import Branches, branches_of

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

SLICE = 400


@dataclass(frozen=True, slots=True)
class SessionsFound:
    """All sessions of the store and those that the search lets through, newest first."""

    every: tuple[Session, ...]
    matching: tuple[Session, ...]
    filtered: bool


@dataclass(frozen=True, slots=True)
class Transcript:
    """A session and its events in their branches; `judged` and `memories` say what its gate column holds.

    `remembered` are the events that became memories.
    """

    session: Session
    branches: Branches
    judged: int
    memories: int
    threshold: float
    remembered: tuple[int, ...] = ()

    @property
    def event_ids(self) -> tuple[int, ...]:
        """Every event in order, those of rewound branches too."""
        return self.branches.every

    @property
    def has_gate(self) -> bool:
        """Whether anything can stand in the gate column."""
        return self.judged > 0 or self.memories > 0


@dataclass(frozen=True, slots=True)
class EventsRead:
    """One page of events; `wanted` are the ids that were asked for, `generation` the transcript they belong to."""

    generation: int
    wanted: tuple[int, ...]
    events: tuple[Event, ...]


class Sieve(StrEnum):
    """Which turns of a transcript are shown."""

    ALL = "all"
    JUDGED = "judged"
    MEMORIES = "memories"


@dataclass(frozen=True, slots=True)
class Sifted:
    """The events that a sieve lets through, and those of them in which the words of the search stand.

    Of all branches, in order of their turns.
    """

    passing: tuple[int, ...]
    hits: tuple[int, ...]


def find_sessions(store: MemoryStore, query: str, _report: Report, cancel: CancelToken) -> SessionsFound:
    """Every session, and those that `query` finds."""
    every = store.sessions.list()
    cancel.check()
    if not query.strip():
        return SessionsFound(every, every, filtered=False)
    return SessionsFound(every, store.sessions.list(query), filtered=True)


def read_transcript(store: MemoryStore, session_id: int, _report: Report, cancel: CancelToken) -> Transcript:
    """What is needed before the first turn can be shown. Raises NotFoundError."""
    session = store.sessions.get(session_id)
    cancel.check()
    counts = store.sessions.gate_counts(session_id)
    return Transcript(
        session=session,
        branches=branches_of(store.sessions.places(session_id)),
        judged=counts.kept + counts.dropped,
        memories=len(store.sessions.memory_ids(session_id)),
        threshold=store.policy().gate_threshold,
        remembered=store.sessions.remembered(session_id),
    )


def read_events(
    store: MemoryStore, generation: int, ids: tuple[int, ...], _report: Report, _cancel: CancelToken
) -> EventsRead:
    """One page of events with their marks and verdicts."""
    return EventsRead(generation, ids, store.sessions.events(ids))


def session_of_event(store: MemoryStore, event_id: int, _report: Report, _cancel: CancelToken) -> int | None:
    """The session that an event belongs to; None if the event is gone."""
    found = store.sessions.events([event_id])
    return found[0].session_id if found else None


def sift(
    store: MemoryStore,
    transcript: Transcript,
    sieve: Sieve,
    pattern: Pattern[str] | None,
    _report: Report,
    cancel: CancelToken,
) -> Sifted:
    """Go through a whole transcript: which turns pass the sieve, and which of them hold the searched words."""
    ids = transcript.event_ids
    if sieve is Sieve.ALL:
        return Sifted(ids, () if pattern is None else _told(store, transcript.session.id, pattern, cancel))
    passing: list[int] = []
    hits: list[int] = []
    for start in range(0, len(ids), SLICE):
        cancel.check()
        for event in store.sessions.events(ids[start : start + SLICE]):
            if not passes(event, sieve):
                continue
            passing.append(event.id)
            if pattern is not None and pattern.search(event.text):
                hits.append(event.id)
    return Sifted(tuple(passing), tuple(hits))


def _told(store: MemoryStore, session_id: int, pattern: Pattern[str], cancel: CancelToken) -> tuple[int, ...]:
    hits = []
    for number, (event_id, text) in enumerate(store.sessions.texts(session_id)):
        if number % SLICE == 0:
            cancel.check()
        if pattern.search(text):
            hits.append(event_id)
    return tuple(hits)


def passes(event: Event, sieve: Sieve) -> bool:
    """Whether a sieve lets an event through."""
    match sieve:
        case Sieve.JUDGED:
            return event.verdict is not None or bool(event.marks)
        case Sieve.MEMORIES:
            return bool(event.marks)
        case _:
            return True
