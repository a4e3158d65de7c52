"""The three handles of a decay plot, rehearsal, half-life and threshold: places, hits, and what a drag asks for."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QPointF

from engramma.model.clock import DAY
from engramma.model.memory import State
from engramma.model.records import dataclass
from engramma.theory.forgetting import in_order, strength
from engramma.ui.plots.decay_area import DecayArea
from engramma.ui.plots.decay_what_if import MOST_DAYS, Life, Supposed, WhatIf, half_life_through

REACH = 13
"""Half of the hit area in px: never less than 24 in all."""
RIGHTMOST = 0.94
PIN = "pin"


class Handle(StrEnum):
    """What can be taken hold of."""

    REHEARSE = "rehearse"
    HALF_LIFE = "half-life"
    THRESHOLD = "threshold"


@dataclass(frozen=True, slots=True)
class Tried:
    """What was dragged or typed: a field of the policy, "rehearse" (days from now, -1 for none) or "pin" (0 or 1)."""

    field: str
    value: float


def places(
    area: DecayArea,
    what: WhatIf,
    *,
    current: Life | None,
    supposed: Supposed | None,
    now: int,
    held: int | None,
) -> dict[Handle, QPointF]:
    """Where each handle stands. `held`: the moment at which the half-life is being dragged."""
    found = {
        Handle.THRESHOLD: QPointF(area.rect.right(), area.y(what.policy.retrieval_threshold)),
    }
    if current is None or current.memory.state is not State.ACTIVE:
        return found
    if not what.pin or what.rehearse_in is not None:
        at = now + (what.rehearse_in or 0) * DAY
        if area.start <= at <= area.end:
            found[Handle.REHEARSE] = QPointF(area.x(at), area.y(1.0))
    segments = in_order(current.curve.segments if supposed is None else supposed.segments)
    newest = segments[-1] if segments else None
    if newest is not None and newest.half_life is not None and not current.still:
        begin = max(now, newest.t0)
        latest = area.start + round(RIGHTMOST * (area.end - area.start))
        at = min(held if held is not None else begin + round(newest.half_life * DAY), latest)
        if at > begin:
            found[Handle.HALF_LIFE] = QPointF(area.x(at), area.y(strength(segments, at)))
    return found


def hit(found: dict[Handle, QPointF], point: QPointF, *, scale: float) -> Handle | None:
    """The handle under a point, the nearest of them."""
    near = [(_distance(at, point), handle) for handle, at in found.items()]
    distance, handle = min(near, default=(REACH * scale + 1, None))
    return handle if distance <= REACH * scale else None


def dragged(
    handle: Handle,
    point: QPointF,
    area: DecayArea,
    *,
    current: Life | None,
    supposed: Supposed | None,
    now: int,
) -> Tried | None:
    """What holding a handle there asks for."""
    if handle is Handle.THRESHOLD:
        return Tried("retrieval_threshold", area.strength(point.y()))
    if handle is Handle.REHEARSE:
        days = (area.moment(point.x()) - now) / DAY
        return Tried("rehearse", float(min(MOST_DAYS, max(0, round(days)))))
    if current is None:
        return None
    segments = in_order(current.curve.segments if supposed is None else supposed.segments)
    wanted = half_life_through(segments[-1], moment=area.moment(point.x()), wanted=area.strength(point.y()))
    return Tried(current.field, wanted)


def _distance(one: QPointF, other: QPointF) -> float:
    gap = one - other
    return max(abs(gap.x()), abs(gap.y()))
