"""The values that a field has in the store, for completion: the frequent ones that begin as typed."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Column, Connection, Table, func, select

from engramma.store.search.likeness import like_begins, like_contains
from engramma.store.search.sets import TAG_NAMES
from engramma.store.tables import entity, event, import_source, mention, operation, session, tag
from engramma.store.visibility import visible

Counted = tuple[str, int | None]

_OF_SESSION = {"agent": session.c.agent, "project": session.c.project, "session": session.c.title}


def value_counts(
    connection: Connection, field: str, prefix: str, *, hidden: Sequence[int] = (), limit: int = 20
) -> list[Counted]:
    """At most `limit` values of a text field that begin with `prefix` (session titles: contain it), with counts.

    None for a count: not counted. Fields without values in the store give none.
    """
    match field:
        case "tag":
            return _tags(connection, prefix, hidden=hidden, limit=limit)
        case "agent" | "project" | "session":
            return _frequent(connection, session, _OF_SESSION[field], prefix, hidden=hidden, limit=limit)
        case "source":
            found = _frequent(connection, session, session.c.source, prefix, hidden=hidden, limit=limit)
            found += _frequent(
                connection, import_source, import_source.c.name, prefix, hidden=hidden, limit=limit
            )
            return found[:limit]
        case "about":
            return _entities(connection, prefix, hidden=hidden, limit=limit)
        case "actor":
            rows = connection.scalars(
                select(operation.c.actor)
                .where(like_begins(operation.c.actor, prefix))
                .distinct()
                .order_by(operation.c.actor)
                .limit(limit)
            )
            return [(name, None) for name in rows]
        case "speaker":
            return _frequent(connection, event, event.c.speaker, prefix, hidden=hidden, limit=limit)
        case _:
            return []


def _tags(connection: Connection, prefix: str, *, hidden: Sequence[int], limit: int) -> list[Counted]:
    name = TAG_NAMES.selected_columns.name
    number = func.count().label("number")
    rows = connection.execute(
        select(tag.c.name, number)
        .where(visible(tag, hidden), tag.c.name.in_(TAG_NAMES.where(like_begins(name, prefix))))
        .group_by(tag.c.name)
        .order_by(number.desc(), tag.c.name)
        .limit(limit)
    )
    return [(found, counted) for found, counted in rows]


def _frequent(
    connection: Connection,
    table: Table,
    column: Column[str],
    prefix: str,
    *,
    hidden: Sequence[int],
    limit: int,
) -> list[Counted]:
    like = like_contains if column is session.c.title else like_begins
    number = func.count().label("number")
    rows = connection.execute(
        select(column, number)
        .where(visible(table, hidden), column != "", like(column, prefix))
        .group_by(column)
        .order_by(number.desc(), column)
        .limit(limit)
    )
    return [(found, counted) for found, counted in rows]


def _entities(connection: Connection, prefix: str, *, hidden: Sequence[int], limit: int) -> list[Counted]:
    number = func.count(mention.c.id).label("number")
    rows = connection.execute(
        select(entity.c.name, number)
        .select_from(entity)
        .outerjoin(mention, (mention.c.entity_id == entity.c.id) & visible(mention, hidden))
        .where(visible(entity, hidden) | mention.c.id.is_not(None), like_begins(entity.c.name, prefix))
        .group_by(entity.c.name)
        .order_by(number.desc(), entity.c.name)
        .limit(limit)
    )
    return [(found, counted) for found, counted in rows]
