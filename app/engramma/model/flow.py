"""How events and memories move between the tiers: what is where, what moved in a span, what waits at which gate.

Values only; where they come from is the store's business, what they look like the window's.
"""

from __future__ import annotations

from enum import StrEnum

from engramma.model.memory import Tier
from engramma.model.records import dataclass


class Stream(StrEnum):
    """A movement that counts in a flow. Each has the ids of what moved."""

    KEPT = "kept"
    WRITTEN = "written"
    PROMOTED = "promoted"
    DEMOTED = "demoted"
    DORMANT = "dormant"
    REVIVED = "revived"
    SUPERSEDED = "superseded"
    TRASHED = "trashed"


GAINS = (Stream.KEPT, Stream.WRITTEN, Stream.PROMOTED)
LOSSES = (Stream.DORMANT, Stream.SUPERSEDED, Stream.TRASHED)


class Waits(StrEnum):
    """What a short-term memory waits for, in the order of nearness."""

    PASS = "pass"
    CONFLICT = "conflict"
    SESSION = "session"
    RECALL = "recall"
    DAY = "day"
    IMPORTANCE = "importance"
    RECALLS = "recalls"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class TierStock:
    """What a tier holds now. `fading` become dormant within 7 days; `strong` are neither dormant nor fading."""

    total: int = 0
    dormant: int = 0
    fading: int = 0
    pinned: int = 0

    @property
    def strong(self) -> int:
        """What neither fades soon nor sleeps."""
        return max(0, self.total - self.dormant - self.fading)


@dataclass(frozen=True, slots=True)
class Stock:
    """The store now: events and what of them waits for the gate, active memories by tier, what was put away.

    `expired` events and `purges` are since the store was made.
    """

    events: int
    unjudged: int
    short_term: TierStock
    long_term: TierStock
    superseded: int
    trashed: int
    expired: int
    purges: int

    def tier(self, tier: str) -> TierStock:
        """One tier of memories."""
        return self.long_term if tier == Tier.LONG_TERM else self.short_term

    @property
    def dormant(self) -> int:
        """Both tiers."""
        return self.short_term.dormant + self.long_term.dormant


@dataclass(frozen=True, slots=True)
class Moved:
    """What moved in a span, by stream and tier of the memories as they are now.

    `hows` says how many were promoted by what: a gate, a pass, a pin, by hand.
    """

    events: int
    sessions: int
    dropped: int
    expired: int
    purges: int
    counts: tuple[tuple[Stream, str, int], ...]
    hows: tuple[tuple[str, int], ...]

    def count(self, stream: Stream, tier: str = "") -> int:
        """How many of a stream, of one tier or of all."""
        return sum(n for found, of, n in self.counts if found is stream and tier in ("", of))


@dataclass(frozen=True, slots=True)
class Period:
    """One bar of the chart: from `start` up to `end` (UTC µs), with counts by stream."""

    start: int
    end: int
    counts: tuple[tuple[Stream, int], ...]

    def count(self, stream: Stream) -> int:
        """How many of a stream."""
        return dict(self.counts).get(stream, 0)


@dataclass(frozen=True, slots=True)
class TierFlow:
    """The flow of a span: `days` back, or all time (None). `start` is the first instant that counts, UTC µs."""

    days: int | None
    start: int
    end: int
    stock: Stock
    moved: Moved
    periods: tuple[Period, ...]


@dataclass(frozen=True, slots=True)
class GateStanding:
    """How far a memory is with each gate: what it has, what is asked of it.

    `importance` must be more than `importance_needed`. `turns_later` is None while its session is open.
    """

    recalls: int
    recalls_needed: int
    days: int
    days_needed: int
    relevant: int
    relevant_needed: int
    importance: float
    importance_needed: float
    episodic_recalls_needed: int
    turns_later: int | None
    turns_needed: int
    session_open: bool
    conflicted: bool


@dataclass(frozen=True, slots=True)
class WaitingMemory:
    """A short-term memory with its standing. `steps` is the number of recalls or other events that it lacks."""

    id: int
    text: str
    kind: str
    importance: float
    strength: float
    fades_at: int | None
    dormant: bool
    standing: GateStanding
    waits: Waits
    steps: int


@dataclass(frozen=True, slots=True)
class WaitingList:
    """The nearest first. `examined` of `total` short-term memories were looked at, the most recalled first."""

    memories: tuple[WaitingMemory, ...]
    counts: tuple[tuple[Waits, int], ...]
    examined: int
    total: int

    def count(self, waits: Waits) -> int:
        """How many wait for this."""
        return dict(self.counts).get(waits, 0)


@dataclass(frozen=True, slots=True)
class MovePreview:
    """What moving memories to a tier (or the Trash) would change. Half-lives in days, times UTC µs.

    `before` and `after`: when the only one, or the first of them, fades; None when none does.
    """

    ids: tuple[int, ...]
    target: str
    moving: int
    pinned: int
    strength: float | None
    half_life_before: float | None
    half_life_after: float | None
    before: int | None
    after: int | None
