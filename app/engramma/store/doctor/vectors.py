"""The stored vectors: which are none, whose they are, of which model, what lacks one, and the copy beside the store.

They follow from the texts, so what is wrong is erased outside of the history and embedded anew by the next job.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, func, select, update

from engramma.store.database import Database
from engramma.store.doctor.examination import Examination, Finding, counted, sound
from engramma.store.tables import embedding_model, vector
from engramma.store.vectors.models import StoredModel, current_model, make_current, other_models
from engramma.store.vectors.owners import vectors_in
from engramma.store.vectors.sidecar import SidecarRows, drop_sidecars, open_sidecar, sidecar_path
from engramma.store.vectors.waiting import count_waiting
from engramma.store.vectors.writing import erase_by_id, erase_model

_CHUNK = 4_000
_ERASE = 2_000
_TOLERANCE = 1e-3
_WIDTH = "of another width"
_AGAIN = "; their texts then wait for `engramma embed`."
_SCAN = "SELECT id, data, length(data) FROM vector WHERE model_id + 0 = ? ORDER BY id"
_ORPHANS = " UNION ALL ".join(
    f"SELECT v.id, v.model_id FROM vector v WHERE v.owner_type IN ({types}) "
    f"AND NOT EXISTS (SELECT 1 FROM {owner} o WHERE o.id = v.owner_id)"
    for owner, types in (("memory", "'memory'"), ("event", "'event', 'context'"))
)

Wrong = dict[int, str]
"""Ids of stored vectors, and what is wrong with each."""


def check_damaged(look: Examination) -> Finding:
    """Stored rows that are no vectors of their model: of another width, zero, not finite, not of length 1."""
    wrong, _copied = _scan(look)
    if not wrong:
        return sound("Every stored vector is one of its model.")
    listed = ", ".join(f"{count:,} {what}" for what, count in Counter(wrong.values()).most_common())
    row = counted(len(wrong), "stored vector is", "stored vectors are")
    return Finding(len(wrong), f"{row} damaged ({listed}); recall leaves them out.", f"Erase them{_AGAIN}")


def check_sidecar(look: Examination) -> Finding:
    """The copy of the vectors beside the store, from which they are read: whether it says what the store says."""
    _wrong, copied = _scan(look)
    if copied == 0:
        return sound("The copy of the vectors beside the store says what the store says.")
    if copied < 0:
        return Finding(
            1, "The copy of the vectors beside the store cannot be used.", "Delete it; it is made anew."
        )
    row = counted(copied, "vector", "vectors")
    return Finding(copied, f"The copy beside the store has {row} otherwise.", "Delete it; it is made anew.")


def _scan(look: Examination) -> tuple[Wrong, int]:
    """(what is wrong in the table, how many rows of the sidecar differ or -1 for one that is of no use)."""
    if "vectors" not in look.memo:
        wrong: Wrong = {}
        differing = 0
        with look.reading() as reading:
            state = current_model(reading.connection)
            if state is not None:
                copy = open_sidecar(look.path, state)
                if copy is None and sidecar_path(look.path, state).exists():
                    differing = -1
                differ = 0
                for ids, block, bad in _chunks(reading.connection, state):
                    look.cancel.check()
                    wrong.update(bad)
                    differ += _differing(copy, ids, block)
                if copy is not None:
                    differing = differ + _surplus(reading.connection, copy, state)
        look.memo["vectors"] = (wrong, differing)
    found: tuple[Wrong, int] = look.memo["vectors"]
    return found


def _chunks(
    connection: Connection, state: StoredModel
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32], Wrong]]:
    """The stored vectors some thousand at a time: ids and rows of those of the right width, and what is wrong.

    A long text has several with one id: its own, then those of its passages.
    """
    width = state.model.dimensions
    rows = connection.exec_driver_sql(_SCAN, (state.id,))
    while part := rows.fetchmany(_CHUNK):
        counts = [vectors_in(row[2], width) for row in part]
        wrong = {int(row[0]): _WIDTH for row, count in zip(part, counts, strict=True) if not count}
        fitting = [row for row, count in zip(part, counts, strict=True) if count]
        ids = np.repeat(
            np.array([row[0] for row in fitting], dtype=np.int64), [count for count in counts if count]
        )
        several = {int(row[0]) for row, count in zip(part, counts, strict=True) if count > 1}
        block = np.frombuffer(b"".join(row[1] for row in fitting), dtype="<f4").reshape(-1, width)
        with np.errstate(invalid="ignore", over="ignore"):
            squares = np.vecdot(block, block)
            for place in np.flatnonzero(~(np.abs(squares - 1.0) < _TOLERANCE)):
                one = int(ids[place])
                wrong[one] = _WIDTH if one in several else _what(block[place], float(squares[place]))
        yield ids, block, wrong


def _what(row: NDArray[np.float32], square: float) -> str:
    if not np.isfinite(row).all():
        return "not finite"
    return "zero" if square == 0.0 else "not of length 1"


def _differing(copy: SidecarRows | None, ids: NDArray[np.int64], block: NDArray[np.float32]) -> int:
    if copy is None or not len(ids):
        return 0
    within = np.arange(len(ids)) - np.searchsorted(ids, ids)
    places = np.searchsorted(copy.vector_ids, ids) + within
    places[places >= len(copy.vector_ids)] = 0
    held = copy.vector_ids[places] == ids
    same = np.ascontiguousarray(copy.vectors[places[held]]).view(np.uint32) == block[held].view(np.uint32)
    return int(np.count_nonzero(~same.all(axis=1)))


def _surplus(connection: Connection, copy: SidecarRows, state: StoredModel) -> int:
    """Rows of the sidecar that the table lacks, though nothing was erased since it was written."""
    if copy.erasures != state.erasures:
        return 0
    ids = connection.scalars(select(vector.c.id).where(vector.c.model_id == state.id)).all()
    return int(np.count_nonzero(~np.isin(copy.vector_ids, np.asarray(ids, dtype=np.int64))))


def rebuild_damaged(look: Examination) -> None:
    """Erase what is no vector."""
    wrong, _copied = _scan(look)
    with look.reading() as reading:
        state = current_model(reading.connection)
    if state is not None:
        _erase(look.database, sorted(wrong), model_id=state.id)


def _erase(database: Database, ids: list[int], *, model_id: int) -> None:
    for start in range(0, len(ids), _ERASE):
        erase_by_id(database, ids[start : start + _ERASE], model_id=model_id)


def rebuild_sidecar(look: Examination) -> None:
    """Delete the copy; who reads the vectors next writes it anew."""
    drop_sidecars(look.path)


def check_orphans(look: Examination) -> Finding:
    """Vectors of memories and turns that are not there."""
    with look.reading() as reading:
        count = len(list(reading.connection.exec_driver_sql(_ORPHANS)))
    if not count:
        return sound("Every vector has the text that it is of.")
    vectors = counted(count, "vector is", "vectors are")
    return Finding(count, f"{vectors} of a text that is not there.", "Erase them.")


def rebuild_orphans(look: Examination) -> None:
    """Erase them, under every model."""
    with look.reading() as reading:
        rows = list(reading.connection.exec_driver_sql(_ORPHANS))
    for model_id in sorted({int(row[1]) for row in rows}):
        _erase(look.database, [int(row[0]) for row in rows if row[1] == model_id], model_id=model_id)


def check_models(look: Examination) -> Finding:
    """Which models the vectors are of: one, named as current, and the one that is asked for."""
    with look.reading() as reading:
        connection = reading.connection
        counts = _counts(connection)
        total = sum(counts.values())
        state = current_model(connection)
        currents = len(
            list(connection.execute(select(embedding_model.c.id).where(embedding_model.c.current == 1)))
        )
        others = (
            []
            if state is None
            else [item for item in other_models(connection, than=state.id) if counts[item.id]]
        )
        ahead = _uncounted(connection)
    if total and currents != 1:
        detail = (
            "No model is named as the one of the vectors." if not currents else "Several models are current."
        )
        return Finding(max(1, currents), detail, "Go by the one of which there are most vectors.")
    if ahead:
        detail = f"The newest vectors of {counted(ahead, 'model', 'models')} are not read, as its count lags behind."
        return Finding(ahead, detail, "Count them anew.")
    left = sum(counts[item.id] for item in others if not _goes_on(look, item))
    if left:
        vectors = counted(left, "vector is", "vectors are")
        return Finding(
            left, f"{vectors} of another model than the store's.", "Erase them; nothing goes by them."
        )
    if state is not None and not look.wanted.off and look.wanted.model != state.model.name and total:
        of = f"The vectors are of {state.model.name} ({state.model.dimensions} wide)"
        return Finding(
            counts[state.id],
            f"{of}, and {look.wanted.model} is asked for, so recall goes by words alone: `engramma embed`.",
        )
    if others:
        return sound(
            "A change of the model is under way; `engramma embed` goes on with it.", count=len(others)
        )
    return sound("All vectors are of one model.")


def _goes_on(look: Examination, other: StoredModel) -> bool:
    """Whether the vectors of another model are the beginning of a change to it."""
    return look.wanted.embedding or other.model.name == look.wanted.model


def _counts(connection: Connection) -> Counter[int]:
    rows = connection.execute(select(vector.c.model_id, func.count()).group_by(vector.c.model_id))
    return Counter({int(row[0]): int(row[1]) for row in rows})


def _uncounted(connection: Connection) -> int:
    """How many models have vectors with ids beyond the newest that they know of."""
    beyond: Any = (
        select(vector.c.id)
        .where(vector.c.model_id == embedding_model.c.id, vector.c.id > embedding_model.c.last_vector_id)
        .exists()
    )
    return len(list(connection.execute(select(embedding_model.c.id).where(beyond))))


def rebuild_models(look: Examination) -> None:
    """Name one current model, count its vectors, and erase those of others that nothing goes on with."""
    with look.database.write() as connection:
        counts = _counts(connection)
        currents = connection.scalars(
            select(embedding_model.c.id).where(embedding_model.c.current == 1)
        ).all()
        if counts and len(currents) != 1:
            make_current(connection, max(counts, key=lambda key: (counts[key], -key)))
        if _uncounted(connection):
            newest = select(func.max(vector.c.id)).where(vector.c.model_id == embedding_model.c.id)
            connection.execute(
                update(embedding_model)
                .where(embedding_model.c.last_vector_id < newest.scalar_subquery())
                .values(last_vector_id=newest.scalar_subquery(), erasures=embedding_model.c.erasures + 1)
            )
    with look.reading() as reading:
        state = current_model(reading.connection)
        others = () if state is None else other_models(reading.connection, than=state.id)
    for other in others:
        while not _goes_on(look, other) and erase_model(look.database, other.id, limit=_ERASE):
            look.cancel.check()


def check_missing(look: Examination) -> Finding:
    """Texts that wait for a vector: no damage, as recall finds them by their words."""
    with look.reading() as reading:
        state = current_model(reading.connection)
        counts = () if state is None else count_waiting(reading, state.id)
    waiting, failed = sum(part.waiting for part in counts), sum(part.failed for part in counts)
    if state is None:
        return sound("Nothing was embedded yet, so recall goes by words: `engramma embed` makes vectors.")
    if not waiting and not failed:
        return sound("Every text that needs a vector has one.")
    text = counted(waiting, "text waits", "texts wait")
    tried = f"; {failed:,} failed, which `--retry` tries again" if failed else ""
    return sound(f"{text} for a vector, which `engramma embed` makes{tried}.", count=waiting + failed)
