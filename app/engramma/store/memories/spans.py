"""Finds where a quote stands in an event's text."""

from __future__ import annotations

from sqlalchemy import Connection, select

from engramma.store.tables import event


def span_of(connection: Connection, event_id: int, quote: str) -> tuple[int | None, int | None]:
    """(start, end) in characters of the first occurrence; (None, None) when the quote is not in the event."""
    text = connection.scalar(select(event.c.text).where(event.c.id == event_id))
    start = text.find(quote) if text else -1
    return (None, None) if start < 0 else (start, start + len(quote))
