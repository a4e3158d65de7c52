"""What of a memory or an event is embedded, and the key by which a changed text is known.

The key is what the store keeps with the text anyway, so that what waits for a vector is found without reading texts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, LargeBinary, Text, cast, select

from engramma.store.tables import event, memory

LONGEST = 16_000
"""Characters of a text that are embedded; more than all passages that it may have."""
_BATCH = 500
_NAMELESS = frozenset({"user", "assistant", "agent", "system", "tool", "human", "ai", "bot"})

MEMORY_KEY: ColumnElement[bytes] = memory.c.content_key
EVENT_KEY: ColumnElement[bytes] = cast(cast(event.c.content_key, Text), LargeBinary)


def stored_texts(connection: Connection, owner_type: str, ids: Sequence[int]) -> dict[int, tuple[bytes, str]]:
    """The key and the embedded text of these owners as they are now; removed ones are left out."""
    found: dict[int, tuple[bytes, str]] = {}
    for start in range(0, len(ids), _BATCH):
        part = ids[start : start + _BATCH]
        if owner_type == "memory":
            query = select(memory.c.id, MEMORY_KEY, memory.c.text).where(
                memory.c.id.in_(part), memory.c.removed == 0
            )
            found.update((row[0], (row[1], memory_text(row[2]))) for row in connection.execute(query))
            continue
        said = select(
            event.c.id, EVENT_KEY, event.c.text, event.c.role, event.c.speaker, event.c.detail
        ).where(event.c.id.in_(part), event.c.removed == 0)
        for row in connection.execute(said):
            text = event_text(row[2], role=row[3], speaker=row[4], detail=row[5])
            found[row[0]] = (row[1], text)
    return found


def memory_text(text: str) -> str:
    """A memory says its text; of a long one the model sees the beginning."""
    return text[:LONGEST]


def event_text(text: str, *, role: str, speaker: str, detail: str = "") -> str:
    """An event says its text, after the name of the person who said it, with what a shared picture shows."""
    name = speaker.strip()
    named = role != "tool" and name and name.casefold() not in _NAMELESS
    caption = _caption(detail)
    # Some sources put the caption into the text themselves.
    lacks = bool(caption) and caption not in text
    shown = f"{text[:LONGEST]} [shares {caption}]" if lacks else text[:LONGEST]
    return f"{name}: {shown}" if named else shown


def _caption(detail: str) -> str:
    """What the picture that came with a turn shows, where the source says so."""
    if '"blip_caption"' not in detail:
        return ""
    try:
        found = json.loads(detail).get("blip_caption")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return found.strip()[:LONGEST] if isinstance(found, str) else ""
