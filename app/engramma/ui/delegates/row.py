"""The value that one table row is painted from. Everything is ready to show.

Delegates compute no dates and no strength.
"""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """One memory as a table shows it.

    `importance`, `strength`, `threshold` are 0..1. `fades_text` is a short text such as "6 mo", "11 d",
    "never", "pinned", "dormant". `spark` holds (x, strength) points of the last 90 days, x from 0 (90 days
    ago) to 1 (today). `draft`: an unsaved edit of it waits. The `_exact` texts are UTC times
    for tooltips, empty where there is none.
    """

    id: int
    label: str
    text: str
    kind: str
    tier: str
    category: str
    state: str
    pinned: bool
    dormant: bool
    conflict: bool
    importance: float
    strength: float
    threshold: float
    fades_text: str
    fades_soon: bool
    recalls: int
    tags: tuple[str, ...]
    session_title: str
    created_text: str
    spark: tuple[tuple[float, float], ...]
    draft: bool = False
    created_exact: str = ""
    fades_exact: str = ""
    recalled_exact: str = ""
