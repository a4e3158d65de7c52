"""Undo and redo: another operation that gives each column back its earlier value, unless it changed since.

Inserts are withdrawn (`removed` = 1), never deleted, so that a redo brings them back as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, and_, func, or_, select, update

from engramma.model.errors import NotFoundError, NothingToUndoError
from engramma.model.operation import Take, UndoConflict, UndoResult
from engramma.store.journal.journal import Journal, LongOperation
from engramma.store.journal.step import Step
from engramma.store.tables import image, metadata, operation, row_range

UNDO, REDO, RECALL = "undo", "redo", "recall"
_ROWS = 1_000

# Columns of which a later value is somebody's decision; all others follow from these or are technical.
_DECIDED = {
    "memory": frozenset({"text", "kind", "category", "tier", "importance", "pinned", "state"}),
    "tag": frozenset({"removed"}),
}


def newest_undoable(connection: Connection, *, actor: str) -> int | None:
    """This actor's newest operation that is done, not undone, and neither a recall nor itself an undo."""
    found: int | None = connection.scalar(
        select(func.max(operation.c.id)).where(
            operation.c.actor == actor,
            operation.c.status == "done",
            operation.c.undone_by.is_(None),
            operation.c.kind.not_in((UNDO, REDO, RECALL)),
        )
    )
    return found


def newest_redoable(connection: Connection, *, actor: str) -> int | None:
    """This actor's newest undo that nothing of their own came after."""
    newest = connection.scalar(
        select(func.max(operation.c.id)).where(
            operation.c.actor == actor,
            operation.c.status == "done",
            operation.c.kind.not_in((UNDO, REDO, RECALL)),
        )
    )
    found: int | None = connection.scalar(
        select(func.max(operation.c.id)).where(
            operation.c.actor == actor,
            operation.c.status == "done",
            operation.c.kind == UNDO,
            operation.c.undone_by.is_(None),
            operation.c.id > (newest or 0),
        )
    )
    return found


def take_back(
    journal: Journal, operation_id: int | None, *, actor: str, redo: bool = False, take: Take = Take.ASK
) -> UndoResult:
    """Undo `operation_id`, or with None the actor's newest; `redo` takes back the newest undo instead.

    With `Take.ASK` and a conflict nothing changes and the conflicts are listed. `Take.MINE` keeps what was changed
    since, `Take.THEIRS` restores the old values all the same.
    """
    with journal.database.read() as reading:
        connection = reading.connection
        if operation_id is None:
            find = newest_redoable if redo else newest_undoable
            operation_id = find(connection, actor=actor)
            if operation_id is None:
                raise NothingToUndoError(f"There is nothing to {'redo' if redo else 'undo'}.")
        target = connection.execute(select(operation).where(operation.c.id == operation_id)).first()
        if target is None or target.status != "done":
            raise NotFoundError(f"There is no operation {operation_id}.", hint="engramma history lists them.")
        if target.undone_by is not None:
            raise NothingToUndoError(f"Operation {operation_id} has been undone already.")
        conflicts = _conflicts(connection, operation_id)
        subject = target
        if target.kind == UNDO and target.undoes is not None:
            subject = connection.execute(select(operation).where(operation.c.id == target.undoes)).one()
    if conflicts and take is Take.ASK:
        return UndoResult(operation_id, subject.label, None, conflicts)
    kind = REDO if target.kind == UNDO else UNDO
    label = f"{'Redo' if kind == REDO else 'Undo'}: {subject.label}"
    skipped = (
        frozenset((item.table, item.row_id, item.field) for item in conflicts)
        if take is Take.MINE
        else frozenset()
    )
    with journal.long(kind, label, actor=actor, undoes=operation_id) as running:
        _withdraw_inserts(running, operation_id, skipped=skipped)
        _flip_ranges(running, operation_id)
        _restore_images(running, operation_id, skipped=skipped, force=take is Take.THEIRS)
        running.changes += 1
        running.at_end = partial(_mark_undone, target=target, by=running.id)
        new_id = running.id
    return UndoResult(operation_id, subject.label, new_id, conflicts)


