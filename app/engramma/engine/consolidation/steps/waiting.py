"""Brings what waits of a step that compares memories up to date with what is wanted now, pair by pair.

What is wanted follows from the statements as they are, never from what earlier passes found, so that any schedule of
passes ends in the same store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engramma.engine.consolidation.steps.alike import Alike, AlikePair
from engramma.engine.consolidation.steps.step import Look
from engramma.model.plan import PlanItem, PlanStep, StepMode
from engramma.store.consolidation.pairs import Pair, Waiting, pair_of, read_waiting
from engramma.store.consolidation.statements import Statement

Changes = dict[int, AlikePair | None]
_FIRM, _TOUCHED, _DOUBTFUL = "firm", "touched", "doubtful"


def reconciled(
    look: Look,
    step: PlanStep,
    *,
    kind: str,
    wanted: Callable[[dict[int, list[AlikePair]]], Changes],
    item: Callable[[Look, AlikePair], PlanItem],
    owner: Callable[[Waiting], int],
    may: Callable[[AlikePair], bool],
) -> Iterator[PlanItem]:
    """Items for the pairs that `wanted` chooses, and withdrawals of what waits and is not chosen any more.

    `wanted` chooses a pair for each statement; `owner` is the side of a waiting pair for which it was chosen. Looks
    at what is new, and at the members of waiting pairs that were changed or lost their other side.
    """
    alike = Alike.of(look)
    waiting = read_waiting(look.reading, step)
    members = alike.statements({end for one in waiting for end in (one.earlier, one.later)})
    fresh = {found.memory_id for found in look.fresh}
    concerned = set(fresh)
    chosen: dict[Pair, PlanItem] = {}
    for one in waiting:
        standing = _standing(one, members, fresh)
        if standing == _FIRM:
            continue
        pair = alike.judged(one.earlier, one.later) if standing == _TOUCHED else None
        if pair is not None and pair.likeness.kind == kind and may(pair):
            chosen[pair.ids] = item(look, pair)
        else:
            concerned.update(end for end in (one.earlier, one.later) if end in members)
    pairs = alike.partners(sorted(concerned), kind=kind)
    ends = {end for own in pairs.values() for pair in own for end in pair.ids}
    pairs.update(alike.partners(sorted(ends - concerned), kind=kind))
    for one in waiting:
        if owner(one) in pairs:
            chosen.pop(pair_of(one.earlier, one.later), None)
    settled = frozenset(chosen)
    chosen.update({pair.ids: item(look, pair) for pair in wanted(pairs).values() if pair is not None})
    for one in waiting:
        ids = pair_of(one.earlier, one.later)
        present = one.earlier in members and one.later in members
        if present and owner(one) not in pairs and ids not in settled:
            continue
        kept = chosen.get(ids)
        if kept is not None and _is_same(kept, one):
            if one.proposal is None:
                del chosen[ids]
        elif kept is None or one.proposal is not None or kept.action != one.action:
            yield _withdrawal(one, step)
    yield from (chosen[ids] for ids in sorted(chosen))


def _standing(one: Waiting, members: dict[int, Statement], fresh: set[int]) -> str:
    """Whether a waiting pair holds as it is, is to be judged anew, or to be looked for anew."""
    earlier, later = members.get(one.earlier), members.get(one.later)
    if earlier is None or later is None or {one.earlier, one.later} & fresh:
        return _DOUBTFUL
    if max(earlier.since, later.since) > one.at:
        return _DOUBTFUL
    return _TOUCHED if max(earlier.touched_at, later.touched_at) > one.at else _FIRM


def _is_same(found: PlanItem, one: Waiting) -> bool:
    return (found.action, found.targets, found.at) == (one.action, (one.earlier, one.later), one.at)


def _withdrawal(one: Waiting, step: PlanStep) -> PlanItem:
    return PlanItem(
        0,
        step,
        "withdraw",
        (one.earlier, one.later),
        "no longer holds",
        StepMode.AUTO,
        one.at,
        proposal=one.proposal,
    )
