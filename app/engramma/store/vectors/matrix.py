"""All vectors of the store's model in memory, with whose they are, kept up to date at the cost of one row a look.

Ids of vectors only grow, so that what is new is what has a higher id; what was erased is found again by comparing
ids, only when the count of erasures has moved. Rows that are no vector (zero, not finite, of another width) are left
out; `damaged_vectors` names them, and an embed job makes them anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import LargeBinary, func, select, type_coerce

from engramma.model.embedding import OWNER_TYPES
from engramma.model.records import dataclass
from engramma.store.database import Database
from engramma.store.tables import vector
from engramma.store.vectors.models import StoredModel, current_model
from engramma.store.vectors.owners import CODES, GONE, Owners, spread_out, vectors_in
from engramma.store.vectors.scanning import best_places, cosines
from engramma.store.vectors.sidecar import SidecarRows, open_sidecar, write_sidecar

_CHUNK = 2_000
_SAMPLES = 16
_SMALLEST_SIDECAR = 5_000
_SIDECAR_ROWS = 65_536
_LENGTH_TOLERANCE = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class VectorMatrix:
    """n float32 rows of length 1 in one or more blocks, in order of writing, and their owners.

    A long text has several rows with one vector id: its own, then those of its passages.
    `model` is None, and n 0, as long as the store has no vectors. The first `mapped` rows are
    one block, shared with other processes through the sidecar.
    """

    model: StoredModel | None
    owners: Owners
    vector_ids: NDArray[np.int64]
    blocks: tuple[NDArray[np.float32], ...]
    mapped: int = 0

    def __len__(self) -> int:
        return len(self.vector_ids)

    @property
    def vectors(self) -> NDArray[np.float32]:
        """All rows as one array, n × d. Copies when there is more than one block: prefer `cosines`."""
        if len(self.blocks) == 1:
            return self.blocks[0]
        width = self.model.model.dimensions if self.model is not None else 0
        return np.concatenate(self.blocks) if self.blocks else np.empty((0, width), dtype=np.float32)

    def cosines(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """The cosine of `query` (float32, d, length 1) with every row, n; 0 for rows that are gone."""
        found = cosines(self.blocks, query)
        found[self.owners.types == GONE] = 0.0
        return found

    def nearest(
        self, query: NDArray[np.float32], count: int, *, owner_types: Sequence[str] = ("memory", "event")
    ) -> tuple[tuple[str, int, float], ...]:
        """The `count` rows nearest to `query` as (owner type, owner id, cosine), nearest first."""
        scores = cosines(self.blocks, query)
        wanted = np.isin(self.owners.types, [CODES[name] for name in owner_types])
        places = np.flatnonzero(wanted)
        best = places[best_places(scores[places], count)]
        return tuple(
            (OWNER_TYPES[self.owners.types[place] - 1], int(self.owners.ids[place]), float(scores[place]))
            for place in best
        )

    def places_of(self, owner_type: str, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each of `ids` (int64) the place of its vector, -1 where it has none. Keep it as long as the matrix."""
        held = self.owners.places(owner_type)
        order = np.argsort(self.owners.ids[held], kind="stable")
        ordered = self.owners.ids[held][order]
        found = np.searchsorted(ordered, ids)
        found[found == len(ordered)] = 0
        if not len(ordered):
            return np.full(len(ids), -1, dtype=np.int64)
        return np.where(ordered[found] == ids, held[order][found], -1)

    def rows(self, places: NDArray[np.int64]) -> NDArray[np.float32]:
        """The rows at `places`, a copy."""
        width = self.model.model.dimensions if self.model is not None else 0
        taken = np.empty((len(places), width), dtype=np.float32)
        start = 0
        for block in self.blocks:
            inside = (places >= start) & (places < start + len(block))
            taken[inside] = block[places[inside] - start]
            start += len(block)
        return taken


EMPTY = VectorMatrix(
    None,
    Owners(np.empty(0, dtype=np.uint8), np.empty(0, dtype=np.int64)),
    np.empty(0, dtype=np.int64),
    (),
)


