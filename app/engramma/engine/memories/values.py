"""What the memories use cases give back."""

from __future__ import annotations

from engramma.model.asked import Asked
from engramma.model.association import Association, Entity
from engramma.model.memory import Memory, Provenance, Segment, Version
from engramma.model.operation import Operation
from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """A memory with its segments: what a row of a table shows."""

    memory: Memory
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class MemoryDetails:
    """Everything about one memory: what the inspector shows. `history` is newest first.

    `asked` is what agents ask for and a person has not decided yet.
    """

    memory: Memory
    segments: tuple[Segment, ...]
    versions: tuple[Version, ...]
    provenance: tuple[Provenance, ...]
    associations: tuple[Association, ...]
    entities: tuple[Entity, ...]
    history: tuple[Operation, ...]
    tier_reason: str
    supersedes: tuple[int, ...]
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Remembered:
    """What `remember` did; `created` False: an equal memory was reinforced."""

    id: int
    uid: str
    created: bool
