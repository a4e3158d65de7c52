"""Rows of memories and of what hangs on them, as the steps of an operation need them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, or_, select

from engramma.model.records import dataclass
from engramma.store.associations.edges import EDGE_COLUMNS, EdgeRow
from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.memories.reading import known_importance, strength_at
from engramma.store.tables import association, memory, provenance, tag


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """The stored columns that decide what an operation does with a memory."""

    id: int
    text: str
    kind: str
    tier: str
    state: str
    pinned: bool
    person_edited: bool
    importance: float
    created_at: int
    session_id: int | None
    version: int
    superseded_by: int | None
    merged_into: int | None
    t0: int
    log2_s0: float
    half_life: float | None
    fades_at: int | None

    @property
    def still(self) -> bool:
        """Whether it does not fade."""
        return self.pinned or self.kind == "procedural"

    def strength(self, now: int) -> float:
        """Its strength at `now`."""
        return strength_at(t0=self.t0, log2_s0=self.log2_s0, half_life=self.half_life, now=now)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A provenance row without its memory."""

    session_id: int | None
    event_id: int | None
    start: int | None
    end: int | None
    quote: str
    source_id: int | None
    line: int | None


_COLUMNS = tuple(memory.c[name] for name in MemoryRow.__dataclass_fields__)


def rows_of(step: Step | Reading, ids: Sequence[int]) -> list[MemoryRow]:
    """The memories among `ids` whose insert was not undone."""
    found = step.connection.execute(select(*_COLUMNS).where(memory.c.id.in_(ids), memory.c.removed == 0))
    return [
        MemoryRow(
            **{
                **row._mapping,
                "pinned": bool(row.pinned),
                "person_edited": bool(row.person_edited),
                "importance": known_importance(row.importance),
            }
        )
        for row in found
    ]


def row_of(step: Step, memory_id: int) -> MemoryRow | None:
    """One memory, or None."""
    found = rows_of(step, [memory_id])
    return found[0] if found else None


def tag_names(step: Step, memory_id: int) -> tuple[str, ...]:
    """The tags of a memory."""
    return tuple(
        step.connection.scalars(
            select(tag.c.name).where(tag.c.memory_id == memory_id, tag.c.removed == 0).order_by(tag.c.name)
        )
    )


def evidence_of(step: Step, memory_id: int) -> tuple[Evidence, ...]:
    """Where a memory came from."""
    rows = step.connection.execute(
        select(provenance)
        .where(provenance.c.memory_id == memory_id, provenance.c.removed == 0)
        .order_by(provenance.c.id)
    )
    return tuple(evidence_in(row) for row in rows)


def evidence_in(row: Any) -> Evidence:
    """A row of the table `provenance` without its memory."""
    return Evidence(
        session_id=row.session_id,
        event_id=row.event_id,
        start=row.start_char,
        end=row.end_char,
        quote=row.quote,
        source_id=row.source_id,
        line=row.line,
    )


def edges_of(step: Step, memory_id: int) -> tuple[EdgeRow, ...]:
    """All associations of a memory."""
    touching = or_(association.c.source_id == memory_id, association.c.target_id == memory_id)
    return _edges(step, touching)


def edge_between(step: Step, source_id: int, target_id: int, *, type_: str) -> EdgeRow | None:
    """The association of that type and direction, if there is one."""
    found = _edges(
        step,
        association.c.source_id == source_id,
        association.c.target_id == target_id,
        association.c.type == type_,
    )
    return found[0] if found else None


def _edges(step: Step, *clauses: ColumnElement[bool]) -> tuple[EdgeRow, ...]:
    rows = step.connection.execute(
        select(*EDGE_COLUMNS).where(*clauses, association.c.removed == 0).order_by(association.c.id)
    )
    return tuple(EdgeRow(*row) for row in rows)
