"""What waits about memories that become one: conflicts and proposals among them are settled with the merge."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from engramma.store.consolidation.conflicts import close_conflict
from engramma.store.consolidation.pairs import Pair, pair_of
from engramma.store.consolidation.proposals import decide, read_proposals_of
from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.tables import conflict
from engramma.store.visibility import visible

PAIR_STEPS = ("merge", "conflict", "duplicates", "conflicts")


def conflicts_between(reading: Reading, ids: Sequence[int]) -> dict[Pair, tuple[int, str, str]]:
    """Open conflicts of which both sides are among `ids`: (id, what differs, detail) by pair."""
    rows = reading.connection.execute(
        select(conflict.c.id, conflict.c.a_id, conflict.c.b_id, conflict.c.what, conflict.c.detail).where(
            conflict.c.status == "open",
            conflict.c.a_id.in_(ids),
            conflict.c.b_id.in_(ids),
            visible(conflict, reading.hidden),
        )
    )
    return {pair_of(row.a_id, row.b_id): (row.id, row.what, row.detail) for row in rows}


def settle_between(step: Step, ids: Sequence[int]) -> None:
    """Close the conflicts among `ids` as merged, and decide the proposals that are about them alone."""
    reading = Reading(step.connection, ())
    for pair, (conflict_id, _what, _detail) in conflicts_between(reading, ids).items():
        close_conflict(step, conflict_id, pair, resolution="merged")
    group = frozenset(ids)
    for found in read_proposals_of(reading, PAIR_STEPS, status="pending"):
        if len(found.targets) > 1 and group.issuperset(found.targets):
            merges = found.step in ("merge", "duplicates")
            decide(
                step,
                found.id,
                status="accepted" if merges else "rejected",
                note="" if merges else "answered otherwise",
            )
