"""What `is:` and `has:` mean for a memory."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Table, and_, literal_column, not_, or_, select

from engramma.model.clock import DAY
from engramma.store.search.context import Context
from engramma.store.search.strength import strength_exponent
from engramma.store.tables import association, memory, mention, provenance, segment, tag
from engramma.store.visibility import visible


def is_clause(value: str, context: Context) -> ColumnElement[bool]:
    """Whether a memory is what `value`, a choice of `is:`, says."""
    columns = memory.c
    match value:
        case "pinned":
            return columns.pinned == 1
        case "dormant":
            return and_(columns.state == "active", _faded_before(context.now), undisputed())
        case "stale":
            limit = -context.policy.stale_half_lives
            return and_(columns.kind == "semantic", strength_exponent(context.now) <= limit)
        case "due":
            return _due(context)
        case "active" | "superseded" | "trashed":
            return columns.state == value
        case "conflicted":
            return columns.conflicted == 1
        case "edited":
            return columns.person_edited == 1
        case "promoted":
            return _exists(segment, context, segment.c.reason == "promoted")
        case "orphan":
            return not_(_associated(context))
        case _:
            raise AssertionError(value)


def has_clause(value: str, context: Context) -> ColumnElement[bool]:
    """Whether a memory has what `value`, a choice of `has:`, says."""
    match value:
        case "provenance":
            return _exists(provenance, context)
        case "quote":
            return _exists(provenance, context, provenance.c.quote != "")
        case "session":
            return memory.c.session_id.is_not(None)
        case "tag":
            return _exists(tag, context)
        case "association":
            return _associated(context)
        case "entity":
            return _exists(mention, context)
        case _:
            raise AssertionError(value)


def undisputed() -> ColumnElement[bool]:
    """Memories that are in no open conflict: those that are do not count as dormant.

    By ids, not by the column, so that what counts faded memories needs nothing but its index.
    """
    disputed = memory.alias("disputed")
    # A literal, not a parameter: SQLite uses the partial index only if it sees the 1.
    return memory.c.id.not_in(select(disputed.c.id).where(disputed.c.conflicted == literal_column("1")))


def _faded_before(instant: int) -> ColumnElement[bool]:
    return and_(memory.c.fades_at.is_not(None), memory.c.fades_at <= instant)


def _due(context: Context) -> ColumnElement[bool]:
    columns, policy = memory.c, context.policy
    dormant_since = context.now - round(policy.due_dormant * DAY)
    superseded_since = context.now - round(policy.due_superseded * DAY)
    return and_(
        columns.pinned == 0,
        columns.kind != "procedural",
        or_(
            and_(columns.state == "active", _faded_before(dormant_since), undisputed()),
            and_(
                columns.state == "superseded",
                columns.state_at.is_not(None),
                columns.state_at <= superseded_since,
            ),
        ),
    )


def _exists(table: Table, context: Context, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    return (
        select(table.c.id)
        .where(table.c.memory_id == memory.c.id, visible(table, context.hidden), *conditions)
        .correlate(memory)
        .exists()
    )


def _associated(context: Context) -> ColumnElement[bool]:
    ends = (association.c.source_id, association.c.target_id)
    return or_(
        *(
            select(association.c.id)
            .where(end == memory.c.id, visible(association, context.hidden))
            .correlate(memory)
            .exists()
            for end in ends
        )
    )
