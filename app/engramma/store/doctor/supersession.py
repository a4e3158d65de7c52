"""Who supersedes whom: chains that end nowhere, chains that bite their own tail, pins that do not hold.

A memory that is superseded is never a hit, so a chain without an end hides what it says. Texts are never changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from engramma.store.doctor.examination import (
    Examination,
    Finding,
    Row,
    counted,
    labelled,
    of_memories,
    select_rows,
    shown,
    sound,
)
from engramma.store.journal.step import Step
from engramma.store.tables import memory

_LINKED = """
    SELECT m.id, m.created_at, m.pinned, m.superseded_by, m.merged_into
    FROM memory m WHERE m.superseded_by IS NOT NULL
    UNION SELECT m.id, m.created_at, m.pinned, m.superseded_by, m.merged_into
    FROM memory m WHERE m.merged_into IS NOT NULL
"""
_ENDLESS = """
    SELECT m.id, m.pinned FROM memory m
    WHERE {shown} AND m.state = 'superseded'
    AND NOT EXISTS (SELECT 1 FROM memory n WHERE n.id = m.superseded_by AND n.removed = 0)
    AND NOT EXISTS (SELECT 1 FROM memory n WHERE n.id = m.merged_into AND n.removed = 0)
    AND NOT (m.superseded_by IS NULL AND m.merged_into IS NULL AND EXISTS
        (SELECT 1 FROM operation o WHERE o.kind IN ('purge', 'expire') AND o.at >= coalesce(m.state_at, 0)))
"""
_NOT_LONG_TERM = """
    SELECT m.id FROM memory m WHERE {shown} AND m.pinned = 1 AND m.tier <> 'long_term' AND m.state = 'active'
    AND NOT EXISTS (SELECT 1 FROM image i WHERE i.table_name = 'memory' AND i.row_id = m.id
        AND i.column_name = 'tier' AND i.after <> 'long_term')
"""


def check_circles(look: Examination) -> Finding:
    """Memories that supersede one another in a circle, so that none of them is ever found."""
    with look.reading() as reading:
        linked = {int(row[0]): row for row in select_rows(reading.connection, _LINKED)}
    circles = _circles({key: row[3] if row[3] is not None else row[4] for key, row in linked.items()})
    if not circles:
        return sound("No memories supersede one another in a circle.")
    cuts = []
    for circle in circles:
        free = [key for key in circle if not linked[key][2]]
        if free:
            cuts.append(max(free, key=lambda key: (linked[key][1], key)))
    ids = sorted(key for circle in circles for key in circle)
    left = "; those of pinned memories only are left to you" if len(cuts) < len(circles) else ""
    detail = (
        f"{counted(len(circles), 'circle', 'circles')} of memories that supersede one another{labelled(ids)}"
    )
    return Finding(
        len(circles),
        f"{detail}{left}.",
        "Let the newest of each circle stand." if cuts else "",
        rows=tuple(("memory", key) for key in cuts),
        memories=tuple(ids[:20]),
    )


def _circles(successors: dict[int, int]) -> list[list[int]]:
    """The circles in a graph in which everything has one successor at most."""
    done: set[int] = set()
    found = []
    for start in successors:
        path: dict[int, int] = {}
        at: int | None = start
        while at is not None and at in successors and at not in done and at not in path:
            path[at] = len(path)
            at = successors[at]
        if at is not None and at in path:
            found.append(list(path)[path[at] :])
        done.update(path)
    return found


def mend_circles(step: Step, rows: Sequence[Row]) -> None:
    """Cut the circle at one memory, which then is superseded by nothing."""
    _let_stand(step, rows)


def _let_stand(step: Step, rows: Sequence[Row]) -> None:
    for _table, memory_id in rows:
        found = step.connection.execute(
            select(memory.c.pinned, memory.c.state, memory.c.state_at).where(memory.c.id == memory_id)
        ).first()
        if found is None or found.pinned:
            continue
        back = found.state == "superseded"
        step.update(
            memory,
            memory_id,
            superseded_by=None,
            merged_into=None,
            state="active" if back else found.state,
            state_at=step.at if back else found.state_at,
        )


def check_successors(look: Examination) -> Finding:
    """Superseded memories whose successor is not there, unless it was erased for good on purpose."""
    with look.reading() as reading:
        rows = select_rows(reading.connection, _ENDLESS.format(shown=shown("m", reading.hidden)))
    if not rows:
        return sound("Every superseded memory has its successor.")
    ids = [int(row[0]) for row in rows]
    free = [int(row[0]) for row in rows if not row[1]]
    detail = (
        f"{counted(len(ids), 'memory is', 'memories are')} superseded by nothing that is there{labelled(ids)}"
    )
    left = "; pinned ones are left to you" if len(free) < len(ids) else ""
    return Finding(
        len(ids),
        f"{detail}{left}.",
        "Let them stand again." if free else "",
        rows=tuple(("memory", memory_id) for memory_id in free),
        memories=tuple(ids[:20]),
    )


def mend_successors(step: Step, rows: Sequence[Row]) -> None:
    """Make them active again."""
    _let_stand(step, rows)


def check_pinned(look: Examination) -> Finding:
    """Pinned memories that are not in long-term memory, where pinning puts them, though nobody moved them out."""
    with look.reading() as reading:
        rows = select_rows(reading.connection, _NOT_LONG_TERM.format(shown=shown("m", reading.hidden)))
    if not rows:
        return sound("Every pinned memory is a long-term one.")
    ids = [int(row[0]) for row in rows]
    what = f"{counted(len(ids), 'pinned memory is', 'pinned memories are')} not long-term"
    return of_memories(
        ids, what, "Move them to long-term memory, as pinning does; nothing else of them changes."
    )


def mend_pinned(step: Step, rows: Sequence[Row]) -> None:
    """Move them to long-term memory."""
    for _table, memory_id in rows:
        pinned = step.connection.scalar(select(memory.c.pinned).where(memory.c.id == memory_id))
        if pinned:
            step.update(memory, memory_id, tier="long_term")
