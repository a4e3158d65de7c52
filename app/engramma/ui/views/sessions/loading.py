"""What the Sessions view reads from a store, on a reader's thread: frozen results, no widget in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from re import Pattern
from typing import TYPE_CHECKING

from engramma.model.progress import CancelToken, Report
from engramma.model.session import Event, Session

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
    """A session and the ids of its events in order; `judged` and `memories` say what its gate column holds."""

    session: Session
    event_ids: tuple[int, ...]
    judged: int
    memories: int
    threshold: float

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
    """The events that a sieve lets through, and those of them in which the words of the search stand."""

    shown: tuple[int, ...]
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
        event_ids=store.sessions.event_ids(session_id),
        judged=counts.kept + counts.dropped,
        memories=len(store.sessions.memory_ids(session_id)),
        threshold=store.policy().gate_threshold,
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
    ids: Sequence[int],
    sieve: Sieve,
    pattern: Pattern[str] | None,
    _report: Report,
    cancel: CancelToken,
) -> Sifted:
    """Go through a whole transcript in slices: which turns are shown, and which hold the searched words."""
    if sieve is Sieve.ALL and pattern is None:
        return Sifted(tuple(ids), ())
    shown: list[int] = []
    hits: list[int] = []
    for start in range(0, len(ids), SLICE):
        cancel.check()
        for event in store.sessions.events(ids[start : start + SLICE]):
            if not passes(event, sieve):
                continue
            shown.append(event.id)
            if pattern is not None and pattern.search(event.text):
                hits.append(event.id)
    return Sifted(tuple(shown), tuple(hits))


def passes(event: Event, sieve: Sieve) -> bool:
    """Whether a sieve lets an event through."""
    match sieve:
        case Sieve.JUDGED:
            return event.verdict is not None or bool(event.marks)
        case Sieve.MEMORIES:
            return bool(event.marks)
        case _:
            return True
