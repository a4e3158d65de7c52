"""Writes a purge as one operation of many short transactions that can neither be undone nor left half recorded.

Unlike other long operations it is done from its first transaction on, and each transaction names what is erased by
then: what is erased cannot be taken back when the process dies in between.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import func, select, update

from engramma.store.journal.journal import Journal
from engramma.store.journal.step import Step
from engramma.store.policy import load_policy
from engramma.store.pragmas import GAP_SECONDS, GAP_SHARE
from engramma.store.tables import image, operation

LabelOf = Callable[[], str]
_FIRST_ROWS, _MOST_ROWS = 3, 500
_TARGET_SECONDS = 0.025


class SmallPace:
    """How many rows fit a transaction of about 25 ms: few, since erasing one may touch much. Learns as it goes."""

    def __init__(self) -> None:
        self.rows = _FIRST_ROWS
        self._begun = 0.0

    def start(self) -> None:
        """A transaction begins."""
        self._begun = time.perf_counter()

    def stop(self, count: int) -> None:
        """It ended, having taken `count` rows."""
        seconds = max(time.perf_counter() - self._begun, 1e-4)
        wanted = int(max(count, 1) * _TARGET_SECONDS / seconds)
        self.rows = min(max(wanted, 1, self.rows // 2), self.rows * 2, _MOST_ROWS)


class PurgeRun:
    """One purge or expiry. `label` is asked at the end of each transaction for what is done by then."""

    def __init__(self, journal: Journal, kind: str, *, actor: str, label: LabelOf) -> None:
        self.id: int | None = None
        self.pace = SmallPace()
        self._journal = journal
        self._kind = kind
        self._actor = actor
        self._label = label
        self._free_at = 0.0

    @contextmanager
    def step(self) -> Iterator[Step]:
        """The next transaction; keep it under 50 ms so that agents can write between."""
        time.sleep(max(0.0, self._free_at - time.monotonic()))
        begun = time.monotonic()
        with self._first() if self.id is None else self._next(self.id) as step:
            yield step
        ended = time.monotonic()
        self._free_at = ended + min(GAP_SECONDS, (ended - begun) * GAP_SHARE)

    @contextmanager
    def _first(self) -> Iterator[Step]:
        with self._journal.short(self._kind, self._kind, actor=self._actor) as step:
            yield step
            step.label = self._label()
            changed = bool(step.changes)
            operation_id = step.operation_id
        if changed:
            self.id = operation_id

    @contextmanager
    def _next(self, operation_id: int) -> Iterator[Step]:
        with self._journal.database.write() as connection:
            last = connection.scalar(
                select(func.max(image.c.number)).where(image.c.operation_id == operation_id)
            )
            row = connection.execute(
                select(operation.c.at, operation.c.changes).where(operation.c.id == operation_id)
            ).one()
            step = Step(
                connection, operation_id, at=row.at, policy=load_policy(connection), numbers=[int(last or 0)]
            )
            yield step
            step.finish()
            # A new place in the sequence tells those who follow the changes that there is more to it.
            following = select(func.coalesce(func.max(operation.c.seq), 0) + 1).scalar_subquery()
            connection.execute(
                update(operation)
                .where(operation.c.id == operation_id)
                .values(changes=row.changes + step.changes, label=self._label(), seq=following)
            )


def mark_erased(step: Step, table: str, row_id: int, *, column: str, memory_id: int | None = None) -> None:
    """Keep in the journal that a column of a row was erased, without any of what it said."""
    step.image(table, row_id, column=column, before=None, after=None, memory_id=memory_id)
    step.changes += 1
