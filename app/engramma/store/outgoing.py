"""Reads memories with what hangs on them, page by page, for formats of other tools; and counts all that there is.

Only what is in the selection comes along: an association leads to another memory of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from sqlalchemy import ColumnElement, Table, and_, case, func, literal, select

from engramma.model.memory import Memory
from engramma.model.outgoing import Outgoing, Quote, Thing, ThingTie, Tie
from engramma.store.bundle_rows import BUNDLED, SCANNED, Selection
from engramma.store.database import Reading
from engramma.store.memories.reading import read_memories
from engramma.store.search.arrays import integers
from engramma.store.tables import (
    association,
    entity,
    entity_relation,
    event,
    import_source,
    memory,
    mention,
    provenance,
    session,
)
from engramma.store.visibility import visible

_PAGE = 500


def count_selected(selection: Selection) -> dict[str, int]:
    """How many rows of each table are in the selection; those without any are left out."""
    return {table.name: len(ids) for table in BUNDLED if len(ids := selection.ids(table))}


def count_traits(reading: Reading, selection: Selection) -> dict[str, int]:
    """Of the selected memories: pinned, superseded, trashed, changed later, of inexact time, of several lines."""
    traits = {
        "pinned": memory.c.pinned == 1,
        "superseded": memory.c.state == "superseded",
        "trashed": memory.c.state == "trashed",
        "updated": memory.c.updated_at != memory.c.created_at,
        "inexact": memory.c.time_quality != "exact",
        "broken": func.instr(memory.c.text, "\n") > 0,
    }
    bits: ColumnElement[int] = literal(0)
    for number, condition in enumerate(traits.values()):
        bits = bits + case((condition, 1 << number), else_=0)
    marks = _columns(reading, memory, selection.ids(memory), bits)
    found = {name: int(np.count_nonzero(marks & 1 << number)) for number, name in enumerate(traits)}
    found["about"] = len(np.unique(_columns(reading, mention, selection.ids(mention), mention.c.memory_id)))
    return found


def _columns(reading: Reading, table: Table, ids: np.ndarray, value: ColumnElement[int]) -> np.ndarray:
    """A whole number for each of these rows, in the order of their ids."""
    found = select(table.c.id, value.label("value")).order_by(table.c.id)
    if len(ids) > SCANNED:
        every, values = integers(reading.connection, found)
        return values[np.isin(every, ids, assume_unique=True)]
    parts = (integers(reading.connection, found.where(table.c.id.in_(part)))[1] for part in _parts(ids))
    return np.concatenate((np.empty(0, dtype=np.int64), *parts))


def read_outgoing(
    reading: Reading, selection: Selection, *, active_only: bool, now: int
) -> Iterator[Outgoing]:
    """The selected memories in order of their ids."""
    chosen = selection.ids(memory)
    for part in _parts(chosen):
        found = read_memories(reading, part, now=now)
        kept = [item for item in found.values() if not active_only or item.state == "active"]
        kept.sort(key=_id)
        ids = [item.id for item in kept]
        quotes, things = _quotes(reading, ids, selection), _about(reading, ids)
        ties = _ties(reading, ids, selection, active_only=active_only)
        for item in kept:
            yield Outgoing(
                item,
                quotes=tuple(quotes[item.id]),
                ties=tuple(ties[item.id]),
                things=tuple(things[item.id]),
            )


def read_things(reading: Reading, selection: Selection) -> Iterator[Thing]:
    """The selected things in order of their ids."""
    for part in _parts(selection.ids(entity)):
        rows = reading.connection.execute(
            select(entity.c.id, entity.c.name, entity.c.type, entity.c.ghost)
            .where(entity.c.id.in_(part))
            .order_by(entity.c.id)
        )
        for row in rows:
            yield Thing(row.id, row.name, row.type, bool(row.ghost))


def read_relations(reading: Reading, selection: Selection) -> Iterator[ThingTie]:
    """The selected relations between things in order of their ids."""
    for part in _parts(selection.ids(entity_relation)):
        rows = reading.connection.execute(
            select(entity_relation.c.source_id, entity_relation.c.relation, entity_relation.c.target_id)
            .where(entity_relation.c.id.in_(part))
            .order_by(entity_relation.c.id)
        )
        for row in rows:
            yield ThingTie(row.source_id, row.relation, row.target_id)


def _id(item: Memory) -> int:
    return item.id


def _parts(ids: np.ndarray) -> Iterator[list[int]]:
    for start in range(0, len(ids), _PAGE):
        yield [int(row_id) for row_id in ids[start : start + _PAGE]]


def _quotes(reading: Reading, ids: Sequence[int], selection: Selection) -> dict[int, list[Quote]]:
    shown_event = and_(event.c.id == provenance.c.event_id, event.c.removed == 0)
    shown_session = and_(session.c.id == provenance.c.session_id, session.c.removed == 0)
    rows = reading.connection.execute(
        select(
            provenance.c.id,
            provenance.c.memory_id,
            provenance.c.quote,
            session.c.title,
            event.c.turn,
            event.c.role,
            event.c.speaker,
            event.c.at,
            import_source.c.name.label("source"),
        )
        .select_from(provenance)
        .outerjoin(event, shown_event)
        .outerjoin(session, shown_session)
        .outerjoin(import_source, import_source.c.id == provenance.c.source_id)
        .where(provenance.c.memory_id.in_(ids), visible(provenance, reading.hidden))
        .order_by(provenance.c.memory_id, provenance.c.id)
    )
    found: dict[int, list[Quote]] = defaultdict(list)
    for row in rows:
        if selection.place("provenance", row.id) is None:
            continue
        found[row.memory_id].append(
            Quote(
                text=row.quote,
                session_title=row.title or "",
                turn=row.turn,
                role=row.role or "",
                speaker=row.speaker or "",
                at=row.at,
                source=row.source or "",
            )
        )
    return found


def _about(reading: Reading, ids: Sequence[int]) -> dict[int, list[Thing]]:
    rows = reading.connection.execute(
        select(mention.c.memory_id, entity.c.id, entity.c.name, entity.c.type, entity.c.ghost)
        .join(entity, entity.c.id == mention.c.entity_id)
        .where(mention.c.memory_id.in_(ids), visible(mention, reading.hidden))
        .order_by(mention.c.memory_id, mention.c.id)
    )
    found: dict[int, list[Thing]] = defaultdict(list)
    for memory_id, *thing in rows:
        found[memory_id].append(Thing(thing[0], thing[1], thing[2], bool(thing[3])))
    return found


def _ties(
    reading: Reading, ids: Sequence[int], selection: Selection, *, active_only: bool
) -> dict[int, list[Tie]]:
    shown = [visible(association, reading.hidden)]
    if active_only:
        shown.append(memory.c.state == "active")
    rows = reading.connection.execute(
        select(
            association.c.id,
            association.c.source_id,
            association.c.type,
            association.c.relation,
            association.c.weight,
            memory.c.id,
            memory.c.uid,
        )
        .join(memory, memory.c.id == association.c.target_id)
        .where(association.c.source_id.in_(ids), *shown)
        .order_by(association.c.source_id, association.c.id)
    )
    found: dict[int, list[Tie]] = defaultdict(list)
    for tie_id, source_id, type_, relation, weight, target_id, target_uid in rows:
        if selection.place("association", tie_id) is not None:
            found[source_id].append(Tie(type_, relation, weight, target_id, target_uid))
    return found
