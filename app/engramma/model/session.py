"""Sessions, their events and the gate's verdicts on them: the sensory register."""

from __future__ import annotations

from enum import StrEnum

from engramma.model.records import dataclass


class Role(StrEnum):
    """Who or what an event comes from."""

    USER = "user"
    AGENT = "agent"
    TOOL = "tool"
    DECISION = "decision"
    ERROR = "error"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation of an agent. `ended_at` is None while it is open."""

    id: int
    uid: str
    title: str
    agent: str
    source: str
    project: str
    started_at: int | None
    ended_at: int | None
    is_open: bool
    time_quality: str
    topics: tuple[str, ...]
    summary: str
    parent_id: int | None
    events: int
    memories: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The attention gate's judgement of one statement, kept with its reasons."""

    id: int
    event_id: int
    start: int | None
    end: int | None
    score: float
    kept: bool
    reasons: tuple[tuple[str, float], ...]
    memory_id: int | None


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A statement that the gate dropped by a hair: where it stands (characters of its event) and who said it."""

    verdict_id: int
    event_id: int
    session_id: int
    session_title: str
    agent: str
    turn: int
    role: str
    at: int | None
    start: int
    end: int
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Mark:
    """The span of an event that became a memory."""

    memory_id: int
    start: int | None
    end: int | None
    tier: str
    state: str


@dataclass(frozen=True, slots=True)
class Event:
    """One turn of a session. `active` is False on a branch that was rewound."""

    id: int
    uid: str
    session_id: int
    turn: int
    role: Role
    speaker: str
    text: str
    at: int | None
    time_quality: str
    active: bool
    sidechain: bool
    parent_id: int | None
    detail: str
    marks: tuple[Mark, ...] = ()
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class EventPlace:
    """Where an event stands in its session: after which other one, and whether on a branch that was rewound."""

    id: int
    parent_id: int | None
    active: bool
