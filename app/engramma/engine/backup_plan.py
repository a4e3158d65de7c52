"""What a person says about the daily copies: whether they are made, and how many are kept."""

from __future__ import annotations

from engramma.model.records import dataclass

KEEP = 7
"""How many daily copies of a store are kept unless a person says otherwise."""
LEAST, MOST = 1, 60
"""How few and how many daily copies of a store a person may keep."""


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """`daily`: one copy a day; `keep`: how many of them, LEAST to MOST."""

    daily: bool = True
    keep: int = KEEP
