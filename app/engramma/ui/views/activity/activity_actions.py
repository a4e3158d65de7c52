"""What a click or a key on a row of Activity may ask for."""

from __future__ import annotations

from dataclasses import dataclass

from engramma.model.operation import Take


@dataclass(frozen=True, slots=True)
class ShowMemory:
    """Go to a memory that is named."""

    memory_id: int


@dataclass(frozen=True, slots=True)
class ToggleChanges:
    """Show or hide what an operation changed."""

    operation_id: int


@dataclass(frozen=True, slots=True)
class Revert:
    """Take an operation back; `take` says what to do with fields that changed since."""

    operation_id: int
    take: Take = Take.ASK


@dataclass(frozen=True, slots=True)
class ToggleMark:
    """Mark an operation that is to be taken back with others, or take its mark away."""

    operation_id: int


@dataclass(frozen=True, slots=True)
class LeaveIt:
    """Do not take it back after all."""

    operation_id: int
