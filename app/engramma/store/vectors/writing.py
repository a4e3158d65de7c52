"""Writes, replaces and erases vectors, and notes the texts that got none. Part of no operation: nothing is undone.

Every change moves the model's `last_vector_id` or `erasures`, by which matrices and sidecars tell that they are old.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from engramma.model.records import dataclass
from engramma.store.database import Database, Reading
from engramma.store.tables import embedding_model, operation, vector, vector_backlog
from engramma.store.vectors.before import turns_after, words_before
from engramma.store.vectors.texts import stored_texts

_BATCH = 500
_LONGEST_ERROR = 500


@dataclass(frozen=True, slots=True)
class TextToEmbed:
    """A text that waits for a vector, with the key of the content that it was read from; `cut`: into passages."""

    owner_type: str
    owner_id: int
    content_key: bytes
    text: str
    cut: bool = False


def write_vectors(
    database: Database,
    model_id: int,
    texts: Sequence[TextToEmbed],
    *,
    vectors: NDArray[np.float32],
    passages: Mapping[int, NDArray[np.float32]] | None = None,
    before: Mapping[int, str] | None = None,
) -> int:
    """Store a row of `vectors` (n × d, length 1) for each text, in place of an older one; how many were stored.

    `passages`: by place in `texts`, the vectors (k × d) of its passages, stored behind its own. `before`: by event,
    the words before it that its vector holds, too. One transaction. A text that was changed or removed since it was
    read, itself or the words before it, gets none: its vector would outlive it.
    """
    with database.write() as connection:
        kept = list(_unchanged(connection, texts, before or {}))
        for owner_type, ids in _by_type((texts[place].owner_type, texts[place].owner_id) for place in kept):
            _erase_batch(connection, owner_type, ids, model_id=model_id)
        # Over all models: ids of vectors are never given twice.
        first = int(connection.scalar(select(func.max(embedding_model.c.last_vector_id))) or 0) + 1
        if kept:
            connection.execute(
                insert(vector),
                [
                    {
                        "id": first + number,
                        "model_id": model_id,
                        "owner_type": texts[place].owner_type,
                        "owner_id": texts[place].owner_id,
                        "content_key": texts[place].content_key,
                        "data": _data(vectors[place], (passages or {}).get(place)),
                    }
                    for number, place in enumerate(kept)
                ],
            )
            _set_last(connection, model_id, first + len(kept) - 1)
        return len(kept)


def _data(row: NDArray[np.float32], passages: NDArray[np.float32] | None) -> bytes:
    rows = row if passages is None else np.vstack([row, passages])
    return np.ascontiguousarray(rows, dtype="<f4").tobytes()


def _set_last(connection: Connection, model_id: int, last: int) -> None:
    connection.execute(
        update(embedding_model).where(embedding_model.c.id == model_id).values(last_vector_id=last)
    )


def record_failures(database: Database, model_id: int, texts: Sequence[TextToEmbed], *, error: str) -> None:
    """Note that these texts got no vector, and why; one more attempt for each."""
    if not texts:
        return
    statement = upsert(vector_backlog)
    statement = statement.on_conflict_do_update(
        index_elements=["model_id", "owner_type", "owner_id"],
        set_={
            "content_key": statement.excluded.content_key,
            "error": statement.excluded.error,
            "attempts": vector_backlog.c.attempts + 1,
        },
    )
    with database.write() as connection:
        connection.execute(
            statement,
            [
                {
                    "model_id": model_id,
                    "owner_type": item.owner_type,
                    "owner_id": item.owner_id,
                    "content_key": item.content_key,
                    "attempts": 1,
                    "error": error[:_LONGEST_ERROR],
                }
                for item in texts
            ],
        )


def erase_vectors(connection: Connection, owners: Iterable[tuple[str, int]]) -> int:
    """Delete the vectors of these (owner type, owner id) under every model; how many. In the caller's write.

    With an event go the vectors of the turns after it, which may hold its words. Who purges also calls
    `drop_sidecars`: a sidecar on disk still holds what is erased here.
    """
    erased = 0
    models = connection.scalars(select(embedding_model.c.id)).all()
    for owner_type, ids in _by_type(owners):
        if owner_type == "event":
            ids += [found for part in _parts(ids) for found in turns_after(connection, part)]
        for model_id in models:
            erased += _erase_batch(connection, owner_type, ids, model_id=model_id)
    return erased


def erase_by_id(database: Database, vector_ids: Sequence[int], *, model_id: int) -> None:
    """Delete damaged vectors, whose texts then wait again."""
    with database.write() as connection:
        for part in _parts(vector_ids):
            gone = connection.execute(
                delete(vector).where(vector.c.model_id == model_id, vector.c.id.in_(part))
            ).rowcount
            _count_erasures(connection, model_id, gone)


def erase_model(database: Database, model_id: int, *, limit: int) -> int:
    """Delete up to `limit` vectors of one model, oldest first; how many. Again until it is 0."""
    with database.write() as connection:
        oldest = select(vector.c.id).where(vector.c.model_id == model_id).limit(limit)
        gone = connection.execute(delete(vector).where(vector.c.id.in_(oldest))).rowcount
        _count_erasures(connection, model_id, gone)
        if gone == 0:
            connection.execute(delete(vector_backlog).where(vector_backlog.c.model_id == model_id))
        return gone


def _erase_batch(connection: Connection, owner_type: str, ids: Sequence[int], *, model_id: int) -> int:
    erased = 0
    for part in _parts(ids):
        erased += connection.execute(
            delete(vector).where(
                vector.c.model_id == model_id, vector.c.owner_type == owner_type, vector.c.owner_id.in_(part)
            )
        ).rowcount
        connection.execute(
            delete(vector_backlog).where(
                vector_backlog.c.model_id == model_id,
                vector_backlog.c.owner_type == owner_type,
                vector_backlog.c.owner_id.in_(part),
            )
        )
    _count_erasures(connection, model_id, erased)
    return erased


def _count_erasures(connection: Connection, model_id: int, count: int) -> None:
    if count:
        connection.execute(
            update(embedding_model)
            .where(embedding_model.c.id == model_id)
            .values(erasures=embedding_model.c.erasures + count)
        )


def _unchanged(
    connection: Connection, texts: Sequence[TextToEmbed], before: Mapping[int, str]
) -> Iterator[int]:
    """The places of the texts whose owner still is there with this very text, said after these very words.

    A purge may leave the key as it was, and may be of a turn of which the vector of a later one knows.
    """
    found = {
        owner_type: stored_texts(connection, owner_type, ids)
        for owner_type, ids in _by_type((item.owner_type, item.owner_id) for item in texts)
    }
    held = [item.owner_id for item in texts if item.owner_type == "event" and item.owner_id in before]
    hidden = tuple(connection.scalars(select(operation.c.id).where(operation.c.status == "open")))
    now = words_before(Reading(connection, hidden), held)
    for place, item in enumerate(texts):
        if found[item.owner_type].get(item.owner_id) != (item.content_key, item.text):
            continue
        if item.owner_type == "event" and now.get(item.owner_id) != before.get(item.owner_id):
            continue
        yield place


def _parts(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), _BATCH):
        yield ids[start : start + _BATCH]


def _by_type(owners: Iterable[tuple[str, int]]) -> list[tuple[str, list[int]]]:
    grouped: dict[str, list[int]] = {}
    for owner_type, owner_id in owners:
        grouped.setdefault(owner_type, []).append(owner_id)
    return list(grouped.items())
