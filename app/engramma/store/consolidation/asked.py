"""Proposals in which an agent asks for a change of a memory: with what carrying it out needs, as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from engramma.model.asked import Asked
from engramma.store.database import Reading
from engramma.store.handles import Connection
from engramma.store.journal.step import Step
from engramma.store.tables import proposal
from engramma.store.visibility import visible

ASK = "ask"
_COLUMNS = ("id", "action", "actor", "targets", "payload")


def find_asked(
    reading: Reading, *, action: str, targets: Sequence[int], payload: str
) -> tuple[int, str] | None:
    """(id, status) of an equal one that waits or was rejected, the newest first."""
    row = reading.connection.execute(
        select(proposal.c.id, proposal.c.status)
        .where(
            proposal.c.step == ASK,
            proposal.c.action == action,
            proposal.c.targets == json.dumps(list(targets)),
            proposal.c.payload == payload,
            proposal.c.status.in_(("pending", "rejected")),
            visible(proposal, reading.hidden),
        )
        .order_by(proposal.c.id.desc())
        .limit(1)
    ).first()
    return None if row is None else (row.id, row.status)


def questions_asked(connection: Connection, *, action: str, payloads: Sequence[str]) -> set[str]:
    """Those of `payloads` that were ever asked about no memory in particular, whatever became of it."""
    return set(
        connection.scalars(
            select(proposal.c.payload).where(
                proposal.c.step == ASK,
                proposal.c.action == action,
                proposal.c.targets == "[]",
                proposal.c.payload.in_(payloads),
                proposal.c.removed == 0,
            )
        )
    )


def insert_asked(
    step: Step, *, action: str, targets: Sequence[int], payload: str, reason: str, actor: str
) -> int:
    """Keep a question; returns its id."""
    return step.insert(
        proposal,
        step=ASK,
        action=action,
        targets=json.dumps(list(targets)),
        reason=reason,
        payload=payload,
        actor=actor,
        made_at=step.at,
    )


def read_all_asked(reading: Reading, *, status: str | None = "pending") -> tuple[Asked, ...]:
    """What agents ask for in proposals of one status, or in all, oldest first."""
    clauses = [proposal.c.step == ASK, visible(proposal, reading.hidden)]
    if status is not None:
        clauses.append(proposal.c.status == status)
    rows = reading.connection.execute(
        select(*(proposal.c[name] for name in _COLUMNS)).where(*clauses).order_by(proposal.c.id)
    ).all()
    return tuple(_asked(row) for row in rows)


def read_asked_about(reading: Reading, memory_id: int) -> tuple[Asked, ...]:
    """What agents ask for about one memory and a person has not decided, oldest first."""
    return tuple(found for found in read_all_asked(reading) if memory_id in found.targets)


def read_asked_targets(reading: Reading, proposal_ids: Sequence[int]) -> set[int]:
    """The memories that agents ask about in some proposals, decided or not."""
    found = reading.connection.scalars(
        select(proposal.c.targets).where(proposal.c.step == ASK, proposal.c.id.in_(proposal_ids))
    )
    return {target for targets in found for target in json.loads(targets)}


def _asked(row: Any) -> Asked:
    values: dict[str, Any] = json.loads(row.payload)
    importance, session_id = values.get("importance"), values.get("session_id")
    words = {
        name: str(values.get(name) or "") for name in ("text", "kind", "tier", "category", "type", "relation")
    }
    return Asked(
        proposal_id=row.id,
        action=row.action,
        actor=row.actor,
        targets=tuple(json.loads(row.targets)),
        importance=float(importance) if isinstance(importance, int | float) else None,
        session_id=session_id if isinstance(session_id, int) else None,
        tags=_names(values, "tags"),
        add=_names(values, "add"),
        remove=_names(values, "remove"),
        settings=_settings(values),
        **words,
    )


def _settings(values: dict[str, Any]) -> tuple[tuple[str, float], ...]:
    found = values.get("settings")
    return tuple(sorted((str(name), float(value)) for name, value in found.items())) if found else ()


def _names(values: dict[str, Any], name: str) -> tuple[str, ...]:
    found = values.get(name)
    return tuple(str(one) for one in found) if isinstance(found, list) else ()


def read_asked(reading: Reading, proposal_id: int) -> dict[str, Any]:
    """What carrying a question out needs; empty when there is no such proposal."""
    found: str | None = reading.connection.scalar(
        select(proposal.c.payload).where(proposal.c.id == proposal_id, visible(proposal, reading.hidden))
    )
    values = json.loads(found or "{}")
    return values if isinstance(values, dict) else {}
