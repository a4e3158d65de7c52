"""Begins stretches of fading. Segments are only ever added; the one that a newer one closes keeps its half-life.

The open segment of a memory, the newest by (t0, id), fades as the policy says now. When it is closed, the half-life
that was in force is written into it, so that a later policy change does not reach it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from engramma.store.derive import fading_columns
from engramma.store.journal.step import Step
from engramma.store.tables import memory, segment


@dataclass(frozen=True, slots=True)
class NewSegment:
    """A stretch that begins at `t0` (UTC µs) with strength `s0`; a half-life (days) of None does not fade."""

    memory_id: int
    t0: int
    s0: float
    half_life: float | None
    reason: str


def begin_segment(
    step: Step, memory_id: int, *, t0: int, s0: float, half_life: float | None, reason: str
) -> None:
    """A new stretch of fading of one memory."""
    begin_segments(step, [NewSegment(memory_id, t0=t0, s0=s0, half_life=half_life, reason=reason)])


def begin_segments(step: Step, fresh: Sequence[NewSegment]) -> None:
    """New stretches, at most one a memory. One dated before the open one fades as its predecessor does."""
    if not fresh:
        return
    lives = _lives(step, [item.memory_id for item in fresh])
    rows = []
    for item in fresh:
        life = lives.get(item.memory_id, [])
        earlier = [row for row in life if row.t0 <= item.t0]
        half_life = item.half_life
        if earlier and earlier[-1] is life[-1]:
            _close(step, life[-1])
        elif item.t0 == step.at:
            _bring_back(step, life)
        elif earlier:
            half_life = earlier[-1].half_life
        rows.append(
            {
                "memory_id": item.memory_id,
                "t0": item.t0,
                "s0": item.s0,
                "half_life": half_life,
                "reason": item.reason,
            }
        )
    step.insert_many(segment, rows)


def promote_from(
    step: Step, memory_id: int, *, t0: int, s0: float, half_life: float, until: int | None
) -> None:
    """Begin a promoted stretch at `t0` (UTC µs), maybe long ago: what began later, up to `until`, fades so, too."""
    life = _lives(step, [memory_id]).get(memory_id, [])
    later = [row for row in life if row.t0 > t0]
    if life and not later:
        _close(step, life[-1])
    step.insert(segment, memory_id=memory_id, t0=t0, s0=s0, half_life=half_life, reason="promoted")
    _slow_down(step, later, before=(t0, s0), half_life=half_life, until=until)


def fade_slower(step: Step, memory_id: int, *, since: int, half_life: float, until: int | None) -> None:
    """What began at `since` (UTC µs) or later, up to `until`, fades with `half_life` after all."""
    later = [row for row in _lives(step, [memory_id]).get(memory_id, []) if row.t0 >= since]
    _slow_down(step, later, before=None, half_life=half_life, until=until)


def _slow_down(
    step: Step,
    later: Sequence[Any],
    *,
    before: tuple[int, float] | None,
    half_life: float,
    until: int | None,
) -> None:
    for row in later:
        if row.half_life is not None and (until is None or row.t0 < until):
            reason = row.reason if before is None else _reason(step, row, before, half_life)
            step.update(segment, row.id, half_life=half_life, reason=reason)
        before = (row.t0, row.s0)


def _reason(step: Step, row: Any, before: tuple[int, float], half_life: float) -> str:
    """Why a stretch began, now that the one before fades slower: what was not dormant yet was not revived."""
    faded_at = fading_columns(
        t0=before[0], s0=before[1], half_life=half_life, threshold=step.policy.retrieval_threshold
    )[2]
    revived = row.reason == "revived" and faded_at is not None and faded_at > row.t0
    return "rehearsed" if revived else str(row.reason)


def _bring_back(step: Step, life: Sequence[Any]) -> None:
    """What begins only after this moment was written while the clock ran ahead: it begins now, and ends at once."""
    for row in life:
        if row.t0 > step.at:
            step.update(segment, row.id, t0=step.at)


def _close(step: Step, row: Any) -> None:
    if row.half_life != row.in_force:
        step.update(segment, row.id, half_life=row.in_force)


def _lives(step: Step, ids: Sequence[int]) -> dict[int, list[Any]]:
    """The segments of each memory from birth on, with the half-life by which the memory fades now."""
    found: dict[int, list[Any]] = {}
    for row in step.connection.execute(
        select(
            segment.c.memory_id,
            segment.c.id,
            segment.c.t0,
            segment.c.s0,
            segment.c.half_life,
            segment.c.reason,
            memory.c.half_life.label("in_force"),
        )
        .join(memory, memory.c.id == segment.c.memory_id)
        .where(segment.c.memory_id.in_(ids), segment.c.removed == 0)
        .order_by(segment.c.memory_id, segment.c.t0, segment.c.id)
    ):
        found.setdefault(row.memory_id, []).append(row)
    return found
