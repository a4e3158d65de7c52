"""A change of many memories at once, before it is made: how many it meets, what it leaves out, what is protected.

Values only. The ids are fixed here: what is written later is what was previewed, whatever a search finds by then.
"""

from __future__ import annotations

from enum import StrEnum

from engramma.model.memory import Memory
from engramma.model.records import dataclass


class BulkAction(StrEnum):
    """What can be done to many memories in one operation."""

    PIN = "pin"
    UNPIN = "unpin"
    TAG = "tag"
    IMPORTANCE = "importance"
    KIND = "kind"
    CATEGORY = "category"
    TIER = "tier"
    REHEARSE = "rehearse"
    TRASH = "trash"
    RESTORE = "restore"


class Trait(StrEnum):
    """What a preview tells of the memories that it meets."""

    PINNED = "pinned"
    EDITED = "edited"
    PROCEDURAL = "procedural"
    SUPERSEDED = "superseded"
    TRASHED = "trashed"
    CHANGES = "changes"


BITS = {trait: 1 << place for place, trait in enumerate(Trait)}
"""The bit of each trait in `BulkPreview.traits`."""

PROTECTED = {
    BulkAction.TRASH: (Trait.PINNED, Trait.EDITED, Trait.PROCEDURAL),
    BulkAction.KIND: (Trait.PINNED, Trait.EDITED, Trait.PROCEDURAL),
    BulkAction.TIER: (Trait.PINNED,),
    BulkAction.IMPORTANCE: (Trait.PINNED,),
}
"""What each action leaves alone unless a person includes it."""


@dataclass(frozen=True, slots=True)
class BulkChange:
    """One action with its value: a tier, kind or category, an importance, tags to add and to remove."""

    action: BulkAction
    value: str | float | None = None
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()

    @property
    def protects(self) -> tuple[Trait, ...]:
        """The traits that keep a memory out, unless they are included."""
        return PROTECTED.get(self.action, ())


@dataclass(frozen=True, slots=True)
class BulkPreview:
    """What a change would meet. `traits` has one byte for each of `ids`, made of `BITS`; `gone` are no longer there.

    `groups` counts the memories by that byte. `samples` are some of those that would change. `half_life` (days) is
    that of the tier to which they would move.
    """

    change: BulkChange
    ids: tuple[int, ...]
    traits: bytes
    groups: tuple[tuple[int, int], ...]
    gone: int
    samples: tuple[Memory, ...]
    half_life: float | None = None

    def count(self, trait: Trait) -> int:
        """How many of them are so."""
        return sum(rows for byte, rows in self.groups if byte & BITS[trait])

    def changing(self, included: frozenset[Trait]) -> int:
        """How many would really change, when these protected traits are included."""
        barred = self._barred(included)
        return sum(rows for byte, rows in self.groups if byte & BITS[Trait.CHANGES] and not byte & barred)

    def unchanged(self) -> int:
        """How many are so already, protected or not."""
        return sum(rows for byte, rows in self.groups if not byte & BITS[Trait.CHANGES])

    def held(self, trait: Trait) -> int:
        """How many would change but for this protected trait."""
        if trait not in self.change.protects:
            return 0
        return sum(rows for byte, rows in self.groups if byte & BITS[trait] and byte & BITS[Trait.CHANGES])

    @property
    def holds_back(self) -> bool:
        """Whether anything would be left out as protected."""
        return any(self.held(trait) for trait in self.change.protects)

    def chosen(self, included: frozenset[Trait]) -> tuple[int, ...]:
        """The ids to write: those that change and are not left out, in their order."""
        barred, changes = self._barred(included), BITS[Trait.CHANGES]
        return tuple(
            memory_id
            for memory_id, byte in zip(self.ids, self.traits, strict=True)
            if byte & changes and not byte & barred
        )

    def _barred(self, included: frozenset[Trait]) -> int:
        return sum(BITS[trait] for trait in self.change.protects if trait not in included)
