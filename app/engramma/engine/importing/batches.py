"""Cuts a stream of records into batches that a transaction of about 35 ms can take."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from engramma.model.transfer import Position, Record

TARGET_SECONDS = 0.035
SMALLEST, LARGEST = 20, 2_000
_TEXT_LIMIT = 2_000_000


class BatchSize:
    """Learns how many records fit a transaction. Reads a stopwatch, not the clock."""

    def __init__(self) -> None:
        self.records = 200
        self._started = 0.0

    def start(self) -> None:
        """A transaction begins."""
        self._started = time.perf_counter()

    def stop(self, count: int) -> None:
        """It ended, having taken `count` records."""
        seconds = max(time.perf_counter() - self._started, 1e-4)
        if count >= SMALLEST:
            wanted = int(count * TARGET_SECONDS / seconds)
            self.records = min(max(wanted, SMALLEST, self.records // 2), LARGEST, self.records * 2)


def batched(records: Iterable[Record], size: BatchSize) -> Iterator[tuple[list[Record], Position | None]]:
    """Batches with the newest position in the source; the last one may be empty."""
    batch: list[Record] = []
    position: Position | None = None
    held = 0
    for record in records:
        if isinstance(record, Position):
            position = record
            continue
        batch.append(record)
        held += len(getattr(record, "text", "")) + len(record.original)
        if len(batch) >= size.records or held > _TEXT_LIMIT:
            yield batch, position
            batch, held = [], 0
    yield batch, position
