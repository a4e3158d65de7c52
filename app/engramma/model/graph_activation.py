"""How activation spreads for one question, step by step, with the numbers of the recall itself."""

from __future__ import annotations

from engramma.model.recall import ItemType, RecallMode, RecallParts
from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class ActivatedItem:
    """A memory or event that the question reached.

    `evidence` is what the question finds in it by itself, `force` that with which it fires (0 when it does not).
    `parts` are those of the recall and sum to `score`. `stands_for` are the memories, by id, that stand where it
    does: itself, or those that came from the event.
    """

    type: ItemType
    id: int
    uid: str
    text: str
    session_id: int | None
    evidence: float
    force: float
    score: float
    parts: RecallParts
    stands_for: tuple[int, ...]

    @property
    def neighbours(self) -> float:
        """What reached it from what was said next to it."""
        return self.parts.neighbours

    @property
    def session(self) -> float:
        """What reached it from the best match of its session."""
        return self.parts.session

    @property
    def activation(self) -> float:
        """All that reached it from others."""
        return self.parts.activation

    @property
    def label(self) -> str:
        """The short name a person reads: M-12, or E-7 for an event."""
        return f"{'M' if self.type is ItemType.MEMORY else 'E'}-{self.id}"


@dataclass(frozen=True, slots=True)
class Flow:
    """`amount` goes from the item at place `source` to that at `target`; `kind` is forward, backward or session."""

    source: int
    target: int
    amount: float
    kind: str


@dataclass(frozen=True, slots=True)
class ActivationStep:
    """One step: the value that each item, by its place, has after it, and what flowed in it."""

    name: str
    title: str
    values: tuple[float, ...]
    flows: tuple[Flow, ...] = ()


@dataclass(frozen=True, slots=True)
class ActivationTrace:
    """The steps from what a question finds to the scores of its recall.

    `items`: first those that activation reached, the most of it first, then the others that fire. `memory_id` is the
    memory whose text was asked for, if it was one. `hidden` is how many more were reached than there was room for;
    events give way to memories.
    """

    question: str
    memory_id: int | None
    now: int
    mode: RecallMode
    notice: str
    items: tuple[ActivatedItem, ...]
    steps: tuple[ActivationStep, ...]
    hidden: int
