"""Reads a store's own policy; what is not stored is the default."""

from __future__ import annotations

from sqlalchemy import Connection, select

from engramma.model.policy import DEFAULT_POLICY, Policy
from engramma.store.tables import policy_setting


def load_policy(connection: Connection) -> Policy:
    """The policy in force in this store."""
    rows = connection.execute(
        select(policy_setting.c.field, policy_setting.c.value).where(policy_setting.c.removed == 0)
    ).all()
    return (
        DEFAULT_POLICY.with_values({row.field: float(row.value) for row in rows}) if rows else DEFAULT_POLICY
    )
