"""Proposals in which an agent asks for a change of a memory: with what carrying it out needs, as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.tables import proposal
from engramma.store.visibility import visible

ASK = "ask"


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


def read_asked(reading: Reading, proposal_id: int) -> dict[str, Any]:
    """What carrying a question out needs; empty when there is no such proposal."""
    found: str | None = reading.connection.scalar(
        select(proposal.c.payload).where(proposal.c.id == proposal_id, visible(proposal, reading.hidden))
    )
    values = json.loads(found or "{}")
    return values if isinstance(values, dict) else {}
