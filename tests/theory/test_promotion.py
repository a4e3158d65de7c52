"""Each gate of promotion, at and just below its numbers; an open conflict holds everything back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engramma.model.clock import DAY, HOUR
from engramma.model.policy import DEFAULT_POLICY
from engramma.theory.promotion import Candidate, RecallFact, promotion_of

PLAIN = Candidate(importance=0.5, recalls=(), turns_later=None, conflicted=False)


def recalls(*facts: tuple[float, int]) -> tuple[RecallFact, ...]:
    """Recalls as (days, rank)."""
    return tuple(RecallFact(at=round(day * DAY), rank=rank) for day, rank in facts)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"recalls": recalls((1, 9), (1.2, 9), (2, 9))}, "rehearsed: 3 recalls on 2 days"),
        ({"recalls": recalls((1, 9), (1.2, 9), (1.4, 9))}, None),
        ({"recalls": recalls((1, 9), (2, 9))}, None),
        ({"recalls": recalls((1, 3), (1.1, 1))}, "relevant: 2 recalls among the first 3 hits"),
        ({"recalls": recalls((1, 3), (1.1, 4))}, None),
        ({"importance": 0.61, "recalls": recalls((1, 8), (1.1, 8))}, "episodic: importance 0.61, 2 recalls"),
        ({"importance": 0.60, "recalls": recalls((1, 8), (1.1, 8))}, None),
        ({"importance": 0.7, "turns_later": 5}, "episodic: importance 0.70, session closed 5 turns later"),
        ({"importance": 0.7, "turns_later": 4}, None),
    ],
)
def test_gates(changes: dict[str, object], reason: str | None) -> None:
    found = promotion_of(replace(PLAIN, **changes), DEFAULT_POLICY)
    assert (found.reason if found else None) == reason


def test_one_recall_is_said_as_one() -> None:
    once = replace(PLAIN, recalls=recalls((1, 1)))
    found = promotion_of(once, replace(DEFAULT_POLICY, promotion_relevant=1))
    assert found is not None
    assert found.reason == "relevant: 1 recall among the first 3 hits"


def test_an_open_conflict_holds_back() -> None:
    strong = replace(PLAIN, importance=0.9, turns_later=20, recalls=recalls((1, 1), (2, 1), (3, 1)))
    assert promotion_of(strong, DEFAULT_POLICY) is not None
    assert promotion_of(replace(strong, conflicted=True), DEFAULT_POLICY) is None


def test_days_are_utc_days() -> None:
    late = RecallFact(at=DAY - HOUR, rank=9)
    early = RecallFact(at=DAY + HOUR, rank=9)
    found = promotion_of(replace(PLAIN, recalls=(late, early, early)), DEFAULT_POLICY)
    assert found is not None
    assert found.gate == "rehearsed"
