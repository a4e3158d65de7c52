"""Paints strength: the bar with its threshold tick, and the sparkline of the last 90 days."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from engramma.ui.delegates.kit import Kit, rounded
from engramma.ui.theme import TextRole, qcolor

BAR_WIDTH, BAR_HEIGHT, TICK_HEIGHT = 62, 6, 10
SPARK_WIDTH, SPARK_HEIGHT = 60, 22
LINE, DOT_RADIUS = 1.3, 1.8


def within(value: float) -> float:
    """The value kept in 0..1; anything that is no number counts as 0."""
    return min(1.0, max(0.0, value)) if value == value else 0.0


def paint_strength_bar(
    painter: QPainter, kit: Kit, *, box: QRectF, strength: float, threshold: float, colour: str, track: str
) -> None:
    """Paint the bar into `box` (its height is the bar's).

    Track, filled part, one pixel tick at the threshold.
    """
    radius = box.height() / 2
    rounded(painter, box, radius=radius, colour=qcolor(track))
    share = within(strength)
    if share > 0:
        width = max(box.height() * 0.75, box.width() * share)
        rounded(
            painter, QRectF(box.left(), box.top(), width, box.height()), radius=radius, colour=qcolor(colour)
        )
    tick = round(box.left() + box.width() * within(threshold))
    height = kit.px(TICK_HEIGHT)
    painter.fillRect(
        QRectF(tick, round(box.center().y() - height / 2), 1, height), qcolor(kit.tokens.text_muted)
    )


def paint_strength(
    painter: QPainter,
    kit: Kit,
    *,
    rect: QRectF,
    strength: float,
    threshold: float,
    colour: str,
    track: str,
    number: str,
) -> None:
    """Paint bar and number (two decimals, colour `number`) at the left of `rect`, vertically centred."""
    width, height = kit.px(BAR_WIDTH), kit.px(BAR_HEIGHT)
    bar = QRectF(rect.left(), rect.center().y() - height / 2, width, height)
    paint_strength_bar(
        painter, kit, box=bar, strength=strength, threshold=threshold, colour=colour, track=track
    )
    left = bar.right() + kit.px(8)
    box = QRectF(left, rect.top(), max(0.0, rect.right() - left), rect.height())
    kit.text(
        painter, f"{within(strength):.2f}", rect=box, pen=kit.pen(TextRole.BODY, tabular=True), colour=number
    )


def paint_sparkline(
    painter: QPainter,
    kit: Kit,
    *,
    rect: QRectF,
    points: tuple[tuple[float, float], ...],
    threshold: float,
    colour: str,
) -> None:
    """Paint 90 days of strength at the left of `rect`: line, dotted threshold, dot at the last point.

    `points` are (x, strength), both 0..1, x growing; a jump up is two points at one x. Nothing but the
    threshold is painted for an empty sequence.
    """
    metrics = kit.metrics
    width, height, inset = metrics.px(SPARK_WIDTH), metrics.px(SPARK_HEIGHT), metrics.px(2)
    inner = height - 2 * inset
    left, top = rect.left(), round(rect.center().y() - height / 2) + inset
    painter.translate(left, top)
    level = round(inner - inner * within(threshold)) + 0.5
    painter.setPen(kit.dotted(kit.tokens.button_border))
    painter.drawLine(QPointF(0.5, level), QPointF(width - 0.5, level))
    if points:
        line = _spark_line(points, width, inner)
        painter.setPen(kit.stroke(colour, LINE))
        painter.drawPolyline(line)
        radius = DOT_RADIUS * metrics.scale
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(colour))
        painter.drawEllipse(line.last(), radius, radius)
    painter.translate(-left, -top)


@lru_cache(maxsize=2048)
def _spark_line(points: tuple[tuple[float, float], ...], width: int, height: int) -> QPolygonF:
    return QPolygonF([QPointF(width * within(x), height - height * within(y)) for x, y in points])
