"""The segments of memories as columns: when each began, how strong, when it fell below the threshold.

Reading and ordering are apart, so that a second thread may read while the memories themselves are read.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Integer, and_, case, cast, func, or_, select

from engramma.model.clock import DAY, SECOND
from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.overview.columns import NEVER, Flags, MemoryColumns, Moments
from engramma.store.overview.ruler import Places
from engramma.store.search.arrays import unordered_integers
from engramma.store.search.plan import Plan
from engramma.store.tables import image, memory, segment
from engramma.store.visibility import visible

_FAINTEST, _WHOLE = 1e-9, float(1 << 40)
_STILL, _TOLD_APART = 0, -1
_TELLING = ("promoted", "demoted", "pinned", "merged", "split", "moved")
_SECONDS = 1 << 32


@dataclass(frozen=True, slots=True, eq=False)
class RawLives:
    """Segments in the order of their ids. `fading`: whole days of half-life of one that began at 1, or a code.

    The `apart` ones began at another strength, have an odd half-life (here in µs), or tell a tier: `was_long` 1 or
    0, or -1.
    """

    owner: Places
    began: Moments
    fading: Places
    apart_owner: Places
    apart_began: Moments
    apart_half_life: Moments
    apart_strength: NDArray[np.float64]
    apart_fades: Flags
    was_long: Places


def read_raw_lives(reading: Reading, way: Plan) -> RawLives:
    """All segments, or of what a rare condition finds only its own."""
    columns = segment.c
    whole = cast(columns.half_life, Integer)
    odd = or_(columns.s0 != 1, columns.half_life != whole)
    fading = case((columns.half_life.is_(None), _STILL), (odd, _TOLD_APART), else_=whole)
    # Two comparisons spare most rows the list.
    telling = and_(columns.reason != "created", columns.reason != "rehearsed", columns.reason.in_(_TELLING))
    apart = (
        columns.memory_id,
        columns.t0,
        # As whole numbers: SQLite writes reals three times as slowly.
        cast(func.coalesce(columns.half_life, 0) * float(DAY) + 0.5, Integer),
        cast(columns.s0 * _WHOLE + 0.5, Integer),
        case((odd, columns.half_life.is_not(None)), else_=0),
        _was_long(),
    )
    found = select(columns.memory_id, columns.t0, fading).where(visible(segment, reading.hidden))
    if way.driver is not None:
        found = found.where(columns.memory_id.in_(select(memory.c.id).where(way.clause)))
    # Along the ids or along (memory, time, id): of two that begin at once the later one comes later either way.
    owner, began, days, *listed = unordered_integers(reading.connection, found, apart, when=or_(odd, telling))
    return RawLives(
        owner=owner,
        began=began,
        fading=days,
        apart_owner=listed[0],
        apart_began=listed[1],
        apart_half_life=listed[2],
        apart_strength=listed[3] / _WHOLE,
        apart_fades=listed[4] > 0,
        was_long=listed[5],
    )


def _was_long() -> ColumnElement[int]:
    """Whether the memory was long-term before this segment, -1 if it does not tell."""
    columns = segment.c
    before = (
        select(image.c.before)
        .where(
            image.c.operation_id == columns.born_op,
            image.c.table_name == "memory",
            image.c.row_id == columns.memory_id,
            image.c.column_name == "tier",
        )
        .limit(1)
        .correlate(segment)
        .scalar_subquery()
    )
    return case(
        (columns.reason == "promoted", 0),
        (columns.reason == "demoted", 1),
        (columns.reason.not_in(_TELLING), -1),
        (before == "long_term", 1),
        (before == "short_term", 0),
        else_=-1,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Lives:
    """The segments of the memories found, by memory and beginning; moments UTC µs.

    `faded`: when a segment's strength crosses the threshold if nothing follows, `NEVER` if it does not fade; for the
    newest of each memory as the policy in force has it, else by its own half-life. `level`: log2 of the strength at
    its beginning.
    """

    owner: Places
    began: Moments
    faded: Moments
    level: NDArray[np.float64]


def lives_of(raw: RawLives, found: MemoryColumns, *, threshold: float) -> Lives:
    """The segments of `found`, in order."""
    least = math.log2(threshold)
    faded = np.where(raw.fading == _STILL, NEVER, raw.began + _rounded(raw.fading * (DAY * -least)))
    level = np.zeros(len(raw.owner))
    apart = np.flatnonzero(raw.fading == _TOLD_APART)
    levels = np.log2(np.maximum(raw.apart_strength[raw.apart_fades], _FAINTEST))
    spans = np.maximum(0.0, levels - least) * raw.apart_half_life[raw.apart_fades]
    faded[apart] = raw.began[apart] + _rounded(spans)
    level[apart] = levels
    among = found.among(raw.owner)
    order = _order(raw.owner, raw.began)
    if not among.all():
        order = order[among[order]]
    owner, began, faded, level = raw.owner[order], raw.began[order], faded[order], level[order]
    newest = np.ones(len(owner), dtype=np.bool_)
    newest[:-1] = owner[1:] != owner[:-1]
    faded[newest] = found.fades[found.places_of(owner[newest])]
    return Lives(owner, began, faded, level)


def _rounded(spans: Any) -> Moments:
    rounded: Moments = np.asarray(spans + 0.5).astype(np.int64)
    return rounded


def ranks(owner: Places, at: Moments, *, since: int) -> Places:
    """Whole numbers that rise with the owner, then with the seconds from `since` (UTC µs, not after any moment)."""
    # Of moments further apart than 136 years the later ones tie.
    return owner * _SECONDS + np.minimum((at - since) // SECOND, _SECONDS - 1)


def _order(owner: Places, began: Moments) -> Places:
    """By owner, beginning, and place: of two that begin at once the later one counts."""
    # One number for both sorts ten times as fast; what it does not tell apart is put right afterwards.
    key = ranks(owner, began, since=int(began.min(initial=NEVER)))
    order: Places = np.argsort(key)
    tied = np.zeros(len(order), dtype=np.bool_)
    equal = np.diff(key[order]) == 0
    tied[:-1] |= equal
    tied[1:] |= equal
    rows = order[tied]
    order[tied] = rows[np.lexsort((rows, began[rows], owner[rows]))]
    return order


@dataclass(frozen=True, slots=True, eq=False)
class TierChanges:
    """Changes of tier by memory and time: whose, when (UTC µs), and whether it was long-term before."""

    owner: Places
    at: Moments
    was_long: Flags


def tier_changes(raw: RawLives, found: MemoryColumns) -> TierChanges:
    """The changes of tier of `found`: promotions, demotions, and what pins and merges raised."""
    told = np.flatnonzero((raw.was_long >= 0) & found.among(raw.apart_owner))
    owner, at = raw.apart_owner[told], raw.apart_began[told]
    order = np.lexsort((at, owner))
    return TierChanges(owner[order], at[order], raw.was_long[told][order] == 1)
