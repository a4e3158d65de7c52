"""In which order cards are gone through: what is at stake, what has waited longest, or what came last. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from engramma.ui.views.review.cards import Card, sort_key

Key = tuple[int, int, int, str]


class CardOrder(StrEnum):
    """An order of the queue."""

    STAKES = "stakes"
    OLDEST = "oldest"
    NEWEST = "newest"


ORDER_WORDS = {
    CardOrder.STAKES: "Stakes first",
    CardOrder.OLDEST: "Longest waiting first",
    CardOrder.NEWEST: "Newest first",
}


def order_key(order: CardOrder) -> Callable[[Card], Key]:
    """The sort key of an order."""
    return _KEYS[order]


def _oldest(card: Card) -> Key:
    return (card.since, *sort_key(card)[:2], card.key)


def _newest(card: Card) -> Key:
    return (-card.since, *sort_key(card)[:2], card.key)


_KEYS: dict[CardOrder, Callable[[Card], Key]] = {
    CardOrder.STAKES: sort_key,
    CardOrder.OLDEST: _oldest,
    CardOrder.NEWEST: _newest,
}
