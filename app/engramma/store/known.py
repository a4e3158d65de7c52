"""Looks up what a store already knows of an import's records, by source key or by content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, or_, select

from engramma.store.tables import (
    association,
    entity,
    entity_relation,
    event,
    memory,
    session,
    tombstone,
)

_BATCH = 900


@dataclass(frozen=True, slots=True)
class KnownRow:
    """A row with that key; `content` tells changed from known, `gone` that it was trashed or its insert undone."""

    id: int
    content: object
    gone: bool
    guarded: bool = False
    session_id: int | None = None


def known_sessions(connection: Connection, keys: Iterable[str]) -> dict[str, KnownRow]:
    """Sessions by source key; a visible one wins over one that was undone."""
    return _by_key(connection, session, keys, content=session.c.title)


def known_events(connection: Connection, keys: Iterable[str]) -> dict[str, KnownRow]:
    """Events by source key, in whichever session they were first stored."""
    return _by_key(connection, event, keys, content=event.c.content_key)


def known_entities(connection: Connection, keys: Iterable[str]) -> dict[str, KnownRow]:
    """Entities by source key."""
    return _by_key(connection, entity, keys, content=entity.c.name)


def known_memories(connection: Connection, keys: Iterable[str]) -> dict[str, KnownRow]:
    """Memories by source key."""
    return _by_key(connection, memory, keys, content=memory.c.content_key)


def known_contents(connection: Connection, keys: Sequence[bytes]) -> dict[bytes, KnownRow]:
    """Memories by content key, an active one first; tombstones count as gone with id 0."""
    found: dict[bytes, KnownRow] = {}
    for part in _parts(keys):
        for key in connection.scalars(
            select(tombstone.c.content_key).where(tombstone.c.content_key.in_(part))
        ):
            found[key] = KnownRow(id=0, content=key, gone=True)
        for row in connection.execute(_memory_rows().where(memory.c.content_key.in_(part))):
            seen = found.get(row.content)
            gone = bool(row.removed) or row.state == "trashed"
            if row.state == "superseded" and not row.removed:
                continue
            if seen is None or (seen.gone and not gone):
                found[row.content] = KnownRow(
                    id=row.id, content=row.content, gone=gone, guarded=bool(row.guarded)
                )
    return found


def known_relations(connection: Connection, source_ids: Sequence[int]) -> set[tuple[int, int, str]]:
    """(source entity, target entity, relation) triples that are there already."""
    found: set[tuple[int, int, str]] = set()
    for part in _parts(source_ids):
        rows = connection.execute(
            select(
                entity_relation.c.source_id, entity_relation.c.target_id, entity_relation.c.relation
            ).where(entity_relation.c.source_id.in_(part), entity_relation.c.removed == 0)
        )
        found.update((row.source_id, row.target_id, row.relation) for row in rows)
    return found


def has_association(
    connection: Connection, source_id: int, target_id: int, *, type_: str, relation: str
) -> bool:
    """Whether two memories are linked in this way already."""
    found = connection.scalar(
        select(association.c.id)
        .where(
            association.c.source_id == source_id,
            association.c.target_id == target_id,
            association.c.type == type_,
            association.c.relation == relation,
            association.c.removed == 0,
        )
        .limit(1)
    )
    return found is not None


def _by_key(
    connection: Connection, table: Table, keys: Iterable[str], *, content: Any
) -> dict[str, KnownRow]:
    found: dict[str, KnownRow] = {}
    extra = []
    if table is memory:
        extra = [memory.c.state, or_(memory.c.pinned == 1, memory.c.person_edited == 1).label("guarded")]
    if table is event:
        extra = [event.c.session_id]
    for part in _parts(list(keys)):
        rows = connection.execute(
            select(table.c.id, table.c.source_key, table.c.removed, content.label("content"), *extra).where(
                table.c.source_key.in_(part)
            )
        )
        for row in rows:
            gone = bool(row.removed) or getattr(row, "state", "") == "trashed"
            seen = found.get(row.source_key)
            if seen is None or (seen.gone and not gone):
                found[row.source_key] = KnownRow(
                    id=row.id,
                    content=row.content,
                    gone=gone,
                    guarded=bool(getattr(row, "guarded", False)),
                    session_id=getattr(row, "session_id", None),
                )
    return found


def _memory_rows() -> Any:
    return select(
        memory.c.id,
        memory.c.content_key.label("content"),
        memory.c.removed,
        memory.c.state,
        or_(memory.c.pinned == 1, memory.c.person_edited == 1).label("guarded"),
    )


def _parts(values: Sequence[Any]) -> Iterable[list[Any]]:
    for start in range(0, len(values), _BATCH):
        yield list(values[start : start + _BATCH])


def known_uids(connection: Connection, table: Table, uids: Sequence[str]) -> dict[str, KnownRow]:
    """Rows by outside id; the content is their text where they have one."""
    content = table.c.text if "text" in table.c else table.c.uid
    guards = (
        [or_(memory.c.pinned == 1, memory.c.person_edited == 1).label("guarded")] if table is memory else []
    )
    found: dict[str, KnownRow] = {}
    for part in _parts(uids):
        rows = connection.execute(
            select(table.c.id, table.c.uid, table.c.removed, content.label("content"), *guards).where(
                table.c.uid.in_(part)
            )
        )
        for row in rows:
            found[row.uid] = KnownRow(
                id=row.id,
                content=row.content,
                gone=bool(row.removed),
                guarded=bool(getattr(row, "guarded", False)),
            )
    return found


def known_values(
    connection: Connection,
    table: Table,
    names: Sequence[str],
    values: Sequence[tuple[object, ...]],
    *,
    gone_too: bool = False,
    but_of: int | None = None,
) -> dict[tuple[object, ...], KnownRow]:
    """Rows whose columns `names` have one of the given combinations of values; `gone_too`: also undone ones.

    Without those that the operation `but_of` brought.
    """
    columns = [table.c[name] for name in names]
    chosen = [] if gone_too else [table.c.removed == 0]
    if but_of is not None:
        chosen.append(table.c.born_op != but_of)
    found: dict[tuple[object, ...], KnownRow] = {}
    for part in _parts(sorted({str(value[0]) for value in values})):
        rows = connection.execute(
            select(table.c.id, table.c.removed, *columns).where(columns[0].in_(part), *chosen)
        )
        for row in rows:
            seen = found.get(tuple(row[2:]))
            if seen is None or (seen.gone and not row.removed):
                found[tuple(row[2:])] = KnownRow(id=row.id, content="", gone=bool(row.removed))
    return found
