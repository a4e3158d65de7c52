"""Which short-term memories may be near a gate of promotion, with the words and facts that a list shows of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select

from engramma.model.policy import Policy
from engramma.store.consolidation.promoting import PromotionFacts, facts_of_short
from engramma.store.database import Reading
from engramma.store.tables import memory, session
from engramma.store.visibility import visible

AT_ONCE = 400
NEAR_IMPORTANCE = 0.05


def count_short(reading: Reading) -> int:
    """Active short-term memories, neither pinned nor procedural: those that wait."""
    return int(reading.connection.scalar(select(func.count()).where(*_waiting(reading))) or 0)


def nearest_ids(reading: Reading, *, policy: Policy, limit: int) -> list[int]:
    """Short-term memories that can be near a gate, the most recalled first, then the important ones."""
    found: list[int] = []
    important = memory.c.importance > policy.promotion_importance - NEAR_IMPORTANCE
    for clauses, order in (
        ((memory.c.recalls > 0,), memory.c.recalls.desc()),
        ((memory.c.recalls == 0, important), memory.c.importance.desc()),
    ):
        if len(found) < limit:
            found += reading.connection.scalars(
                select(memory.c.id)
                .where(*clauses, *_waiting(reading, indexed=False))
                .order_by(order, memory.c.id.desc())
                .limit(limit - len(found))
            )
    return found


def short_among(reading: Reading, ids: Sequence[int], *, limit: int) -> list[int]:
    """Those of `ids` that wait, at most `limit`, the most recalled first."""
    found: list[tuple[int, int]] = []
    for start in range(0, len(ids), AT_ONCE):
        part = [int(one) for one in ids[start : start + AT_ONCE]]
        rows = reading.connection.execute(
            select(memory.c.recalls, memory.c.id).where(memory.c.id.in_(part), *_waiting(reading))
        )
        found.extend((int(row.recalls), int(row.id)) for row in rows)
    return [memory_id for _recalls, memory_id in sorted(found, reverse=True)[:limit]]


def read_standing_facts(reading: Reading, ids: Sequence[int], *, now: int) -> dict[int, PromotionFacts]:
    """What promotion asks, by id."""
    found: dict[int, PromotionFacts] = {}
    for start in range(0, len(ids), AT_ONCE):
        found.update(
            {facts.id: facts for facts in facts_of_short(reading, ids[start : start + AT_ONCE], now=now)}
        )
    return found


def in_open_session(reading: Reading, ids: Sequence[int]) -> set[int]:
    """Those of `ids` whose session goes on."""
    found: set[int] = set()
    for start in range(0, len(ids), AT_ONCE):
        found.update(
            reading.connection.scalars(
                select(memory.c.id)
                .join(session, session.c.id == memory.c.session_id)
                .where(
                    memory.c.id.in_(ids[start : start + AT_ONCE]),
                    session.c.is_open == 1,
                    visible(session, reading.hidden),
                )
            )
        )
    return found


def _waiting(reading: Reading, *, indexed: bool = True) -> tuple[Any, ...]:
    """Active short-term memories that fade; with `indexed` False the order of the question chooses the index."""
    state: Any = memory.c.state if indexed else memory.c.state.concat("")
    tier: Any = memory.c.tier if indexed else memory.c.tier.concat("")
    return (
        state == "active",
        tier == "short_term",
        memory.c.pinned == 0,
        memory.c.kind != "procedural",
        visible(memory, reading.hidden),
    )
