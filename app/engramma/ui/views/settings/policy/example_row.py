"""A memory that a change of the policy would touch: its text, its strength and what becomes of it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from engramma.model.clock import DAY
from engramma.ui.delegates.kit import RIGHT, current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, qcolor, tier_pixmap
from engramma.ui.views.settings.policy.reading import ShownExample

ROW = 40


class ExampleRow(QAbstractButton):
    """`wanted` carries the id of its memory."""

    wanted = Signal(object)

    def __init__(self, example: ShownExample, *, at: int) -> None:
        super().__init__()
        self._example = example
        change = example.change
        self._strengths = f"{change.strength_before:.2f} → ", f"{change.strength_after:.2f}"
        self._fate = _fate(example, at)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(tooltip(example.memory.text))
        text = single_line(example.memory.text)
        self.setAccessibleName(f"{text}: strength {''.join(self._strengths)}, {self._fate}")
        self.clicked.connect(self._on_click)

    def sizeHint(self) -> QSize:
        """Two lines."""
        return QSize(current_kit().px(240), current_kit().px(ROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses it, too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tier, text and id at the left; strength and fate at the right."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        painter.setPen(QPen(qcolor(kit.tokens.grid), 1))
        painter.drawLine(QPointF(0, box.bottom() - 0.5), QPointF(box.right(), box.bottom() - 0.5))
        memory, glyph = self._example.memory, kit.metrics.glyph
        image = tier_pixmap(memory.tier, glyph, kit.tokens.tier(memory.tier), self.devicePixelRatioF())
        painter.drawPixmap(QPointF(0, (box.height() - glyph) / 2), image)
        small = kit.pen(TextRole.SMALL, tabular=True)
        fate = QRectF(box.right() - kit.px(62), 0, kit.px(62), box.height())
        wakes = self._fate in ("wakes", "sleeps")
        colour = kit.tokens.accent if wakes else kit.tokens.text_muted
        kit.text(painter, self._fate, rect=fate, pen=small, colour=colour, align=RIGHT)
        strong = kit.pen(TextRole.STRONG, tabular=True)
        after = QRectF(fate.left() - kit.px(32), 0, kit.px(32), box.height())
        kit.text(painter, self._strengths[1], rect=after, pen=strong, colour=kit.tokens.text, align=RIGHT)
        before = QRectF(after.left() - kit.px(52), 0, kit.px(52), box.height())
        kit.text(
            painter, self._strengths[0], rect=before, pen=small, colour=kit.tokens.text_secondary, align=RIGHT
        )
        left = glyph + kit.px(8)
        room = QRectF(left, kit.px(3), before.left() - kit.px(8) - left, kit.metrics.line_px(TextRole.BODY))
        kit.text(
            painter, single_line(memory.text), rect=room, pen=kit.pen(TextRole.BODY), colour=kit.tokens.text
        )
        below = room.translated(0, room.height())
        below.setHeight(kit.metrics.line_px(TextRole.SMALL))
        kit.text(painter, memory.label, rect=below, pen=kit.pen(TextRole.MONO), colour=kit.tokens.text_muted)
        if self.hasFocus():
            painter.setPen(QPen(qcolor(kit.tokens.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                box.adjusted(1, 1, -1, -1), kit.metrics.radius_row, kit.metrics.radius_row
            )

    def _on_click(self) -> None:
        self.wanted.emit(self._example.memory.id)


def _fate(example: ShownExample, at: int) -> str:
    change = example.change
    if change.turns:
        return "wakes" if change.fades_after > at else "sleeps"
    days = [max(0, round((moment - at) / DAY)) for moment in (change.fades_before, change.fades_after)]
    return f"{days[0]:,} → {days[1]:,} d"
