"""A memory on its way out: itself, the quotes it comes from, what it is about and what it is tied to.

Values only. Whoever reads them out of a store may have put masks in the place of some words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from engramma.model.memory import Memory
from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class Quote:
    """The words that a memory comes from. `at` is in UTC microseconds; the turn counts from 0."""

    text: str
    session_title: str = ""
    turn: int | None = None
    role: str = ""
    speaker: str = ""
    at: int | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Tie:
    """A stored association that leaves a memory for the memory `target_uid`, with its stored weight (0..1)."""

    type: str
    relation: str
    weight: float
    target_id: int
    target_uid: str


@dataclass(frozen=True, slots=True)
class Thing:
    """What memories are about. `ghost`: only named by a relation, never described."""

    id: int
    name: str
    type: str = ""
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class ThingTie:
    """A relation from one thing to another, in its source's own word."""

    source_id: int
    relation: str
    target_id: int


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One memory with all that a foreign format may ask for."""

    memory: Memory
    quotes: tuple[Quote, ...] = ()
    ties: tuple[Tie, ...] = ()
    things: tuple[Thing, ...] = ()


class Cargo(Protocol):
    """What goes out, all of one moment; each can be gone through again and again. In order of their ids."""

    @property
    def name(self) -> str:
        """The store's name."""
        ...

    def memories(self) -> Iterator[Outgoing]:
        """The memories."""
        ...

    def things(self) -> Iterator[Thing]:
        """The things that they are about, and those that the relations name."""
        ...

    def relations(self) -> Iterator[ThingTie]:
        """The relations between those things."""
        ...
