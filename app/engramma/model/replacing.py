"""Find and replace over memories: what is looked for, every place where it was found, what replacing came to."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class FindSpec:
    """What to find and what to put in its place; for a pattern, that may name groups as \\1 or \\g<name>."""

    find: str
    replacement: str
    pattern: bool = False
    whole_word: bool = False
    match_case: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory whose wording would change from `before` to `after`, as it was at `version`; `count` places."""

    memory_id: int
    version: int
    before: str
    after: str
    count: int
    pinned: bool
    person_edited: bool

    @property
    def guarded(self) -> bool:
        """Whether it is only replaced when a person asks for it."""
        return self.pinned or self.person_edited


@dataclass(frozen=True, slots=True)
class HitsFound:
    """The hits among `looked` memories, in their order.

    `emptied` would have no text left; `too_long` would be longer than a memory may be, or are too long to try a
    pattern on. Neither is replaced.
    """

    spec: FindSpec
    hits: tuple[Hit, ...]
    looked: int
    emptied: tuple[int, ...]
    too_long: tuple[int, ...]
    read_only: bool

    @property
    def places(self) -> int:
        """How many places there are in all."""
        return sum(hit.count for hit in self.hits)


@dataclass(frozen=True, slots=True)
class Replaced:
    """What was replaced, as one operation (None: nothing).

    `changed` are ids that were passed over since they were changed or put away meanwhile, `guarded` pinned ones.
    """

    operation_id: int | None
    memories: int
    places: int
    changed: tuple[int, ...]
    guarded: tuple[int, ...]
