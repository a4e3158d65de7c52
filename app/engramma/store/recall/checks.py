"""Recall checks in SQL. What a check says is journaled; how it went last is derived and is not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select, update

from engramma.model.operation import Operation
from engramma.model.recall import ItemType
from engramma.model.recall_check import CheckRun, Item, RecallCheck
from engramma.store.database import Database, Reading
from engramma.store.history import newest_sequence, read_operations
from engramma.store.tables import operation, recall_check
from engramma.store.visibility import visible


def read_checks(reading: Reading) -> tuple[RecallCheck, ...]:
    """All checks, oldest first."""
    rows = reading.connection.execute(
        select(recall_check).where(visible(recall_check, reading.hidden)).order_by(recall_check.c.id)
    )
    return tuple(_check(row) for row in rows)


def items_text(items: Sequence[Item]) -> str:
    """Items as they are stored."""
    return json.dumps([[type_.value, item] for type_, item in items])


def keep_results(database: Database, runs: Sequence[CheckRun], *, at: int, sequence: int) -> None:
    """Remember how checks went, when the newest operation was `sequence`; in one transaction."""
    with database.write() as connection:
        for run in runs:
            check = run.check
            result = {
                "passed": run.passed,
                "words": run.words,
                "mode": run.mode,
                "passed_sequence": sequence if run.passed else check.passed_sequence,
                "asked": _asked(check.question, items_text(check.expected), items_text(check.rejected)),
            }
            connection.execute(
                update(recall_check)
                .where(recall_check.c.id == check.id)
                .values(last_result=json.dumps(result, ensure_ascii=False), last_run_at=at)
            )


def read_sequence(reading: Reading) -> int:
    """The number of the newest operation."""
    return newest_sequence(reading)


def operations_after(reading: Reading, sequence: int, *, limit: int) -> tuple[Operation, ...]:
    """The newest operations since `sequence`, newest first."""
    ids = reading.connection.scalars(
        select(operation.c.id)
        .where(operation.c.seq > sequence, operation.c.kind != "check")
        .order_by(operation.c.seq.desc())
        .limit(limit)
    ).all()
    return read_operations(reading, ids=ids, limit=limit) if ids else ()


def _asked(question: str, expected: str, rejected: str) -> str:
    """What a check says, by which a result is known to be of another question or of other verdicts."""
    return f"{expected} {rejected} {question}"


def _check(row: Any) -> RecallCheck:
    last = json.loads(row.last_result) if row.last_result else {}
    # Results of an older version do not say what was asked.
    stands = last.get("asked", "") in ("", _asked(row.question, row.expected, row.rejected))
    return RecallCheck(
        id=row.id,
        question=row.question,
        expected=_items(row.expected),
        rejected=_items(row.rejected),
        created_at=row.created_at,
        last_run_at=row.last_run_at,
        last_passed=last.get("passed") if stands else None,
        last_words=str(last.get("words", "")) if stands else "not run since it was changed",
        last_mode=str(last.get("mode", "")),
        passed_sequence=last.get("passed_sequence"),
    )


def _items(stored: str) -> tuple[Item, ...]:
    return tuple((ItemType(type_), int(item)) for type_, item in json.loads(stored))