def load_matrix(database: Database, *, previous: VectorMatrix | None = None) -> VectorMatrix:
    """The vectors of the current model: `previous` itself if nothing changed, else it with what is new.

    Reads in short transactions. Holds about 4·d bytes a vector, or little more than ids where the sidecar serves;
    writes the sidecar when there is much that it lacks.
    """
    with database.read() as reading:
        state = current_model(reading.connection)
    if state is None:
        return EMPTY
    base = previous
    if base is None or base.model is None or not _continues(base.model, state):
        base = _from_sidecar(database, state) or EMPTY
    if base.model == state:
        return base
    return _with_sidecar(database, _brought_up(database, base, state))


def _from_sidecar(database: Database, state: StoredModel) -> VectorMatrix | None:
    """What the sidecar holds, if samples of it say that it is a copy of this store's vectors."""
    found = open_sidecar(database.path, state)
    if found is None:
        return None
    places = np.unique(np.linspace(0, len(found.vector_ids) - 1, _SAMPLES).astype(np.int64))
    ids = found.vector_ids[places].tolist()
    query = select(vector.c.id, type_coerce(vector.c.data, LargeBinary)).where(
        vector.c.model_id == state.id, vector.c.id.in_(ids)
    )
    with database.read() as reading:
        stored = {row[0]: row[1] for row in reading.connection.execute(query)}
    missing = 0
    for place, vector_id in zip(places, ids, strict=True):
        data = stored.get(vector_id)
        missing += data is None
        row = found.vectors[place].tobytes()
        start = len(row) * int(place - np.searchsorted(found.vector_ids, vector_id))
        if data is not None and data[start : start + len(row)] != row:
            return None
    if missing and found.erasures == state.erasures:
        return None
    return VectorMatrix(
        replace(state, last_vector_id=found.last_vector_id, erasures=found.erasures),
        Owners(found.types, found.owner_ids),
        found.vector_ids,
        (found.vectors,),
        len(found.vector_ids),
    )


