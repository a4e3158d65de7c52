"""What there is to merge, what a person decided about it, and what it comes to. Values only."""

from __future__ import annotations

from engramma.model.association import Association, LinkKey
from engramma.model.errors import EngrammaError
from engramma.model.memory import Memory, Provenance
from engramma.model.records import dataclass

MOST_MEMBERS = 24


class StaleMergeError(EngrammaError):
    """Members changed since the merge was looked at; nothing was merged. `changed` are their ids."""

    def __init__(self, message: str, *, changed: tuple[int, ...]) -> None:
        super().__init__(message)
        self.changed = changed


@dataclass(frozen=True, slots=True)
class SeenMemory:
    """What of a memory decides how it merges; another one of the same id means that it changed."""

    id: int
    version: int
    state: str
    kind: str
    tier: str
    pinned: bool
    person_edited: bool
    importance: float
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergeMember:
    """A memory that may take part, and what hangs on it."""

    memory: Memory
    provenance: tuple[Provenance, ...]
    links: tuple[Association, ...]

    @property
    def seen(self) -> SeenMemory:
        """Its mark."""
        memory = self.memory
        return SeenMemory(
            memory.id,
            memory.version,
            str(memory.state),
            str(memory.kind),
            str(memory.tier),
            memory.pinned,
            memory.person_edited,
            memory.importance,
            memory.tags,
        )


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two members that say different things about one thing; spans are (start, end) in the two texts.

    The spans are empty where it is not known which words they are. `conflict` is the open one between them, if any.
    """

    left: int
    right: int
    what: str
    detail: str
    left_spans: tuple[tuple[int, int], ...]
    right_spans: tuple[tuple[int, int], ...]
    conflict: int | None


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What there is to merge, at `made_at` (UTC µs); `threshold` is the strength below which one is dormant."""

    members: tuple[MergeMember, ...]
    contradictions: tuple[Contradiction, ...]
    made_at: int
    threshold: float
    read_only: bool

    def member(self, memory_id: int) -> MergeMember | None:
        """One of them."""
        return next((one for one in self.members if one.memory.id == memory_id), None)


@dataclass(frozen=True, slots=True)
class MergeChoice:
    """What a person decided. `text` None keeps the survivor's; `seen` is what they saw, checked at the write."""

    survivor_id: int
    member_ids: tuple[int, ...]
    text: str | None = None
    without_tags: frozenset[str] = frozenset()
    without_links: frozenset[LinkKey] = frozenset()
    even_pinned: bool = False
    seen: tuple[SeenMemory, ...] = ()


@dataclass(frozen=True, slots=True)
class MergeDone:
    """A merge that was carried out as one operation."""

    operation_id: int
    survivor_id: int
    member_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CarriedTag:
    """A tag of the result, and whose it is."""

    name: str
    sources: tuple[int, ...]
    kept: bool


@dataclass(frozen=True, slots=True)
class CarriedLink:
    """An association of the result: the heaviest of those that the members have."""

    key: LinkKey
    relation: str
    weight: float
    other_text: str
    sources: tuple[int, ...]
    kept: bool


@dataclass(frozen=True, slots=True)
class CarriedFact:
    """A value of the result and the member that it comes from; None where all of them add to it."""

    value: float
    source: int | None


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The survivor as it will be. Times are UTC µs; `last_recalled_at` has value 0 for never."""

    survivor: Memory
    text: str
    written: bool
    tier: str
    tier_source: int
    importance: CarriedFact
    strength: CarriedFact
    created_at: CarriedFact
    last_recalled_at: CarriedFact
    recalls: tuple[tuple[int, int], ...]
    evidence: tuple[tuple[int, int], ...]
    tags: tuple[CarriedTag, ...]
    links: tuple[CarriedLink, ...]
