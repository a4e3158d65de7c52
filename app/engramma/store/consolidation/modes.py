"""What a store lets a pass do by itself. The newest change of a step counts, so that an undo gives the one before."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, select

from engramma.model.plan import DEFAULT_MODES, PlanStep, StepMode
from engramma.store.journal.step import Step
from engramma.store.tables import policy_change

_PREFIX = "consolidation."


def load_modes(connection: Connection) -> dict[PlanStep, StepMode]:
    """The mode of every step."""
    rows = connection.execute(
        select(policy_change.c.field, policy_change.c.after)
        .where(policy_change.c.field.startswith(_PREFIX), policy_change.c.removed == 0)
        .order_by(policy_change.c.id)
    )
    changed = {PlanStep(row.field.removeprefix(_PREFIX)): StepMode(row.after) for row in rows}
    return {**DEFAULT_MODES, **changed}


def change_modes(step: Step, modes: Mapping[PlanStep, StepMode], *, actor: str) -> list[PlanStep]:
    """Set modes; returns the steps that really changed."""
    before = load_modes(step.connection)
    changed = [name for name, mode in modes.items() if before[name] is not mode]
    for name in changed:
        step.insert(
            policy_change,
            field=f"{_PREFIX}{name.value}",
            before=before[name].value,
            after=modes[name].value,
            at=step.at,
            actor=actor,
        )
    return changed