def _with_sidecar(database: Database, matrix: VectorMatrix) -> VectorMatrix:
    """The same on a new sidecar, if the present one lacks much or keeps much that is gone."""
    assert matrix.model is not None
    live = matrix.owners.types != GONE
    gone = int(len(matrix) - np.count_nonzero(live))
    off = len(matrix) - matrix.mapped + gone
    if len(matrix) < _SMALLEST_SIDECAR or off < max(_SMALLEST_SIDECAR, len(matrix) // 10):
        return matrix
    if database.read_only or not write_sidecar(database.path, matrix.model, _live_parts(matrix, live)):
        return matrix
    return _from_sidecar(database, matrix.model) or matrix


def _live_parts(matrix: VectorMatrix, live: NDArray[np.bool_]) -> Iterator[SidecarRows]:
    start = 0
    for block in matrix.blocks:
        for first in range(0, len(block), _SIDECAR_ROWS):
            part = block[first : first + _SIDECAR_ROWS]
            place = slice(start, start + len(part))
            kept = live[place]
            yield SidecarRows(
                matrix.owners.types[place][kept],
                matrix.owners.ids[place][kept],
                matrix.vector_ids[place][kept],
                part if kept.all() else part[kept],
                0,
                0,
            )
            start += len(part)


def _continues(held: StoredModel, state: StoredModel) -> bool:
    return (
        held.id == state.id
        and held.model == state.model
        and held.last_vector_id <= state.last_vector_id
        and held.erasures <= state.erasures
    )


def _brought_up(database: Database, base: VectorMatrix, state: StoredModel) -> VectorMatrix:
    after = base.model.last_vector_id if base.model is not None else 0
    fresh = _read_after(database, state, after=after)
    types, owner_ids = base.owners.types, base.owners.ids
    if base.model is not None and base.model.erasures != state.erasures:
        types = types.copy()
        types[~np.isin(base.vector_ids, _live_ids(database, state))] = GONE
    shared = 1 if base.mapped else 0
    blocks = base.blocks
    if len(fresh.vector_ids):
        blocks = (*base.blocks[:shared], *_joined(base.blocks[shared:], fresh.blocks[0]))
    return VectorMatrix(
        state,
        Owners(
            np.concatenate([types, fresh.owners.types]),
            np.concatenate([owner_ids, fresh.owners.ids]),
        ),
        np.concatenate([base.vector_ids, fresh.vector_ids]),
        blocks,
        base.mapped,
    )


def _joined(
    blocks: tuple[NDArray[np.float32], ...], fresh: NDArray[np.float32]
) -> tuple[NDArray[np.float32], ...]:
    """With the new rows at the end; a last block that is not much larger takes them in, so that blocks stay few."""
    if blocks and len(blocks[-1]) <= 8 * len(fresh) + 1_024:
        return _joined(blocks[:-1], np.concatenate([blocks[-1], fresh]))
    return (*blocks, fresh)


def damaged_vectors(database: Database, matrix: VectorMatrix) -> tuple[int, ...]:
    """The ids of stored vectors that the matrix had to leave out: zero, not finite, not of length 1, too short."""
    if matrix.model is None:
        return ()
    held = np.unique(matrix.vector_ids[matrix.owners.types != GONE])
    stored = _live_ids(database, matrix.model)
    return tuple(np.setdiff1d(stored, held, assume_unique=True).tolist())


def _live_ids(database: Database, state: StoredModel) -> NDArray[np.int64]:
    query = select(vector.c.id).where(vector.c.model_id == state.id, vector.c.id <= state.last_vector_id)
    with database.read() as reading:
        return np.asarray(reading.connection.scalars(query).all(), dtype=np.int64)


def _read_after(database: Database, state: StoredModel, *, after: int) -> VectorMatrix:
    """The stored vectors with ids after `after`, as a matrix of one block."""
    width = state.model.dimensions
    types: list[NDArray[np.uint8]] = []
    owner_ids: list[NDArray[np.int64]] = []
    vector_ids: list[NDArray[np.int64]] = []
    parts: list[NDArray[np.float32]] = []
    # A plain blob: SQLAlchemy's LargeBinary would copy every one.
    data = type_coerce(vector.c.data, LargeBinary)
    query = (
        select(vector.c.id, vector.c.owner_type, vector.c.owner_id, data, func.length(data))
        # A sum, as no index holds it: by the index over owners every chunk would be looked for among all rows.
        .where(vector.c.model_id + 0 == state.id)
        .order_by(vector.c.id)
        .limit(_CHUNK)
    )
    while True:
        with database.read() as reading:
            rows = reading.connection.execute(
                query.where(vector.c.id > after, vector.c.id <= state.last_vector_id)
            ).all()
        if not rows:
            break
        after = rows[-1][0]
        fitting = [row for row in rows if vectors_in(row[4], width)]
        if not fitting:
            continue
        block = np.frombuffer(b"".join(row[3] for row in fitting), dtype="<f4").reshape(-1, width)
        counts = np.array([vectors_in(row[4], width) for row in fitting], dtype=np.int64)
        # A text of which one vector is none is embedded anew as a whole.
        sound = np.repeat(np.logical_and.reduceat(_sound(block), np.cumsum(counts) - counts), counts)
        owners = spread_out(
            np.array([CODES[row[1]] for row in fitting], dtype=np.uint8),
            np.array([row[2] for row in fitting], dtype=np.int64),
            counts,
        )
        parts.append(block[sound])
        vector_ids.append(np.repeat(np.array([row[0] for row in fitting], dtype=np.int64), counts)[sound])
        owner_ids.append(owners.ids[sound])
        types.append(owners.types[sound])
    if not parts:
        return EMPTY
    rows_read = np.concatenate(parts)
    return VectorMatrix(
        state,
        Owners(np.concatenate(types), np.concatenate(owner_ids)),
        np.concatenate(vector_ids),
        (rows_read if sys.byteorder == "little" else rows_read.astype(np.float32),),
    )


def _sound(block: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which rows are finite and of length 1."""
    with np.errstate(invalid="ignore", over="ignore"):
        squares = np.vecdot(block, block)
        return np.asarray(np.abs(squares - 1.0) < _LENGTH_TOLERANCE)
