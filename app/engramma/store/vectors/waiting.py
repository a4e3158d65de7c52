"""What waits for a vector: derived from the texts, never a list that could be wrong. What failed is kept.

Memories come first, then what was said, then what tools printed. Superseded and trashed memories and rewound turns
are never recalled and need no vector.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import ColumnElement, Select, and_, exists, func, not_, select

from engramma.model.embedding import EmbeddingFailure, WaitingCounts
from engramma.model.records import dataclass
from engramma.store.database import Database, Reading
from engramma.store.tables import event, memory, vector, vector_backlog
from engramma.store.vectors.models import current_model
from engramma.store.vectors.texts import EVENT_KEY, MEMORY_KEY, event_text, memory_text
from engramma.store.vectors.writing import TextToEmbed
from engramma.store.visibility import visible

_NO_MODEL = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Source:
    """One kind of text in the order of its ids."""

    owner_type: str
    id: ColumnElement[int]
    key: ColumnElement[bytes]
    where: ColumnElement[bool]
    columns: tuple[ColumnElement[str], ...]
    cut: bool = True

    def text(self, values: tuple[str, ...]) -> str:
        if self.owner_type == "memory":
            return memory_text(values[0])
        return event_text(values[0], role=values[1], speaker=values[2], detail=values[3])


def _sources(reading: Reading) -> tuple[_Source, ...]:
    said = and_(visible(event, reading.hidden), event.c.active == 1, event.c.text != "")
    columns = (event.c.text, event.c.role, event.c.speaker, event.c.detail)
    return (
        _Source(
            "memory",
            memory.c.id,
            MEMORY_KEY,
            and_(visible(memory, reading.hidden), memory.c.state == "active"),
            (memory.c.text,),
        ),
        _Source("event", event.c.id, EVENT_KEY, and_(said, event.c.role != "tool"), columns),
        # What tools print is long, and hardly looked for by its meaning.
        _Source("event", event.c.id, EVENT_KEY, and_(said, event.c.role == "tool"), columns, cut=False),
    )


def waiting_texts(database: Database, model_id: int, *, size: int) -> Iterator[tuple[TextToEmbed, ...]]:
    """The texts without a vector of this model, up to `size` at a time, each list read when it is asked for.

    Those that failed are left out. What is written meanwhile is found by the next call.
    """
    for number in range(3):
        after = 0
        while True:
            with database.read() as reading:
                source = _sources(reading)[number]
                rows = reading.connection.execute(
                    select(source.id, source.key, *source.columns)
                    .where(
                        source.where,
                        source.id > after,
                        not_(_has_vector(source, model_id)),
                        not_(_has_failed(source, model_id)),
                    )
                    .order_by(source.id)
                    .limit(size)
                ).all()
            if rows:
                yield tuple(
                    TextToEmbed(
                        source.owner_type, row[0], row[1], source.text(tuple(row[2:])), cut=source.cut
                    )
                    for row in rows
                )
                after = rows[-1][0]
            if len(rows) < size:
                break


def count_waiting(reading: Reading, model_id: int | None) -> tuple[WaitingCounts, ...]:
    """Counts by owner type under this model; with None everything waits."""
    model = _NO_MODEL if model_id is None else model_id
    totals: dict[str, list[int]] = {}
    for source in _sources(reading):
        counts = totals.setdefault(source.owner_type, [0, 0, 0])
        everything = select(func.count()).where(source.where)
        counts[0] += _count(reading, everything.where(_has_vector(source, model)))
        counts[1] += _count(reading, everything)
        counts[2] += _count(
            reading, everything.where(_has_failed(source, model), not_(_has_vector(source, model)))
        )
    return tuple(
        WaitingCounts(owner_type, embedded, whole - embedded - failed, failed)
        for owner_type, (embedded, whole, failed) in totals.items()
    )


def count_all_waiting(reading: Reading) -> int:
    """How many texts wait for a vector of the store's model; 0 when it has none, as nobody asked for vectors."""
    state = current_model(reading.connection)
    if state is None:
        return 0
    return sum(part.waiting for part in count_waiting(reading, state.id))


def failures(reading: Reading, model_id: int, *, limit: int = 200) -> tuple[EmbeddingFailure, ...]:
    """The texts that failed under this model and still are as they were, memories first."""
    found: list[EmbeddingFailure] = []
    for source in _sources(reading):
        rows = reading.connection.execute(
            select(source.id, vector_backlog.c.attempts, vector_backlog.c.error)
            .where(source.where, _failure_of(source, model_id))
            .order_by(source.id)
            .limit(limit - len(found))
        )
        found.extend(EmbeddingFailure(source.owner_type, row[0], row[1], row[2]) for row in rows)
    return tuple(found)


def _has_vector(source: _Source, model_id: int) -> ColumnElement[bool]:
    return exists().where(
        vector.c.model_id == model_id,
        vector.c.owner_type == source.owner_type,
        vector.c.owner_id == source.id,
        vector.c.content_key == source.key,
    )


def _failure_of(source: _Source, model_id: int) -> ColumnElement[bool]:
    return and_(
        vector_backlog.c.model_id == model_id,
        vector_backlog.c.owner_type == source.owner_type,
        vector_backlog.c.owner_id == source.id,
        vector_backlog.c.content_key == source.key,
    )


def _has_failed(source: _Source, model_id: int) -> ColumnElement[bool]:
    return exists().where(_failure_of(source, model_id))


def _count(reading: Reading, query: Select[int]) -> int:
    return int(reading.connection.scalar(query) or 0)
