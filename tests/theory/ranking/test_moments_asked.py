"""The times that questions name, in the words of five languages; what only looks like a time is none."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.model.clock import DAY, parse_iso, to_local
from engramma.theory.ranking.moments import AFTER, BEFORE, moments_asked

NOW = parse_iso("2026-11-30T12:00:00")
FIRST, LAST = parse_iso("2024-02-05T12:00:00"), parse_iso("2025-08-01T12:00:00")


def days(question: str) -> list[tuple[str, str]]:
    """First and last day of each time named."""
    return [
        (
            to_local(span.start + BEFORE).date().isoformat(),
            (to_local(span.end - AFTER).date() - timedelta(days=1)).isoformat(),
        )
        for span in moments_asked(question, now=NOW, first=FIRST, last=LAST)
    ]


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What happened in May 2025?", "2025-05-01", "2025-05-31"),
        ("What did she say on 7 May 2025?", "2025-05-07", "2025-05-07"),
        ("on May 8th, 2025", "2025-05-08", "2025-05-08"),
        ("the 3rd of February, 2024", "2024-02-03", "2024-02-03"),
        ("deploys of 2025-05-07", "2025-05-07", "2025-05-07"),
        ("deploys of 2025-05", "2025-05-01", "2025-05-31"),
        ("what changed in 2024?", "2024-01-01", "2024-12-31"),
        ("on 31 February 2025, which is none", "2025-02-01", "2025-02-28"),
        ("plans for summer 2024", "2024-06-01", "2024-08-31"),
        ("winter 2024", "2024-12-01", "2025-02-28"),
        ("am 5. März 2025", "2025-03-05", "2025-03-05"),
        ("am 05.03.2025", "2025-03-05", "2025-03-05"),
        ("el 3 de enero de 2025", "2025-01-03", "2025-01-03"),
        ("le 14 juillet 2024", "2024-07-14", "2024-07-14"),
        ("2025年5月3日说了什么", "2025-05-03", "2025-05-03"),
        ("2025年5月", "2025-05-01", "2025-05-31"),
        ("what did I say yesterday?", "2026-11-29", "2026-11-29"),
        ("gestern", "2026-11-29", "2026-11-29"),
        ("昨天", "2026-11-29", "2026-11-29"),
        ("three days ago", "2026-11-27", "2026-11-27"),
        ("vor 3 Tagen", "2026-11-27", "2026-11-27"),
        ("hace dos semanas", "2026-11-16", "2026-11-22"),
        ("il y a un mois", "2026-10-01", "2026-10-31"),
        ("3天前", "2026-11-27", "2026-11-27"),
        ("last week", "2026-11-23", "2026-11-29"),
        ("letzten Monat", "2026-10-01", "2026-10-31"),
        ("el año pasado", "2025-01-01", "2025-12-31"),
        ("la semaine dernière", "2026-11-23", "2026-11-29"),
        ("去年", "2025-01-01", "2025-12-31"),
        ("this month", "2026-11-01", "2026-11-30"),
        ("last Friday", "2026-11-27", "2026-11-27"),
        ("in the last 3 days", "2026-11-27", "2026-11-30"),
    ],
)
def test_a_time_is_understood(question: str, first: str, last: str) -> None:
    assert days(question) == [(first, last)]


@pytest.mark.parametrize(
    "question",
    [
        "May I ask something?",
        "What may happen if it marches on?",
        "Who is August?",
        "the 1,999 items of order 20255",
        "port 2025:1",
        "version 2024.1",
        "https://example.org/2024/x",
        "31/31/2025",
        "0000-00-00",
        "Mars is a planet",
        "",
    ],
)
def test_what_is_no_time(question: str) -> None:
    assert days(question) == []


def test_a_month_alone_is_meant_in_every_year_of_the_store() -> None:
    assert [begin for begin, _end in days("What did we do in June?")] == [
        "2023-06-01",
        "2024-06-01",
        "2025-06-01",
    ]


def test_day_and_month_that_may_be_exchanged_are_both_meant() -> None:
    assert sorted(days("12/5/2025")) == [("2025-05-12", "2025-05-12"), ("2025-12-05", "2025-12-05")]


def test_several_times() -> None:
    assert days("2024-03-01 or 2025-04-02?") == [("2024-03-01", "2024-03-01"), ("2025-04-02", "2025-04-02")]


@given(st.text(max_size=300))
def test_nothing_raises(text: str) -> None:
    for span in moments_asked(text, now=NOW, first=FIRST, last=LAST):
        assert span.start < span.end


@given(st.dates(min_value=date(1950, 1, 1), max_value=date(2049, 12, 1)))
def test_every_iso_day_is_that_day(day: date) -> None:
    assert days(f"what of {day.isoformat()}?") == [(day.isoformat(), day.isoformat())]


def test_at_the_ends_of_time() -> None:
    for moment in (-62_135_596_800_000_000, 253_402_300_799_000_000):
        moments_asked("last year, 900 weeks ago, in May", now=moment, first=moment, last=moment + DAY)
