"""Proposals in SQL: what waits for a person, and what was decided before and so is not proposed again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select

from engramma.model.plan import PlanItem, Proposal
from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.tables import proposal
from engramma.store.visibility import visible

Key = tuple[str, str, tuple[int, ...], tuple[int, ...], int]


def key_of(item: PlanItem | Proposal) -> Key:
    """What makes two proposals equal: what is proposed for whom, and since when it holds."""
    at = item.made_at if isinstance(item, Proposal) else item.at
    return (str(item.step), item.action, item.targets, item.sessions, at)


def read_proposals(reading: Reading, *, status: str | None = "pending") -> tuple[Proposal, ...]:
    """Proposals of one status, or all, oldest first."""
    clauses = [visible(proposal, reading.hidden)]
    if status is not None:
        clauses.append(proposal.c.status == status)
    rows = reading.connection.execute(
        select(proposal).where(*clauses).order_by(proposal.c.made_at, proposal.c.id)
    )
    return tuple(_proposal(row) for row in rows)


def read_made(reading: Reading) -> Iterator[Proposal]:
    """Every proposal that was ever made, without its reason and actor; for comparing many."""
    columns = [
        proposal.c[name]
        for name in ("id", "step", "action", "targets", "payload", "status", "made_at", "pass_id")
    ]
    rows = reading.connection.execute(select(*columns).where(visible(proposal, reading.hidden)))
    for row_id, step, action, targets, payload, status, made_at, pass_id in rows:
        yield Proposal(
            id=row_id,
            step=step,
            action=action,
            targets=_ids(targets),
            sessions=() if payload == "{}" else tuple(json.loads(payload).get("sessions", ())),
            reason="",
            actor="",
            status=status,
            made_at=made_at,
            from_pass=pass_id is not None,
        )


def read_proposals_of(
    reading: Reading, steps: Sequence[str], *, status: str | Sequence[str]
) -> list[Proposal]:
    """The proposals of some steps that have one of these statuses, oldest first."""
    statuses = [status] if isinstance(status, str) else list(status)
    rows = reading.connection.execute(
        select(proposal)
        .where(proposal.c.status.in_(statuses), proposal.c.step.in_(steps), visible(proposal, reading.hidden))
        .order_by(proposal.c.made_at, proposal.c.id)
    )
    return [_proposal(row) for row in rows]


def read_proposal(reading: Reading, proposal_id: int) -> Proposal | None:
    """One proposal, or None."""
    row = reading.connection.execute(
        select(proposal).where(proposal.c.id == proposal_id, visible(proposal, reading.hidden))
    ).first()
    return None if row is None else _proposal(row)


def insert_proposals(
    step: Step, items: Sequence[PlanItem], *, actor: str, pass_id: int | None, status: str = "pending"
) -> None:
    """Keep items for a person, or with another status as the record of why something was done."""
    step.insert_many(
        proposal,
        [
            {
                "step": item.step.value,
                "action": item.action,
                "targets": json.dumps(list(item.targets)),
                "reason": item.reason,
                "payload": json.dumps({"sessions": list(item.sessions)}) if item.sessions else "{}",
                "actor": actor,
                "status": status,
                "made_at": item.at,
                "decided_at": None if status == "pending" else item.at,
                "pass_id": pass_id,
            }
            for item in items
        ],
    )


def decide(step: Step, proposal_id: int, *, status: str, note: str = "") -> None:
    """Give a proposal another status."""
    waits = status == "pending"
    step.update(proposal, proposal_id, status=status, decided_at=None if waits else step.at, note=note)


def _proposal(row: Any) -> Proposal:
    return Proposal(
        id=row.id,
        step=row.step,
        action=row.action,
        targets=_ids(row.targets),
        sessions=tuple(json.loads(row.payload).get("sessions", ())),
        reason=row.reason,
        actor=row.actor,
        status=row.status,
        made_at=row.made_at,
        from_pass=row.pass_id is not None,
    )


def _ids(listed: str) -> tuple[int, ...]:
    # Most are a single number, for which the JSON decoder takes four times as long.
    inner = listed[1:-1]
    return (int(inner),) if inner.isdigit() else tuple(json.loads(listed))
