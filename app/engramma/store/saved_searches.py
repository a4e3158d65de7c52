"""Saved searches of a store, in the order a person gave them."""

from __future__ import annotations

from sqlalchemy import func, select

from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.tables import saved_search
from engramma.store.visibility import visible


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search with a name."""

    id: int
    name: str
    query: str


def read_saved_searches(reading: Reading) -> tuple[SavedSearch, ...]:
    """All saved searches."""
    rows = reading.connection.execute(
        select(saved_search)
        .where(visible(saved_search, reading.hidden))
        .order_by(saved_search.c.position, saved_search.c.id)
    )
    return tuple(SavedSearch(id=row.id, name=row.name, query=row.query) for row in rows)


def next_position(reading: Reading) -> int:
    """The place after the last saved search."""
    newest = reading.connection.scalar(select(func.coalesce(func.max(saved_search.c.position), 0)))
    return int(newest or 0) + 1
