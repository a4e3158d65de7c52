"""The record of consolidation passes: when, by whom, for which moment, and what came of them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sqlalchemy import insert, update

from engramma.store.database import Database, Reading
from engramma.store.tables import consolidation_pass
from engramma.store.vectors.waiting import count_all_waiting


def begin_pass(database: Database, *, at: int, planned_for: int, actor: str) -> int:
    """Record that a pass runs; one that was left running by a dead process has failed. Needs the lease."""
    with database.write() as connection:
        connection.execute(
            update(consolidation_pass).where(consolidation_pass.c.status == "running").values(status="failed")
        )
        result = connection.execute(
            insert(consolidation_pass).values(
                started_at=at, planned_for=planned_for, actor=actor, status="running"
            )
        )
        assert result.inserted_primary_key is not None
        return int(result.inserted_primary_key[0])


def end_pass(
    database: Database,
    pass_id: int,
    *,
    at: int,
    status: str,
    counts: Mapping[str, int],
    operation_id: int | None,
) -> None:
    """Record how it ended."""
    with database.write() as connection:
        connection.execute(
            update(consolidation_pass)
            .where(consolidation_pass.c.id == pass_id)
            .values(finished_at=at, status=status, counts=json.dumps(dict(counts)), operation_id=operation_id)
        )


def count_waiting_vectors(reading: Reading) -> int:
    """How many texts wait for a vector."""
    return count_all_waiting(reading)
