"""Exact duplicates: groups of memories with equal normalised text, and what merging them came to. Values only."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class EqualGroup:
    """Memories that say the same to the letter; `survivor_id` stays. `rules` are those that chose it.

    `left_out` are further pinned ones: a pinned memory goes into no other unasked.
    """

    survivor_id: int
    member_ids: tuple[int, ...]
    text: str
    rules: tuple[str, ...]
    left_out: tuple[int, ...] = ()

    @property
    def ids(self) -> tuple[int, ...]:
        """All that become one."""
        return (self.survivor_id, *self.member_ids)


@dataclass(frozen=True, slots=True)
class EqualsFound:
    """The groups among `looked` memories, the largest first."""

    groups: tuple[EqualGroup, ...]
    looked: int
    read_only: bool

    @property
    def superseded(self) -> int:
        """How many memories would be superseded."""
        return sum(len(group.member_ids) for group in self.groups)


@dataclass(frozen=True, slots=True)
class EqualsMerged:
    """What was merged, as one operation (None: nothing). `skipped` are survivors whose group changed meanwhile."""

    operation_id: int | None
    groups: int
    superseded: int
    skipped: tuple[int, ...]
