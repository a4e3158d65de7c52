"""What a promotion that is found late means for what took the memory's place meanwhile: a merge or a correction.

A survivor or a correction has the tier and strength that its predecessor had at that moment. When the predecessor
had risen by then, which only this pass found, the heir is brought to where it would be.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from engramma.model.memory import Segment
from engramma.store.consolidation.promoting import read_heirs, read_replaced
from engramma.store.database import Reading
from engramma.store.derive import derive_memories, fading_columns
from engramma.store.journal.step import Step
from engramma.store.memories.reading import read_segments, strength_at
from engramma.store.memories.rows import row_of
from engramma.store.memories.segments import fade_slower
from engramma.store.tables import memory, segment


def pass_on(step: Step, memory_id: int) -> None:
    """Bring the heirs of a memory that has just risen to the tier and strength that they have by it."""
    seen: set[int] = set()
    current: int | None = memory_id
    while current is not None and current not in seen:
        seen.add(current)
        derive_memories(step.connection, [current], policy=step.policy)
        _merge_anew(step, current)
        derive_memories(step.connection, [current], policy=step.policy)
        reading = Reading(step.connection, ())
        heir = read_heirs(reading, [current]).get(current)
        at = read_replaced(reading, [current]).get(current)
        if heir is None or at is None:
            return
        _raise(step, heir, since=at)
        current = heir


def _raise(step: Step, memory_id: int, *, since: int) -> None:
    row = row_of(step, memory_id)
    if row is None:
        return
    later = [part for part in _segments(step, memory_id) if part.t0 > since]
    ends = [part.t0 for part in later if part.reason in ("pinned", "demoted")]
    if row.tier != "long_term":
        if any(part.reason == "demoted" for part in later):
            return
        step.update(memory, memory_id, tier="long_term", updated_at=step.at)
    fade_slower(
        step,
        memory_id,
        since=since,
        half_life=step.policy.half_life("long_term"),
        until=min(ends, default=None),
    )


def _merge_anew(step: Step, memory_id: int) -> None:
    """The strength with which each merge began: the largest of the parts at that moment."""
    for merged in [part for part in _segments(step, memory_id) if part.reason == "merged"]:
        own = [part for part in _segments(step, memory_id) if _place(part) < _place(merged)]
        members = step.connection.scalars(
            select(memory.c.id).where(memory.c.merged_into == memory_id, memory.c.removed == 0)
        )
        merged_at = read_replaced(Reading(step.connection, ()), list(members))
        parts = [_strength(step, own, merged.t0)]
        parts.extend(
            _strength(step, _segments(step, member), merged.t0)
            for member, at in sorted(merged_at.items())
            if at == merged.t0
        )
        step.update(segment, merged.id, s0=max(parts))


def _segments(step: Step, memory_id: int) -> Sequence[Segment]:
    return read_segments(Reading(step.connection, ()), [memory_id]).get(memory_id, ())


def _place(part: Segment) -> tuple[int, int]:
    return part.t0, part.id


def _strength(step: Step, segments: Sequence[Segment], at: int) -> float:
    """As the columns of a memory give it, so that it is the very number that an earlier pass would have led to."""
    begun = [part for part in segments if part.t0 <= at]
    if not begun:
        return 0.0
    last = begun[-1]
    log2_s0 = fading_columns(
        t0=last.t0, s0=last.s0, half_life=last.half_life, threshold=step.policy.retrieval_threshold
    )[0]
    return strength_at(t0=last.t0, log2_s0=log2_s0, half_life=last.half_life, now=at)
