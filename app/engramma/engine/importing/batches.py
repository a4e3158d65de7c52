"""Cuts a stream of records into batches that a transaction of about 35 ms can take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engramma.model.errors import ImportFileError
from engramma.model.transfer import Position, Record
from engramma.store.journal.pace import Pace

_TEXT_LIMIT = 2_000_000


def batched(records: Iterable[Record], size: Pace) -> Iterator[tuple[list[Record], Position | None]]:
    """Batches with the newest position in the source; empty ones tell how far it was read before the first record.

    Where a source cannot be read on, what came before is given out before the ImportFileError is raised.
    """
    batch: list[Record] = []
    position: Position | None = None
    held = 0
    problem: ImportFileError | None = None
    try:
        for record in records:
            if isinstance(record, Position):
                position = record
                if not batch:
                    yield [], position
                continue
            batch.append(record)
            held += len(getattr(record, "text", "")) + len(record.original)
            if len(batch) >= size.rows or held > _TEXT_LIMIT:
                yield batch, position
                batch, held = [], 0
    except ImportFileError as error:
        problem = error
    yield batch, position
    if problem is not None:
        raise problem
