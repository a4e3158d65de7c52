"""Searches answered: query trees compiled to SQL with bound parameters, ordered, counted and completed.

The language itself is in engramma.model.search; full-text tables are in engramma.store.fulltext.
"""

from engramma.store.search.counting import count, facet_counts
from engramma.store.search.events import compile_events
from engramma.store.search.memories import compile_memories
from engramma.store.search.order import Ordered, order_event_ids, order_ids
from engramma.store.search.strength import strength_exponent
from engramma.store.search.strengths import strength_spread
from engramma.store.search.values import value_counts
from engramma.store.visibility import visible

__all__ = [
    "Ordered",
    "compile_events",
    "compile_memories",
    "count",
    "facet_counts",
    "order_event_ids",
    "order_ids",
    "strength_exponent",
    "strength_spread",
    "value_counts",
    "visible",
]
