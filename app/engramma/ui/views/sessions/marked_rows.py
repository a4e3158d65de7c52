"""The list of turns with a scroll bar that shows where searched words stand in it, and what became memories."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from engramma.ui.delegates.kit import current_kit
from engramma.ui.theme import qcolor
from engramma.ui.views.rows import RowLayouter, RowView

MARK = 3


class MarkedRows(RowView):
    """A RowView that can mark rows on the scroll bar: hits of a search, and turns that became memories."""

    def __init__(self, layouter: RowLayouter, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(layouter, accessible_name, parent)
        self._hits: tuple[int, ...] = ()
        self._memories: tuple[int, ...] = ()
        self.bar = _MarkedBar(self)
        self.setVerticalScrollBar(self.bar)

    def mark_rows(self, hits: Sequence[int], memories: Sequence[int]) -> None:
        """Mark these rows, in order; rows that are not shown (-1) are left out."""
        self._hits = tuple(row for row in hits if row >= 0)
        self._memories = tuple(row for row in memories if row >= 0)
        self.bar.update()

    def hit_places(self, height: float) -> list[float]:
        """Where the hits stand on a bar of this height in px; places that would coincide are one."""
        return self._places(self._hits, height)

    def memory_places(self, height: float) -> list[float]:
        """Where the turns that became memories stand."""
        return self._places(self._memories, height)

    def _places(self, rows: tuple[int, ...], height: float) -> list[float]:
        total = max(1, self._heights.total)
        places: list[float] = []
        for row in rows:
            if row < len(self._heights):
                place = self._heights.top(row) / total * height
                if not places or place >= places[-1] + 1:
                    places.append(place)
        return places


class _MarkedBar(QScrollBar):
    """Memories at the left half of the bar, hits across all of it and above them."""

    def __init__(self, rows: MarkedRows) -> None:
        super().__init__(Qt.Orientation.Vertical, rows)
        self._rows = rows

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        kit = current_kit()
        mark, inset = kit.px(MARK), kit.px(2)
        room, width = self.height() - mark, self.width() - 2 * inset
        painter = QPainter(self)
        for places, wide, colour in (
            (self._rows.memory_places(room), width / 2, kit.tokens.accent),
            (self._rows.hit_places(room), width, kit.tokens.warning),
        ):
            for place in places:
                painter.fillRect(QRectF(inset, round(place), wide, mark), qcolor(colour))
