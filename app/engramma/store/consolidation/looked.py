"""Which memories a step has looked at already, so that a pass looks at what is new or has changed since.

Derived: in no undo image. What was forgotten here is only looked at once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import String, and_, cast, exists, func, select, text

from engramma.model.plan import Looked, PlanStep
from engramma.store.database import Database, Reading
from engramma.store.tables import looked, memory
from engramma.store.visibility import visible

_PAGE = 2_000
_MARK = text(
    "INSERT INTO looked (step, memory_id, content_key, state_at, nature)"
    " VALUES (:step, :memory_id, :content_key, :state_at, :nature) ON CONFLICT (step, memory_id) DO UPDATE"
    " SET content_key = excluded.content_key, state_at = excluded.state_at, nature = excluded.nature"
)

_NATURE = (
    memory.c.kind
    + "/"
    + memory.c.category
    + "/"
    + cast(memory.c.pinned, String)
    + "/"
    + cast(memory.c.created_at, String)
)


def read_unlooked(reading: Reading, step: PlanStep, *, every_state: bool = False) -> tuple[Looked, ...]:
    """The active memories that are new to a step: never looked at, or since then worded otherwise, restored, pinned,
    unpinned, merged with an older one, or of another kind or category; by id.

    With `every_state` also those that are superseded or in the Trash.
    """
    state_at = func.coalesce(memory.c.state_at, 0)
    known = exists().where(
        and_(
            looked.c.step == step.value,
            looked.c.memory_id == memory.c.id,
            looked.c.content_key == memory.c.content_key,
            looked.c.state_at == state_at,
            looked.c.nature == _NATURE,
        )
    )
    states = () if every_state else (memory.c.state == "active",)
    rows = reading.connection.execute(
        select(memory.c.id, memory.c.content_key, state_at, _NATURE)
        .where(*states, visible(memory, reading.hidden), ~known)
        .order_by(memory.c.id)
    )
    return tuple(Looked(*row) for row in rows)


def mark_looked(database: Database, seen: Mapping[PlanStep, Sequence[Looked]]) -> None:
    """Keep what a plan looked at, as it was then; in short transactions."""
    for step, memories in seen.items():
        for start in range(0, len(memories), _PAGE):
            rows = [
                {
                    "step": step.value,
                    "memory_id": item.memory_id,
                    "content_key": item.content_key,
                    "state_at": item.state_at,
                    "nature": item.nature,
                }
                for item in memories[start : start + _PAGE]
            ]
            with database.write() as connection:
                connection.execute(_MARK, rows)
