"""Rows of the table of drafts: one a sitting, a second one where more than a text was filled in.

Outside the history: a draft is no content yet. A draft about a memory that is erased is never written again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from engramma.model.draft import Draft
from engramma.store.database import Reading
from engramma.store.tables import draft, memory

FIELDS = ".fields"
"""What ends the key of the second row of a sitting, which holds JSON and no text of a person's own."""

_NO_MEMORY = 0


def read_drafts(reading: Reading, *, memory_id: int | None = None) -> tuple[Draft, ...]:
    """All drafts, or those about one memory; the newest first."""
    wanted = select(draft)
    if memory_id is not None:
        wanted = wanted.where(draft.c.memory_id == memory_id)
    rows = reading.connection.execute(wanted.order_by(draft.c.updated_at.desc(), draft.c.editor)).all()
    fields = {row.editor.removesuffix(FIELDS): row.text for row in rows if row.editor.endswith(FIELDS)}
    return tuple(_value(row, fields.get(row.editor, "")) for row in rows if not row.editor.endswith(FIELDS))


def write_draft(connection: Connection, kept: Draft) -> bool:
    """Write a draft, over the earlier one of its sitting; False when what it is about has been erased."""
    if kept.memory_id is not None:
        known = connection.scalar(select(memory.c.id).where(memory.c.id == kept.memory_id))
        if known is None:
            return False
    _put(connection, kept, kept.key, kept.text)
    if kept.fields:
        _put(connection, kept, kept.key + FIELDS, json.dumps(dict(kept.fields), ensure_ascii=False))
    else:
        connection.execute(delete(draft).where(draft.c.editor == kept.key + FIELDS))
    return True


def erase_draft(connection: Connection, key: str) -> int:
    """Erase the draft of a sitting; how many rows that was."""
    return connection.execute(delete(draft).where(draft.c.editor.in_((key, key + FIELDS)))).rowcount


def rename_draft(connection: Connection, key: str, new_key: str) -> None:
    """Give the draft of a sitting another key."""
    for ending in ("", FIELDS):
        connection.execute(
            update(draft).where(draft.c.editor == key + ending).values(editor=new_key + ending)
        )


def drafts_saying(
    connection: Connection, spans: Callable[[str], Sequence[object]], *, but_about: Collection[int]
) -> set[str]:
    """The rows in whose text `spans` finds something, but for those about some memories."""
    rows = connection.execute(select(draft.c.editor, draft.c.memory_id, draft.c.text)).all()
    return {row.editor for row in rows if row.memory_id not in but_about and spans(row.text)}


def cover_drafts(connection: Connection, rows: Iterable[str], *, covered: Callable[[str], str]) -> None:
    """Cover words in the rows that `drafts_saying` found."""
    for editor in sorted(rows):
        text = connection.scalar(select(draft.c.text).where(draft.c.editor == editor))
        if text is not None:
            connection.execute(update(draft).where(draft.c.editor == editor).values(text=covered(text)))


def _put(connection: Connection, kept: Draft, editor: str, text: str) -> None:
    # A sitting that goes on with another memory, such as the survivor of a merge, leaves no row behind.
    connection.execute(
        delete(draft).where(draft.c.editor == editor, draft.c.memory_id != (kept.memory_id or _NO_MEMORY))
    )
    values = {"base_version": kept.base_version, "text": text, "updated_at": kept.updated_at}
    row = insert(draft).values(editor=editor, memory_id=kept.memory_id or _NO_MEMORY, **values)
    connection.execute(row.on_conflict_do_update(index_elements=["editor", "memory_id"], set_=values))


def _value(row: Any, fields: str) -> Draft:
    known = json.loads(fields) if fields else {}
    return Draft(
        key=row.editor,
        memory_id=row.memory_id or None,
        base_version=row.base_version,
        text=row.text,
        updated_at=row.updated_at,
        fields=tuple((str(name), str(value)) for name, value in known.items()),
    )
