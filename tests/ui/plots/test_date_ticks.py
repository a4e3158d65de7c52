"""Ticks of time axes: round local moments, never more than have room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.model.clock import DAY, EARLIEST, HOUR, LATEST, parse_iso, to_local
from engramma.ui.plots.date_ticks import date_ticks

START = parse_iso("2026-05-28T10:12:00Z")


def labels(days: float, most: int) -> list[str]:
    return [tick.label for tick in date_ticks(START, START + round(days * DAY), most)]


@pytest.mark.parametrize(
    ("days", "most", "expected"),
    [
        (0.25, 6, ["11:00", "12:00", "13:00", "14:00", "15:00", "16:00"]),
        (3, 4, ["29 May", "30 May", "31 May"]),
        (27, 4, ["1 Jun", "8 Jun", "15 Jun", "22 Jun"]),
        (300, 5, ["Jul", "Sep", "Nov", "2027", "Mar"]),
        (300, 11, ["Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "2027", "Feb", "Mar"]),
        (5 * 365, 5, ["2027", "2028", "2029", "2030", "2031"]),
    ],
)
def test_round_moments(days: float, most: int, expected: list[str]) -> None:
    assert labels(days, most) == expected


@given(st.integers(EARLIEST, LATEST), st.integers(0, 400 * 365 * DAY), st.integers(1, 12))
def test_ticks_lie_inside_and_are_few(start: int, span: int, most: int) -> None:
    end = min(LATEST, start + span)
    ticks = date_ticks(start, end, most)
    assert len(ticks) <= most
    assert all(start <= tick.at <= end and tick.label for tick in ticks)
    assert [tick.at for tick in ticks] == sorted({tick.at for tick in ticks})


@given(st.integers(0, 700), st.integers(2, 700), st.integers(2, 10))
def test_ticks_of_days_are_midnights(start: int, days: int, most: int) -> None:
    ticks = date_ticks(START + start * DAY, START + (start + days) * DAY, most)
    assert all(to_local(tick.at).hour == 0 for tick in ticks if ":" not in tick.label)
    assert date_ticks(START, START, most) == ()
    assert date_ticks(START, START - HOUR, most) == ()
