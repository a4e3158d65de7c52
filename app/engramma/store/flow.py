"""Counts the tiers: what they hold now, and what moved in or out of them in a span, by periods.

Everything follows from stored facts: creation dates, segments, the dates at which memories fade or were put away.
What was taken back since does not count. Reads indexes where it can: the whole of a million rows takes a second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, exists, func, literal, literal_column, or_, select

from engramma.model.clock import DAY
from engramma.model.flow import Moved, Period, Stock, Stream, TierStock
from engramma.store.database import Reading
from engramma.store.search.properties import undisputed
from engramma.store.tables import (
    event,
    gate_verdict,
    image,
    memory,
    operation,
    segment,
    session,
    tombstone,
)
from engramma.store.visibility import visible

FADING_DAYS = 7
LONG_SPAN = 120 * DAY
GATES = ("rehearsed", "relevant", "episodic")
PUT_AWAY = {"superseded": Stream.SUPERSEDED, "trashed": Stream.TRASHED}


def read_stock(reading: Reading, *, now: int) -> Stock:
    """What is where at `now` (UTC µs)."""
    soon = now + FADING_DAYS * DAY
    asleep = and_(memory.c.fades_at <= now)
    rows = reading.connection.execute(
        select(
            memory.c.state,
            memory.c.tier,
            func.count().label("rows"),
            func.sum(memory.c.pinned).label("pinned"),
            func.sum(case((asleep, 1), else_=0)).label("dormant"),
            func.sum(case((and_(memory.c.fades_at > now, memory.c.fades_at < soon), 1), else_=0)).label(
                "fading"
            ),
        )
        .where(visible(memory, reading.hidden))
        .group_by(memory.c.state, memory.c.tier)
    ).all()
    disputed = reading.connection.execute(
        select(memory.c.tier, func.count())
        .where(
            # A literal, not a parameter, and no other column by an index: so SQLite takes the index of the few.
            memory.c.conflicted == literal_column("1"),
            memory.c.state.concat("") == "active",
            asleep,
            visible(memory, reading.hidden),
        )
        .group_by(memory.c.tier)
    )
    awake = {tier: int(count) for tier, count in disputed}
    tiers = {
        row.tier: TierStock(row.rows, row.dormant - awake.get(row.tier, 0), row.fading, row.pinned)
        for row in rows
        if row.state == "active"
    }
    away = {state: sum(row.rows for row in rows if row.state == state) for state in PUT_AWAY}
    return Stock(
        events=_count(reading, select(func.count()).select_from(event).where(visible(event, reading.hidden))),
        unjudged=_unjudged(reading),
        short_term=tiers.get("short_term", TierStock()),
        long_term=tiers.get("long_term", TierStock()),
        superseded=away["superseded"],
        trashed=away["trashed"],
        expired=_expired(reading, start=None),
        purges=_purges(reading, start=None),
    )


def first_moment(reading: Reading) -> int | None:
    """When the oldest memory or event was made, UTC µs; None in an empty store."""
    oldest = (
        select(func.min(memory.c.created_at)).where(visible(memory, reading.hidden)),
        select(func.min(event.c.at)).where(visible(event, reading.hidden)),
    )
    found = [at for at in map(reading.connection.scalar, oldest) if at is not None]
    return min(found, default=None)


def read_moved(
    reading: Reading, *, start: int, end: int, last: int, width: int, count: int
) -> tuple[Moved, tuple[Period, ...]]:
    """What moved from `start` up to `end` (UTC µs), and by `count` periods of `width` µs, the newest up to `last`.

    The first period has only what is not before `start`.
    """
    first = last - count * width
    totals: dict[tuple[Stream, str], int] = defaultdict(int)
    hows: dict[str, int] = defaultdict(int)
    bars: dict[int, dict[Stream, int]] = defaultdict(lambda: defaultdict(int))
    for stream, of, number, rows in _movements(reading, start=start, first=first, end=end, width=width):
        if stream is Stream.PROMOTED:
            hows[of] += rows
        totals[stream, "" if stream is Stream.PROMOTED else of] += rows
        bars[min(number, count - 1)][stream] += rows
    said = event.c.at >= start, event.c.at < end, visible(event, reading.hidden)
    moved = Moved(
        events=_count(reading, select(func.count()).select_from(event).where(*said)),
        sessions=_count(
            reading,
            select(func.count())
            .select_from(session)
            .where(
                session.c.started_at >= start, session.c.started_at < end, visible(session, reading.hidden)
            ),
        ),
        dropped=_count(
            reading,
            select(func.count(func.distinct(gate_verdict.c.event_id)))
            .join(event, event.c.id == gate_verdict.c.event_id)
            .where(gate_verdict.c.kept == 0, visible(gate_verdict, reading.hidden), *said),
        ),
        expired=_expired(reading, start=start),
        purges=_purges(reading, start=start),
        counts=tuple((stream, tier, rows) for (stream, tier), rows in sorted(totals.items())),
        hows=tuple(sorted(hows.items(), key=lambda item: (-item[1], item[0]))),
    )
    periods = tuple(
        Period(first + n * width, first + (n + 1) * width, tuple(sorted(bars[n].items())))
        for n in range(count)
    )
    return moved, periods


def moved_ids(
    reading: Reading, stream: Stream, *, start: int, end: int, limit: int, tier: str = ""
) -> list[int]:
    """At most `limit` ids of what moved in a stream from `start` up to `end`, of one tier or of all."""
    source = _source(reading, stream)
    within = [source.at >= start, source.at < end]
    if tier:
        within.append(memory.c.tier == tier)
    chosen = select(memory.c.id).select_from(source.table).where(*source.clauses, *within)
    return list(reading.connection.scalars(chosen.distinct().order_by(memory.c.id.desc()).limit(limit)))


def _movements(
    reading: Reading, *, start: int, first: int, end: int, width: int
) -> Iterator[tuple[Stream, str, int, int]]:
    """(stream, tier now or how it was promoted, number of the period, how many)."""
    made: dict[int, int] = defaultdict(int)
    for stream in Stream:
        source = _source(reading, stream, long=end - start > LONG_SPAN)
        number = ((source.at - first) // width).label("period")
        clauses = (*source.clauses, source.at >= start, source.at < end)
        if stream is Stream.WRITTEN:
            # Whatever no gate made. Told by the difference, since the dates of all are in an index.
            clauses = (visible(memory, reading.hidden), source.at >= start, source.at < end)
        counted = func.count(func.distinct(memory.c.id)) if source.many else func.count()
        for row in reading.connection.execute(
            select(source.tier.label("of_tier"), number, counted.label("rows"))
            .select_from(source.table)
            .where(*clauses)
            .group_by("of_tier", "period")
        ):
            rows = row.rows
            if stream is Stream.KEPT:
                made[row.period] += rows
            elif stream is Stream.WRITTEN:
                rows -= made[row.period]
            if rows:
                yield stream, row.of_tier, max(0, row.period), rows


@dataclass(frozen=True, slots=True)
class _Source:
    """What tells a stream: when, which tier or how, from which tables, which rows.

    `many`: a memory may be there twice.
    """

    at: Any
    tier: ColumnElement[str]
    table: Any
    clauses: tuple[ColumnElement[bool], ...]
    many: bool = False


def _source(reading: Reading, stream: Stream, *, long: bool = False) -> _Source:
    """`long`: of most of what there ever was."""
    shown = visible(memory, reading.hidden)
    unknown: ColumnElement[str] = literal("")
    match stream:
        case Stream.KEPT:
            joined = gate_verdict.join(memory, memory.c.id == gate_verdict.c.memory_id)
            own = gate_verdict.c.kept == 1, gate_verdict.c.born_op == memory.c.born_op
            kept: tuple[ColumnElement[bool], ...] = (shown, *own, visible(gate_verdict, reading.hidden))
            return _Source(memory.c.created_at, unknown, joined, kept, many=True)
        case Stream.WRITTEN:
            return _Source(memory.c.created_at, unknown, memory, (shown, not_kept(reading)))
        case Stream.DORMANT:
            # In a long span the sum keeps SQLite from the index of dates, which lacks the tier.
            fades = memory.c.fades_at + 0 if long else memory.c.fades_at
            return _Source(fades, memory.c.tier, memory, (shown, memory.c.state == "active", undisputed()))
        case Stream.SUPERSEDED | Stream.TRASHED:
            return _Source(memory.c.state_at, memory.c.tier, memory, (shown, memory.c.state == stream.value))
        case _:
            # The sum makes SQLite look through the segments first, few of which are asked for.
            joined = segment.join(memory, memory.c.id == segment.c.memory_id + 0)
            clauses = (*_began(stream), visible(segment, reading.hidden), shown)
            if stream is Stream.PROMOTED:
                joined = joined.join(operation, operation.c.id == segment.c.born_op)
                return _Source(segment.c.t0, _how(), joined, clauses, many=True)
            return _Source(segment.c.t0, unknown, joined, clauses, many=True)


def not_kept(reading: Reading) -> ColumnElement[bool]:
    """Memories that no gate made: written by agents and people, imported, corrections, summaries."""
    own = select(gate_verdict.c.memory_id).where(
        gate_verdict.c.kept == 1,
        gate_verdict.c.memory_id.is_not(None),
        gate_verdict.c.born_op == memory.c.born_op,
        gate_verdict.c.memory_id == memory.c.id,
        visible(gate_verdict, reading.hidden),
    )
    return ~own.correlate(memory).exists()


def _began(stream: Stream) -> tuple[ColumnElement[bool], ...]:
    """The segments that a stream of changes of tier or of strength is told by."""
    if stream is not Stream.PROMOTED:
        return (segment.c.reason == stream.value,)
    rose = exists().where(
        image.c.operation_id == segment.c.born_op,
        image.c.table_name == "memory",
        image.c.row_id == segment.c.memory_id,
        image.c.column_name == "tier",
        image.c.before == "short_term",
    )
    # Both words first, so that the many other segments are passed over at once.
    return segment.c.reason.in_(("promoted", "pinned")), or_(segment.c.reason == "promoted", rose)


def _how() -> ColumnElement[str]:
    """By what a memory was promoted: the gate that the operation noted, a pin, a person's hand, a pass."""
    gate = func.substr(operation.c.note, 1, func.instr(operation.c.note, ":") - 1)
    return case(
        (segment.c.reason == "pinned", "pinned"),
        (gate.in_(GATES), gate),
        (operation.c.kind == "change", "by hand"),
        else_="by a pass",
    )


def _unjudged(reading: Reading) -> int:
    """Turns of live sessions that no gate has judged yet."""
    return _count(
        reading,
        select(func.count())
        .select_from(session)
        .join(event, and_(event.c.session_id == session.c.id, event.c.turn > session.c.gated_turn))
        .where(
            session.c.is_live == 1,
            event.c.active == 1,
            visible(session, reading.hidden),
            visible(event, reading.hidden),
        ),
    )


def _expired(reading: Reading, *, start: int | None) -> int:
    since = () if start is None else (tombstone.c.deleted_at >= start,)
    return _count(
        reading, select(func.count()).select_from(tombstone).where(tombstone.c.reason == "expired", *since)
    )


def _purges(reading: Reading, *, start: int | None) -> int:
    since = () if start is None else (operation.c.at >= start,)
    done = operation.c.kind == "purge", operation.c.status == "done"
    return _count(reading, select(func.count()).select_from(operation).where(*done, *since))


def _count(reading: Reading, query: Select[int]) -> int:
    return int(reading.connection.scalar(query) or 0)