def _mark_undone(connection: Connection, *, target: Any, by: int) -> None:
    """In the transaction that makes the undo done. An undo of an undo makes the first operation count again."""
    connection.execute(update(operation).where(operation.c.id == target.id).values(undone_by=by))
    if target.kind == UNDO and target.undoes is not None:
        connection.execute(update(operation).where(operation.c.id == target.undoes).values(undone_by=None))
    elif target.kind == REDO and target.undoes is not None:
        first = select(operation.c.undoes).where(operation.c.id == target.undoes).scalar_subquery()
        connection.execute(update(operation).where(operation.c.id == first).values(undone_by=by))


def _conflicts(connection: Connection, operation_id: int) -> tuple[UndoConflict, ...]:
    return (*_changed_since(connection, operation_id), *_inserted_and_changed(connection, operation_id))


def _changed_since(connection: Connection, operation_id: int) -> list[UndoConflict]:
    found = []
    for table_name, columns in _DECIDED.items():
        table = metadata.tables[table_name]
        for column in sorted(columns):
            rows = connection.execute(
                select(image.c.row_id, image.c.memory_id, image.c.before, table.c[column].label("current"))
                .join(table, table.c.id == image.c.row_id)
                .where(
                    image.c.operation_id == operation_id,
                    image.c.table_name == table_name,
                    image.c.column_name == column,
                    table.c[column].is_distinct_from(image.c.after),
                    table.c[column].is_distinct_from(image.c.before),
                )
            ).all()
            for row in rows:
                changed_by = connection.scalar(
                    select(func.max(image.c.operation_id)).where(
                        image.c.table_name == table_name,
                        image.c.row_id == row.row_id,
                        image.c.column_name == column,
                        image.c.operation_id > operation_id,
                    )
                )
                found.append(
                    UndoConflict(
                        table=table_name,
                        row_id=row.row_id,
                        memory_id=row.memory_id,
                        field=column,
                        restored=row.before,
                        current=row.current,
                        changed_by=changed_by,
                    )
                )
    return found


def _inserted_and_changed(connection: Connection, operation_id: int) -> list[UndoConflict]:
    """Memories that this operation made and that a later, still valid operation changed."""
    spans = _spans(connection, operation_id, table_name="memory", act="insert")
    if not spans:
        return []
    later = image.alias("later")
    within = or_(*(later.c.row_id.between(first, last) for first, last in spans))
    memory = metadata.tables["memory"]
    rows = connection.execute(
        select(later.c.row_id, later.c.column_name, later.c.after, func.max(later.c.operation_id).label("by"))
        .join(operation, operation.c.id == later.c.operation_id)
        .join(memory, memory.c.id == later.c.row_id)
        .where(
            within,
            later.c.table_name == "memory",
            later.c.column_name.in_(sorted(_DECIDED["memory"])),
            later.c.operation_id > operation_id,
            operation.c.status == "done",
            operation.c.undone_by.is_(None),
            operation.c.kind.not_in((UNDO, REDO)),
            memory.c.removed == 0,
        )
        .group_by(later.c.row_id, later.c.column_name)
    ).all()
    return [
        UndoConflict(
            table="memory",
            row_id=row.row_id,
            memory_id=row.row_id,
            field=row.column_name,
            restored=None,
            current=row.after,
            changed_by=row.by,
        )
        for row in rows
    ]


def _spans(
    connection: Connection, operation_id: int, *, table_name: str | None = None, act: str
) -> list[tuple[int, int]]:
    clauses = [row_range.c.operation_id == operation_id, row_range.c.act == act]
    if table_name is not None:
        clauses.append(row_range.c.table_name == table_name)
    rows = connection.execute(select(row_range.c.first_id, row_range.c.last_id).where(and_(*clauses)))
    return [(int(row.first_id), int(row.last_id)) for row in rows]


def _ranges(running: LongOperation, operation_id: int, *, acts: Sequence[str]) -> list[Any]:
    with running.step() as step:
        return list(
            step.connection.execute(
                select(row_range)
                .where(row_range.c.operation_id == operation_id, row_range.c.act.in_(acts))
                .order_by(row_range.c.number.desc())
            )
        )


