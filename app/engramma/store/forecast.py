"""Counts a store as it will be at some moment, from the indexed columns that the closed form needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Integer, and_, case, cast, func, literal, literal_column, select

from engramma.model.clock import DAY
from engramma.model.forecast import STRENGTH_BINS, OutlookPoint
from engramma.model.policy import Policy
from engramma.model.search.tree import Query
from engramma.store.calendar import state_is
from engramma.store.database import Reading
from engramma.store.policy import load_policy
from engramma.store.search.context import Context
from engramma.store.search.memories import ACTIVE
from engramma.store.search.plan import plan
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


def count_outlook(
    reading: Reading, query: Query, *, now: int, moments: Sequence[int]
) -> tuple[OutlookPoint, ...]:
    """What `query` finds at `now`, as it will stand at each of `moments` (all UTC µs): one pass for each state."""
    policy = load_policy(reading.connection)
    context = Context(now=now, policy=policy, hidden=reading.hidden)
    way = plan(reading.connection, query, context, any_state=True)
    found = way.clause
    asleep = [_number_where(memory.c.fades_at <= at) for at in moments]
    overdue = [_number_where(memory.c.fades_at <= at - round(policy.due_dormant * DAY)) for at in moments]
    rows = reading.connection.execute(
        select(memory.c.tier, func.count(), *asleep, *overdue)
        .where(found, state_is("active", query, way, whole=True))
        .group_by(memory.c.tier)
    ).all()
    # Told apart, since few are in conflict and no index of many has it.
    disputed = reading.connection.execute(
        select(memory.c.tier, *asleep, *overdue)
        .where(found, ACTIVE, memory.c.conflicted == literal_column("1"))
        .group_by(memory.c.tier)
    ).all()
    awake_still = {tier: numbers for tier, *numbers in disputed}
    away = _count_away(reading, found, policy, moments)
    points = []
    for place, at in enumerate(moments):
        strong = {"short_term": 0, "long_term": 0}
        dormant, due, awake = dict(strong), 0, 0
        for tier, total, *numbers in rows:
            held = awake_still.get(tier, [0] * len(numbers))
            dormant[tier] = numbers[place] - held[place]
            strong[tier] = total - dormant[tier]
            awake += held[place]
            due += numbers[len(moments) + place] - held[len(moments) + place]
        superseded, trashed = away["superseded"], away["trashed"]
        points.append(
            OutlookPoint(
                at=at,
                strong=strong,
                dormant=dormant,
                superseded=superseded[0],
                trashed=trashed[0],
                due=due + superseded[1 + place],
                purge=trashed[1 + place],
                held=awake,
            )
        )
    return tuple(points)


def _count_away(
    reading: Reading, found: ColumnElement[bool], policy: Policy, moments: Sequence[int]
) -> dict[str, list[int]]:
    """By state: how many are put away, and how many of them have lapsed by each moment."""
    kept = {"superseded": policy.due_superseded, "trashed": policy.trash_retention}
    loose = and_(memory.c.pinned == 0, memory.c.kind != "procedural")
    counts = {}
    for state, days in kept.items():
        lapsed = [_number_where(and_(loose, memory.c.state_at <= at - round(days * DAY))) for at in moments]
        row = reading.connection.execute(
            select(func.count(), *lapsed).where(found, memory.c.state == state)
        ).one()
        counts[state] = [int(number or 0) for number in row]
    return counts


def _number_where(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return cast(func.sum(case((condition, 1), else_=0)), Integer)


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
