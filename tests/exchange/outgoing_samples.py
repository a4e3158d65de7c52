"""Memories on their way out, for tests of the writers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engramma.model.clock import DAY
from engramma.model.memory import Category, Kind, Memory, State, Tier
from engramma.model.outgoing import Outgoing, Thing, ThingTie
from engramma.model.progress import Cancelled

FIRST_DAY = 1_767_225_600_000_000
"""2026-01-01 00:00 UTC."""


def a_memory(number: int = 1, text: str = "Totals are integer cents.", **changes: object) -> Memory:
    """A plain memory; `changes` are fields."""
    plain = Memory(
        id=number,
        uid=f"01ARZ3NDEKTSV4RRFFQ69G5{number:03d}",
        text=text,
        kind=Kind.SEMANTIC,
        tier=Tier.LONG_TERM,
        category=Category.DECISION,
        state=State.ACTIVE,
        pinned=False,
        importance=0.8,
        tags=("checkout", "money"),
        created_at=FIRST_DAY + number * DAY,
        updated_at=FIRST_DAY + number * DAY,
        time_quality="exact",
        session_id=None,
        session_title="",
        recalls=2,
        last_recalled_at=None,
        fades_at=None,
        strength=0.9,
        dormant=False,
        conflicted=False,
        person_edited=False,
        version=1,
        superseded_by=None,
        merged_into=None,
    )
    return replace(plain, **changes)


def going_out(*texts: str, **changes: object) -> tuple[Outgoing, ...]:
    """One memory for each text."""
    return tuple(Outgoing(a_memory(number, text, **changes)) for number, text in enumerate(texts, 1))


@dataclass
class Load:
    """A cargo of given things; cancels before the memory numbered `stop`."""

    items: tuple[Outgoing, ...]
    known: tuple[Thing, ...] = ()
    ties: tuple[ThingTie, ...] = ()
    name: str = "shop"
    stop: int | None = None

    def memories(self) -> Iterator[Outgoing]:
        for number, item in enumerate(self.items):
            if number == self.stop:
                raise Cancelled
            yield item

    def things(self) -> Iterator[Thing]:
        return iter(self.known)

    def relations(self) -> Iterator[ThingTie]:
        return iter(self.ties)
