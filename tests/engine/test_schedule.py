"""When a pass is due: by its rhythm, never twice for the same reason, never while it may not run."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.engine.schedule import (
    BETWEEN,
    IDLE_AFTER,
    RETRY_AFTER,
    WITHOUT_CHANGE,
    Occasion,
    Rhythm,
    is_due,
)
from engramma.model.clock import DAY, HOUR, MINUTE

NOON = 1_790_000_000_000_000
FRESH = Occasion(now=NOON, opened_at=NOON - MINUTE, last_activity_at=NOON - MINUTE)


def test_on_start_once_for_each_opening() -> None:
    assert is_due(Rhythm.ON_START, FRESH)
    assert is_due(Rhythm.ON_START, replace(FRESH, last_pass_at=NOON - DAY))
    assert not is_due(Rhythm.ON_START, replace(FRESH, last_pass_at=NOON - 30_000_000))


@pytest.mark.parametrize(
    ("since", "changed", "due"),
    [
        (BETWEEN - 1, True, False),
        (BETWEEN, True, True),
        (BETWEEN, False, False),
        (WITHOUT_CHANGE, False, True),
    ],
)
def test_hourly_when_something_changed_and_daily_in_any_case(since: int, changed: bool, due: bool) -> None:
    assert is_due(Rhythm.HOURLY, replace(FRESH, last_pass_at=NOON - since, changed=changed)) is due


def test_idle_means_that_nobody_did_anything_for_a_while() -> None:
    assert not is_due(Rhythm.WHEN_IDLE, replace(FRESH, last_activity_at=NOON - IDLE_AFTER + 1))
    assert is_due(Rhythm.WHEN_IDLE, replace(FRESH, last_activity_at=NOON - IDLE_AFTER))
    busy = replace(FRESH, last_activity_at=NOON - DAY, last_pass_at=NOON - HOUR // 2)
    assert not is_due(Rhythm.WHEN_IDLE, busy)


def test_a_try_that_could_not_run_is_not_repeated_at_once() -> None:
    assert not is_due(Rhythm.HOURLY, replace(FRESH, last_try_at=NOON - RETRY_AFTER + 1))
    assert is_due(Rhythm.HOURLY, replace(FRESH, last_try_at=NOON - RETRY_AFTER))


@pytest.mark.parametrize("what", ["paused", "running", "read_only"])
@pytest.mark.parametrize("rhythm", list(Rhythm))
def test_never_while_it_may_not_run(rhythm: Rhythm, what: str) -> None:
    idle = replace(FRESH, last_activity_at=NOON - DAY)
    assert is_due(rhythm, idle) is (rhythm is not Rhythm.NEVER)
    assert not is_due(rhythm, replace(idle, **{what: True}))


@given(
    rhythm=st.sampled_from([Rhythm.ON_START, Rhythm.HOURLY, Rhythm.WHEN_IDLE]),
    steps=st.lists(st.integers(min_value=-2 * HOUR, max_value=5 * HOUR), min_size=1, max_size=40),
)
def test_passes_are_an_hour_apart_whatever_the_clock_does(rhythm: Rhythm, steps: list[int]) -> None:
    now, ran = NOON, []
    for step in steps:
        now += step
        last = ran[-1] if ran else None
        occasion = Occasion(now=now, opened_at=NOON, last_activity_at=NOON - DAY, last_pass_at=last)
        if is_due(rhythm, occasion):
            ran.append(now)
    if rhythm is Rhythm.ON_START:
        assert sum(1 for at in ran if at >= NOON) <= 1
    else:
        assert all(later - earlier >= BETWEEN for earlier, later in itertools.pairwise(ran))
