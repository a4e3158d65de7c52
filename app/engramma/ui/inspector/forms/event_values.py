"""What the forms of a turn and a session show, read on a worker thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.engine.memories.values import MemoryLine
from engramma.model.errors import NotFoundError
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.session import Event, Session

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore
    from engramma.engine.sessions import GateCounts

MOST_MEMORIES = 60


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """A turn at `now` (UTC microseconds). `became` and `memories` are table lines, `total` counts the latter."""

    event: Event
    session: Session
    became: tuple[MemoryLine, ...]
    memories: tuple[MemoryLine, ...]
    total: int
    counts: GateCounts
    gate_threshold: float
    threshold: float
    now: int


@dataclass(frozen=True, slots=True)
class ShownSession:
    """A session at `now` (UTC microseconds), with the first of the memories that came from it."""

    session: Session
    memories: tuple[MemoryLine, ...]
    total: int
    counts: GateCounts
    now: int


def read_event(store: MemoryStore, event_id: int, _report: Report, cancel: CancelToken) -> ShownEvent:
    """One turn. Raises NotFoundError when it is gone."""
    events = store.sessions.events([event_id])
    if not events:
        raise NotFoundError("That turn is gone; the quotes stay on its memories.")
    event = events[0]
    cancel.check()
    policy = store.policy()
    of_session = store.sessions.memory_ids(event.session_id)
    became = dict.fromkeys(mark.memory_id for mark in event.marks)
    if event.verdict is not None and event.verdict.memory_id is not None:
        became[event.verdict.memory_id] = None
    return ShownEvent(
        event=event,
        session=store.sessions.get(event.session_id),
        became=store.memories.page(tuple(became)),
        memories=store.memories.page(of_session[:MOST_MEMORIES]),
        total=len(of_session),
        counts=store.sessions.gate_counts(event.session_id),
        gate_threshold=policy.gate_threshold,
        threshold=policy.retrieval_threshold,
        now=store.clock.now(),
    )


def read_session(store: MemoryStore, session_id: int, _report: Report, cancel: CancelToken) -> ShownSession:
    """One session. Raises NotFoundError when it is gone."""
    found = store.sessions.get(session_id)
    cancel.check()
    of_session = store.sessions.memory_ids(session_id)
    return ShownSession(
        session=found,
        memories=store.memories.page(of_session[:MOST_MEMORIES]),
        total=len(of_session),
        counts=store.sessions.gate_counts(session_id),
        now=store.clock.now(),
    )
