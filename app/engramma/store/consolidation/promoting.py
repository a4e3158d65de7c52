"""What promotion asks of memories: their recalls, the turns that came after them, their open conflicts.

Looks at what could pass a gate only: memories with recalls, or of enough importance in a session that is closed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists, func, or_, select

from engramma.model.memory import Segment
from engramma.model.policy import Policy
from engramma.store.database import Reading
from engramma.store.memories.reading import read_segments
from engramma.store.tables import (
    association,
    conflict,
    event,
    image,
    memory,
    operation,
    provenance,
    recall,
    recall_hit,
    segment,
    session,
)
from engramma.store.visibility import visible

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class PromotionFacts:
    """A memory that is short-term, or was until `until` (UTC µs), and what may promote it.

    `recalls` are (UTC µs, rank) of those that rehearsed it. `session_ended_at` and `turns_later` are None while its
    session is open. `floor`: what happened up to then does not count: it was demoted, or its promotion taken back.
    `conflicts`: since when a conflict that is open now stood, by the other memory of it. `importances` are the
    earlier values with the moment (UTC µs) until which each was in force. `heir` took the place of this memory at
    `replaced_at`, as what it was merged into or as its correction.
    """

    id: int
    importance: float
    importances: tuple[tuple[int, float], ...]
    heir: int | None
    replaced_at: int | None
    segments: tuple[Segment, ...]
    recalls: tuple[tuple[int, int], ...]
    session_ended_at: int | None
    turns_later: int | None
    until: int | None
    floor: int | None
    conflicts: Mapping[int, int]

    def importance_at(self, moment: int) -> float:
        """How important it was at UTC µs `moment`, as far as the history goes back."""
        return next((value for until, value in self.importances if until > moment), self.importance)


def read_promotion_facts(reading: Reading, *, policy: Policy, now: int) -> Iterator[PromotionFacts]:
    """Every memory that a gate might promote, by id."""
    raised = _short_until(reading)
    ids = _candidates(reading, policy=policy, raised=list(raised))
    for start in range(0, len(ids), AT_ONCE):
        yield from _facts(reading, ids[start : start + AT_ONCE], raised=raised, now=now)


def facts_of_short(reading: Reading, ids: Sequence[int], *, now: int) -> list[PromotionFacts]:
    """The facts of those of `ids` that are short-term, whether or not they could pass a gate."""
    return _facts(reading, ids, raised={}, now=now)


def _candidates(reading: Reading, *, policy: Policy, raised: Sequence[int]) -> list[int]:
    closed = exists().where(
        session.c.id == memory.c.session_id, session.c.is_open == 0, session.c.removed == 0
    )
    # One that is less important now may have passed before that.
    once_other = exists().where(
        image.c.table_name == "memory",
        image.c.row_id == memory.c.id,
        image.c.column_name == "importance",
    )
    important = or_(memory.c.importance > policy.promotion_importance, once_other)
    worth: ColumnElement[bool] = or_(memory.c.recalls > 0, and_(closed, important))
    turned = exists().where(
        image.c.table_name == "memory", image.c.row_id == memory.c.id, image.c.column_name == "kind"
    )
    shown = visible(memory, reading.hidden), or_(memory.c.kind != "procedural", turned), worth
    short = reading.connection.scalars(
        select(memory.c.id).where(*shown, memory.c.tier == "short_term", memory.c.pinned == 0)
    )
    found = set(short)
    for start in range(0, len(raised), AT_ONCE):
        part = raised[start : start + AT_ONCE]
        found.update(reading.connection.scalars(select(memory.c.id).where(*shown, memory.c.id.in_(part))))
    return sorted(found)


def _short_until(reading: Reading) -> dict[int, int]:
    """When each memory that was short-term until then was pinned, or merged with one that was not."""
    rows = reading.connection.execute(
        select(segment.c.memory_id, func.min(segment.c.t0).label("at"))
        .where(
            segment.c.reason.in_(("pinned", "merged")),
            visible(segment, reading.hidden),
            exists().where(
                image.c.table_name == "memory",
                image.c.row_id == segment.c.memory_id,
                image.c.column_name == "tier",
                image.c.before == "short_term",
            ),
        )
        .group_by(segment.c.memory_id)
    )
    return {row.memory_id: row.at for row in rows}


def _facts(reading: Reading, ids: Sequence[int], *, raised: dict[int, int], now: int) -> list[PromotionFacts]:
    segments = read_segments(reading, ids)
    recalls = _recalls(reading, ids, now=now)
    conflicts = _conflicts(reading, ids)
    floors = _floors(reading, ids)
    importances = _importances(reading, ids)
    turned = _procedural_since(reading, ids)
    heirs = read_heirs(reading, ids)
    replaced = read_replaced(reading, ids)
    turns = _turns(reading, ids)
    rows = reading.connection.execute(
        select(
            memory.c.id,
            memory.c.importance,
            memory.c.state,
            memory.c.state_at,
            memory.c.tier,
            session.c.ended_at,
        )
        .outerjoin(
            session,
            and_(session.c.id == memory.c.session_id, session.c.removed == 0, session.c.is_open == 0),
        )
        .where(memory.c.id.in_(ids))
        .order_by(memory.c.id)
    )
    found = []
    for row in rows:
        parts = segments.get(row.id, ())
        until = None if row.tier == "short_term" else raised.get(row.id)
        if not parts or (row.tier != "short_term" and until is None):
            continue
        if until is not None and any(part.reason == "promoted" and part.t0 <= until for part in parts):
            continue
        put_away = None if row.state == "active" else row.state_at
        ends = [until, turned.get(row.id), put_away, replaced.get(row.id)]
        until = min((at for at in ends if at is not None), default=None)
        found.append(
            PromotionFacts(
                id=row.id,
                importance=row.importance,
                importances=tuple(importances.get(row.id, ())),
                heir=heirs.get(row.id),
                replaced_at=replaced.get(row.id),
                segments=parts,
                recalls=tuple(recalls.get(row.id, ())),
                session_ended_at=row.ended_at,
                turns_later=None if row.ended_at is None else turns.get(row.id),
                until=until,
                floor=floors.get(row.id),
                conflicts=conflicts.get(row.id, {}),
            )
        )
    return found


def _recalls(reading: Reading, ids: Sequence[int], *, now: int) -> dict[int, list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row in reading.connection.execute(
        select(recall_hit.c.memory_id, recall.c.at, recall_hit.c.rank)
        .join(recall, recall.c.id == recall_hit.c.recall_id)
        .where(
            recall_hit.c.memory_id.in_(ids),
            recall_hit.c.rehearsed == 1,
            recall.c.at <= now,
            visible(recall_hit, reading.hidden),
        )
        .order_by(recall.c.at, recall.c.id)
    ):
        found[row.memory_id].append((row.at, row.rank))
    return found


def _turns(reading: Reading, ids: Sequence[int]) -> dict[int, int]:
    """How many turns its session went on after the one that a memory came from first, itself.

    Evidence that it took over in a merge or a correction came to it later than the moments in question.
    """
    born = operation.alias("born")
    said = event.alias("said")
    last = (
        select(func.max(said.c.turn))
        .where(said.c.session_id == memory.c.session_id, said.c.removed == 0)
        .correlate(memory)
        .scalar_subquery()
    )
    rows = reading.connection.execute(
        select(memory.c.id, (last - func.min(event.c.turn)).label("later"))
        .select_from(memory)
        .join(provenance, and_(provenance.c.memory_id == memory.c.id, visible(provenance, reading.hidden)))
        .join(event, and_(event.c.id == provenance.c.event_id, event.c.session_id == memory.c.session_id))
        .join(born, born.c.id == provenance.c.born_op)
        .where(memory.c.id.in_(ids), born.c.kind.not_in(("merge", "correct", "conflict")))
        .group_by(memory.c.id)
    )
    return {row.id: int(row.later) for row in rows if row.later is not None}


def _conflicts(reading: Reading, ids: Sequence[int]) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for row in reading.connection.execute(
        select(conflict.c.a_id, conflict.c.b_id, conflict.c.found_at).where(
            conflict.c.status == "open",
            visible(conflict, reading.hidden),
            or_(conflict.c.a_id.in_(ids), conflict.c.b_id.in_(ids)),
        )
    ):
        for one, other in ((row.a_id, row.b_id), (row.b_id, row.a_id)):
            found[one][other] = min(found[one].get(other, row.found_at), row.found_at)
    return found


def _procedural_since(reading: Reading, ids: Sequence[int]) -> dict[int, int]:
    """When each memory that is procedural now became so, if it was not from birth on."""
    rows = reading.connection.execute(
        select(image.c.row_id, func.max(operation.c.at))
        .join(operation, operation.c.id == image.c.operation_id)
        .join(memory, memory.c.id == image.c.row_id)
        .where(
            image.c.table_name == "memory",
            image.c.column_name == "kind",
            image.c.row_id.in_(ids),
            memory.c.kind == "procedural",
            operation.c.status == "done",
        )
        .group_by(image.c.row_id)
    )
    return {row[0]: row[1] for row in rows}


def _importances(reading: Reading, ids: Sequence[int]) -> dict[int, list[tuple[int, float]]]:
    found: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for row in reading.connection.execute(
        select(image.c.row_id, operation.c.at, image.c.before)
        .join(operation, operation.c.id == image.c.operation_id)
        .where(
            image.c.table_name == "memory",
            image.c.column_name == "importance",
            image.c.row_id.in_(ids),
            operation.c.status == "done",
        )
        .order_by(operation.c.id, image.c.number)
    ):
        found[row.row_id].append((row.at, float(row.before)))
    return found


def read_heirs(reading: Reading, ids: Sequence[int]) -> dict[int, int]:
    """What each superseded memory was merged into, or which correction took its place."""
    corrected = exists().where(
        association.c.source_id == memory.c.superseded_by,
        association.c.target_id == memory.c.id,
        association.c.type == "corrects",
        visible(association, reading.hidden),
    )
    rows = reading.connection.execute(
        select(memory.c.id, func.coalesce(memory.c.merged_into, memory.c.superseded_by)).where(
            memory.c.id.in_(ids),
            memory.c.state != "active",
            or_(memory.c.merged_into.is_not(None), corrected),
        )
    )
    return {row[0]: row[1] for row in rows}


def read_replaced(reading: Reading, ids: Sequence[int]) -> dict[int, int]:
    """When each memory was superseded or merged (UTC µs), also one that was put into the Trash after that."""
    rows = reading.connection.execute(
        select(image.c.row_id, func.max(operation.c.at))
        .join(operation, operation.c.id == image.c.operation_id)
        .join(memory, memory.c.id == image.c.row_id)
        .where(
            image.c.table_name == "memory",
            image.c.column_name.in_(("superseded_by", "merged_into")),
            image.c.row_id.in_(ids),
            image.c.after.is_not(None),
            or_(memory.c.superseded_by.is_not(None), memory.c.merged_into.is_not(None)),
            operation.c.status == "done",
        )
        .group_by(image.c.row_id)
    )
    return {row[0]: row[1] for row in rows}


def _floors(reading: Reading, ids: Sequence[int]) -> dict[int, int]:
    """Until when each memory's promotions were refused by a person: demoted, or a promotion taken back."""
    refused = or_(
        and_(segment.c.reason == "demoted", visible(segment, reading.hidden)),
        and_(segment.c.reason == "promoted", segment.c.removed == 1),
    )
    rows = reading.connection.execute(
        select(segment.c.memory_id, func.max(segment.c.t0).label("at"))
        .where(segment.c.memory_id.in_(ids), refused)
        .group_by(segment.c.memory_id)
    )
    return {row.memory_id: row.at for row in rows}
