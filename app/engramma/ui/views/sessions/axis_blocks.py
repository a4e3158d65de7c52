"""Where the sessions stand on the time axis: a block for each, or bars that count them where they are crowded.

Exists so that 10,000 sessions paint as fast as forty. Geometry only: nothing is painted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from engramma.model.session import Session
from engramma.ui.views.sessions.time_scale import Lane, Span, end_of

# A lane is crowded when it shows so many sessions, and more than half of them overlap the one before.
CROWD = 24
Moments = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Plot:
    """The part of the axis where time runs: its rectangle, and the height of one lane."""

    area: QRectF
    pitch: float
    block_height: float
    least_width: float

    def x(self, span: Span, instant: int) -> float:
        """Where a moment stands."""
        return self.area.left() + span.share(instant) * self.area.width()

    def instant(self, span: Span, x: float) -> int:
        """The moment at a place, kept within the span."""
        share = (x - self.area.left()) / max(1.0, self.area.width())
        return span.at(min(max(share, 0.0), 1.0))

    def lane_middle(self, number: int) -> float:
        """Where the line of a lane runs."""
        return self.area.top() + (number + 0.5) * self.pitch

    def box(self, span: Span, lane: int, session: Session) -> QRectF:
        """The block of one session."""
        left = self.x(span, session.started_at or 0)
        right = max(left + self.least_width, self.x(span, end_of(session)))
        return QRectF(left, self.lane_middle(lane) - self.block_height / 2, right - left, self.block_height)


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle that stands for a session and those that share its place."""

    rect: QRectF
    session: Session
    matching: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A stretch of a crowded lane: how many sessions begin in it, and how many of them the search finds.

    `rect` is as high as all of them, `lit` as high as those that are found.
    """

    rect: QRectF
    lit: QRectF
    sessions: int
    matching: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class LaneTimes:
    """A lane in numbers, oldest first: starts, how far anything up to there reaches, and what the search finds."""

    lane: Lane
    starts: Moments
    ends: Moments
    reach: Moments
    matching: NDArray[np.bool_]

    def within(self, span: Span) -> slice:
        """The sessions of which a part is in the span."""
        first = int(np.searchsorted(self.reach, span.start, "left"))
        return slice(first, int(np.searchsorted(self.starts, span.end, "right")))


@dataclass(frozen=True, slots=True)
class Placed:
    """All that stands on the axis."""

    blocks: tuple[Block, ...] = ()
    bars: tuple[Bar, ...] = ()


def times_of(lane: Lane, matching: frozenset[int]) -> LaneTimes:
    """The numbers of a lane."""
    starts = np.array([item.started_at or 0 for item in lane.sessions], dtype=np.int64)
    ends = np.array([end_of(item) for item in lane.sessions], dtype=np.int64)
    found = np.array([item.id in matching for item in lane.sessions], dtype=np.bool_)
    return LaneTimes(lane, starts, ends, np.maximum.accumulate(ends), found)


def place(plot: Plot, span: Span, lanes: Sequence[LaneTimes], matching: frozenset[int]) -> Placed:
    """Blocks for the lanes that have room for them, bars of one scale for those that have not."""
    blocks: list[Block] = []
    crowded: list[tuple[int, Moments, NDArray[np.int64], NDArray[np.int64]]] = []
    width = plot.least_width + 1
    count = max(1, int(plot.area.width() / width))
    for number, times in enumerate(lanes):
        inside = times.within(span)
        if not _is_crowded(plot, span, times, inside):
            part = Lane(times.lane.name, times.lane.sessions[inside])
            blocks += blocks_of(plot, span, [part], matching, first=number)
            continue
        shares = (times.starts[inside] - span.start) / (span.end - span.start)
        bins = np.clip((shares * plot.area.width() / width).astype(np.int64), 0, count - 1)
        every = np.bincount(bins, minlength=count)
        found = np.bincount(bins[times.matching[inside]], minlength=count)
        crowded.append((number, np.flatnonzero(every), every, found))
    most = max((int(every.max()) for _number, _filled, every, _found in crowded), default=1)
    bars = [
        _bar(plot, span, number, index=int(index), counts=(int(every[index]), int(found[index]), most))
        for number, filled, every, found in crowded
        for index in filled
    ]
    return Placed(tuple(blocks), tuple(bars))


def _is_crowded(plot: Plot, span: Span, times: LaneTimes, inside: slice) -> bool:
    starts, ends = times.starts[inside], times.ends[inside]
    if len(starts) < CROWD:
        return False
    length = max(1.0, plot.area.width()) / (span.end - span.start)
    left = (starts - span.start) * length
    right = np.maximum.accumulate(np.maximum((ends - span.start) * length, left + plot.least_width))
    return int(np.count_nonzero(left[1:] < right[:-1])) * 2 > len(starts)


def _bar(plot: Plot, span: Span, lane: int, *, index: int, counts: tuple[int, int, int]) -> Bar:
    """`counts` are those of the bar, those of them that are found, and the most that any bar has."""
    every, found, most = counts
    width = plot.least_width + 1
    tallest, least = plot.pitch - 5, 3.0
    foot = plot.lane_middle(lane) + tallest / 2
    left = plot.area.left() + index * width
    height = least + (tallest - least) * every / most
    lit = height * found / every
    at = index * width / plot.area.width()
    return Bar(
        QRectF(left, foot - height, width - 1, height),
        QRectF(left, foot - lit, width - 1, lit),
        every,
        found,
        span.at(at),
        span.at(at + width / plot.area.width()),
    )


def blocks_of(
    plot: Plot, span: Span, lanes: Sequence[Lane], matching: frozenset[int], *, first: int = 0
) -> tuple[Block, ...]:
    """The blocks within the plot; sessions that fall on the same pixel are one block, and one that matches leads."""
    found: list[Block] = []
    for number, lane in enumerate(lanes, first):
        last: Block | None = None
        for session in lane.sessions:
            box = plot.box(span, number, session)
            if box.right() < plot.area.left() or box.left() > plot.area.right():
                continue
            box = box.intersected(QRectF(plot.area.left(), box.top(), plot.area.width(), box.height()))
            block = Block(box, session, session.id in matching)
            if last is not None and _adds_nothing(box, last.rect):
                if block.matching and not last.matching:
                    found[-1] = last = Block(last.rect.united(box), session, True)
                continue
            found.append(block)
            last = block
    return tuple(found)


def _adds_nothing(box: QRectF, before: QRectF) -> bool:
    """Whether a block starts and ends on the pixels of the one before it."""
    return box.left() < before.left() + 1.0 and box.right() < before.right() + 1.0
