"""What the rows of Live ask the page for."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class Unfold:
    """Show or hide what belongs to an act."""

    act_id: int


@dataclass(frozen=True, slots=True)
class ChooseHit:
    """Look at one hit of a recall, by its place from 1."""

    act_id: int
    place: int


@dataclass(frozen=True, slots=True)
class ShowMemory:
    """Go to a memory."""

    memory_id: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo a write."""

    act_id: int


@dataclass(frozen=True, slots=True)
class Decide:
    """Accept or reject what an agent asked for."""

    proposal_id: int
    accept: bool


@dataclass(frozen=True, slots=True)
class OpenReview:
    """Go to Review, where what cannot be decided in one step is decided."""


@dataclass(frozen=True, slots=True)
class AskAgain:
    """Open the question of a recall in the Recall Lab."""

    act_id: int


@dataclass(frozen=True, slots=True)
class Judge:
    """Say that the hit that is looked at is right or wrong for the question of a recall."""

    act_id: int
    right: bool
