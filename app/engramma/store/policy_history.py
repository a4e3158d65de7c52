"""What the policy of a store was changed to, when and by whom: the newest changes first, those taken back too."""

from __future__ import annotations

from itertools import groupby

from sqlalchemy import select

from engramma.model.policy_history import PolicyChange, PolicyStep
from engramma.store.database import Reading
from engramma.store.tables import operation, policy_change

_MODES = "consolidation."


def read_policy_history(reading: Reading, *, limit: int) -> tuple[PolicyStep, ...]:
    """At most `limit` operations that changed fields of the policy; modes of consolidation steps are none."""
    changed = (
        select(policy_change.c.born_op)
        .where(policy_change.c.field.not_like(f"{_MODES}%"), policy_change.c.born_op.not_in(reading.hidden))
        .group_by(policy_change.c.born_op)
        .order_by(policy_change.c.born_op.desc())
        .limit(limit)
    )
    rows = reading.connection.execute(
        select(
            operation.c.id,
            operation.c.at,
            operation.c.actor,
            operation.c.undone_by,
            policy_change.c.field,
            policy_change.c.before,
            policy_change.c.after,
        )
        .join(policy_change, policy_change.c.born_op == operation.c.id)
        .where(operation.c.id.in_(changed), policy_change.c.field.not_like(f"{_MODES}%"))
        .order_by(operation.c.id.desc(), policy_change.c.id)
    ).all()
    return tuple(
        PolicyStep(
            operation_id=number,
            at=parts[0].at,
            actor=parts[0].actor,
            undone=parts[0].undone_by is not None,
            changes=tuple(PolicyChange(row.field, _number(row.before), _number(row.after)) for row in parts),
        )
        for number, found in groupby(rows, key=lambda row: row.id)
        if (parts := list(found))
    )


def _number(text: str | None) -> float | None:
    return None if text is None else float(text)