def _withdraw_inserts(
    running: LongOperation, operation_id: int, *, skipped: frozenset[tuple[str, int, str]]
) -> None:
    kept = {row_id for table, row_id, _field in skipped if table == "memory"}
    for span in _ranges(running, operation_id, acts=("insert",)):
        _set_removed(running, span, removed=1, act="withdraw", owner=operation_id, kept=kept)


def _flip_ranges(running: LongOperation, operation_id: int) -> None:
    for span in _ranges(running, operation_id, acts=("withdraw", "reinstate")):
        back = span.act == "withdraw"
        _set_removed(running, span, removed=0 if back else 1, act="reinstate" if back else "withdraw")


def _set_removed(
    running: LongOperation,
    span: Any,
    *,
    removed: int,
    act: str,
    owner: int | None = None,
    kept: set[int] | None = None,
) -> None:
    """Set `removed` on the rows of `span` that have the other value, in chunks, as ranges of what really changed."""
    table = metadata.tables[span.table_name]
    for start in range(span.first_id, span.last_id + 1, _ROWS):
        last = min(span.last_id, start + _ROWS - 1)
        with running.step() as step:
            clauses = [table.c.id.between(start, last), table.c.removed == 1 - removed]
            if owner is not None:
                clauses.append(table.c.born_op == owner)
            ids = list(step.connection.scalars(select(table.c.id).where(*clauses).order_by(table.c.id)))
            if kept:
                column = "id" if table.name == "memory" else "memory_id"
                if column in table.c:
                    held = set(
                        step.connection.scalars(
                            select(table.c.id).where(
                                table.c.id.between(start, last), table.c[column].in_(kept)
                            )
                        )
                    )
                    ids = [row_id for row_id in ids if row_id not in held]
            if not ids:
                continue
            step.connection.execute(update(table).where(table.c.id.in_(ids)).values(removed=removed))
            for run in _runs(ids):
                step.mark_range(table.name, run, act=act)
            _touch(step, table.name, ids)


def _touch(step: Step, table_name: str, ids: list[int]) -> None:
    table = metadata.tables[table_name]
    if table_name == "memory":
        step.touch(ids)
    elif "memory_id" in table.c:
        owners = step.connection.scalars(select(table.c.memory_id).where(table.c.id.in_(ids)).distinct())
        step.touch(owner for owner in owners if owner is not None)
    elif table_name == "conflict":
        for row in step.connection.execute(select(table.c.a_id, table.c.b_id).where(table.c.id.in_(ids))):
            step.touch(row)


def _runs(ids: list[int]) -> list[range]:
    runs: list[range] = []
    for row_id in ids:
        if runs and runs[-1].stop == row_id:
            runs[-1] = range(runs[-1].start, row_id + 1)
        else:
            runs.append(range(row_id, row_id + 1))
    return runs


def _restore_images(
    running: LongOperation, operation_id: int, *, skipped: frozenset[tuple[str, int, str]], force: bool
) -> None:
    after_number: int | None = None
    while True:
        with running.step() as step:
            clauses = [image.c.operation_id == operation_id]
            if after_number is not None:
                clauses.append(image.c.number < after_number)
            rows = step.connection.execute(
                select(image).where(*clauses).order_by(image.c.number.desc()).limit(_ROWS)
            ).all()
            for row in rows:
                if (row.table_name, row.row_id, row.column_name) not in skipped:
                    _restore(step, row, force=force)
            if len(rows) < _ROWS:
                return
            after_number = rows[-1].number


def _restore(step: Step, row: Any, *, force: bool) -> None:
    table = metadata.tables[row.table_name]
    column = table.c[row.column_name]
    current = step.connection.execute(select(column).where(table.c.id == row.row_id)).first()
    if current is None or current[0] == row.before:
        return
    decided = row.column_name in _DECIDED.get(row.table_name, ())
    if current[0] != row.after and not (force and decided):
        return
    step.connection.execute(update(table).where(table.c.id == row.row_id).values({column: row.before}))
    step.image(
        row.table_name,
        row.row_id,
        column=row.column_name,
        before=current[0],
        after=row.before,
        memory_id=row.memory_id,
    )
    step.changes += 1
    if row.memory_id is not None:
        step.touch((row.memory_id,))
    elif row.table_name == "conflict":
        _touch(step, "conflict", [row.row_id])
