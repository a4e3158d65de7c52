"""The time axis in numbers: spans, lanes, ticks, blocks, and how a brush is written as search text."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from engramma.model.clock import DAY, HOUR, parse_iso
from engramma.model.search import Mode, parse, print_query, with_term
from engramma.model.session import Session
from engramma.ui.views.sessions.axis_blocks import Plot, blocks_of, place, times_of
from engramma.ui.views.sessions.axis_zoom import SHORTEST, AxisZoom
from engramma.ui.views.sessions.brush import DayRange, brushed_range, range_term, without_range
from engramma.ui.views.sessions.time_scale import (
    Lane,
    Span,
    Zoom,
    lanes_of,
    ticks_of,
    whole_span,
    zoomed_span,
)

START = parse_iso("2026-01-01T00:00:00Z")
NOW = parse_iso("2026-06-01T12:00:00Z")
DAYS = st.dates(date(1970, 1, 2), date(2100, 1, 1))


def session(
    number: int, *, agent: str = "a", at: int | None = None, length: int = HOUR, source: str = ""
) -> Session:
    start = START + number * DAY if at is None else at
    return Session(
        id=number, uid=f"u{number}", title=f"Talk {number}", agent=agent, source=source, project="",
        started_at=start, ended_at=start + length, is_open=False, time_quality="exact", topics=(), summary="",
        parent_id=None, events=3, memories=0,
    )  # fmt: skip


@given(DAYS, DAYS)
def test_a_brush_reads_back_as_it_was_written(one: date, other: date) -> None:
    days = DayRange.between(one, other)
    query = with_term(parse("cart tag:x"), range_term(days), Mode.SWAP)
    text = print_query(query)
    assert brushed_range(text) == days
    assert without_range(text) == "cart tag:x"


@pytest.mark.parametrize(
    ("query", "days"),
    [
        ("started:2026-04", DayRange(date(2026, 4, 1), date(2026, 4, 30))),
        ("started:2026", DayRange(date(2026, 1, 1), date(2026, 12, 31))),
        ("started:2026-03..2026-04-05", DayRange(date(2026, 3, 1), date(2026, 4, 5))),
        ("started:<7d", None),
        ("started:2026-04 OR tag:x", None),
        ("started:(", None),
        ("", None),
    ],
)
def test_only_days_that_are_named_are_a_brush(query: str, days: DayRange | None) -> None:
    assert brushed_range(query) == days


def test_lanes_are_by_agent_first_and_at_most_eight() -> None:
    sessions = [session(n, agent=f"agent-{n % 12}") for n in range(60)]
    sessions += [session(70 + n, agent="", source="imported") for n in range(30)]
    lanes = lanes_of(sessions)
    assert len(lanes) == 8
    assert lanes[-1].name == "others"
    assert "imported" in [lane.name for lane in lanes]
    assert sum(len(lane.sessions) for lane in lanes) == 90
    assert lanes_of([session(1, agent="", source="locomo")])[0].name == "locomo"


def test_today_is_on_the_axis_unless_it_is_long_past() -> None:
    sessions = [session(n) for n in range(100)]
    near, far = START + 120 * DAY, START + 900 * DAY
    assert whole_span(sessions, near).end > near
    assert whole_span(sessions, far).end < START + 110 * DAY
    assert whole_span([], NOW).start < NOW < whole_span([], NOW).end


def test_a_zoom_stays_within_the_whole() -> None:
    whole = Span(START, START + 200 * DAY)
    for anchor in (START, START + 100 * DAY, START + 200 * DAY):
        week = zoomed_span(Zoom.WEEK, whole, anchor)
        assert week.end - week.start == 7 * DAY
        assert whole.start <= week.start
        assert week.end <= whole.end
    assert zoomed_span(Zoom.ALL, whole, START) == whole


@pytest.mark.parametrize("days", [1, 6, 30, 200, 900, 9_000, 200_000])
def test_the_grid_is_never_crowded(days: int) -> None:
    ticks = ticks_of(Span(START, START + days * DAY), 9)
    assert len(ticks) <= 11
    assert [tick.instant for tick in ticks] == sorted({tick.instant for tick in ticks})


def test_ten_thousand_sessions_are_few_blocks_and_one_that_matches_is_seen() -> None:
    sessions = tuple(session(0, at=START + n * HOUR, length=0) for n in range(10_000))
    marked = session(77, at=START + 5_000 * HOUR + 1, length=0)
    lane = Lane("a", (*sessions[:5_001], marked, *sessions[5_001:]))
    plot = Plot(QRectF(100, 0, 800, 30), 30, 11, 4)
    blocks = blocks_of(plot, Span(START, START + 10_000 * HOUR), [lane], frozenset({77}))
    assert len(blocks) < 1_000
    assert [block.session.id for block in blocks if block.matching] == [77]
    assert all(plot.area.contains(block.rect) for block in blocks)


def test_crowded_lanes_count_what_the_blocks_would_hide() -> None:
    sessions = tuple(session(n, at=START + n * HOUR, length=0) for n in range(10_000))
    sparse = tuple(session(20_000 + n, at=START + n * 100 * DAY, agent="b") for n in range(4))
    found = frozenset(range(2_000, 3_000)) | {20_001}
    lanes = [times_of(Lane("a", sessions), found), times_of(Lane("b", sparse), found)]
    plot, whole = Plot(QRectF(100, 0, 800, 58), 29, 11, 4), Span(START, START + 10_000 * HOUR)
    placed = place(plot, whole, lanes, found)
    assert sum(bar.sessions for bar in placed.bars) == 10_000
    assert sum(bar.matching for bar in placed.bars) == 1_000
    assert [block.matching for block in placed.blocks] == [False, True, False, False]
    assert len(placed.bars) <= 160
    assert all(plot.area.contains(bar.rect) and bar.lit.top() >= bar.rect.top() - 1e-9 for bar in placed.bars)
    closer = place(plot, Span(START + 100 * HOUR, START + 119 * HOUR + 1), lanes, found)
    assert [block.session.id for block in closer.blocks] == list(range(100, 120))
    assert not closer.bars


def test_looking_closer_keeps_the_moment_under_the_mouse() -> None:
    window, whole = AxisZoom(), Span(START, START + 200 * DAY)
    window.take(whole, START)
    at = START + 150 * DAY
    assert window.by(3, at)
    assert window.zoom is Zoom.FREE
    assert window.span is not None
    assert window.span.share(at) == pytest.approx(0.75)
    assert window.by(100, at)
    assert window.span.end - window.span.start == SHORTEST
    assert not window.by(1, at), "no closer than that"
    assert window.pan(-DAY)
    assert window.zoom is Zoom.FREE
    assert window.follow(START, START + DAY)
    assert window.span.start == START
    window.take(Span(START - DAY, START + 200 * DAY), START)
    assert window.span.start == START, "what is shown stays"
    assert window.by(-1000, at)
    assert (window.zoom, window.span) == (Zoom.ALL, Span(START - DAY, START + 200 * DAY))


@pytest.mark.parametrize("hours", [6, 12, 30])
def test_the_grid_of_a_day_has_hours(hours: int) -> None:
    ticks = ticks_of(Span(START, START + hours * HOUR), 9)
    assert 3 <= len(ticks) <= 10
    assert ticks[0].label == "1 Jan"
    assert ":" in ticks[1].label
