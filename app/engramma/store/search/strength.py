"""Strength in SQL, without mathematical functions: its logarithm is linear in the stored columns.

log2 strength = log2_s0 − elapsed / half_life, never above 0; pinned and procedural memories stay at 0.
"""

from __future__ import annotations

import math

from sqlalchemy import ColumnElement, Float, and_, case, false, func, literal, or_, true

from engramma.model.clock import DAY
from engramma.model.search.values import Comparison
from engramma.store.tables import memory

SHOWN_PRECISION = 0.005


def strength_exponent(now: int) -> ColumnElement[float]:
    """log2 of each memory's strength at `now`; ordering by it is ordering by strength."""
    columns = memory.c
    still = or_(columns.pinned == 1, columns.kind == "procedural", columns.half_life.is_(None))
    elapsed = func.max(literal(0.0), now - columns.t0, type_=Float)
    return case((still, 0.0), else_=columns.log2_s0 - elapsed / (columns.half_life * float(DAY)))


def strength_compared(how: Comparison, value: float, *, now: int) -> ColumnElement[bool]:
    """Whether the strength at `now` is less, more … than `value`; equal means shown with the same two decimals."""
    exponent = strength_exponent(now)
    if how is Comparison.EQUAL:
        return strength_between(value - SHOWN_PRECISION, value + SHOWN_PRECISION, now=now)
    if value <= 0.0:
        return true() if how in (Comparison.MORE, Comparison.AT_LEAST) else false()
    limit = math.log2(value)
    match how:
        case Comparison.LESS:
            return exponent < limit
        case Comparison.AT_MOST:
            return exponent <= limit
        case Comparison.MORE:
            return exponent > limit
        case _:
            return exponent >= limit


def strength_between(low: float, high: float, *, now: int) -> ColumnElement[bool]:
    """Whether the strength at `now` lies from `low` to `high`."""
    if high <= 0.0:
        return false()
    exponent = strength_exponent(now)
    below = exponent <= math.log2(high)
    return below if low <= 0.0 else and_(exponent >= math.log2(low), below)
