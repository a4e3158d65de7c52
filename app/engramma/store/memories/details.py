"""Reads what hangs on one memory: versions, provenance with the quoted turn, associations, entities."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import and_, case, func, or_, select

from engramma.model.association import Association, Entity
from engramma.model.memory import Provenance, Version
from engramma.store.associations.listing import count_about
from engramma.store.database import Reading
from engramma.store.tables import (
    association,
    entity,
    event,
    import_source,
    memory,
    mention,
    operation,
    proposal,
    provenance,
    segment,
    session,
    version,
)
from engramma.store.visibility import visible

_CONTEXT_CHARS = 4_000
_EARLIER = provenance.alias("earlier")
_CORRECTED = (
    select(func.max(association.c.target_id))
    .join(_EARLIER, _EARLIER.c.memory_id == association.c.target_id)
    .where(
        association.c.type == "corrects",
        association.c.source_id == provenance.c.memory_id,
        association.c.removed == 0,
        _EARLIER.c.removed == 0,
        _EARLIER.c.event_id.is_not_distinct_from(provenance.c.event_id),
        _EARLIER.c.start_char.is_not_distinct_from(provenance.c.start_char),
        _EARLIER.c.source_id.is_not_distinct_from(provenance.c.source_id),
        _EARLIER.c.quote == provenance.c.quote,
    )
    .correlate(provenance)
    .scalar_subquery()
)
# The weight of an association of some type, that was so much at a moment (UTC µs), now.
Weigh = Callable[[str, float, int], float]


def read_versions(reading: Reading, memory_id: int) -> tuple[Version, ...]:
    """All wordings of a memory, oldest first."""
    rows = reading.connection.execute(
        select(version)
        .where(version.c.memory_id == memory_id, visible(version, reading.hidden))
        .order_by(version.c.number)
    )
    return tuple(
        Version(
            number=row.number,
            text=row.text,
            created_at=row.created_at,
            actor=row.actor,
            operation_id=row.born_op,
        )
        for row in rows
    )


def read_provenance(reading: Reading, memory_id: int) -> tuple[Provenance, ...]:
    """Where a memory came from; the quote stays when its event is gone.

    A correction keeps what was said before it, and names the memory that it took the place of.
    """
    shown_event = and_(event.c.id == provenance.c.event_id, event.c.removed == 0)
    shown_session = and_(session.c.id == provenance.c.session_id, session.c.removed == 0)
    rows = reading.connection.execute(
        select(
            provenance.c.id,
            provenance.c.quote,
            provenance.c.start_char,
            provenance.c.end_char,
            provenance.c.line,
            session.c.id.label("session_id"),
            session.c.title,
            event.c.id.label("event_id"),
            event.c.turn,
            event.c.role,
            event.c.speaker,
            event.c.at,
            func.substr(event.c.text, 1, _CONTEXT_CHARS).label("context"),
            import_source.c.name.label("source"),
            _CORRECTED.label("of"),
        )
        .select_from(provenance)
        .outerjoin(event, shown_event)
        .outerjoin(session, shown_session)
        .outerjoin(import_source, import_source.c.id == provenance.c.source_id)
        .where(provenance.c.memory_id == memory_id, visible(provenance, reading.hidden))
        .order_by(provenance.c.id)
    )
    return tuple(
        Provenance(
            id=row.id,
            session_id=row.session_id,
            session_title=row.title or "",
            event_id=row.event_id,
            turn=row.turn,
            role=row.role or "",
            speaker=row.speaker or "",
            at=row.at,
            quote=row.quote,
            start=row.start_char,
            end=row.end_char,
            context=row.context or "",
            source=row.source or "",
            line=row.line,
            of=row.of,
        )
        for row in rows
    )


def read_associations(
    reading: Reading, memory_id: int, *, weigh: Weigh, limit: int = 200
) -> tuple[Association, ...]:
    """The edges of a memory to others that are not in the Trash, strongest first; `weigh` fades their weights."""
    outgoing = association.c.source_id == memory_id
    other = case((outgoing, association.c.target_id), else_=association.c.source_id)
    rows = reading.connection.execute(
        select(
            association.c.id,
            association.c.type,
            association.c.relation,
            association.c.weight,
            association.c.weight_at,
            outgoing.label("outgoing"),
            memory.c.id.label("other_id"),
            memory.c.uid,
            memory.c.text,
            memory.c.tier,
            memory.c.state,
        )
        .join(memory, memory.c.id == other)
        .where(
            or_(outgoing, association.c.target_id == memory_id),
            visible(association, reading.hidden),
            visible(memory, reading.hidden),
            memory.c.state != "trashed",
        )
        .order_by(association.c.weight.desc(), association.c.id)
        .limit(limit)
    )
    found = [
        Association(
            id=row.id,
            type=row.type,
            relation=row.relation,
            weight=weigh(row.type, row.weight, row.weight_at),
            outgoing=bool(row.outgoing),
            other_id=row.other_id,
            other_uid=row.uid,
            other_text=row.text,
            other_tier=row.tier,
            other_state=row.state,
        )
        for row in rows
    ]
    return tuple(sorted(found, key=lambda item: (-item.weight, item.id)))


def read_entities(reading: Reading, memory_id: int) -> tuple[Entity, ...]:
    """What a memory is about, each with how many memories are about it."""
    rows = reading.connection.execute(
        select(entity)
        .join(mention, mention.c.entity_id == entity.c.id)
        .where(
            mention.c.memory_id == memory_id,
            visible(mention, reading.hidden),
        )
        .order_by(entity.c.name)
    ).all()
    counts = count_about(reading, [row.id for row in rows])
    return tuple(
        Entity(id=row.id, name=row.name, type=row.type, memories=counts.get(row.id, 0), ghost=bool(row.ghost))
        for row in rows
    )


def read_tier_reason(reading: Reading, memory_id: int) -> str:
    """Why the memory is in its tier: the reason that a pass kept, or the note of the operation that moved it last."""
    kept = (
        select(proposal.c.reason)
        .where(
            proposal.c.born_op == segment.c.born_op,
            proposal.c.step == "promote",
            proposal.c.status == "accepted",
            proposal.c.targets == f"[{memory_id}]",
            proposal.c.removed == 0,
        )
        .correlate(segment)
        .limit(1)
        .scalar_subquery()
    )
    note = reading.connection.scalar(
        select(func.coalesce(kept, operation.c.note))
        .join(segment, segment.c.born_op == operation.c.id)
        .where(
            segment.c.memory_id == memory_id,
            segment.c.reason.in_(("promoted", "demoted", "moved", "pinned")),
            visible(segment, reading.hidden),
        )
        .order_by(segment.c.id.desc())
        .limit(1)
    )
    return str(note or "")


def read_superseded(reading: Reading, memory_id: int) -> tuple[int, ...]:
    """The memories that this one took the place of, by correction or merge."""
    return tuple(
        reading.connection.scalars(
            select(memory.c.id)
            .where(
                or_(memory.c.superseded_by == memory_id, memory.c.merged_into == memory_id),
                visible(memory, reading.hidden),
            )
            .order_by(memory.c.id)
        )
    )
