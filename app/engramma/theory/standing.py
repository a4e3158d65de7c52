"""How far a short-term memory is from each gate of promotion, and what it waits for.

Pure, and of one mind with `promotion`: a memory waits for the next pass exactly when a gate holds.
"""

from __future__ import annotations

from engramma.model.clock import DAY
from engramma.model.flow import GateStanding, Waits
from engramma.model.policy import Policy
from engramma.theory.promotion import EPISODIC_RECALLS, EPISODIC_TURNS, FIRST_HITS, Candidate, promotion_of

FAR = 99


def standing_of(candidate: Candidate, policy: Policy, *, session_open: bool) -> GateStanding:
    """What a memory has of what each gate asks. `session_open`: its session may still go on."""
    return GateStanding(
        recalls=len(candidate.recalls),
        recalls_needed=policy.promotion_recalls,
        days=len({recall.at // DAY for recall in candidate.recalls}),
        days_needed=policy.promotion_days,
        relevant=sum(recall.rank <= FIRST_HITS for recall in candidate.recalls),
        relevant_needed=policy.promotion_relevant,
        importance=candidate.importance,
        importance_needed=policy.promotion_importance,
        episodic_recalls_needed=EPISODIC_RECALLS,
        turns_later=candidate.turns_later,
        turns_needed=EPISODIC_TURNS,
        session_open=session_open,
        conflicted=candidate.conflicted,
    )


def waits_for(candidate: Candidate, policy: Policy, *, session_open: bool) -> tuple[Waits, int]:
    """What the nearest gate asks of a memory, and in how many steps that could come about.

    Held back by a conflict counts only where a gate would hold without it.
    """
    free = Candidate(candidate.importance, candidate.recalls, candidate.turns_later, conflicted=False)
    if promotion_of(free, policy) is not None:
        return (Waits.CONFLICT, 1) if candidate.conflicted else (Waits.PASS, 0)
    has = standing_of(candidate, policy, session_open=session_open)
    important = has.importance > has.importance_needed
    recalls = max(0, has.recalls_needed - has.recalls)
    days = max(0, has.days_needed - has.days)
    steps = [max(recalls, days), max(0, has.relevant_needed - has.relevant)]
    if important:
        steps.append(has.episodic_recalls_needed - has.recalls)
    nearest = min(steps)
    if important and session_open:
        return Waits.SESSION, 1
    if not recalls and nearest == days:
        return Waits.DAY, days
    if nearest == 1:
        return Waits.RECALL, 1
    enough = has.recalls >= has.episodic_recalls_needed
    later = has.turns_later is not None and has.turns_later >= has.turns_needed
    if not important and (enough or later):
        return Waits.IMPORTANCE, min(nearest, 2)
    return (Waits.RECALLS, nearest) if has.recalls else (Waits.NOTHING, FAR)
