"""The rows of a store in memory, with the vector of each: made once, then brought up to date by what changed.

One index is one picture; a newer one replaces it. What is learned about texts on the way (which of them name a time)
is kept with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engramma.engine.embedding.shared import SharedVectors
from engramma.model.policy import Policy
from engramma.store.database import Database, Reading
from engramma.store.history import newest_sequence, read_notice
from engramma.store.policy import load_policy
from engramma.store.recall.rows import UNKNOWN_TIME, RecallRows, read_rows, refreshed_rows
from engramma.store.vectors.matrix import VectorMatrix
from engramma.store.vectors.owners import CODES
from engramma.theory.ranking.layout import Layout, make_layout
from engramma.theory.ranking.weights import DEFAULT_WEIGHTS, Weights

Integers = NDArray[np.int64]
_FEW = 2_000
_GROWN = 1.02
_SAMPLE = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class Passages:
    """The vectors of the passages of long texts: `places` in the matrix, by row; those of the row `rows[i]` (each
    once, ascending) begin at `starts[i]`. All int64."""

    places: NDArray[np.int64]
    rows: NDArray[np.int64]
    starts: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Meanings:
    """Which vector is whose: `places` int64 (n), the place in the matrix of each row, -1 without.

    `mean` float32 (d), about the mean of all vectors, taken over `count` of them. `whole`: row i is vector i.
    """

    matrix: VectorMatrix
    places: NDArray[np.int64]
    mean: NDArray[np.float32]
    count: int
    whole: bool
    passages: Passages | None = None

    def cosines(self, query: NDArray[np.float32], *, passage: float) -> NDArray[np.float32]:
        """The product of `query` with the vector of each row (n), 0 without one. A new array.

        Of a long text it is by the share `passage` that of its best passage, by the rest that of the whole.
        """
        found = self.matrix.cosines(query)
        if self.whole:
            return found
        cosines = np.append(found, np.float32(0.0))[self.places]
        if self.passages is not None and passage:
            best = np.maximum.reduceat(found[self.passages.places], self.passages.starts)
            rows = self.passages.rows
            cosines[rows] += np.float32(passage) * (best - cosines[rows])
        return cosines


@dataclass(frozen=True, slots=True, eq=False)
class RecallIndex:
    """Rows, their layout and meanings (None as long as the store has no vectors).

    `first` and `last`: UTC µs of the earliest and latest that was said. `names_time` int8 (n): 1 and 0 for texts that
    name a time or do not, -1 as long as nobody looked; tokens int32 (n): those of each text, -1 likewise.
    """

    rows: RecallRows
    layout: Layout
    meanings: Meanings | None
    names_time: NDArray[np.int8]
    tokens: NDArray[np.int32]
    version: int
    sequence: int
    hidden: tuple[int, ...]
    policy: Policy
    first: int
    last: int
    weights: Weights = field(default=DEFAULT_WEIGHTS)


def brought_up(held: RecallIndex | None, database: Database, vectors: SharedVectors) -> RecallIndex:
    """`held` itself when nothing was committed since, else one that knows what changed."""
    version = database.data_version()
    if held is not None and held.version == version:
        return held
    with database.read() as reading:
        sequence = newest_sequence(reading)
        policy = load_policy(reading.connection)
        if held is None:
            rows = read_rows(reading)
        elif held.policy != policy:
            # All that fades was valued anew, which no operation names one by one.
            rows = read_rows(reading)
        elif held.sequence != sequence or held.hidden != reading.hidden:
            rows = _rows_now(held, reading)
        else:
            rows = held.rows
        hidden = reading.hidden
    matrix = vectors.matrix(database)
    if held is not None and rows is held.rows:
        layout, names_time, tokens = held.layout, held.names_time, held.tokens
    else:
        layout = _layout_of(rows, held.weights if held is not None else DEFAULT_WEIGHTS)
        names_time = np.full(len(rows), -1, dtype=np.int8)
        tokens = np.full(len(rows), -1, dtype=np.int32)
    first, last = (held.first, held.last) if held is not None and rows is held.rows else _ends(rows)
    return RecallIndex(
        rows=rows,
        layout=layout,
        meanings=_meanings(held, rows, matrix),
        names_time=names_time,
        tokens=tokens,
        version=version,
        sequence=sequence,
        hidden=hidden,
        policy=policy,
        first=first,
        last=last,
        weights=held.weights if held is not None else DEFAULT_WEIGHTS,
    )


def _ends(rows: RecallRows) -> tuple[int, int]:
    """When the first and the last of what is there was said, as far as that is known."""
    known = rows.at[rows.at != UNKNOWN_TIME]
    return (int(known.min()), int(known.max())) if len(known) else (0, 0)


def with_weights(index: RecallIndex, weights: Weights) -> RecallIndex:
    """The same rows under other constants; for experiments and benchmarks."""
    return replace(index, weights=weights, layout=_layout_of(index.rows, weights))


def _rows_now(held: RecallIndex, reading: Reading) -> RecallRows:
    """The rows as they are now, by what the operations since then touched, or anew where that is much."""
    notice = read_notice(reading, after=held.sequence)
    if notice is None or notice.wide or held.hidden != reading.hidden:
        return read_rows(reading)
    if len(notice.memory_ids) > _FEW or len(notice.session_ids) > _FEW:
        return read_rows(reading)
    return refreshed_rows(reading, held.rows, memories=notice.memory_ids, sessions=notice.session_ids)


def _layout_of(rows: RecallRows, weights: Weights) -> Layout:
    return make_layout(
        session_keys=rows.sessions,
        turns=rows.turns,
        events=rows.events,
        lengths=rows.lengths,
        asks=rows.asks,
        weights=weights,
    )


def _meanings(held: RecallIndex | None, rows: RecallRows, matrix: VectorMatrix) -> Meanings | None:
    before = held.meanings if held is not None else None
    if matrix.model is None or not len(matrix):
        return None
    if before is not None and before.matrix is matrix and held is not None and held.rows is rows:
        return before
    places = np.full(len(rows), -1, dtype=np.int64)
    passages: list[Integers] = []
    owners: list[Integers] = []
    for owner, mine in (("memory", ~rows.events), ("event", rows.events)):
        given = matrix.owners.places(owner)
        own = np.flatnonzero(mine)
        places[own] = _looked_up(matrix.owners.ids[given], given, rows.ids[own])
        long = matrix.owners.passages(owner)
        passages.append(long)
        owners.append(_looked_up(rows.ids[own], own, matrix.owners.ids[long]))
    kept = (
        before is not None
        and before.matrix.model is not None
        and before.matrix.model.id == matrix.model.id
        and before.count <= len(matrix) <= before.count * _GROWN
    )
    mean, count = (before.mean, before.count) if kept and before is not None else (_mean(matrix), len(matrix))
    whole = len(rows) == len(matrix) and bool((places == np.arange(len(rows))).all())
    return Meanings(
        matrix, places, mean, count, whole, _passages(np.concatenate(passages), np.concatenate(owners))
    )


def _looked_up(keys: Integers, values: Integers, wanted: Integers) -> Integers:
    """For each of `wanted` the value beside the same key, -1 without."""
    dense = np.full(int(max(keys.max(initial=0), wanted.max(initial=0))) + 1, -1, dtype=np.int64)
    dense[keys] = values
    found: Integers = dense[wanted]
    return found


def _passages(places: Integers, rows: Integers) -> Passages | None:
    """The passages at `places` of the rows beside them, -1 for texts that are no row."""
    shown = rows >= 0
    if not shown.any():
        return None
    places, rows = places[shown], rows[shown]
    order = np.argsort(rows, kind="stable")
    distinct, starts = np.unique(rows[order], return_index=True)
    return Passages(places[order], distinct, starts.astype(np.int64))


def _mean(matrix: VectorMatrix) -> NDArray[np.float32]:
    """The mean of the vectors of whole texts; of many, of a sample spread evenly, which differs by less than a
    hundredth."""
    alive = np.isin(matrix.owners.types, list(CODES.values()))
    step = max(1, len(matrix) // _SAMPLE)
    total = np.zeros(matrix.blocks[0].shape[1], dtype=np.float64)
    start = counted = 0
    for block in matrix.blocks:
        part = block[::step][alive[start : start + len(block)][::step]]
        total += part.sum(axis=0, dtype=np.float64)
        counted += len(part)
        start += len(block)
    return (total / max(1, counted)).astype(np.float32)
