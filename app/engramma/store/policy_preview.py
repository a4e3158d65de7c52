"""All that a change of the policy may move, as arrays: read once, so that every value of a slider is asked of memory.

A million rows leave SQLite as a few texts (see `store.search.arrays`), during which other threads run. Reads only.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Integer, and_, case, cast, exists, func, literal, or_, select

from engramma.model.progress import CancelToken
from engramma.model.records import dataclass
from engramma.store.consolidation.lapsing import STRENGTHENED, later_contradiction
from engramma.store.database import Reading
from engramma.store.search.arrays import Integers, integers
from engramma.store.tables import event, memory, segment, session
from engramma.store.visibility import visible

# A power of two, so that a logarithm of 0 to -30 loses nothing on its way through a whole number.
_EXACT = 2.0**58
LONG, STILL, CONFLICTED, SEMANTIC = 1, 2, 4, 8


@dataclass(frozen=True, slots=True, eq=False)
class PolicyPicture:
    """The active memories of a store, and since when others stand where they may lapse. All times UTC µs.

    By active memory, n of each: `ids`, `t0`, `log2_s0` (float64) of the open segment, `flags` (sums of the constants
    of this file), `strong_at` when it last became strong, `contradicted_at` (0 for never). `superseded_at` and
    `trashed_at` are of those that may lapse, `ended_at` of live sessions that are closed and still have turns.
    """

    ids: Integers
    t0: Integers
    log2_s0: NDArray[np.float64]
    flags: Integers
    strong_at: Integers
    contradicted_at: Integers
    superseded_at: Integers
    trashed_at: Integers
    ended_at: Integers


def read_policy_picture(reading: Reading, cancel: CancelToken | None = None) -> PolicyPicture:
    """The picture now. Raises Cancelled between its parts."""
    cancel = cancel or CancelToken()
    columns = memory.c
    still = or_(columns.pinned == 1, columns.kind == "procedural")
    flags = (
        case((columns.tier == "long_term", LONG), else_=0)
        + case((still, STILL), else_=0)
        + columns.conflicted * CONFLICTED
        + case((columns.kind == "semantic", SEMANTIC), else_=0)
    )
    lag = case(
        (and_(columns.kind == "semantic", columns.pinned == 0), columns.t0 - _strong_at(reading)), else_=0
    )
    contradicted = case((columns.conflicted == 1, func.coalesce(later_contradiction(reading), 0)), else_=0)
    ids, t0, scaled, marks, lags, contradicted_at = integers(
        reading.connection,
        select(
            columns.id,
            columns.t0,
            cast(columns.log2_s0 * literal(_EXACT), Integer).label("scaled"),
            flags.label("flags"),
            lag.label("lag"),
            contradicted.label("contradicted"),
        ).where(columns.state == "active", visible(memory, reading.hidden)),
    )
    cancel.check()
    superseded = _put_away(reading, "superseded")
    trashed = _put_away(reading, "trashed")
    cancel.check()
    return PolicyPicture(
        ids=ids,
        t0=t0,
        log2_s0=scaled.astype(np.float64) / _EXACT,
        flags=marks,
        strong_at=t0 - lags,
        contradicted_at=contradicted_at,
        superseded_at=superseded,
        trashed_at=trashed,
        ended_at=_ended(reading),
    )


def _strong_at(reading: Reading) -> ColumnElement[Any]:
    """When a memory last became strong. Nearly always its open segment says so, at no cost."""
    # A merge may begin a segment at full strength without being a rehearsal.
    begun_strong = (
        select(segment.c.memory_id)
        .where(segment.c.reason.not_in(STRENGTHENED), segment.c.s0 >= 1.0, visible(segment, reading.hidden))
        .scalar_subquery()
    )
    newest = (
        select(func.max(segment.c.t0))
        .where(
            segment.c.memory_id == memory.c.id,
            segment.c.reason.in_(STRENGTHENED),
            visible(segment, reading.hidden),
        )
        .correlate(memory)
        .scalar_subquery()
    )
    told = and_(memory.c.log2_s0 == 0.0, memory.c.id.not_in(begun_strong))
    return case((told, memory.c.t0), else_=func.coalesce(newest, memory.c.created_at))


def _put_away(reading: Reading, state: str) -> Integers:
    """Since when memories are in a state, those left out that never lapse."""
    columns = memory.c
    found = select(columns.state_at).where(
        columns.state == state,
        columns.pinned == 0,
        columns.kind != "procedural",
        columns.state_at.is_not(None),
        visible(memory, reading.hidden),
    )
    return integers(reading.connection, found)[0]


def _ended(reading: Reading) -> Integers:
    said = exists().where(event.c.session_id == session.c.id, visible(event, reading.hidden))
    found = select(session.c.ended_at).where(
        session.c.is_live == 1,
        session.c.is_open == 0,
        session.c.ended_at.is_not(None),
        visible(session, reading.hidden),
        said,
    )
    return integers(reading.connection, found)[0]
