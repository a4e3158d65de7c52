"""What was said just before short turns: an answer of few words means what it was the answer to."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, bindparam, func, select

from engramma.store.database import Reading
from engramma.store.tables import event
from engramma.store.vectors.texts import event_text
from engramma.store.visibility import visible

WORDS = 40
"""How many words before a turn are taken in."""

SHORT = 200
"""Characters up to which a turn is short; a longer one says itself what it is about."""

_TURNS = 6


def words_before(reading: Reading, event_ids: Sequence[int]) -> dict[int, str]:
    """The words before each of these events that is short, the last 40 of its session; others are left out."""
    if not event_ids:
        return {}
    short = reading.connection.execute(
        select(event.c.id, event.c.session_id, event.c.turn).where(
            event.c.id.in_(event_ids), event.c.role != "tool", func.length(event.c.text) <= SHORT
        )
    ).all()
    earlier = (
        select(event.c.text, event.c.role, event.c.speaker, event.c.detail)
        .where(
            event.c.session_id == bindparam("session"),
            event.c.turn < bindparam("turn"),
            and_(
                visible(event, reading.hidden),
                event.c.active == 1,
                event.c.text != "",
                event.c.role != "tool",
            ),
        )
        .order_by(event.c.turn.desc())
        .limit(_TURNS)
    )
    found: dict[int, str] = {}
    for event_id, session_id, turn in short:
        words: list[str] = []
        for row in reading.connection.execute(earlier, {"session": session_id, "turn": turn}):
            said = event_text(row[0], role=row[1], speaker=row[2], detail=row[3])
            words = said.split()[-WORDS:] + words
            if len(words) >= WORDS:
                break
        if words:
            found[event_id] = " ".join(words[-WORDS:])
    return found


def turns_after(connection: Connection, event_ids: Sequence[int]) -> list[int]:
    """The turns whose vectors may hold words of these events, as these were said shortly before them."""
    places = connection.execute(
        select(event.c.session_id, event.c.turn).where(event.c.id.in_(event_ids))
    ).all()
    later = (
        select(event.c.id)
        .where(
            event.c.session_id == bindparam("session"),
            event.c.turn > bindparam("turn"),
            event.c.role != "tool",
        )
        .order_by(event.c.turn)
    )
    found: set[int] = set()
    for session_id, turn in places:
        rows = connection.scalars(later.limit(_TURNS), {"session": session_id, "turn": turn})
        found.update(rows)
    return sorted(found - set(event_ids))
