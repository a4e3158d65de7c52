"""What is asked of a store's memory and what comes back: hits with named score parts, near misses, a context.

Values only. The parts of a hit sum to its score.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from engramma.model.records import dataclass


class RecallMode(StrEnum):
    """Whether vectors took part."""

    HYBRID = "hybrid"
    LEXICAL = "lexical"


class ItemType(StrEnum):
    """What a hit is."""

    MEMORY = "memory"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class RecallScope:
    """What may be a hit; nothing given means everything. `since` and `until` are UTC µs of when it was said.

    `agents`: only what was said in sessions of these, and the memories that come from there.
    An event belongs to the tier `sensory` and to no kind; so kinds, tiers and tags other than that leave events out.
    """

    kinds: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    session_id: int | None = None
    since: int | None = None
    until: int | None = None
    memories_only: bool = False
    agents: tuple[str, ...] = ()


EVERYTHING = RecallScope()


@dataclass(frozen=True, slots=True)
class RecallParts:
    """What a score consists of, on the scale of cosines. `activation` is what came from memories nearby."""

    text: float = 0.0
    meaning: float = 0.0
    date: float = 0.0
    neighbours: float = 0.0
    session: float = 0.0
    strength: float = 0.0
    importance: float = 0.0
    recency: float = 0.0

    def items(self) -> Iterator[tuple[str, float]]:
        """(name, value) in the order in which they are shown."""
        for name in PARTS:
            yield name, getattr(self, name)

    @property
    def activation(self) -> float:
        """Neighbours and session, which bars show as one."""
        return self.neighbours + self.session

    @property
    def total(self) -> float:
        """The score."""
        return sum(value for _name, value in self.items())


PARTS = ("text", "meaning", "date", "neighbours", "session", "strength", "importance", "recency")

PART_WORDS = {**{name: name for name in PARTS}, "importance": "substance"}
"""The word shown for each part: an event has no importance, but says much or little."""

PART_MEANINGS = {
    "text": "the rare words of the question that it holds, or that were said just before it",
    "meaning": "how near it is to the question in meaning; of a long text its best passage counts most",
    "date": "said in the time that the question names, or naming a time when one is asked for",
    "neighbours": "what lies next to it in the session fits the question",
    "session": "the best match of its session",
    "strength": "how fresh the memory is in mind",
    "importance": "how important the memory is, and how much the text says; a short question says little",
    "recency": "how lately it was said",
}
"""What each part says of a hit, for a tooltip."""


@dataclass(frozen=True, slots=True)
class OtherSide:
    """A memory that stands against a hit, or that a hit took the place of."""

    id: int
    uid: str
    text: str
    created_at: int


@dataclass(frozen=True, slots=True)
class RecallHit:
    """A memory or event that came, best first.

    `place` is its rank from 1. `at`: when it was said. `dormant`: shown although below the retrieval threshold.
    `conflicts`: the other sides of its open conflicts. `supersedes`: what it corrects. `folded`: near-identical hits
    (type, id) shown as this one. `event_id` is the event a memory came from, or the event itself.
    """

    type: ItemType
    id: int
    uid: str
    text: str
    place: int
    score: float
    parts: RecallParts
    kind: str
    tier: str
    strength: float
    importance: float
    dormant: bool
    pinned: bool
    at: int | None
    session_id: int | None
    session_uid: str
    session_title: str
    event_id: int | None
    event_uid: str
    turn: int | None
    role: str
    speaker: str
    conflicts: tuple[OtherSide, ...] = ()
    supersedes: tuple[OtherSide, ...] = ()
    folded: tuple[tuple[ItemType, int], ...] = ()
    tokens: int = 0
    sent: bool = True

    @property
    def count(self) -> int:
        """How many near-identical ones this stands for."""
        return 1 + len(self.folded)

    @property
    def label(self) -> str:
        """The short name a person reads: M-12, or E-7 for an event."""
        return f"{'M' if self.type is ItemType.MEMORY else 'E'}-{self.id}"


@dataclass(frozen=True, slots=True)
class NearMiss:
    """What came next and was not sent: `lacked` is the part, or reason, that kept it out, and `short` by how much."""

    hit: RecallHit
    lacked: str
    short: float


@dataclass(frozen=True, slots=True)
class RecallResult:
    """The answer to one question. `tokens` are those of the hits sent; `recall_id` is set when it was recorded.

    `notice` says in a sentence why this went by words alone, or that nothing in the question can be looked for.
    """

    query: str
    now: int
    mode: RecallMode
    hits: tuple[RecallHit, ...]
    misses: tuple[NearMiss, ...]
    tokens: int
    tokens_exact: bool
    notice: str = ""
    recall_id: int | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ContextItem:
    """A memory or event of a working context; `why` is pinned, recalled, working or conflict."""

    type: ItemType
    id: int
    uid: str
    text: str
    tokens: int
    score: float
    why: str
    at: int | None

    @property
    def label(self) -> str:
        """The short name a person reads."""
        return f"{'M' if self.type is ItemType.MEMORY else 'E'}-{self.id}"


@dataclass(frozen=True, slots=True)
class WorkingContext:
    """Ready text for a prompt within `budget` tokens, what is in it, and what did not fit."""

    budget: int
    tokens: int
    tokens_exact: bool
    items: tuple[ContextItem, ...]
    left_out: tuple[ContextItem, ...]
    text: str
    mode: RecallMode
    notice: str = ""


@dataclass(frozen=True, slots=True)
class RecordedHit:
    """A hit as it was recorded; `text` as it reads now, empty when it is gone."""

    place: int
    type: ItemType
    id: int
    text: str
    score: float
    parts: tuple[tuple[str, float], ...]
    rehearsed: bool


@dataclass(frozen=True, slots=True)
class RecordedRecall:
    """A recall that happened, as operation `operation_id`; `budget` in tokens, None where there was none."""

    id: int
    uid: str
    question: str
    at: int
    actor: str
    mode: str
    session_id: int | None
    rehearsed: bool
    hits: tuple[RecordedHit, ...]
    operation_id: int = 0
    budget: int | None = None
