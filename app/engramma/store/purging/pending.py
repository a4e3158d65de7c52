"""Remembers in the store that erased text may still stand in its file, until all of its bytes are freed."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from engramma.model.records import dataclass
from engramma.store.journal.step import Step
from engramma.store.tables import meta

_NAME = "erasure_pending"
_MERGED = "erasure_merged"
_NAMES = (_NAME, _MERGED, "erasure_scrubbed")


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for its bytes to be freed. `mark` names the newest erasure, made at `since` (UTC µs).

    `merged`: the full text has let go of it already.
    """

    mark: str
    since: int
    merged: bool


def mark_pending(step: Step) -> None:
    """Something is erased by this step, so that whatever was freed before has to be looked at again."""
    connection = step.connection
    value = f"{step.at}:{step.operation_id}:{step.changes + _count(connection)}"
    connection.execute(delete(meta).where(meta.c.name.in_(_NAMES)))
    connection.execute(insert(meta).values(name=_NAME, value=value))


def _count(connection: Connection) -> int:
    """How often something was marked since all was freed last."""
    value = connection.scalar(select(meta.c.value).where(meta.c.name == _NAME))
    return 1 + (int(value.rpartition(":")[2]) if value else 0)


def read_waiting(connection: Connection) -> Waiting | None:
    """What waits; None when nothing does."""
    values = {
        row.name: row.value
        for row in connection.execute(select(meta).where(meta.c.name.in_((_NAME, _MERGED))))
    }
    mark = values.get(_NAME)
    if mark is None:
        return None
    return Waiting(mark, int(mark.partition(":")[0]), values.get(_MERGED) == mark)


def mark_merged(connection: Connection, mark: str) -> None:
    """The full text has let go of what was erased up to `mark`."""
    connection.execute(delete(meta).where(meta.c.name == _MERGED))
    connection.execute(insert(meta).values(name=_MERGED, value=mark))


def clear_pending(connection: Connection, mark: str) -> bool:
    """All bytes of what was erased up to `mark` are freed; False when more was erased meanwhile."""
    if not connection.execute(delete(meta).where(meta.c.name == _NAME, meta.c.value == mark)).rowcount:
        return False
    connection.execute(delete(meta).where(meta.c.name.in_(_NAMES)))
    return True
