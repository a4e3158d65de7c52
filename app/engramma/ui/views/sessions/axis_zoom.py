"""How much time the axis shows, and which: a week, a month, everything, or what somebody zoomed to. No widget."""

from __future__ import annotations

from engramma.model.clock import HOUR
from engramma.ui.views.sessions.time_scale import Span, Zoom, zoomed_span

SHORTEST = 6 * HOUR
STEP = 1.25


class AxisZoom:
    """Always shows a part of `whole`; None before there is any."""

    def __init__(self) -> None:
        self.whole: Span | None = None
        self.span: Span | None = None
        self.zoom = Zoom.ALL

    def take(self, whole: Span, anchor: int) -> None:
        """There is another whole: what is shown stays where it can."""
        free = self.span if self.zoom is Zoom.FREE else None
        self.whole = whole
        if free is None:
            self.span = zoomed_span(self.zoom, whole, anchor)
        else:
            self._show(free)

    def choose(self, zoom: Zoom, anchor: int) -> None:
        """A week or a month around a moment, or everything; FREE keeps what is shown."""
        self.zoom = zoom
        if self.whole is not None and zoom is not Zoom.FREE:
            self.span = zoomed_span(zoom, self.whole, anchor)

    def by(self, steps: float, at: int) -> bool:
        """Zoom in by steps, or out by negative ones; `at` stays where it is. Returns whether anything changed."""
        if self.span is None or self.whole is None:
            return False
        length = self.span.end - self.span.start
        longest = self.whole.end - self.whole.start
        wanted = round(min(max(length / STEP**steps, min(SHORTEST, longest)), longest))
        start = at - round((at - self.span.start) * wanted / length)
        return self._show(Span(start, start + wanted))

    def to(self, start: int, end: int) -> bool:
        """Show from a moment to another, with some room at both sides."""
        room = max((end - start) // 4, SHORTEST // 4)
        return self._show(Span(start - room, end + room))

    def pan(self, by: int) -> bool:
        """Move along the whole."""
        return self.span is not None and self._show(self.span.shifted(by), zoom=self.zoom)

    def follow(self, start: int, end: int) -> bool:
        """Move so far that a day is in view."""
        span = self.span
        if span is None or (span.start <= start and end <= span.end):
            return False
        return self.pan(start - span.start if start < span.start else end - span.end)

    def _show(self, wanted: Span, *, zoom: Zoom | None = None) -> bool:
        assert self.whole is not None
        before = (self.span, self.zoom)
        length = min(wanted.end - wanted.start, self.whole.end - self.whole.start)
        start = min(max(wanted.start, self.whole.start), self.whole.end - length)
        self.span = Span(start, start + length)
        self.zoom = zoom or Zoom.FREE
        if self.span == self.whole:
            self.zoom = Zoom.ALL
        return (self.span, self.zoom) != before
