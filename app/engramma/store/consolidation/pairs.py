"""Pairs of memories that are alike, as a store keeps them: what waits for a person, and what is no pair any more."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sqlalchemy import and_, or_, select

from engramma.model.plan import PlanStep
from engramma.store.consolidation.proposals import read_proposals_of
from engramma.store.database import Reading
from engramma.store.tables import association, conflict, operation
from engramma.store.visibility import visible

LAPSED = "lapsed"
_AT_ONCE = 450
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A pair that a pass proposed or, with `proposal` None, recorded as an open conflict; since `at` (UTC µs).

    `earlier` and `later` are the statements in the order in which the pass saw them.
    """

    earlier: int
    later: int
    action: str
    at: int
    proposal: int | None


def pair_of(one: int, other: int) -> Pair:
    """The two ids, whichever comes first."""
    return (one, other) if one < other else (other, one)


def read_waiting(reading: Reading, step: PlanStep) -> list[Waiting]:
    """What passes proposed that waits still; of the step for conflicts, the open ones that passes recorded, too."""
    found = [
        Waiting(item.targets[0], item.targets[1], item.action, item.made_at, item.id)
        for item in read_proposals_of(reading, [step.value], status="pending")
        if item.from_pass and len(item.targets) == 2
    ]
    if step is PlanStep.CONFLICT:
        rows = reading.connection.execute(
            select(conflict.c.a_id, conflict.c.b_id, conflict.c.found_at)
            .join(operation, operation.c.id == conflict.c.born_op)
            .where(
                conflict.c.status == "open",
                visible(conflict, reading.hidden),
                operation.c.kind == "consolidation",
            )
            .order_by(conflict.c.id)
        )
        found.extend(Waiting(row[0], row[1], "conflict", row[2], None) for row in rows)
    return found


def read_decided(reading: Reading) -> set[Pair]:
    """Pairs on which there is a decision, or for which others than passes asked for one.

    Proposals and conflicts that a person decided or took back, and what an agent or a person marked or proposed.
    """
    found: set[Pair] = set()
    statuses = ("accepted", "rejected", "pending")
    for item in read_proposals_of(reading, ["merge", "conflict", "ask"], status=statuses):
        if item.status != "pending" or not item.from_pass:
            found.update(_pairs(item.targets))
    rows = reading.connection.execute(
        select(conflict.c.a_id, conflict.c.b_id)
        .join(operation, operation.c.id == conflict.c.born_op)
        .where(
            or_(
                conflict.c.removed == 1, conflict.c.status == "resolved", operation.c.kind != "consolidation"
            ),
            conflict.c.resolution != LAPSED,
        )
    )
    found.update(pair_of(row[0], row[1]) for row in rows)
    return found


def read_related(reading: Reading, ids: Collection[int]) -> set[Pair]:
    """Pairs of which one came from the other: a summary or a correction and what it is of."""
    found: set[Pair] = set()
    wanted = sorted(ids)
    for start in range(0, len(wanted), _AT_ONCE):
        rows = reading.connection.execute(
            select(association.c.source_id, association.c.target_id).where(
                association.c.source_id.in_(wanted[start : start + _AT_ONCE]),
                association.c.type.in_(("derived_from", "corrects")),
                visible(association, reading.hidden),
            )
        )
        found.update(pair_of(row[0], row[1]) for row in rows)
    return found


def read_open_conflict(reading: Reading, pair: Pair) -> int | None:
    """The id of the open conflict between two memories."""
    either = or_(
        and_(conflict.c.a_id == pair[0], conflict.c.b_id == pair[1]),
        and_(conflict.c.a_id == pair[1], conflict.c.b_id == pair[0]),
    )
    found: int | None = reading.connection.scalar(
        select(conflict.c.id)
        .where(either, conflict.c.status == "open", visible(conflict, reading.hidden))
        .limit(1)
    )
    return found


def _pairs(targets: tuple[int, ...]) -> Iterator[Pair]:
    for place, one in enumerate(targets):
        for other in targets[place + 1 :]:
            yield pair_of(one, other)
