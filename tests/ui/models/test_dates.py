"""Moments as people read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from engramma.model.clock import DAY, EARLIEST, HOUR, LATEST, MINUTE, parse_iso
from engramma.ui.models.dates import (
    age_text,
    day_text,
    exact_text,
    moment_text,
    short_day_text,
    span_text,
    time_text,
)

NOW = parse_iso("2026-03-02T09:30:00Z")


@pytest.fixture
def american():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


def test_days_and_times() -> None:
    assert day_text(NOW) == "2 Mar 2026"
    assert time_text(NOW) == "09:30"
    assert moment_text(NOW - 40 * DAY, NOW) == "21 Jan, 09:30"
    assert short_day_text(NOW - 90 * DAY, NOW) == "2 Dec 2025"
    assert exact_text(NOW) == "2026-03-02 09:30:00 UTC"


def test_the_order_is_that_of_the_locale(american: None) -> None:
    assert day_text(NOW) == "Mar 2, 2026"
    assert time_text(NOW + 4 * HOUR) == "1:30 PM"


@pytest.mark.parametrize(
    ("elapsed", "text"),
    [
        (0, "just now"),
        (5 * MINUTE, "5 min ago"),
        (3 * HOUR, "3 h ago"),
        (DAY, "1 day ago"),
        (9 * DAY, "9 days ago"),
        (60 * DAY, "1 Jan"),
        (-2 * DAY, "4 Mar"),
    ],
)
def test_ages(elapsed: int, text: str) -> None:
    assert age_text(NOW - elapsed, NOW) == text


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (0, "0 h"),
        (6 * HOUR, "6 h"),
        (11 * DAY + HOUR, "11 d"),
        (44 * DAY, "44 d"),
        (198 * DAY, "6 mo"),
        (3 * 366 * DAY, "3 y"),
    ],
)
def test_spans_ahead(span: int, text: str) -> None:
    assert span_text(span) == text


@given(st.integers(EARLIEST, LATEST), st.integers(EARLIEST, LATEST))
def test_every_moment_has_words(instant: int, now: int) -> None:
    for text in (day_text(instant), time_text(instant), exact_text(instant), age_text(instant, now)):
        assert text.strip()
    assert span_text(instant - now)
