"""When memories meet a fate, counted by local day and listed by importance: one statement, in SQL.

The dates are those of `engramma.theory.lapsing` and of the closed form, told here by columns, so that a million rows
are counted within a second. Reads only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    and_,
    case,
    cast,
    func,
    literal_column,
    select,
    union_all,
)

from engramma.model.calendar import DayCounts, Fate, starts_of_days
from engramma.model.clock import DAY
from engramma.model.policy import Policy
from engramma.model.records import dataclass
from engramma.model.search.tree import Query, Term, leaves
from engramma.store.consolidation.lapsing import STRENGTHENED, later_contradiction
from engramma.store.database import Reading
from engramma.store.policy import load_policy
from engramma.store.search.context import Context
from engramma.store.search.memories import ACTIVE
from engramma.store.search.plan import Plan, plan
from engramma.store.search.properties import undisputed
from engramma.store.tables import memory, segment
from engramma.store.visibility import visible

_IN_INDEX = frozenset({"tier", "kind", "category", "fades"})


@dataclass(frozen=True, slots=True)
class _Coming:
    """When rows of a state meet a fate (UTC µs, may be NULL), and which of them may.

    `costly`: to be worked out once a row.
    """

    at: ColumnElement[int]
    state: str
    clause: ColumnElement[bool]
    costly: bool = False


def count_days(reading: Reading, query: Query, fate: Fate, *, now: int, wanted: DayCounts) -> DayCounts:
    """`wanted` with its days counted, for what `query` finds at `now` (UTC µs)."""
    starts = starts_of_days(wanted.first, len(wanted.counts))
    counts = [0] * len(wanted.counts)
    already = later = 0
    for coming in _comings(reading, fate):
        # The LIMIT keeps SQLite from working out the moment again for each place where it is named.
        rows_at = (
            _found(reading, query, coming, now=now, columns=(coming.at.label("at"),)).limit(-1).subquery()
        )
        day = day_number(rows_at.c.at, starts).label("day")
        for number, rows in reading.connection.execute(select(day, func.count()).group_by(day)):
            if number is None:
                continue
            if number < 0:
                already += rows
            elif number >= len(counts):
                later += rows
            else:
                counts[number] += rows
    return DayCounts(fate, wanted.first, tuple(counts), already, later)


def fated_ids(
    reading: Reading,
    query: Query,
    fate: Fate,
    *,
    now: int,
    start: int,
    end: int,
) -> list[int]:
    """Ids of what meets a fate from `start` up to `end` (UTC µs), the most important first."""
    parts = []
    for coming in _comings(reading, fate):
        keys = memory.c.id, memory.c.importance
        part = _found(reading, query, coming, now=now, columns=(*keys, coming.at.label("at")))
        if coming.costly:
            part = select(part.limit(-1).subquery())
        at = part.selected_columns.at if coming.costly else coming.at
        parts.append(part.where(at >= start, at < end))
    rows = union_all(*parts).subquery()
    ordered = select(rows.c.id).order_by(rows.c.importance.desc(), rows.c.id)
    return list(reading.connection.scalars(ordered))


def count_lapsed(reading: Reading, fate: Fate, *, at: int) -> int:
    """How many memories of the store have met a fate by `at` (UTC µs)."""
    total = 0
    for coming in _comings(reading, fate):
        found = (
            _found(reading, Query(), coming, now=at, columns=(coming.at.label("at"),)).limit(-1).subquery()
        )
        total += reading.connection.scalar(select(func.count()).where(found.c.at <= at)) or 0
    return total


def _found(
    reading: Reading, query: Query, coming: _Coming, *, now: int, columns: Sequence[ColumnElement[Any]]
) -> Select[Any]:
    """`columns` of what `query` finds, in whatever state, and may meet the fate; what is shown only."""
    policy = load_policy(reading.connection)
    context = Context(now=now, policy=policy, hidden=reading.hidden)
    way = plan(reading.connection, query, context, any_state=True)
    state = state_is(coming.state, query, way)
    return select(*columns).select_from(memory).where(way.clause, state, coming.clause)


def state_is(state: str, query: Query, way: Plan, *, whole: bool = False) -> ColumnElement[bool]:
    """Whether rows are in a state; of active ones by the index of facets only where that has all that is asked.

    `whole`: an empty query is better answered by that index, too.
    """
    faceted = all(isinstance(leaf, Term) and leaf.field in _IN_INDEX for leaf in leaves(query.root))
    by_index = faceted and way.driver is None and (whole or not query.is_empty)
    return memory.c.state == state if state != "active" or by_index else ACTIVE


def _comings(reading: Reading, fate: Fate) -> tuple[_Coming, ...]:
    """How a fate is told; what comes from different states is told apart."""
    policy = load_policy(reading.connection)
    columns = memory.c
    loose = and_(columns.pinned == 0, columns.kind != "procedural")
    match fate:
        case Fate.DORMANT:
            return (_Coming(columns.fades_at, "active", columns.fades_at.is_not(None)),)
        case Fate.STALE:
            unconfirmed = columns.kind == "semantic", columns.pinned == 0, columns.half_life.is_not(None)
            return (_Coming(_stale_at(reading, policy), "active", and_(*unconfirmed), costly=True),)
        case Fate.DUE:
            # What is pinned or procedural never fades.
            asleep = columns.fades_at + round(policy.due_dormant * DAY)
            replaced = columns.state_at + round(policy.due_superseded * DAY)
            return (
                _Coming(asleep, "active", and_(columns.fades_at.is_not(None), undisputed())),
                _Coming(replaced, "superseded", loose),
            )
        case Fate.PURGE:
            gone = columns.state_at + round(policy.trash_retention * DAY)
            return (_Coming(gone, "trashed", loose),)


def _stale_at(reading: Reading, policy: Policy) -> ColumnElement[int]:
    """As `theory.lapsing.stale_since` has it."""
    columns = memory.c
    # The open segment strengthened most memories. What else began one is asked of the segments, few as those are.
    moved = select(segment.c.memory_id).where(
        visible(segment, reading.hidden), segment.c.reason.not_in(STRENGTHENED)
    )
    newest = (
        select(func.max(segment.c.t0))
        .where(
            segment.c.memory_id == columns.id,
            segment.c.reason.in_(STRENGTHENED),
            visible(segment, reading.hidden),
        )
        .correlate(memory)
        .scalar_subquery()
    )
    strengthened = func.coalesce(newest, columns.created_at)
    span = cast(func.round(columns.half_life * (policy.stale_half_lives * DAY)), Integer)
    contradicted = later_contradiction(reading)
    unconfirmed = strengthened + span
    return case(
        (
            columns.conflicted == literal_column("0"),
            case((columns.id.in_(moved), strengthened), else_=columns.t0) + span,
        ),
        (contradicted > strengthened, func.min(unconfirmed, contradicted)),
        else_=unconfirmed,
    )


def day_number(at: ColumnElement[int], starts: Sequence[int]) -> ColumnElement[int]:
    """The number of the day in which `at` lies: -1 before the first of `starts`, the last number after all days.

    Days last 24 hours but for a few, so the number is told by division, and by cases where the clocks changed.
    """
    first, days = starts[0], len(starts) - 1
    pieces: list[tuple[ColumnElement[bool], Any]] = [(at < first, -1)]
    shift = 0
    for number in range(1, days + 1):
        moved = starts[number] - first - number * DAY
        if moved != shift:
            here = func.min((at - (first + shift)) // DAY, number - 1)
            pieces.append((at < starts[number], here))
            shift = moved
    pieces.append((at >= starts[-1], days))
    return case(*pieces, else_=(at - (first + shift)) // DAY)
