"""Decides what has become stale, due for the Trash or due for a purge. Never anything pinned or procedural.

Pure; the closed form of strength gives the dates, so any schedule of looks finds the same.
"""

from __future__ import annotations

from engramma.model.clock import DAY
from engramma.model.lapse import Lapse
from engramma.model.policy import Policy


def stale_since(memory: Lapse, policy: Policy) -> int | None:
    """When a semantic memory becomes (or became) stale: unconfirmed too long, or contradicted later; None never."""
    if memory.pinned or memory.kind != "semantic" or memory.state != "active" or memory.half_life is None:
        return None
    unconfirmed = memory.strong_at + round(policy.stale_half_lives * memory.half_life * DAY)
    if memory.contradicted_at is not None and memory.contradicted_at > memory.strong_at:
        return min(unconfirmed, memory.contradicted_at)
    return unconfirmed


def due_since(memory: Lapse, policy: Policy) -> int | None:
    """When a memory becomes due for the Trash: dormant or superseded long enough; None never."""
    if memory.pinned or memory.kind == "procedural":
        return None
    if memory.state == "superseded" and memory.state_at is not None:
        return memory.state_at + round(policy.due_superseded * DAY)
    if memory.state == "active" and memory.fades_at is not None and not memory.conflicted:
        return memory.fades_at + round(policy.due_dormant * DAY)
    return None


def purge_due_since(memory: Lapse, policy: Policy) -> int | None:
    """When a memory in the Trash may be proposed for a purge; None when it is not there or is protected."""
    if memory.pinned or memory.kind == "procedural" or memory.state != "trashed" or memory.state_at is None:
        return None
    return memory.state_at + round(policy.trash_retention * DAY)
