"""A memory and the parts of its life: kind, tier, state, segments, versions, provenance.

Values only; what may change them is decided in the engine.
"""

from __future__ import annotations

from enum import StrEnum

from engramma.model.records import dataclass


class Kind(StrEnum):
    """What a memory is about: what happened, what is known, how to do things."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"


class Tier(StrEnum):
    """Where a memory is kept. Events are the sensory register, so no memory is `sensory`."""

    SENSORY = "sensory"
    SHORT_TERM = "short_term"
    LONG_TERM = "long_term"


class Category(StrEnum):
    """What sort of statement a memory is."""

    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    CORRECTION = "correction"
    ERROR = "error"
    INSTRUCTION = "instruction"
    SUMMARY = "summary"
    OTHER = "other"


class State(StrEnum):
    """Whether a memory counts. Pinned, dormant, stale and due are not states but computed or flags."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    TRASHED = "trashed"


class SegmentReason(StrEnum):
    """Why a new segment of strength began."""

    CREATED = "created"
    REHEARSED = "rehearsed"
    CORRECTED = "corrected"
    EDITED = "edited"
    PINNED = "pinned"
    UNPINNED = "unpinned"
    RESTORED = "restored"
    REVIVED = "revived"
    PROMOTED = "promoted"
    DEMOTED = "demoted"
    MOVED = "moved"
    KIND_CHANGED = "kind_changed"
    MERGED = "merged"
    SPLIT = "split"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of fading: strength `s0` at `t0`, halved every `half_life` days; None means no decay."""

    t0: int
    s0: float
    half_life: float | None
    reason: str
    id: int = 0


@dataclass(frozen=True, slots=True)
class Version:
    """One wording of a memory."""

    number: int
    text: str
    created_at: int
    actor: str
    operation_id: int


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a memory came from: the event and character span, or the file and line.

    `of` is the id of the memory that this one corrects, if it was said for that or for what that corrected.
    """

    id: int
    session_id: int | None
    session_title: str
    event_id: int | None
    turn: int | None
    role: str
    speaker: str
    at: int | None
    quote: str
    start: int | None
    end: int | None
    context: str
    source: str
    line: int | None
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory as the store holds it now. `strength` is computed for the moment that was asked about."""

    id: int
    uid: str
    text: str
    kind: Kind
    tier: Tier
    category: Category
    state: State
    pinned: bool
    importance: float
    tags: tuple[str, ...]
    created_at: int
    updated_at: int
    time_quality: str
    session_id: int | None
    session_title: str
    recalls: int
    last_recalled_at: int | None
    fades_at: int | None
    strength: float
    dormant: bool
    conflicted: bool
    person_edited: bool
    version: int
    superseded_by: int | None
    merged_into: int | None

    @property
    def label(self) -> str:
        """The short name a person reads: M-12."""
        return f"M-{self.id}"
