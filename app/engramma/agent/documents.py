"""What the tools answer: small documents with short ids, made for a model to read and checked against a schema.

Empty fields are left out. Texts of memories stand in fields of their own, never inside a sentence of the server's.
"""

from __future__ import annotations

from operator import attrgetter
from typing import NotRequired

# pydantic reads those of typing from Python 3.12 on only: https://errors.pydantic.dev/2/u/typed-dict-version
from typing_extensions import TypedDict

from engramma.agent.cutting import (
    CHARACTERS_A_TOKEN,
    LONGEST_OTHER,
    LONGEST_SHOWN,
    LONGEST_SUMMARY,
    cut,
)
from engramma.model.clock import SECOND, iso
from engramma.model.errors import AskedError
from engramma.model.memory import Memory
from engramma.model.recall import RecallHit, RecallResult
from engramma.model.session import Session


class Done(TypedDict):
    """What became of a change: done, or proposed and waiting for a person."""

    status: str
    id: NotRequired[str]
    message: NotRequired[str]
    created: NotRequired[bool]
    supersedes: NotRequired[str]
    proposal: NotRequired[int]


class Superseded(TypedDict):
    """The other side of a correction or of an open conflict."""

    id: str
    text: str
    said_at: str


class Hit(TypedDict):
    """A memory, or a turn of a conversation (type event), that was recalled."""

    id: str
    type: str
    text: str
    score: float
    said_at: NotRequired[str]
    kind: NotRequired[str]
    tier: NotRequired[str]
    strength: NotRequired[float]
    pinned: NotRequired[bool]
    dormant: NotRequired[bool]
    speaker: NotRequired[str]
    session: NotRequired[str]
    supersedes: NotRequired[list[Superseded]]
    conflicts_with: NotRequired[list[Superseded]]
    equal_ones: NotRequired[int]
    parts: NotRequired[dict[str, float]]


class Recalled(TypedDict):
    """The answer to a question."""

    mode: str
    hits: list[Hit]
    tokens: int
    left_out: NotRequired[int]
    notice: NotRequired[str]


class Filled(TypedDict):
    """A working context, ready for a prompt."""

    text: str
    tokens: int
    budget: int
    left_out: int
    notice: NotRequired[str]


class Linked(TypedDict):
    """A memory that another one is associated with."""

    id: str
    type: str
    text: str


class Shown(TypedDict):
    """One memory."""

    id: str
    text: str
    kind: str
    tier: str
    category: str
    state: str
    importance: float
    strength: float
    created_at: str
    recalls: int
    version: int
    pinned: NotRequired[bool]
    fades_at: NotRequired[str]
    tags: NotRequired[list[str]]
    said: NotRequired[list[str]]
    superseded_by: NotRequired[str]
    linked: NotRequired[list[Linked]]


class SessionLine(TypedDict):
    """A session in a list."""

    id: str
    title: str
    turns: int
    memories: int
    open: bool
    agent: NotRequired[str]
    started_at: NotRequired[str]
    summary: NotRequired[str]
    topics: NotRequired[list[str]]


class Sessions(TypedDict):
    """Sessions, the newest first."""

    sessions: list[SessionLine]
    more: NotRequired[int]


class Counts(TypedDict):
    """What the store holds."""

    store: str
    memories: int
    by_tier: dict[str, int]
    pinned: int
    dormant: int
    sessions: int
    events: int
    meaning: str
    scope: str
    paused: NotRequired[bool]


def proposed(asked: AskedError) -> Done:
    """It waits for a person."""
    return {"status": "proposed", "proposal": asked.proposal_id, "message": str(asked)}


def recalled(result: RecallResult, *, budget: int, explain: bool) -> Recalled:
    """The answer, with the parts of each score when they are asked for.

    The best hit is there also when it does not fit into `budget` tokens, cut to what the others leave of them.
    """
    sent = [hit for hit in result.hits if hit.sent]
    too_long = [miss.hit for miss in result.misses if miss.lacked == "budget"]
    found: Recalled = {"mode": result.mode.value, "hits": [], "tokens": result.tokens}
    best = max((*sent, *too_long), key=attrgetter("score"), default=None)
    if best is not None and best in too_long:
        most = max(LONGEST_OTHER, (budget - result.tokens) * CHARACTERS_A_TOKEN)
        found["hits"].append(_hit(best, most=most, explain=explain))
        found["tokens"] += most // CHARACTERS_A_TOKEN
        too_long.remove(best)
    found["hits"] += [_hit(hit, most=LONGEST_SHOWN, explain=explain) for hit in sent]
    if too_long:
        found["left_out"] = len(too_long)
    if result.notice:
        found["notice"] = result.notice
    return found


def _hit(hit: RecallHit, *, most: int, explain: bool) -> Hit:
    found: Hit = {
        "id": hit.label,
        "type": hit.type.value,
        "text": cut(hit.text, most),
        "score": round(hit.score, 3),
    }
    if hit.at is not None:
        found["said_at"] = moment(hit.at)
    if hit.kind:
        found["kind"] = hit.kind
        found["tier"] = hit.tier
        found["strength"] = round(hit.strength, 2)
    if hit.pinned:
        found["pinned"] = True
    if hit.dormant:
        found["dormant"] = True
    if hit.speaker or hit.role:
        found["speaker"] = hit.speaker or hit.role
    if hit.session_id is not None:
        found["session"] = f"S-{hit.session_id}"
    if hit.supersedes:
        found["supersedes"] = [_other(other.id, other.text, other.created_at) for other in hit.supersedes]
    if hit.conflicts:
        found["conflicts_with"] = [_other(other.id, other.text, other.created_at) for other in hit.conflicts]
    if hit.count > 1:
        found["equal_ones"] = hit.count - 1
    if explain:
        found["parts"] = {name: round(value, 3) for name, value in hit.parts.items()}
    return found


def _other(memory_id: int, text: str, at: int) -> Superseded:
    return {"id": f"M-{memory_id}", "text": cut(text, LONGEST_OTHER), "said_at": moment(at)}


def shown(memory: Memory) -> Shown:
    """A memory without what hangs on it."""
    found: Shown = {
        "id": memory.label,
        "text": cut(memory.text, LONGEST_SHOWN),
        "kind": memory.kind.value,
        "tier": memory.tier.value,
        "category": memory.category.value,
        "state": memory.state.value,
        "importance": round(memory.importance, 2),
        "strength": round(memory.strength, 2),
        "created_at": moment(memory.created_at),
        "recalls": memory.recalls,
        "version": memory.version,
    }
    if memory.pinned:
        found["pinned"] = True
    if memory.fades_at is not None:
        found["fades_at"] = moment(memory.fades_at)
    if memory.tags:
        found["tags"] = list(memory.tags)
    return found


def session_line(session: Session) -> SessionLine:
    """A session in a list."""
    found: SessionLine = {
        "id": f"S-{session.id}",
        "title": cut(session.title, LONGEST_OTHER),
        "turns": session.events,
        "memories": session.memories,
        "open": session.is_open,
    }
    if session.agent:
        found["agent"] = session.agent
    if session.started_at is not None:
        found["started_at"] = moment(session.started_at)
    if session.summary:
        found["summary"] = cut(session.summary, LONGEST_SUMMARY)
    if session.topics:
        found["topics"] = list(session.topics)
    return found


def moment(instant: int) -> str:
    """An ISO time in UTC, to the second: more only costs tokens."""
    return iso(instant // SECOND * SECOND)
