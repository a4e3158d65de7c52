"""The models whose vectors a store holds, and which of them recall goes by."""

from __future__ import annotations

from sqlalchemy import Connection, Row, delete, insert, select, update

from engramma.model.embedding import EmbeddingModel
from engramma.model.records import dataclass
from engramma.store.tables import embedding_model, vector_backlog


@dataclass(frozen=True, slots=True)
class StoredModel:
    """A row of `embedding_model`. `last_vector_id` and `erasures` move with every change of its vectors."""

    id: int
    model: EmbeddingModel
    current: bool
    last_vector_id: int
    erasures: int


_COLUMNS = select(
    embedding_model.c.id,
    embedding_model.c.name,
    embedding_model.c.sha256,
    embedding_model.c.dimensions,
    embedding_model.c.current,
    embedding_model.c.last_vector_id,
    embedding_model.c.erasures,
)


def current_model(connection: Connection) -> StoredModel | None:
    """The model that recall goes by; None as long as nothing was embedded."""
    found = connection.execute(_COLUMNS.where(embedding_model.c.current == 1)).first()
    return None if found is None else _stored(found)


def stored_model(connection: Connection, model: EmbeddingModel) -> StoredModel | None:
    """The row of exactly this model."""
    found = connection.execute(
        _COLUMNS.where(embedding_model.c.name == model.name, embedding_model.c.sha256 == model.sha256)
    ).first()
    return None if found is None else _stored(found)


def model_named(connection: Connection, name: str) -> StoredModel | None:
    """The newest row of a model of this name, whatever its weights."""
    query = _COLUMNS.where(embedding_model.c.name == name).order_by(embedding_model.c.id.desc()).limit(1)
    found = connection.execute(query).first()
    return None if found is None else _stored(found)


def other_models(connection: Connection, *, than: int) -> tuple[StoredModel, ...]:
    """The models of this store but for the one with the id `than`."""
    return tuple(_stored(row) for row in connection.execute(_COLUMNS.where(embedding_model.c.id != than)))


def take_model(connection: Connection, model: EmbeddingModel) -> StoredModel:
    """The row of `model`, made if need be; the first one of a store is the current one. In the caller's write."""
    found = stored_model(connection, model)
    if found is not None and found.model.dimensions == model.dimensions:
        return found
    if found is not None:
        connection.execute(
            update(embedding_model)
            .where(embedding_model.c.id == found.id)
            .values(dimensions=model.dimensions, erasures=found.erasures + 1)
        )
    else:
        connection.execute(
            insert(embedding_model).values(
                name=model.name,
                sha256=model.sha256,
                dimensions=model.dimensions,
                current=int(current_model(connection) is None),
            )
        )
    made = stored_model(connection, model)
    assert made is not None
    return made


def make_current(connection: Connection, model_id: int) -> None:
    """Let recall go by this model from now on. In the caller's write."""
    connection.execute(update(embedding_model).values(current=0).where(embedding_model.c.current == 1))
    connection.execute(update(embedding_model).values(current=1).where(embedding_model.c.id == model_id))


def forget_failures(connection: Connection, model_id: int) -> int:
    """Let everything that failed under this model be tried again; how many that are. In the caller's write."""
    return connection.execute(delete(vector_backlog).where(vector_backlog.c.model_id == model_id)).rowcount


def _stored(row: Row[int, str, str, int, int, int, int]) -> StoredModel:
    return StoredModel(
        row[0],
        EmbeddingModel(row[1], row[2], row[3]),
        current=bool(row[4]),
        last_vector_id=row[5],
        erasures=row[6],
    )
