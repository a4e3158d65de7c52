"""How well the times of a file's new items are known: a bar of shares over a legend of words and counts."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, qcolor, theme
from engramma.ui.widgets import ElidedLabel, SectionHeader

WORDS = {
    "exact": "Exact, with time zone",
    "local": "Exact, in local time",
    "day": "Day only",
    "month": "Month or year only",
    "inferred": "Guessed from the file or its surroundings",
    "none": "No time",
}
HEIGHT, SWATCH = 9, 9


class TimeQualities(QWidget):
    """Counts by quality; every colour stands beside its words."""

    def __init__(self, times: tuple[tuple[str, int], ...]) -> None:
        super().__init__()
        metrics = theme().metrics
        counts = dict(times)
        shown = [(quality, counts[quality]) for quality in WORDS if counts.get(quality)]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        total = sum(count for _quality, count in shown)
        column.addWidget(SectionHeader("Time quality", detail=f"{total:,} to write", foldable=False))
        column.addWidget(_Bar(tuple(shown)))
        legend = QGridLayout()
        legend.setHorizontalSpacing(metrics.space_8)
        legend.setVerticalSpacing(metrics.space_4)
        legend.setColumnStretch(1, 1)
        for line, (quality, count) in enumerate(shown):
            legend.addWidget(_Bar(((quality, 1),), swatch=True), line, 0)
            legend.addWidget(ElidedLabel(WORDS[quality], TextRole.SMALL, tone="secondary"), line, 1)
            number = ElidedLabel(f"{count:,}", TextRole.SMALL, tabular=True, right=True)
            number.setMinimumWidth(metrics.px(48))
            legend.addWidget(number, line, 2)
        column.addLayout(legend)
        self.setAccessibleName("Time quality")
        self.setAccessibleDescription(", ".join(f"{WORDS[quality]} {count:,}" for quality, count in shown))


class _Bar(QWidget):
    def __init__(self, shares: tuple[tuple[str, int], ...], *, swatch: bool = False) -> None:
        super().__init__()
        self._shares = shares
        px = theme().metrics.px
        self.setFixedHeight(px(HEIGHT))
        if swatch:
            self.setFixedWidth(px(SWATCH))

    def paintEvent(self, event: QPaintEvent) -> None:
        """One part for each quality, a pixel of the ground between them."""
        tokens = theme().tokens
        places = dict(zip(WORDS, (tokens.accent, *tokens.series[1:5], tokens.text_muted), strict=True))
        total = sum(count for _quality, count in self._shares)
        painter = QPainter(self)
        left = 0.0
        for number, (quality, count) in enumerate(self._shares):
            width = self.width() * count / total
            gap = 1.0 if number < len(self._shares) - 1 and width > 2 else 0.0
            painter.fillRect(QRectF(left, 0, width - gap, self.height()), qcolor(places[quality]))
            left += width
        painter.end()
