"""Checks of associations: ends that are not there, the same one twice, more fading ones than a memory may have."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from engramma.model.association import MOST_FADING
from engramma.store.associations.edges import CO_RECALLED, count_fading
from engramma.store.doctor.examination import (
    Examination,
    Finding,
    Row,
    counted,
    labelled,
    select_rows,
    shown,
    sound,
)
from engramma.store.doctor.integrity import broken_references
from engramma.store.journal.step import Step
from engramma.store.tables import metadata

_EDGES = ("association", "mention", "entity_relation")
_EITHER_WAY = ("co_recalled", "contradicts")
_AT_ONCE = 500
_TWINS = """
    SELECT a.id, a.source_id FROM association a
    WHERE {shown} AND EXISTS (
        SELECT 1 FROM association b
        WHERE b.source_id = a.source_id AND b.type = a.type AND b.target_id = a.target_id
        AND b.relation = a.relation AND b.removed = 0 AND b.id <> a.id
        AND (b.weight > a.weight OR (b.weight = a.weight AND b.id < a.id)))
"""
_MIRRORED = f"""
    SELECT a.id, a.source_id FROM association a
    WHERE {{shown}} AND a.type IN ({", ".join(f"'{name}'" for name in _EITHER_WAY)}) AND EXISTS (
        SELECT 1 FROM association b
        WHERE b.source_id = a.target_id AND b.type = a.type AND b.target_id = a.source_id
        AND b.relation = a.relation AND b.removed = 0
        AND (b.weight > a.weight OR (b.weight = a.weight AND b.id < a.id)))
"""
_MENTIONED_TWICE = """
    SELECT a.id, a.memory_id FROM mention a
    WHERE {shown} AND EXISTS (
        SELECT 1 FROM mention b
        WHERE b.memory_id = a.memory_id AND b.entity_id = a.entity_id AND b.removed = 0 AND b.id <> a.id
        AND (b.weight > a.weight OR (b.weight = a.weight AND b.id < a.id)))
"""
_MANY = f"""
    SELECT id FROM (
        SELECT memory_id AS id FROM mention
        UNION ALL SELECT source_id FROM association WHERE type = '{CO_RECALLED}'
        UNION ALL SELECT target_id FROM association WHERE type = '{CO_RECALLED}'
    ) GROUP BY id HAVING count(*) > {MOST_FADING}
"""


def check_dangling(look: Examination) -> Finding:
    """Associations and mentions of which an end is not there."""
    broken = sorted({(item[0], item[1]) for item in broken_references(look) if item[0] in _EDGES})
    rows: list[Row] = []
    with look.reading() as reading:
        for name, row_id in broken:
            table = metadata.tables[name]
            if reading.connection.scalar(select(table.c.removed).where(table.c.id == row_id)) == 0:
                rows.append((name, row_id))
    if not rows:
        return sound("Every association has both its ends.")
    detail = f"{counted(len(rows), 'association leads', 'associations lead')} to what is not there."
    return Finding(len(rows), detail, "Take them away.", rows=tuple(rows))


def check_twins(look: Examination) -> Finding:
    """Associations and mentions that say the same as a stronger or an older one."""
    rows: set[Row] = set()
    memories: set[int] = set()
    with look.reading() as reading:
        for name, sql in (
            ("association", _TWINS),
            ("association", _MIRRORED),
            ("mention", _MENTIONED_TWICE),
        ):
            for row in select_rows(reading.connection, sql.format(shown=shown("a", reading.hidden))):
                rows.add((name, int(row[0])))
                memories.add(int(row[1]))
    if not rows:
        return sound("No association is there twice.")
    ids = sorted(memories)
    detail = f"{counted(len(rows), 'association is', 'associations are')} there twice{labelled(ids)}."
    return Finding(
        len(rows), detail, "Keep the stronger of each.", rows=tuple(sorted(rows)), memories=tuple(ids[:20])
    )


def mend_edges(step: Step, rows: Sequence[Row]) -> None:
    """Take the rows away; undo brings them back."""
    for name, row_id in rows:
        step.update(metadata.tables[name], row_id, removed=1)


def check_crowded(look: Examination) -> Finding:
    """Memories with more fading associations than 64."""
    crowded: list[int] = []
    with look.reading() as reading:
        many = [int(row[0]) for row in select_rows(reading.connection, _MANY)]
        for start in range(0, len(many), _AT_ONCE):
            look.cancel.check()
            counts = count_fading(reading.connection, many[start : start + _AT_ONCE])
            crowded += [memory_id for memory_id, count in counts.items() if count > MOST_FADING]
    if not crowded:
        return sound(f"No memory has more than {MOST_FADING} associations that fade.")
    ids = sorted(crowded)
    memory = counted(len(ids), "memory has", "memories have")
    return Finding(
        len(ids),
        f"{memory} more than {MOST_FADING} associations that fade{labelled(ids)}.",
        "Take the weakest away.",
        rows=tuple(("memory", memory_id) for memory_id in ids),
        memories=tuple(ids[:20]),
    )
