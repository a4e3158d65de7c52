"""Writes a store's policy within an operation: the setting itself, and a row that says what it was before."""

from __future__ import annotations

from sqlalchemy import select

from engramma.store.journal.step import Step
from engramma.store.tables import policy_change, policy_setting


def change_setting(step: Step, field: str, value: float | None, *, actor: str) -> bool:
    """Set a field, or with None give it its default again; False when it is so already."""
    row = step.connection.execute(select(policy_setting).where(policy_setting.c.field == field)).first()
    before = None if row is None or row.removed else str(row.value)
    after = None if value is None else repr(value)
    if before == after or (before is not None and after is not None and float(before) == value):
        return False
    if row is None:
        step.insert(policy_setting, field=field, value=after)
    elif after is None:
        step.update(policy_setting, row.id, removed=1)
    else:
        step.update(policy_setting, row.id, removed=0, value=after)
    step.insert(policy_change, field=field, before=before, after=after, at=step.at, actor=actor)
    return True
