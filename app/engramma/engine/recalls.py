"""Keeps recalls: what was asked and sent, which memories that rehearsed, and which were recalled together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY
from engramma.model.errors import InvalidValueError
from engramma.store.existing import require
from engramma.store.identity import normal_text
from engramma.store.journal.step import Step
from engramma.store.memories.rows import edge_between, rows_of
from engramma.store.memories.segments import begin_segment
from engramma.store.tables import association, memory, recall, recall_hit, session

REHEARSED_HITS = 5
LINKED_HITS = 8
LEARNING = 0.2
LINK_HALF_LIFE_DAYS = 60.0


def record_recall(
    workspace: Workspace,
    question: str,
    memory_ids: Sequence[int],
    *,
    session_id: int | None = None,
    scores: Sequence[float] | None = None,
) -> int:
    """Record a recall whose hits `memory_ids` (best first) were sent; the first five are rehearsed.

    Returns the id of the recall. Hits recalled together are linked: w ← w + 0.2 · (1 − w), fading with 60 days.
    """
    question = normal_text(question)
    if not question:
        raise InvalidValueError("A recall needs a question.")
    ids = list(dict.fromkeys(memory_ids))
    ranks = scores or [1.0 / rank for rank in range(1, len(ids) + 1)]
    with workspace.journal.short("recall", f"recall of “{question}”", actor=workspace.actor) as step:
        require(step.connection, memory, ids)
        require(step.connection, session, [session_id])
        recall_id = step.insert(
            recall,
            uid=workspace.uids.next(step.at),
            question=question,
            at=step.at,
            actor=workspace.actor,
            session_id=session_id,
            rehearsed=1,
        )
        step.insert_many(
            recall_hit,
            [
                {
                    "recall_id": recall_id,
                    "rank": rank,
                    "memory_id": memory_id,
                    "score": score,
                    "rehearsed": int(rank <= REHEARSED_HITS),
                }
                for rank, (memory_id, score) in enumerate(zip(ids, ranks, strict=True), start=1)
            ],
        )
        _rehearse(step, ids[:REHEARSED_HITS])
        for one, other in itertools.combinations(ids[:LINKED_HITS], 2):
            _link(step, one, other, actor=workspace.actor)
    return recall_id


def _rehearse(step: Step, ids: Sequence[int]) -> None:
    for row in rows_of(step, ids):
        if row.state != "active":
            continue
        dormant = row.fades_at is not None and row.fades_at <= step.at
        begin_segment(
            step,
            row.id,
            t0=step.at,
            s0=1.0,
            half_life=None if row.still else step.policy.half_life(row.tier),
            reason="revived" if dormant else "rehearsed",
        )


def _link(step: Step, one: int, other: int, *, actor: str) -> None:
    source, target = min(one, other), max(one, other)
    row = edge_between(step, source, target, type_="co_recalled")
    if row is None:
        step.insert(
            association,
            source_id=source,
            target_id=target,
            type="co_recalled",
            relation="",
            weight=LEARNING,
            weight_at=step.at,
            actor=actor,
        )
        return
    faded = row.weight * 2.0 ** (-max(0, step.at - row.weight_at) / (LINK_HALF_LIFE_DAYS * DAY))
    step.update(association, row.id, weight=faded + LEARNING * (1.0 - faded), weight_at=step.at)
