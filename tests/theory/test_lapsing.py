"""Stale, due and purge dates follow from the closed form, and never touch what is pinned or procedural."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engramma.model.clock import DAY
from engramma.model.lapse import Lapse
from engramma.model.policy import DEFAULT_POLICY
from engramma.theory.lapsing import due_since, purge_due_since, stale_since

FACT = Lapse(
    id=1,
    kind="semantic",
    state="active",
    pinned=False,
    conflicted=False,
    strong_at=100 * DAY,
    half_life=7.0,
    fades_at=123 * DAY,
    state_at=None,
)


def test_stale_after_two_half_lives_or_when_contradicted() -> None:
    assert stale_since(FACT, DEFAULT_POLICY) == 114 * DAY
    assert stale_since(replace(FACT, contradicted_at=105 * DAY), DEFAULT_POLICY) == 105 * DAY
    assert stale_since(replace(FACT, contradicted_at=90 * DAY), DEFAULT_POLICY) == 114 * DAY
    assert stale_since(replace(FACT, kind="episodic"), DEFAULT_POLICY) is None


def test_due_after_long_dormancy_or_supersession() -> None:
    assert due_since(FACT, DEFAULT_POLICY) == 213 * DAY
    assert due_since(replace(FACT, conflicted=True), DEFAULT_POLICY) is None
    superseded = replace(FACT, state="superseded", state_at=10 * DAY)
    assert due_since(superseded, DEFAULT_POLICY) == 375 * DAY


def test_purge_only_from_the_trash() -> None:
    assert purge_due_since(FACT, DEFAULT_POLICY) is None
    assert purge_due_since(replace(FACT, state="trashed", state_at=5 * DAY), DEFAULT_POLICY) == 35 * DAY


@pytest.mark.parametrize("guard", [{"pinned": True}, {"kind": "procedural", "half_life": None}])
@pytest.mark.parametrize("state", ["active", "superseded", "trashed"])
def test_pinned_and_procedural_never_lapse(guard: dict[str, object], state: str) -> None:
    kept = replace(FACT, state=state, state_at=1, **guard)
    assert stale_since(kept, DEFAULT_POLICY) is None
    assert due_since(kept, DEFAULT_POLICY) is None
    assert purge_due_since(kept, DEFAULT_POLICY) is None
