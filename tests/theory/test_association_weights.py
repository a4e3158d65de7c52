"""Weights fade in closed form, and which of two is weaker never changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.model.clock import DAY
from engramma.theory.associations import (
    LEARNING,
    faded,
    shared_share,
    shared_weight,
    standing,
    strengthened,
    weight_now,
)

T0 = 1_790_000_000_000_000
weights = st.floats(0.001, 1.0)
moments = st.integers(T0, T0 + 400 * DAY)


def test_a_weight_halves_in_sixty_days_and_never_before_it_was_set() -> None:
    assert faded(0.8, since=T0, now=T0 + 60 * DAY) == pytest.approx(0.4)
    assert faded(0.8, since=T0, now=T0 - DAY) == 0.8
    assert weight_now("related", 0.8, since=T0, now=T0 + 600 * DAY) == 0.8
    assert weight_now("co_recalled", 0.8, since=T0, now=T0 + 120 * DAY) == pytest.approx(0.2)


@given(weights, moments, moments, moments)
def test_fading_in_two_steps_is_fading_in_one(weight: float, one: int, two: int, three: int) -> None:
    first, middle, last = sorted((one, two, three))
    halfway = faded(weight, since=first, now=middle)
    assert faded(halfway, since=middle, now=last) == pytest.approx(faded(weight, since=first, now=last))


@given(weights, moments, weights, moments, st.integers(0, 400))
def test_the_order_of_two_is_that_of_their_standing_at_any_time(
    one: float, since_one: int, other: float, since_other: int, days: int
) -> None:
    now = max(since_one, since_other) + days * DAY
    left, right = faded(one, since=since_one, now=now), faded(other, since=since_other, now=now)
    if left > right * (1 + 1e-9):
        assert standing(one, since_one) > standing(other, since_other)


@given(weights, moments)
def test_strengthening_adds_a_fifth_of_what_is_left(weight: float, at: int) -> None:
    after = strengthened(weight, since=at, now=at)
    assert after == pytest.approx(weight + LEARNING * (1 - weight))
    assert weight <= after <= 1.0


def test_hubs_tie_weakly_and_many_things_more_than_one() -> None:
    shares = [shared_share(count) for count in (2, 3, 10, 100, 100_000)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 0.5
    assert shares[-1] < 0.1
    assert shared_weight([]) == 0.0
    assert shared_weight([0.5, 0.5]) == pytest.approx(0.75)
    assert shared_weight([2.0, 0.1]) == 1.0
