"""A store's own policy: what is not set is the default. Every change is kept with what was there before.

A setting that cannot be counts as not set, so that a store with one opens all the same; the doctor names it.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, select

from engramma.model.errors import InvalidValueError
from engramma.model.policy import DEFAULT_POLICY, Policy
from engramma.store.tables import policy_setting


def load_policy(connection: Connection) -> Policy:
    """The policy in force in this store."""
    values = load_settings(connection)
    return DEFAULT_POLICY.with_values(values) if values else DEFAULT_POLICY


def load_settings(connection: Connection) -> Mapping[str, float]:
    """The fields that are set in this store, to something that they may be."""
    rows = connection.execute(
        select(policy_setting.c.field, policy_setting.c.value).where(policy_setting.c.removed == 0)
    )
    return {row.field: float(row.value) for row in rows if is_allowed(row.field, row.value)}


def is_allowed(field: str, value: str) -> bool:
    """Whether the policy knows such a field and lets it have that value."""
    try:
        DEFAULT_POLICY.with_values({field: float(value)})
    except (InvalidValueError, ValueError):
        return False
    return True
