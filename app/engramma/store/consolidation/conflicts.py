"""Writes and reads conflicts: two memories that say different things about the same thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_, select

from engramma.store.consolidation.pairs import LAPSED, read_open_conflict
from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.memories.rows import edge_between
from engramma.store.tables import association, conflict, memory
from engramma.store.visibility import visible

CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """A conflict as it is stored. Times are UTC µs."""

    id: int
    a_id: int
    b_id: int
    what: str
    stakes: str
    detail: str
    status: str
    resolution: str
    found_at: int
    resolved_at: int | None


def read_conflicts(
    reading: Reading, *, status: str | None, conflict_id: int | None = None, memory_id: int | None = None
) -> list[ConflictRow]:
    """Conflicts of a status, or all, by the time since when they stand; those that lapsed are left out.

    `memory_id` asks for those of one memory.
    """
    clauses = [visible(conflict, reading.hidden), conflict.c.resolution != LAPSED]
    if status is not None:
        clauses.append(conflict.c.status == status)
    if conflict_id is not None:
        clauses.append(conflict.c.id == conflict_id)
    if memory_id is not None:
        clauses.append(or_(conflict.c.a_id == memory_id, conflict.c.b_id == memory_id))
    columns = [conflict.c[name] for name in ConflictRow.__dataclass_fields__]
    rows = reading.connection.execute(
        select(*columns).where(*clauses).order_by(conflict.c.found_at, conflict.c.id)
    )
    return [ConflictRow(*row) for row in rows]


def record_conflict(
    step: Step, earlier: int, later: int, *, what: str, detail: str, found_at: int, actor: str
) -> None:
    """An open conflict since `found_at` (UTC µs); one that is open between the two already is brought up to date."""
    known = _open(step, earlier, later)
    values: dict[str, Any] = {
        "a_id": earlier,
        "b_id": later,
        "what": what,
        "stakes": "high",
        "detail": detail,
        "found_at": found_at,
    }
    if known is None:
        step.insert(conflict, **values)
    else:
        step.update(conflict, known, **values)
        _unjoin(step, earlier, later)
    join(step, later, earlier, at=found_at, actor=actor)
    step.touch((earlier, later))


def join(step: Step, later: int, earlier: int, *, at: int, actor: str) -> None:
    """The association of two memories of which the later contradicts the earlier, dated `at` (UTC µs)."""
    edge = edge_between(step, later, earlier, type_=CONTRADICTS)
    if edge is not None:
        step.update(association, edge.id, weight_at=at)
        return
    step.insert(
        association,
        source_id=later,
        target_id=earlier,
        type=CONTRADICTS,
        relation="",
        weight=1.0,
        weight_at=at,
        actor=actor,
    )


def _unjoin(step: Step, source: int, target: int) -> None:
    edge = edge_between(step, source, target, type_=CONTRADICTS)
    if edge is not None:
        step.update(association, edge.id, removed=1)


def close_lapsed(step: Step, ends: Sequence[int]) -> None:
    """A conflict that no longer holds is none: it is closed, and its association goes with it."""
    one, other = ends
    known = _open(step, one, other)
    if known is None:
        return
    step.update(conflict, known, status="resolved", resolution=LAPSED, resolved_at=step.at)
    _unjoin(step, one, other)
    _unjoin(step, other, one)
    step.touch(ends)


def supersede(step: Step, earlier: int, *, by: int, at: int, actor: str) -> None:
    """The later statement counts from `at` (UTC µs) on; the earlier one stays, superseded."""
    step.update(memory, earlier, state="superseded", state_at=at, superseded_by=by, updated_at=step.at)
    # The open conflict of the two may have been joined the other way round: one association is enough.
    _unjoin(step, earlier, by)
    join(step, by, earlier, at=at, actor=actor)


def close_conflict(step: Step, conflict_id: int, ends: Sequence[int], *, resolution: str) -> None:
    """Record how a conflict was resolved."""
    step.update(conflict, conflict_id, status="resolved", resolution=resolution, resolved_at=step.at)
    step.touch(ends)


def _open(step: Step, one: int, other: int) -> int | None:
    return read_open_conflict(Reading(step.connection, ()), (one, other))
