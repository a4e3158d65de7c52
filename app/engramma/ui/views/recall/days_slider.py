"""How many days from now B is: a line from today to four months ahead, today at its left end."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSlider, QWidget

from engramma.ui.delegates.kit import CENTRE, LEFT, RIGHT, Kit, current_kit, rounded
from engramma.ui.theme import TextRole, qcolor

MOST_DAYS = 120
TICKS = (0, 30, 60, 90, 120)
MARGIN, LINE, KNOB = 20, 4, 12


class DaysSlider(QSlider):
    """0 means today: nothing is different. Arrows go by a day, Page keys by a week, Home back to today."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(0, MOST_DAYS)
        self.setSingleStep(1)
        self.setPageStep(7)
        self.setAccessibleName("Days until B")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTracking(True)
        self.valueChanged.connect(self._describe)
        self._describe(0)

    def _describe(self, days: int) -> None:
        self.setAccessibleDescription("B is today, as A" if days == 0 else f"B is in {days} days")

    def sizeHint(self) -> QSize:
        """Line and words below it."""
        return QSize(current_kit().px(260), current_kit().px(34))

    def minimumSizeHint(self) -> QSize:
        """May be narrow."""
        return QSize(current_kit().px(100), current_kit().px(34))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line, today's mark, the way from there to B, the knob and the words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        kit = current_kit()
        tokens, middle = kit.tokens, float(kit.px(10))
        start, end, here = self._x(kit, 0), self._x(kit, MOST_DAYS), self._x(kit, self.value())
        thick = float(kit.px(LINE))
        rounded(
            painter,
            QRectF(start, middle - thick / 2, end - start, thick),
            radius=thick / 2,
            colour=qcolor(tokens.button_border),
        )
        if self.value():
            way = QRectF(start, middle - thick / 2, here - start, thick)
            rounded(painter, way, radius=thick / 2, colour=qcolor(tokens.accent))
        mark = QRectF(start - kit.px(3), middle - kit.px(8), kit.px(6), kit.px(16))
        painter.setPen(QPen(qcolor(tokens.text_secondary), 1.5))
        painter.setBrush(qcolor(tokens.base))
        painter.drawRoundedRect(mark, 2, 2)
        if self.value() or self.hasFocus():
            painter.setPen(QPen(qcolor(tokens.accent), 3 if self.hasFocus() else 2))
            painter.drawEllipse(QPointF(here, middle), kit.px(KNOB) / 2, kit.px(KNOB) / 2)
        self._words(painter, kit)
        painter.end()

    def _words(self, painter: QPainter, kit: Kit) -> None:
        pen = kit.pen(TextRole.CAPTION)
        apart = self._x(kit, TICKS[1]) - self._x(kit, 0)
        # As many words as have room beside each other.
        every = 1 if apart >= kit.px(46) else 2 if apart >= kit.px(26) else 4
        for days in TICKS[::every]:
            words = "today" if days == 0 else f"+{days} d"
            x = self._x(kit, days)
            align = LEFT if days == 0 else RIGHT if days == MOST_DAYS else CENTRE
            left = x - (kit.px(3) if days == 0 else kit.px(47) if days == MOST_DAYS else kit.px(25))
            box = QRectF(left, kit.px(20), kit.px(50), kit.px(14))
            kit.text(painter, words, rect=box, pen=pen, colour=kit.tokens.text_secondary, align=align)

    def _x(self, kit: Kit, days: int) -> float:
        margin = kit.px(MARGIN) / 2
        return margin + (self.width() - 2 * margin) * days / MOST_DAYS

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to where it was pressed."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._go_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position().x())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self.setSliderDown(False)

    def _go_to(self, x: float) -> None:
        kit = current_kit()
        span = max(1.0, self._x(kit, MOST_DAYS) - self._x(kit, 0))
        share = min(1.0, max(0.0, (x - self._x(kit, 0)) / span))
        self.setValue(round(share * MOST_DAYS))
