"""Withdraws the rows that an operation inserted and brings them back: `removed`, never a deletion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Table, select, update

from engramma.model.records import dataclass
from engramma.store.journal.journal import LongOperation
from engramma.store.journal.restoring import touch_owners
from engramma.store.journal.step import Step
from engramma.store.tables import metadata, row_range


@dataclass(frozen=True, slots=True)
class _Flip:
    """Rows to withdraw or bring back: those of a range that have the other value, and `owner` if one is named."""

    table: Table
    first: int
    last: int
    removed: int
    owner: int | None = None

    @property
    def act(self) -> str:
        return "withdraw" if self.removed else "reinstate"


def withdraw_inserts(
    running: LongOperation, operation_id: int, *, skipped: frozenset[tuple[str, int, str]]
) -> None:
    """Hide the rows that an operation inserted; a memory of which a field is `skipped` stays, with what is its."""
    kept = {row_id for table, row_id, _field in skipped if table == "memory"}
    settings = {row_id for table, row_id, _field in skipped if table == "policy_setting"}
    flips = [
        _Flip(metadata.tables[span.table_name], span.first_id, span.last_id, 1, operation_id)
        for span in _ranges(running, operation_id, acts=("insert",))
    ]
    flips = [part for flip in flips for part in _around(flip, settings)]
    _flip_all(running, flips, kept=kept)


def _around(flip: _Flip, settings: set[int]) -> list[_Flip]:
    """The flip without the settings that stay because somebody decided them anew."""
    if flip.table.name != "policy_setting" or not settings:
        return [flip]
    return [
        replace(flip, first=row_id, last=row_id)
        for row_id in range(flip.first, flip.last + 1)
        if row_id not in settings
    ]


def flip_ranges(running: LongOperation, operation_id: int) -> None:
    """Bring back what an operation (itself an undo or redo) withdrew, and withdraw what it brought back."""
    flips = [
        _Flip(
            metadata.tables[span.table_name], span.first_id, span.last_id, 0 if span.act == "withdraw" else 1
        )
        for span in _ranges(running, operation_id, acts=("withdraw", "reinstate"))
    ]
    _flip_all(running, flips, kept=set())


def withdraw_part(
    step: Step, operation_id: int, *, numbers: tuple[int, int], skipped: frozenset[tuple[str, int, str]]
) -> None:
    """Hide the rows that a part of an operation inserted: the ranges from the first to the last of `numbers`."""
    kept = {row_id for table, row_id, _field in skipped if table == "memory"}
    spans = step.connection.execute(
        select(row_range)
        .where(
            row_range.c.operation_id == operation_id,
            row_range.c.number.between(*numbers),
            row_range.c.act == "insert",
        )
        .order_by(row_range.c.number.desc())
    )
    for span in list(spans):
        table = metadata.tables[span.table_name]
        _set_removed(step, _Flip(table, span.first_id, span.last_id, 1, operation_id), kept=kept)


def hide_rows(step: Step, table: Table, ids: Sequence[int]) -> None:
    """Hide rows within one transaction; undoing the operation brings them back. `ids` in rising order."""
    for run in _runs(list(ids)):
        _set_removed(step, _Flip(table, run.start, run.stop - 1, 1), kept=set())


def _flip_all(running: LongOperation, flips: list[_Flip], *, kept: set[int]) -> None:
    waiting = list(reversed(flips))
    pace = running.pace
    while waiting:
        taken = 0
        with running.step() as step:
            pace.start()
            while waiting and taken < pace.rows:
                flip = waiting.pop()
                last = min(flip.last, flip.first + pace.rows - taken - 1)
                _set_removed(step, replace(flip, last=last), kept=kept)
                taken += last - flip.first + 1
                if last < flip.last:
                    waiting.append(replace(flip, first=last + 1))
        pace.stop(taken)


def _set_removed(step: Step, flip: _Flip, *, kept: set[int]) -> None:
    """Set `removed` within one transaction, and note ranges of the rows that really changed."""
    table = flip.table
    clauses = [table.c.id.between(flip.first, flip.last), table.c.removed == 1 - flip.removed]
    if flip.owner is not None:
        clauses.append(table.c.born_op == flip.owner)
    ids = list(step.connection.scalars(select(table.c.id).where(*clauses).order_by(table.c.id)))
    if kept:
        ids = _without(step, table, ids, kept=kept)
    if not ids:
        return
    for run in _runs(ids):
        within = table.c.id.between(run.start, run.stop - 1)
        step.connection.execute(update(table).where(within).values(removed=flip.removed))
        step.mark_range(table.name, run, act=flip.act)
    touch_owners(step, {(table.name, row_id) for row_id in ids})


def _without(step: Step, table: Table, ids: list[int], *, kept: set[int]) -> list[int]:
    """`ids` without the rows that are, or belong to, a memory that is kept."""
    column = "id" if table.name == "memory" else "memory_id"
    if column not in table.c or not ids:
        return ids
    owners = step.connection.execute(
        select(table.c.id, table.c[column]).where(table.c.id.between(ids[0], ids[-1]))
    )
    held = {row_id for row_id, owner in owners if owner in kept}
    return [row_id for row_id in ids if row_id not in held]


def _runs(ids: list[int]) -> list[range]:
    runs: list[range] = []
    for row_id in ids:
        if runs and runs[-1].stop == row_id:
            runs[-1] = range(runs[-1].start, row_id + 1)
        else:
            runs.append(range(row_id, row_id + 1))
    return runs


def _ranges(running: LongOperation, operation_id: int, *, acts: Sequence[str]) -> list[Any]:
    with running.step() as step:
        return list(
            step.connection.execute(
                select(row_range)
                .where(row_range.c.operation_id == operation_id, row_range.c.act.in_(acts))
                .order_by(row_range.c.number.desc())
            )
        )
