"""What matters and is about to fade, in SQL, and what a person said may fade."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import select, text

from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.tables import memory, proposal
from engramma.store.visibility import visible

STEP, ACTION = "fading", "let_fade"
"""How a person's answer is kept: as a proposal that was decided against at once."""


def read_fading(reading: Reading, *, now: int, until: int, least: float, limit: int) -> list[int]:
    """Ids of active memories of at least this importance that fade after `now` and by `until`, the next one first.

    Those that a person let fade are left out, until something strengthens them. Times are UTC µs.
    """
    answered = _answers(reading)
    found = reading.connection.execute(
        select(memory.c.id, memory.c.t0)
        .where(
            memory.c.fades_at > now,
            memory.c.fades_at <= until,
            # The plus keeps SQLite from walking through all active rows: those that fade soon are few.
            text("+memory.state = 'active'"),
            memory.c.importance >= least,
            visible(memory, reading.hidden),
        )
        .order_by(memory.c.fades_at, memory.c.id)
        .limit(limit + len(answered))
    )
    return [memory_id for memory_id, began in found if answered.get(memory_id, began - 1) < began][:limit]


def read_let_fade(reading: Reading, ids: Sequence[int]) -> list[int]:
    """Those of `ids` that a person let fade, and that nothing strengthened since."""
    answered = _answers(reading)
    wanted = [memory_id for memory_id in ids if memory_id in answered]
    found = reading.connection.execute(select(memory.c.id, memory.c.t0).where(memory.c.id.in_(wanted)))
    return [memory_id for memory_id, began in found if answered[memory_id] >= began]


def _answers(reading: Reading) -> dict[int, int]:
    """When a person last let a memory fade, UTC µs by its id."""
    answered: dict[int, int] = {}
    for targets, at in reading.connection.execute(
        select(proposal.c.targets, proposal.c.made_at).where(
            proposal.c.step == STEP, visible(proposal, reading.hidden)
        )
    ):
        answered.update((target, max(at, answered.get(target, at))) for target in json.loads(targets))
    return answered


def keep_answer(step: Step, memory_id: int, *, actor: str) -> None:
    """A person lets a memory fade."""
    step.insert(
        proposal,
        step=STEP,
        action=ACTION,
        targets=json.dumps([memory_id]),
        reason="fades soon",
        actor=actor,
        status="rejected",
        made_at=step.at,
        decided_at=step.at,
    )
