"""Decides whether a short-term memory has earned the long-term tier, and says why in numbers.

Pure: recalls and session facts in, a reason out. A gate that holds is enough; an open conflict holds all back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engramma.model.clock import DAY
from engramma.model.policy import Policy

FIRST_HITS = 3
EPISODIC_RECALLS = 2
EPISODIC_TURNS = 5


@dataclass(frozen=True, slots=True)
class RecallFact:
    """One recall that sent a memory: when (UTC µs) and at which rank (from 1)."""

    at: int
    rank: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """What promotion asks of a memory. `turns_later` is None while its session is open or when it has none."""

    importance: float
    recalls: Sequence[RecallFact]
    turns_later: int | None
    conflicted: bool


@dataclass(frozen=True, slots=True)
class Promotion:
    """The gate that held, and the sentence that records its numbers."""

    gate: str
    reason: str


def promotion_of(candidate: Candidate, policy: Policy) -> Promotion | None:
    """The first gate that holds: rehearsed, relevant, episodic; None when none does."""
    if candidate.conflicted:
        return None
    return _rehearsed(candidate, policy) or _relevant(candidate, policy) or _episodic(candidate, policy)


def _rehearsed(candidate: Candidate, policy: Policy) -> Promotion | None:
    count = len(candidate.recalls)
    days = len({recall.at // DAY for recall in candidate.recalls})
    if count < policy.promotion_recalls or days < policy.promotion_days:
        return None
    return Promotion("rehearsed", f"rehearsed: {_recalls(count)} on {days} {'day' if days == 1 else 'days'}")


def _relevant(candidate: Candidate, policy: Policy) -> Promotion | None:
    count = sum(recall.rank <= FIRST_HITS for recall in candidate.recalls)
    if count < policy.promotion_relevant:
        return None
    return Promotion("relevant", f"relevant: {_recalls(count)} among the first {FIRST_HITS} hits")


def _episodic(candidate: Candidate, policy: Policy) -> Promotion | None:
    if candidate.importance <= policy.promotion_importance:
        return None
    count = len(candidate.recalls)
    if count >= EPISODIC_RECALLS:
        return Promotion("episodic", f"episodic: importance {candidate.importance:.2f}, {_recalls(count)}")
    if candidate.turns_later is None or candidate.turns_later < EPISODIC_TURNS:
        return None
    return Promotion(
        "episodic",
        f"episodic: importance {candidate.importance:.2f}, session closed {candidate.turns_later} turns later",
    )


def _recalls(count: int) -> str:
    return "1 recall" if count == 1 else f"{count} recalls"
