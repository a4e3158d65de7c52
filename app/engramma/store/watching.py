"""Reads what agents did: their operations with the recalls, proposals and memories that belong to them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, and_, func, or_, select, union

from engramma.model.agent import AGENT
from engramma.model.recall import ItemType, RecordedRecall
from engramma.model.watching import Act, Did, ProposalMade, Touched, did_of, kinds_of
from engramma.store.database import Reading
from engramma.store.history import read_operations
from engramma.store.recall.recorded import read_recalls
from engramma.store.tables import association, conflict, image, memory, operation, proposal, tag
from engramma.store.visibility import visible

MOST_TOUCHED = 12


def read_acts(
    reading: Reading,
    *,
    actor: str = AGENT,
    did: Did | None = None,
    before_id: int | None = None,
    limit: int,
) -> tuple[Act, ...]:
    """The newest acts, newest first, by one actor or by every agent, of one sort or of all."""
    clauses = [operation.c.status == "done", _by(actor)]
    if did is not None:
        kinds = operation.c.kind.in_(kinds_of(did))
        clauses.append(~kinds if did is Did.WRITE else kinds)
    if before_id is not None:
        clauses.append(operation.c.id < before_id)
    ids = list(
        reading.connection.scalars(
            select(operation.c.id).where(*clauses).order_by(operation.c.id.desc()).limit(limit)
        )
    )
    return acts_of(reading, ids)


def acts_of(reading: Reading, ids: Sequence[int]) -> tuple[Act, ...]:
    """The acts that these operations are, newest first."""
    if not ids:
        return ()
    operations = read_operations(reading, ids=ids, limit=len(ids))
    recalls = {found.operation_id: found for found in _recalls(reading, ids)}
    proposals = _proposals(reading, ids)
    about = _touched(reading, [one.id for one in operations if one.id not in recalls])
    named = {memory_id for found in about.values() for memory_id in found}
    named |= {target for made in proposals.values() for target in made.targets}
    memories = read_touched(reading, sorted(named))
    acts = []
    for one in operations:
        made = proposals.get(one.id)
        ids_of = made.targets if made is not None else about.get(one.id, ())
        touched = [memories[memory_id] for memory_id in ids_of[:MOST_TOUCHED] if memory_id in memories]
        acts.append(Act(one, did_of(one.kind), recalls.get(one.id), made, tuple(touched)))
    return tuple(acts)


def read_touched(reading: Reading, memory_ids: Sequence[int]) -> dict[int, Touched]:
    """Memories as they are now, by id; those that are gone are left out."""
    if not memory_ids:
        return {}
    disputed = _disputed(reading, memory_ids)
    rows = reading.connection.execute(
        select(
            memory.c.id, memory.c.text, memory.c.kind, memory.c.tier, memory.c.state, memory.c.pinned
        ).where(memory.c.id.in_(memory_ids), visible(memory, reading.hidden))
    )
    return {
        row.id: Touched(
            row.id,
            row.text,
            kind=row.kind,
            tier=row.tier,
            state=row.state,
            pinned=bool(row.pinned),
            disputed=row.id in disputed,
        )
        for row in rows
    }


def hit_ids(recalls: Iterable[RecordedRecall]) -> tuple[int, ...]:
    """The memories among the hits of recalls, each once."""
    return tuple(dict.fromkeys(hit.id for one in recalls for hit in one.hits if hit.type is ItemType.MEMORY))


def count_acts(reading: Reading, *, since: int, bar_span: int) -> tuple[tuple[str, str, int, int, int], ...]:
    """(actor, kind, bar number from `since` on, acts, last at) of the agents from `since` on; times in µs."""
    # Ids rise with time, so walking back from the newest finds where the day began without an index on times.
    before = reading.connection.scalar(
        select(operation.c.id).where(operation.c.at < since).order_by(operation.c.id.desc()).limit(1)
    )
    bar = ((operation.c.at - since) // bar_span).label("bar")
    acts, last = func.count().label("acts"), func.max(operation.c.at).label("last")
    rows = reading.connection.execute(
        select(operation.c.actor, operation.c.kind, bar, acts, last)
        .where(
            operation.c.id > (before or 0),
            operation.c.status == "done",
            operation.c.at >= since,
            _by(AGENT),
        )
        .group_by(operation.c.actor, operation.c.kind, bar)
    )
    return tuple((row.actor, row.kind, int(row.bar), row.acts, row.last) for row in rows)


def _by(actor: str) -> ColumnElement[bool]:
    return operation.c.actor.startswith(actor) if actor.endswith(":") else operation.c.actor == actor


def _recalls(reading: Reading, ids: Sequence[int]) -> tuple[RecordedRecall, ...]:
    return read_recalls(reading, operation_ids=ids, limit=len(ids))


def _proposals(reading: Reading, ids: Sequence[int]) -> dict[int, ProposalMade]:
    rows = reading.connection.execute(
        select(proposal)
        .where(proposal.c.born_op.in_(ids), visible(proposal, reading.hidden))
        .order_by(proposal.c.id)
    )
    found = {}
    for row in rows:
        payload = json.loads(row.payload or "{}")
        found[row.born_op] = ProposalMade(
            row.id,
            action=row.action,
            reason=row.reason,
            status=row.status,
            text=str(payload.get("text") or "") if isinstance(payload, dict) else "",
            targets=tuple(json.loads(row.targets)),
        )
    return found


def _touched(reading: Reading, ids: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """The memories that each operation made, changed, tagged or linked; those that it made come first."""
    if not ids:
        return {}
    made = memory.c.born_op.in_(ids)
    parts = [
        select(memory.c.born_op.label("operation"), memory.c.id.label("memory")).where(made),
        select(image.c.operation_id, image.c.memory_id).where(
            image.c.operation_id.in_(ids), image.c.memory_id.is_not(None)
        ),
        select(tag.c.born_op, tag.c.memory_id).where(tag.c.born_op.in_(ids)),
        *(
            select(association.c.born_op, end).where(association.c.born_op.in_(ids))
            for end in (association.c.source_id, association.c.target_id)
        ),
    ]
    born = {
        row.id: row.born_op
        for row in reading.connection.execute(select(memory.c.id, memory.c.born_op).where(made))
    }
    rows = union(*parts).subquery()
    found: dict[int, list[int]] = {}
    for row in reading.connection.execute(select(rows.c.operation, rows.c.memory).order_by(rows.c.memory)):
        found.setdefault(row.operation, []).append(row.memory)
    for one, names in found.items():
        names.sort(key=[name for name in names if born.get(name) != one].count)
    return {one: tuple(names) for one, names in found.items()}


def _disputed(reading: Reading, memory_ids: Sequence[int]) -> set[int]:
    rows = reading.connection.execute(
        select(conflict.c.a_id, conflict.c.b_id).where(
            and_(
                conflict.c.status == "open",
                or_(conflict.c.a_id.in_(memory_ids), conflict.c.b_id.in_(memory_ids)),
                visible(conflict, reading.hidden),
            )
        )
    )
    return {side for row in rows for side in row}
