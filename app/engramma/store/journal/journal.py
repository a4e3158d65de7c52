"""Begins, finishes and takes back operations.

A short operation is one transaction. A long one is recorded `open`, written in steps of one transaction each, and
then `done`: until that moment readers do not see the rows it inserted. An open operation whose owner died is rolled
back by whoever finds it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, func, insert, select, update

from engramma.model.clock import Clock
from engramma.model.errors import StoreError
from engramma.store.database import Database
from engramma.store.identity import UidSource
from engramma.store.journal.pace import Pace
from engramma.store.journal.rollback import rolled_back_part
from engramma.store.journal.step import Step
from engramma.store.owner import give_back, is_alive, take_name
from engramma.store.policy import load_policy
from engramma.store.pragmas import GAP_SECONDS, GAP_SHARE
from engramma.store.revaluing import is_valued, revalue
from engramma.store.tables import operation

log = logging.getLogger(__name__)


class Journal:
    """The one way to write to a store."""

    def __init__(self, database: Database, *, clock: Clock, uids: UidSource) -> None:
        self.database = database
        self.clock = clock
        self.uids = uids
        self.owner = take_name()
        self._given_up: set[int] = set()

    def close(self) -> None:
        """Nothing more is written through this journal; what it left unfinished may be taken back by others."""
        give_back(self.owner)

    @contextmanager
    def short(self, kind: str, label: str, *, actor: str, undoes: int | None = None) -> Iterator[Step]:
        """An operation of one transaction; an exception leaves no trace of it. Empty ones are not recorded."""
        self.recover()
        at = self.clock.now()
        with self.database.write() as connection:
            step = self._record(connection, kind, label, actor=actor, at=at, status="done", undoes=undoes)
            yield step
            step.finish()
            if step.changes:
                _mark_done(
                    connection, step.operation_id, changes=step.changes, label=step.label, note=step.note
                )
            else:
                connection.execute(operation.delete().where(operation.c.id == step.operation_id))

    @contextmanager
    def long(
        self, kind: str, label: str, *, actor: str, undoes: int | None = None
    ) -> Iterator[LongOperation]:
        """An operation of many transactions; an exception takes back what it wrote."""
        self.recover()
        at = self.clock.now()
        with self.database.write() as connection:
            step = self._record(connection, kind, label, actor=actor, at=at, status="open", undoes=undoes)
        running = LongOperation(self, step.operation_id, at=at)
        try:
            yield running
            if running.changes:
                revalue(self.database, pace=running.pace)
                with self.database.write() as connection:
                    check_own(connection, running.id, owner=self.owner)
                    if running.at_end is not None:
                        running.at_end(connection)
                    _mark_done(
                        connection,
                        running.id,
                        changes=running.changes,
                        label=running.label,
                        note=running.note,
                    )
        except BaseException:
            self._give_up(running.id)
            raise
        if not running.changes:
            self._given_up.add(running.id)
            self.roll_back(running.id)
            with self.database.write() as connection:
                connection.execute(operation.delete().where(operation.c.id == running.id))

    def _record(
        self,
        connection: Connection,
        kind: str,
        label: str,
        *,
        actor: str,
        at: int,
        status: str,
        undoes: int | None,
    ) -> Step:
        result = connection.execute(
            insert(operation).values(
                uid=self.uids.next(at),
                at=at,
                actor=actor,
                kind=kind,
                label=label,
                status=status,
                owner=self.owner,
                undoes=undoes,
            )
        )
        assert result.inserted_primary_key is not None
        operation_id = int(result.inserted_primary_key[0])
        return Step(connection, operation_id, at=at, policy=load_policy(connection), numbers=[0])

    def _give_up(self, operation_id: int) -> None:
        """Take back what failed; if even that fails (a full disk), it is tried again before the next write."""
        self._given_up.add(operation_id)
        try:
            self.roll_back(operation_id)
        except StoreError as problem:
            log.warning("operation %d could not be taken back yet: %s", operation_id, problem)

    def roll_back(self, operation_id: int) -> None:
        """Take back an open operation, part by part; readers have never seen the rows it inserted."""
        pace = Pace()
        begun = left_over = False
        while True:
            time.sleep(GAP_SECONDS if begun else 0)
            begun = True
            if left_over:
                revalue(self.database, pace=pace)
            with self.database.write() as connection:
                policy = load_policy(connection)
                status = connection.scalar(select(operation.c.status).where(operation.c.id == operation_id))
                if status != "open":
                    self._given_up.discard(operation_id)
                    return
                pace.start()
                taken = part = 0
                while taken < pace.rows:
                    part = rolled_back_part(connection, operation_id, policy=policy, rows=pace.rows - taken)
                    if not part:
                        break
                    taken += part
                left_over = not part
                if left_over and is_valued(connection, load_policy(connection)):
                    connection.execute(
                        update(operation).where(operation.c.id == operation_id).values(status="rolled_back")
                    )
                    self._given_up.discard(operation_id)
                    return
            pace.stop(taken)

    def recover(self) -> tuple[int, ...]:
        """Roll back open operations whose owner is dead, or that could not be taken back before; returns their ids.

        Asked before every write: what a dead process left half done must not be taken for the store's content.
        """
        if self.database.read_only:
            return ()
        with self.database.read() as reading:
            if not reading.hidden:
                return ()
            rows = reading.connection.execute(
                select(operation.c.id, operation.c.owner)
                .where(operation.c.status == "open")
                .order_by(operation.c.id.desc())
            ).all()
        dead = tuple(int(row.id) for row in rows if row.id in self._given_up or not is_alive(row.owner))
        for operation_id in dead:
            log.info("rolling back operation %d, whose process ended before it was done", operation_id)
            self.roll_back(operation_id)
        return dead


class LongOperation:
    """A running operation of many steps."""

    def __init__(self, journal: Journal, operation_id: int, *, at: int) -> None:
        self.id = operation_id
        self.at = at
        self.changes = 0
        self.label = ""
        self.note = ""
        self.at_end: Callable[[Connection], None] | None = None
        self._journal = journal
        self.pace = Pace()
        self._numbers = [0]
        self._free_at = 0.0

    @contextmanager
    def step(self) -> Iterator[Step]:
        """The next transaction. Keep it under 50 ms so that agents can write between."""
        time.sleep(max(0.0, self._free_at - time.monotonic()))
        begun = time.monotonic()
        with self._journal.database.write() as connection:
            check_own(connection, self.id, owner=self._journal.owner)
            # Read anew each time: a policy change in between must not be undone by what is derived here.
            policy = load_policy(connection)
            step = Step(connection, self.id, at=self.at, policy=policy, numbers=self._numbers)
            yield step
            step.finish()
        self.changes += step.changes
        self.note = step.note or self.note
        ended = time.monotonic()
        self._free_at = ended + min(GAP_SECONDS, (ended - begun) * GAP_SHARE)


def check_own(connection: Connection, operation_id: int, *, owner: str) -> None:
    """Raise StoreError when another process took this operation back, thinking this one dead."""
    row = connection.execute(
        select(operation.c.status, operation.c.owner).where(operation.c.id == operation_id)
    ).first()
    if row is None or row.status != "open" or row.owner != owner:
        raise StoreError("Another program took this change back before it was done.", hint="Try it again.")


def _mark_done(connection: Connection, operation_id: int, *, changes: int, label: str, note: str) -> None:
    values: dict[str, object] = {"status": "done", "changes": changes, "note": note}
    if label:
        values["label"] = label
    following = select(func.coalesce(func.max(operation.c.seq), 0) + 1).scalar_subquery()
    connection.execute(
        update(operation).where(operation.c.id == operation_id).values(seq=following, **values)
    )
