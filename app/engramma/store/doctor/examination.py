"""What every check is given, and what it answers: the pieces from which the list of checks is made.

A check reads in a transaction of its own, so that a long look holds no reader open, and asks for cancelling in the
midst of a statement. It changes nothing; mending is a function beside it, and finds what to mend anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from engramma.model.policy import Policy
from engramma.model.progress import Cancelled, CancelToken
from engramma.store.database import Database, Reading
from engramma.store.journal.step import Step

Row = tuple[str, int]
"""A table and the id of a row in it."""

NAMED = 3
_MOST_ROWS = 100_000
_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found. `rows` are those that a repair of the content would change."""

    count: int
    detail: str
    repair: str = ""
    ok: bool = False
    rows: tuple[Row, ...] = ()
    memories: tuple[int, ...] = ()


def sound(detail: str, *, count: int = 0) -> Finding:
    """Nothing is damaged; `count` things are worth knowing."""
    return Finding(count, detail, ok=True)


def of_memories(ids: Sequence[int], what: str, repair: str) -> Finding:
    """Damage of memories, each of which a repair changes: `what` is wrong, in words that begin with how many."""
    return Finding(
        len(ids),
        f"{what}{labelled(ids)}.",
        repair,
        rows=tuple(("memory", memory_id) for memory_id in ids),
        memories=tuple(ids[:20]),
    )


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is outside of the store: the model that is asked for ("" when none is), whether vectors are made now."""

    model: str = ""
    off: bool = True
    embedding: bool = False


@dataclass(slots=True)
class Examination:
    """One look at a store. `memo` is shared by the checks of one look."""

    database: Database
    now: int
    policy: Policy
    wanted: Wanted
    full: bool = False
    cancel: CancelToken = field(default_factory=CancelToken)
    memo: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.database.path

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """A read transaction of one check, stopped by cancelling wherever it is. Raises Cancelled."""
        with self.database.read() as reading:
            driver = reading.connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            driver.set_progress_handler(self._is_cancelled, _STEPS)
            try:
                yield reading
            except (DBAPIError, sqlite3.Error) as error:
                if self.cancel.cancelled:
                    raise Cancelled from error
                raise
            finally:
                driver.set_progress_handler(None, 0)

    def _is_cancelled(self) -> int:
        return int(self.cancel.cancelled)


@dataclass(frozen=True, slots=True)
class Check:
    """A check by its stable name, what people see while it runs, and the two ways of mending what it finds.

    `mend` changes content, within the one operation of a repair; `rebuild` makes derived data or technical rows
    anew, outside of the history.
    """

    name: str
    label: str
    look: Callable[[Examination], Finding]
    mend: Callable[[Step, Sequence[Row]], None] | None = None
    rebuild: Callable[[Examination], None] | None = None


def shown(alias: str, hidden: Sequence[int]) -> str:
    """An SQL condition: the row `alias` is one that readers see."""
    if not hidden:
        return f"{alias}.removed = 0"
    return f"{alias}.removed = 0 AND {alias}.born_op NOT IN ({', '.join(map(str, hidden))})"


def select_rows(connection: Connection, sql: str, values: Mapping[str, object] | None = None) -> list[Any]:
    """The rows of a query, at most a hundred thousand: what is more damaged than that is counted as so much."""
    return list(connection.exec_driver_sql(f"{sql} LIMIT {_MOST_ROWS}", dict(values or {})))


def counted(count: int, one: str, many: str) -> str:
    """`1 memory has`, `2 memories have`."""
    return f"{count:,} {one if count == 1 else many}"


def labelled(memory_ids: Sequence[int]) -> str:
    """` (M-1, M-2, M-3 and others)`: which memories a sentence is about; "" when there are none."""
    named = ", ".join(f"M-{memory_id}" for memory_id in memory_ids[:NAMED])
    if not named:
        return ""
    return f" ({named} and others)" if len(memory_ids) > NAMED else f" ({named})"
