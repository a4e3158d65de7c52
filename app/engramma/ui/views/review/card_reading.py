"""Reads what a card shows: its memories with their evidence, or the turn that a statement was dropped from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.engine.memories.values import MemoryDetails
from engramma.model.errors import NotFoundError
from engramma.model.forecast import MemoryForecast
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.session import Event
from engramma.ui.views.review.cards import LAPSES, Card
from engramma.ui.views.review.choices import MOST_SIDES, Suggestion, suggestion_of

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.memory import Memory


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card with everything that is shown on it, as of `now` (UTC µs).

    `sides` are the first memories in full, `more` how many others there are; `gone`: those that no longer exist.
    `turns` are what was said around a dropped statement, `ahead` what becomes of the one memory of a card about time.
    """

    card: Card
    sides: tuple[MemoryDetails, ...]
    more: int
    gone: int
    now: int
    threshold: float
    suggestion: Suggestion | None
    turns: tuple[Event, ...] = ()
    gate_threshold: float = 0.5
    writable: bool = True
    ahead: MemoryForecast | None = None

    @property
    def memories(self) -> tuple[Memory, ...]:
        """The memories of the sides."""
        return tuple(side.memory for side in self.sides)

    @property
    def source_event(self) -> int | None:
        """The turn that the last side comes from, or a side before it, or the card itself."""
        event = _source_event(self.sides)
        return self.card.event if event is None else event


def _source_event(sides: tuple[MemoryDetails, ...]) -> int | None:
    events = (source.event_id for side in reversed(sides) for source in side.provenance)
    return next((event for event in events if event is not None), None)


def read_card(store: MemoryStore, card: Card, _report: Report, cancel: CancelToken) -> ShownCard:
    """Everything on a card. What is gone meanwhile is left out."""
    sides: list[MemoryDetails] = []
    gone = 0
    for memory_id in card.memories[:MOST_SIDES]:
        cancel.check()
        try:
            sides.append(store.memories.details(memory_id))
        except NotFoundError:
            gone += 1
    policy = store.policy()
    return ShownCard(
        card,
        tuple(sides),
        max(0, len(card.memories) - MOST_SIDES),
        gone,
        store.clock.now(),
        policy.retrieval_threshold,
        suggestion_of(card, [side.memory for side in sides]),
        _turns_around(store, card),
        policy.gate_threshold,
        not store.read_only,
        store.forecast.memory(sides[0].memory.id) if card.kind in LAPSES and len(sides) == 1 else None,
    )


def _turns_around(store: MemoryStore, card: Card) -> tuple[Event, ...]:
    """The turn that a statement was dropped from, after the one before it."""
    if card.event is None or not card.sessions:
        return ()
    ids = store.sessions.event_ids(card.sessions[0])
    if card.event not in ids:
        return ()
    place = ids.index(card.event)
    return store.sessions.events(ids[max(0, place - 1) : place + 1])
