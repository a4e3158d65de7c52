"""Recall checks in SQL. What a check says is journaled; how it went last is derived and is not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select, update

from engramma.model.recall import ItemType
from engramma.model.recall_check import Item, RecallCheck
from engramma.store.database import Database, Reading
from engramma.store.tables import recall_check
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


def keep_result(database: Database, check_id: int, *, at: int, passed: bool, words: str) -> None:
    """Remember how a check went."""
    result = json.dumps({"passed": passed, "words": words}, ensure_ascii=False)
    with database.write() as connection:
        connection.execute(
            update(recall_check)
            .where(recall_check.c.id == check_id)
            .values(last_result=result, last_run_at=at)
        )


def _check(row: Any) -> RecallCheck:
    last = json.loads(row.last_result) if row.last_result else {}
    return RecallCheck(
        id=row.id,
        question=row.question,
        expected=_items(row.expected),
        rejected=_items(row.rejected),
        created_at=row.created_at,
        last_run_at=row.last_run_at,
        last_passed=last.get("passed"),
        last_words=str(last.get("words", "")),
    )


def _items(stored: str) -> tuple[Item, ...]:
    return tuple((ItemType(type_), int(item)) for type_, item in json.loads(stored))
