"""All that may come up in a recall, as arrays in the order in which it was said.

A row is an active memory or an event; what was superseded or trashed is none, nor is an event whose statement was
corrected or trashed since. A memory stands behind the event that it came from; memories without one come last.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Float, Integer, and_, case, cast, func, or_, select, true

from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.memories.reading import UNKNOWN_IMPORTANCE
from engramma.store.search.arrays import integers
from engramma.store.tables import event, memory, provenance, session
from engramma.store.visibility import visible

KINDS = ("", "episodic", "semantic", "procedural")
TIERS = ("sensory", "short_term", "long_term")
NONE = -1
UNKNOWN_TIME = np.iinfo(np.int64).min
_SCALE = 1_000_000

Integers = NDArray[np.int64]
Columns = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class RecallRows:
    """n rows, each array as long.

    events: bool. ids: of the memory or event. sessions, turns: where it was said, NONE without a source event.
    event_ids: the source event, the event itself, or NONE. at: UTC µs when it was said, UNKNOWN_TIME if not known.
    lengths: characters. asks: bool, ends as a question. kinds, tiers: places in KINDS, TIERS. own_sessions: the
    session it belongs to. t0, log2_s0, half_life (days, NaN: never), fades_at (NONE: never): strength; for events 0.
    """

    events: NDArray[np.bool_]
    ids: Integers
    sessions: Integers
    turns: Integers
    event_ids: Integers
    at: Integers
    lengths: Integers
    asks: NDArray[np.bool_]
    kinds: NDArray[np.int8]
    tiers: NDArray[np.int8]
    own_sessions: Integers
    importance: NDArray[np.float32]
    t0: Integers
    log2_s0: NDArray[np.float32]
    half_life: NDArray[np.float32]
    fades_at: Integers
    conflicted: NDArray[np.bool_]
    pinned: NDArray[np.bool_]
    recalls: Integers
    row_of_memory: NDArray[np.int32]
    row_of_event: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.ids)

    def rows_of(self, items: Integers) -> Integers:
        """The row of each of `items`, ids of the recall words (twice the id, and one for events); NONE for others."""
        rows = np.full(len(items), NONE, dtype=np.int64)
        numbers = items >> 1
        for held, mine in ((self.row_of_memory, (items & 1) == 0), (self.row_of_event, (items & 1) == 1)):
            known = mine & (numbers < len(held))
            rows[known] = held[numbers[known]]
        return rows


# A damaged store may hold one that is no number from 0 to 1; the doctor names it.
_IMPORTANCE = func.min(
    1.0, func.max(0.0, func.coalesce(memory.c.importance, UNKNOWN_IMPORTANCE)), type_=Float
)


def read_rows(reading: Reading) -> RecallRows:
    """Read them all."""
    return _with_lookup(_typed(_in_order(_read(reading))))


def refreshed_rows(
    reading: Reading, rows: RecallRows, *, memories: Iterable[int], sessions: Iterable[int]
) -> RecallRows:
    """`rows` with what changed: these memories, and all that was said in these sessions, read anew."""
    changed = np.fromiter(memories, dtype=np.int64)
    touched = np.fromiter(sessions, dtype=np.int64)
    touched = np.union1d(touched, _sessions_behind(reading, changed)).astype(np.int64)
    there = np.isin(rows.sessions, touched) & (rows.sessions != NONE)
    changed = np.union1d(changed, rows.ids[there & ~rows.events])
    stale = (there & rows.events) | (~rows.events & np.isin(rows.ids, changed))
    fresh = _typed(_in_order(_read(reading, memories=changed.tolist(), sessions=touched.tolist())))
    kept = {name: getattr(rows, name)[~stale] for name in fresh}
    where = _places_among(kept, fresh)
    merged = {name: np.insert(kept[name], where, fresh[name]) for name in fresh}
    return _with_lookup(merged)


def _places_among(kept: Columns, fresh: Columns) -> Integers:
    """Where the fresh rows belong among those kept; both are in order."""
    first = _last(kept["sessions"])
    where = np.searchsorted(first, _last(fresh["sessions"]), side="left")
    end = np.searchsorted(first, _last(fresh["sessions"]), side="right")
    result = where.astype(np.int64)
    for index in np.flatnonzero(where < end):
        # Only memories without a source event, or a session that was not read anew, get here: few rows.
        part = slice(int(where[index]), int(end[index]))
        key = (fresh["turns"][index], -int(fresh["events"][index]), fresh["ids"][index])
        keys = zip(
            kept["turns"][part], -kept["events"][part].astype(np.int64), kept["ids"][part], strict=True
        )
        result[index] += bisect_left([(int(a), int(b), int(c)) for a, b, c in keys], key)
    return result


def _read(
    reading: Reading, *, memories: list[int] | None = None, sessions: list[int] | None = None
) -> Columns:
    said = _read_events(reading, sessions)
    kept = _read_memories(reading, memories)
    source = _sources(reading, memories)
    place_of = _dense(said[0])
    event_row = _look_up(place_of, _look_up_pairs(source, kept[0]))
    placed = event_row != NONE
    safe = np.where(placed, event_row, 0)
    no_events = not len(said[0])
    columns = {
        "events": (np.ones(len(said[0]), dtype=np.int64), np.zeros(len(kept[0]), dtype=np.int64)),
        "ids": (said[0], kept[0]),
        "sessions": (said[1], _where(placed, said[1], safe, NONE, empty=no_events)),
        "turns": (said[2], _where(placed, said[2], safe, NONE, empty=no_events)),
        "event_ids": (said[0], _where(placed, said[0], safe, NONE, empty=no_events)),
        "at": (said[3], kept[1] if no_events else _known(_where(placed, said[3], safe, NONE), kept[1])),
        "lengths": (said[4], kept[2]),
        "asks": (said[5], kept[3]),
        "kinds": (np.zeros(len(said[0]), dtype=np.int64), kept[4]),
        "tiers": (np.zeros(len(said[0]), dtype=np.int64), kept[5]),
        "own_sessions": (said[1], kept[6]),
        "importance": (np.zeros(len(said[0]), dtype=np.int64), kept[7]),
        "t0": (np.zeros(len(said[0]), dtype=np.int64), kept[8]),
        "log2_s0": (np.zeros(len(said[0]), dtype=np.int64), kept[9]),
        "half_life": (np.full(len(said[0]), NONE, dtype=np.int64), kept[10]),
        "fades_at": (np.full(len(said[0]), NONE, dtype=np.int64), kept[11]),
        "conflicted": (np.zeros(len(said[0]), dtype=np.int64), kept[12]),
        "pinned": (np.zeros(len(said[0]), dtype=np.int64), kept[13]),
        "recalls": (np.zeros(len(said[0]), dtype=np.int64), kept[14]),
    }
    shown = np.append(~np.isin(said[0], _outdated(reading)), np.ones(len(kept[0]), dtype=bool))
    return {name: np.concatenate(parts)[shown] for name, parts in columns.items()}


def _in_order(values: Columns) -> Columns:
    order = np.lexsort((values["ids"], -values["events"], values["turns"], _last(values["sessions"])))
    return {name: column[order] for name, column in values.items()}


def _typed(values: Columns) -> Columns:
    """Columns as RecallRows has them, from the whole numbers that were read."""
    half_life = values["half_life"].astype(np.float32) / np.float32(_SCALE)
    half_life[values["half_life"] < 0] = np.nan
    return {
        **values,
        "events": values["events"] == 1,
        "at": np.where(values["at"] == NONE, UNKNOWN_TIME, values["at"]),
        "asks": values["asks"] == 1,
        "kinds": values["kinds"].astype(np.int8),
        "tiers": values["tiers"].astype(np.int8),
        "importance": values["importance"].astype(np.float32) / np.float32(_SCALE),
        "log2_s0": values["log2_s0"].astype(np.float32) / np.float32(_SCALE),
        "half_life": half_life,
        "conflicted": values["conflicted"] == 1,
        "pinned": values["pinned"] == 1,
    }


def _with_lookup(values: Columns) -> RecallRows:
    events = values["events"]
    rows = np.arange(len(events), dtype=np.int32)
    return RecallRows(
        **values,
        row_of_memory=_dense(values["ids"][~events], rows[~events]),
        row_of_event=_dense(values["ids"][events], rows[events]),
    )


def _read_events(reading: Reading, sessions: list[int] | None) -> tuple[Integers, ...]:
    """id, session, turn, at, length, asks; of these sessions, or of all."""
    at = func.coalesce(event.c.at, session.c.started_at, NONE)
    return integers(
        reading.connection,
        select(
            event.c.id, event.c.session_id, event.c.turn, at, func.length(event.c.text), _asks(event.c.text)
        )
        .outerjoin(session, session.c.id == event.c.session_id)
        .where(
            visible(event, reading.hidden),
            event.c.active == 1,
            event.c.text != "",
            true() if sessions is None else event.c.session_id.in_(sessions),
        ),
    )


def _sessions_behind(reading: Reading, memories: Integers) -> list[int]:
    """The sessions in which these memories were said."""
    found = reading.connection.scalars(
        select(event.c.session_id)
        .join(provenance, provenance.c.event_id == event.c.id)
        .where(provenance.c.memory_id.in_(memories.tolist()))
        .distinct()
    )
    return [int(session_id) for session_id in found]


def _outdated(reading: Reading) -> Integers:
    """The events at least half of which is a statement that was corrected or put in the Trash."""
    whole = or_(
        provenance.c.start_char.is_(None),
        (provenance.c.end_char - provenance.c.start_char) * 2 >= func.length(event.c.text),
    )
    corrected = and_(memory.c.state == "superseded", memory.c.merged_into.is_(None))
    found = (
        select(provenance.c.event_id)
        .select_from(memory)
        .join(provenance, provenance.c.memory_id == memory.c.id)
        .join(event, event.c.id == provenance.c.event_id)
        .where(
            visible(memory, reading.hidden),
            memory.c.state.in_(("superseded", "trashed")),
            or_(corrected, memory.c.state == "trashed"),
            visible(provenance, reading.hidden),
            whole,
        )
    )
    return integers(reading.connection, found)[0]


def _read_memories(reading: Reading, ids: list[int] | None) -> tuple[Integers, ...]:
    """id, created_at, length, asks, kind, tier, session, importance, t0, log2_s0, half-life, fades_at,
    conflicted, pinned, recalls."""
    columns = memory.c
    return integers(
        reading.connection,
        select(
            columns.id,
            columns.created_at,
            func.length(columns.text),
            _asks(columns.text),
            _code(columns.kind, KINDS),
            _code(columns.tier, TIERS),
            func.coalesce(columns.session_id, NONE),
            cast(_IMPORTANCE * _SCALE, Integer),
            columns.t0,
            cast(columns.log2_s0 * _SCALE, Integer),
            cast(func.coalesce(columns.half_life * _SCALE, NONE), Integer),
            func.coalesce(columns.fades_at, NONE),
            columns.conflicted,
            columns.pinned,
            columns.recalls,
        ).where(
            visible(memory, reading.hidden),
            columns.state == "active",
            true() if ids is None else columns.id.in_(ids),
        ),
    )


def _sources(reading: Reading, memories: list[int] | None) -> tuple[Integers, Integers]:
    """(memory, event), ascending by memory, the first event that each came from."""
    owners, events = integers(
        reading.connection,
        select(provenance.c.memory_id, func.min(provenance.c.event_id))
        .where(
            visible(provenance, reading.hidden),
            provenance.c.event_id.is_not(None),
            true() if memories is None else provenance.c.memory_id.in_(memories),
        )
        .group_by(provenance.c.memory_id),
    )
    order = np.argsort(owners, kind="stable")
    return owners[order], events[order]


def _asks(text: ColumnElement[str]) -> ColumnElement[int]:
    last = func.substr(func.rtrim(text, " \n\t\r\"'”’)*_"), -1)
    return cast(last.in_(("?", "？", "؟")), Integer)


def _code(column: ColumnElement[str], words: tuple[str, ...]) -> ColumnElement[int]:
    return case({word: number for number, word in enumerate(words)}, value=column, else_=0)


def _dense(ids: Integers, rows: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
    """An array that gives the row of an id, NONE for ids that are not there."""
    held = np.full(int(ids.max()) + 1 if len(ids) else 0, NONE, dtype=np.int32)
    held[ids] = np.arange(len(ids), dtype=np.int32) if rows is None else rows
    return held


def _look_up(held: NDArray[np.int32], ids: Integers) -> Integers:
    found = np.full(len(ids), NONE, dtype=np.int64)
    known = (ids >= 0) & (ids < len(held))
    found[known] = held[ids[known]]
    return found


def _look_up_pairs(pairs: tuple[Integers, Integers], ids: Integers) -> Integers:
    """For each of `ids` what stands beside it in `pairs` (ascending by the first), NONE without."""
    keys, values = pairs
    if not len(keys):
        return np.full(len(ids), NONE, dtype=np.int64)
    found = np.searchsorted(keys, ids)
    found[found == len(keys)] = 0
    return np.where(keys[found] == ids, values[found], NONE)


def _where(
    condition: NDArray[np.bool_], values: Integers, index: Integers, other: int, *, empty: bool = False
) -> Integers:
    if empty:
        return np.full(len(condition), other, dtype=np.int64)
    return np.where(condition, values[index], other)


def _known(first: Integers, second: Integers) -> Integers:
    return np.where(first == NONE, second, first)


def _last(sessions: Integers) -> Integers:
    """Keys by which rows without a session come last."""
    return np.where(sessions == NONE, np.iinfo(np.int64).max, sessions)
