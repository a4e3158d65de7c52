"""Forgetting: the published numbers, agreement of scalar, array and curve, and odd clocks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.model.clock import DAY
from engramma.model.memory import Segment
from engramma.theory.forgetting import curve, fades_at, outline, strength, strengths

T0 = 1_770_000_000_000_000


def segment(days: float, *, s0: float = 1.0, half_life: float | None = 7.0, number: int = 0) -> Segment:
    return Segment(T0 + round(days * DAY), s0, half_life, "created", number)


segments_lists = st.lists(
    st.builds(
        segment,
        st.floats(0, 400),
        s0=st.floats(0, 1),
        half_life=st.none() | st.floats(0.25, 3650),
    ),
    min_size=1,
    max_size=12,
)


def test_half_after_a_half_life_and_a_quarter_after_two() -> None:
    short = [segment(0)]
    assert strength(short, T0 + 7 * DAY) == 0.5
    assert strength(short, T0 + 14 * DAY) == 0.25
    assert strength([segment(0, half_life=60.0)], T0 + 60 * DAY) == 0.5


def test_the_last_segment_that_has_begun_counts() -> None:
    life = [segment(0), segment(7, s0=1.0), segment(21, s0=0.25, half_life=60.0)]
    assert strength(life, T0 + 7 * DAY - 1) == pytest.approx(0.5)
    assert strength(life, T0 + 7 * DAY) == 1.0
    assert strength(life, T0 + 21 * DAY) == 0.25
    assert strength(life, T0 + 81 * DAY) == 0.125


def test_of_two_that_begin_at_once_the_later_one_counts() -> None:
    assert strength([segment(0, s0=0.9, number=2), segment(0, s0=0.3, number=1)], T0) == 0.9


def test_pinned_does_not_fade() -> None:
    life = [segment(0), segment(10, half_life=None)]
    assert strength(life, T0 + 9_000 * DAY) == 1.0
    assert fades_at(life, 0.1) is None


def test_a_beginning_to_come_is_no_time_elapsed() -> None:
    assert strength([segment(100, s0=0.8)], T0) == 0.8
    assert strength([segment(0)], -(10**17)) == 1.0
    assert strength([segment(0)], 2 * 10**17) == 0.0


def test_no_segments_no_strength() -> None:
    assert strength([], T0) == 0.0
    assert fades_at([], 0.1) is None
    times, values = curve([], start=T0, end=T0 + DAY, points=5)
    assert times.size == values.size == 0


def test_dormant_dates_of_both_tiers() -> None:
    assert fades_at([segment(0)], 0.10) == pytest.approx(T0 + 23.25 * DAY, abs=0.01 * DAY)
    assert fades_at([segment(0, half_life=60.0)], 0.10) == pytest.approx(T0 + 199.3 * DAY, abs=0.1 * DAY)
    assert fades_at([segment(3, s0=0.05)], 0.10) == T0 + 3 * DAY
    with pytest.raises(ValueError, match="above 0"):
        fades_at([segment(0)], 0.0)


@given(segments_lists, st.floats(0.01, 0.9))
def test_at_the_fading_moment_strength_is_the_threshold(life: list[Segment], threshold: float) -> None:
    moment = fades_at(life, threshold)
    newest = max(life, key=lambda s: s.t0)
    if moment is not None and newest.s0 > threshold and sum(s.t0 == newest.t0 for s in life) == 1:
        assert strength(life, moment) == pytest.approx(threshold, rel=1e-6)


@given(segments_lists, st.lists(st.integers(T0, T0 + 2_000 * DAY), min_size=1, max_size=30))
def test_arrays_say_what_the_scalar_says(life: list[Segment], moments: list[int]) -> None:
    values = strengths(life, np.array(moments, dtype=np.int64))
    born = min(s.t0 for s in life)
    for moment, value in zip(moments, values, strict=True):
        if moment < born:
            assert np.isnan(value)
        else:
            assert value == pytest.approx(strength(life, moment), abs=1e-12)


@given(segments_lists, st.integers(2, 200))
def test_every_point_of_a_curve_lies_on_it(life: list[Segment], points: int) -> None:
    times, values = curve(life, start=T0 - DAY, end=T0 + 500 * DAY, points=points)
    assert times.size == values.size >= 2
    assert np.all(np.diff(times) >= 0)
    assert not np.isnan(values).any()
    assert times[0] == min(s.t0 for s in life)
    assert times[-1] == T0 + 500 * DAY
    last_at_each_time = dict(zip(times.tolist(), values.tolist(), strict=True))
    for moment, value in last_at_each_time.items():
        assert value == pytest.approx(strength(life, moment), abs=1e-12)


def test_a_rehearsal_is_a_vertical_line() -> None:
    times, values = curve([segment(0), segment(7)], start=T0, end=T0 + 14 * DAY, points=3)
    at_jump = values[times == T0 + 7 * DAY]
    assert at_jump == pytest.approx([0.5, 1.0])


def test_a_curve_outside_its_life_is_empty() -> None:
    assert curve([segment(10)], start=T0, end=T0 + DAY, points=9)[0].size == 0
    assert curve([segment(0)], start=T0 + DAY, end=T0, points=9)[0].size == 0


@given(segments_lists, st.integers(1, 60))
def test_an_outline_ends_at_the_strength_of_its_end(life: list[Segment], points: int) -> None:
    end = T0 + 450 * DAY
    pairs = outline(life, start=end - 90 * DAY, end=end, points=points)
    assert pairs[-1][0] == 1.0
    assert pairs[-1][1] == pytest.approx(strength(life, end), abs=1e-12)
    assert all(0.0 <= x <= 1.0 and 0.0 <= y <= 1.0 for x, y in pairs)
    assert [x for x, _ in pairs] == sorted(x for x, _ in pairs)
    assert len(pairs) <= points + 3 * len(life)


def test_an_outline_begins_at_birth_and_jumps_upright() -> None:
    pairs = outline([segment(0), segment(7)], start=T0 - 14 * DAY, end=T0 + 14 * DAY, points=4)
    assert pairs[0] == (0.5, 1.0)
    assert [y for x, y in pairs if x == 0.75] == pytest.approx([0.5, 1.0])
    assert outline([segment(50)], start=T0, end=T0 + DAY, points=4) == ()
    assert outline([segment(0, half_life=None)], start=T0, end=T0 + DAY, points=40) == (
        (0.0, 1.0),
        (1.0, 1.0),
    )
