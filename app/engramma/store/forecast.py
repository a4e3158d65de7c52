"""Counts a store as it will be at some moment, from the indexed columns that the closed form needs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sqlalchemy import Integer, and_, case, cast, func, literal, select

from engramma.model.forecast import STRENGTH_BINS
from engramma.store.database import Reading
from engramma.store.search.strength import strength_exponent
from engramma.store.tables import memory
from engramma.store.visibility import visible


@dataclass(frozen=True, slots=True)
class StrengthCounts:
    """Active memories at a moment: by tier strong and dormant, by tenths of strength, and their mean strength."""

    strong: dict[str, int]
    dormant: dict[str, int]
    bins: tuple[int, ...]
    mean: float


def count_strengths(reading: Reading, *, at: int) -> StrengthCounts:
    """One grouped pass over the active memories; `at` UTC µs."""
    sleeping = case((and_(memory.c.fades_at <= at, memory.c.conflicted == 0), 1), else_=0).label("sleeping")
    exponent = strength_exponent(at)
    # SQLite may lack mathematical functions: tenths of strength are told by their logarithms.
    tenth = case(
        *((exponent < math.log2(edge / STRENGTH_BINS), edge - 1) for edge in range(1, STRENGTH_BINS)),
        else_=STRENGTH_BINS - 1,
    ).label("tenth")
    shown = memory.c.state == "active", visible(memory, reading.hidden)
    strong = {"short_term": 0, "long_term": 0}
    dormant = {"short_term": 0, "long_term": 0}
    bins = [0] * STRENGTH_BINS
    for row in reading.connection.execute(
        select(memory.c.tier, sleeping, tenth, func.count().label("rows"))
        .where(*shown)
        .group_by(memory.c.tier, sleeping, tenth)
    ):
        (dormant if row.sleeping else strong)[row.tier] += row.rows
        bins[row.tenth] += row.rows
    return StrengthCounts(strong, dormant, tuple(bins), _mean(reading, at=at))


def count_losses(reading: Reading, *, start: int, end: int) -> int:
    """How many active memories become dormant after `start` and by `end`, both UTC µs."""
    return int(
        reading.connection.scalar(
            select(func.count()).where(
                memory.c.state == "active",
                memory.c.conflicted == 0,
                memory.c.fades_at > start,
                memory.c.fades_at <= end,
                visible(memory, reading.hidden),
            )
        )
        or 0
    )


def _mean(reading: Reading, *, at: int) -> float:
    """The mean strength: grouped by whole and hundredths of the exponent, so that few rows leave the database."""
    exponent = strength_exponent(at)
    step = cast(-func.max(literal(-64.0), exponent) * 100.0, Integer).label("step")
    total = count = 0.0
    for row in reading.connection.execute(
        select(step, func.count().label("rows"))
        .where(memory.c.state == "active", visible(memory, reading.hidden))
        .group_by(step)
    ):
        total += row.rows * 2.0 ** (-(row.step + 0.5) / 100.0 if row.step else 0.0)
        count += row.rows
    return total / count if count else 0.0
