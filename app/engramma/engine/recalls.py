"""Keeps recalls: what was asked and sent, which memories that rehearsed, and which were recalled together."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engramma.engine.associations.strengthening import strengthen_co_recalled
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.model.recall import RecallMode
from engramma.model.records import dataclass
from engramma.store.existing import require
from engramma.store.identity import normal_text
from engramma.store.journal.step import Step
from engramma.store.memories.rows import rows_of
from engramma.store.memories.segments import begin_segment
from engramma.store.tables import event, memory, recall, recall_hit, session

REHEARSED_HITS = 5
_LONGEST_QUESTION = 4_000


@dataclass(frozen=True, slots=True)
class SentHit:
    """A hit that was sent: a memory, or, where `memory_id` is None, an event. `parts` sum to `score`."""

    memory_id: int | None
    event_id: int | None
    score: float
    parts: tuple[tuple[str, float], ...] = ()


def record_recall(
    workspace: Workspace,
    question: str,
    memory_ids: Sequence[int],
    *,
    session_id: int | None = None,
    scores: Sequence[float] | None = None,
) -> int:
    """Record a recall whose hits `memory_ids` (best first) were sent, lexically; see `record_sent`."""
    ids = list(dict.fromkeys(memory_ids))
    ranks = scores or [1.0 / rank for rank in range(1, len(ids) + 1)]
    sent = [SentHit(one, None, score) for one, score in zip(ids, ranks, strict=True)]
    return record_sent(workspace, question, sent, session_id=session_id)


def record_sent(
    workspace: Workspace,
    question: str,
    sent: Sequence[SentHit],
    *,
    session_id: int | None = None,
    mode: RecallMode = RecallMode.LEXICAL,
    budget: int | None = None,
    model: str = "",
) -> int:
    """Record a recall whose hits (best first) were sent; memories among the first five are rehearsed.

    Returns the id of the recall. Memories recalled together are linked: w ← w + 0.2 · (1 − w), fading with 60 days.
    """
    question = normal_text(question)[:_LONGEST_QUESTION]
    if not question:
        raise InvalidValueError("A recall needs a question.")
    shown = question if len(question) <= 80 else f"{question[:79].rstrip()}…"
    ids = [hit.memory_id for hit in sent if hit.memory_id is not None]
    with workspace.journal.short("recall", f"recall of “{shown}”", actor=workspace.actor) as step:
        require(step.connection, memory, ids)
        require(step.connection, event, [hit.event_id for hit in sent if hit.memory_id is None])
        require(step.connection, session, [session_id])
        recall_id = step.insert(
            recall,
            uid=workspace.uids.next(step.at),
            question=question,
            at=step.at,
            actor=workspace.actor,
            session_id=session_id,
            mode=mode.value,
            rehearsed=1,
            budget=budget,
            model=model,
        )
        step.insert_many(
            recall_hit,
            [
                {
                    "recall_id": recall_id,
                    "rank": rank,
                    "memory_id": hit.memory_id,
                    "event_id": hit.event_id if hit.memory_id is None else None,
                    "score": hit.score,
                    "parts": json.dumps({name: round(value, 6) for name, value in hit.parts}),
                    "rehearsed": int(rank <= REHEARSED_HITS and hit.memory_id is not None),
                }
                for rank, hit in enumerate(sent, start=1)
            ],
        )
        _rehearse(step, [hit.memory_id for hit in sent[:REHEARSED_HITS] if hit.memory_id is not None])
        strengthen_co_recalled(step, ids, at=step.at, actor=workspace.actor)
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
