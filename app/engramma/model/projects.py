"""Stores side by side, one for each project: what one holds at a glance, and what was carried from one to another."""

from __future__ import annotations

from pathlib import Path

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class StoreGlance:
    """A store as it is without being opened for work. `changed_at`: UTC µs of its newest operation, None for none.

    `problem` says in a sentence why it cannot be looked into; then the counts are 0.
    """

    path: Path
    memories: int = 0
    changed_at: int | None = None
    problem: str = ""

    @property
    def name(self) -> str:
        """The project's, or the store's."""
        return self.path.stem


@dataclass(frozen=True, slots=True)
class Carried:
    """Memories that went from one store to another, as one operation in each.

    `copied` are new there, `known` were there before, `refused` were deleted there on purpose and stay away. `asked`
    counts proposals there: a pin, a kind or an importance that a person is to confirm. `moved`: put into the Trash of
    the store they came from.
    """

    target: Path
    copied: int
    known: int = 0
    refused: int = 0
    asked: int = 0
    moved: int = 0
    operation_id: int | None = None
