"""What tests of associations build, and how they look at it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from engramma.engine import MemoryStore
from engramma.model.plan import PlanStep
from engramma.store.tables import association, entity, mention

SHARED = (
    "We drop Redis in favour of Postgres queues, says Maria Lopez.",
    "The new redis port is 6380 in config/app.toml.",
    "Ask Maria Lopez about config/app.toml.",
    "Nothing a customer typed is lost.",
)


def remember(store: MemoryStore, texts: Sequence[str] = SHARED) -> list[int]:
    return [store.memories.remember(text, importance=0.5).id for text in texts]


def associate(store: MemoryStore) -> int:
    """Run the step alone; returns how many items were applied."""
    plan = store.consolidation.plan(steps=[PlanStep.ASSOCIATE])
    return len(store.consolidation.apply(plan).applied)


def about(store: MemoryStore, memory_id: int) -> list[str]:
    return [item.name for item in store.memories.details(memory_id).entities]


def mentions(store: MemoryStore) -> set[tuple[int, str, int]]:
    """(memory, normal name, since when) of what is shown."""
    with store.workspace.database.read() as reading:
        rows = reading.connection.execute(
            select(mention.c.memory_id, entity.c.normal_name, mention.c.weight_at)
            .join(entity, entity.c.id == mention.c.entity_id)
            .where(mention.c.removed == 0, entity.c.removed == 0)
        )
        return {(row[0], row[1], row[2]) for row in rows}


def weights(store: MemoryStore, memory_id: int) -> dict[int, float]:
    """The stored co-recalled weights of a memory by the other end."""
    with store.workspace.database.read() as reading:
        rows = reading.connection.execute(
            select(association).where(
                (association.c.source_id == memory_id) | (association.c.target_id == memory_id),
                association.c.type == "co_recalled",
                association.c.removed == 0,
            )
        )
        return {row.target_id if row.source_id == memory_id else row.source_id: row.weight for row in rows}
