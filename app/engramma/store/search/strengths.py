"""Counts the memories of a search by tenths of strength, tier and whether they are dormant: one grouped pass."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import tzinfo

from sqlalchemy import ColumnElement, Connection, and_, case, func, literal, literal_column, select

from engramma.model.policy import Policy
from engramma.model.search.tree import Query
from engramma.model.strengths import STRENGTH_TENTHS, StrengthSpread, StrengthTenth
from engramma.store.search.context import Context
from engramma.store.search.plan import plan
from engramma.store.search.strength import strength_exponent
from engramma.store.tables import memory


def strength_spread(
    connection: Connection,
    query: Query,
    *,
    now: int,
    policy: Policy,
    tz: tzinfo | None = None,
    hidden: Sequence[int] = (),
) -> StrengthSpread:
    """The spread of what `query` finds at `now` (UTC µs). Tenths end where `strength:>=` and `strength:<` do."""
    columns = memory.c
    clause = plan(connection, query, Context(now=now, policy=policy, tz=tz, hidden=hidden)).clause
    asleep = and_(columns.state == "active", columns.fades_at <= now, columns.conflicted == 0)
    # A LIMIT, even of -1, keeps SQLite from reckoning the strength anew for each comparison with it.
    found = (
        select(
            case((columns.tier == "long_term", 2), else_=0).label("tier"),
            case((asleep, 1), else_=0).label("sleeping"),
            strength_exponent(now).label("exponent"),
        )
        .where(clause)
        .limit(-1)
        .subquery()
    )
    group = _tenth(found.c.exponent, 0, STRENGTH_TENTHS - 1) * 4 + found.c.tier + found.c.sleeping
    grouped = select(group.label("sort")).limit(-1).subquery()
    rows = connection.execute(select(grouped.c.sort, func.count().label("number")).group_by(grouped.c.sort))
    # Told apart, since few are in conflict and their index has them.
    disputed = columns.state == "active", columns.fades_at <= now, columns.conflicted == literal_column("1")
    held = connection.scalar(select(func.count()).select_from(memory).where(clause, *disputed))
    counted = {int(row.sort): int(row.number) for row in rows}
    return StrengthSpread(
        at=now,
        threshold=policy.retrieval_threshold,
        tenths=tuple(
            StrengthTenth(
                place / STRENGTH_TENTHS,
                (place + 1) / STRENGTH_TENTHS,
                short_term=counted.get(4 * place, 0),
                long_term=counted.get(4 * place + 2, 0),
                short_term_dormant=counted.get(4 * place + 1, 0),
                long_term_dormant=counted.get(4 * place + 3, 0),
            )
            for place in range(STRENGTH_TENTHS)
        ),
        held=int(held or 0),
    )


def _tenth(exponent: ColumnElement[float], first: int, last: int) -> ColumnElement[int]:
    """The tenth from `first` to `last` that holds a strength, by halves: three or four comparisons.

    SQLite may lack mathematical functions, so tenths are told by their logarithms.
    """
    if first == last:
        return literal(first)
    middle = (first + last) // 2
    edge = math.log2((middle + 1) / STRENGTH_TENTHS)
    below, above = _tenth(exponent, first, middle), _tenth(exponent, middle + 1, last)
    return case((exponent < edge, below), else_=above)
