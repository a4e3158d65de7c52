"""Paints what stands still in a decay plot: grid, dates, the curves with what happened, or the band of very many."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engramma.ui.delegates.kit import CENTRE, RIGHT, Kit
from engramma.ui.plots.date_ticks import date_ticks
from engramma.ui.plots.decay_area import DecayArea
from engramma.ui.plots.decay_band import DecayBand
from engramma.ui.plots.decay_colours import CurveLook
from engramma.ui.plots.decay_curve import REHEARSING, Mark
from engramma.ui.plots.decay_what_if import Life
from engramma.ui.theme import TextRole, qcolor

DASHES = (5.0, 4.0)
LABEL_ROOM = 62
LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
MARK, DOT = 7, 8
OUTER_SHARE, INNER_SHARE = 0.14, 0.26


def dashed(colour: QColor, width: float) -> QPen:
    """A line of dashes 5 px long, 4 apart."""
    pen = QPen(colour, width)
    pen.setDashPattern([length / width for length in DASHES])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


class LinePainter:
    """Paints into one area with one painter."""

    def __init__(self, painter: QPainter, kit: Kit, area: DecayArea, *, now: int) -> None:
        self._painter, self._kit, self._area, self._now = painter, kit, area, now
        self._numbers: list[QRectF] = []

    def ground(self) -> None:
        """The time ahead a little shaded, levels of strength and dates with hairlines."""
        painter, kit, area, rect = self._painter, self._kit, self._area, self._area.rect
        today = min(rect.right(), max(rect.left(), area.x(self._now)))
        painter.fillRect(
            QRectF(today, rect.top(), rect.right() - today, rect.height()), qcolor(kit.tokens.panel)
        )
        pen = kit.pen(TextRole.CAPTION, tabular=True)
        grid = qcolor(kit.tokens.grid)
        for level in LEVELS:
            y = round(area.y(level))
            painter.fillRect(QRectF(rect.left(), y, rect.width(), 1), grid)
            box = QRectF(0, y - pen.height / 2, rect.left() - kit.px(8), pen.height)
            words = f"{level:g}"
            kit.text(painter, words, rect=box, pen=pen, colour=kit.tokens.text_muted, align=RIGHT)
        for tick in date_ticks(area.start, area.end, max(1, int(rect.width() / kit.px(LABEL_ROOM)))):
            x = round(area.x(tick.at))
            painter.fillRect(QRectF(x, rect.top(), 1, rect.height()), grid)
            box = QRectF(x - kit.px(40), rect.bottom() + kit.px(5), kit.px(80), pen.height)
            kit.text(painter, tick.label, rect=box, pen=pen, colour=kit.tokens.text_muted, align=CENTRE)

    def band(self, band: DecayBand) -> None:
        """Half of all memories in the darker band, four fifths in the lighter one, and the middle as a line."""
        accent = QColor(qcolor(self._kit.tokens.long_term))
        there_are = band.born > 0
        lines = [self._area.line(band.times[there_are], level[there_are]) for level in band.levels]
        for low, high, share in ((0, 4, OUTER_SHARE), (1, 3, INNER_SHARE)):
            colour = QColor(accent)
            colour.setAlphaF(share)
            self._painter.setPen(Qt.PenStyle.NoPen)
            self._painter.setBrush(colour)
            back = [lines[high].at(place) for place in range(lines[high].size() - 1, -1, -1)]
            there = [lines[low].at(place) for place in range(lines[low].size())]
            self._painter.drawPolygon(QPolygonF([*there, *back]))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        past = QPolygonF([point for point in _points(lines[2]) if point.x() <= self._area.x(self._now)])
        ahead = QPolygonF([point for point in _points(lines[2]) if point.x() >= self._area.x(self._now)])
        self._painter.setPen(QPen(accent, 1.8))
        self._painter.drawPolyline(past)
        self._painter.setPen(dashed(accent, 1.6))
        self._painter.drawPolyline(ahead)

    def curves(self, lives: Sequence[Life], looks: Sequence[CurveLook]) -> None:
        """Every curve, then every mark, so that no line lies over one."""
        for life, look in zip(lives, looks, strict=True):
            self.curve(life, look)
        for life, look in zip(lives, looks, strict=True):
            if look.marked:
                self.marks(life, look)

    def curve(self, life: Life, look: CurveLook) -> None:
        """Solid until today, dashed from then on."""
        colour, curve = self._colour(look), life.curve
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(colour, look.solid))
        self._painter.drawPolyline(self._area.line(curve.past_times, curve.past))
        self._painter.setPen(dashed(colour, look.dashed))
        self._painter.drawPolyline(self._area.line(curve.future_times, curve.future))

    def marks(self, life: Life, look: CurveLook) -> None:
        """A square at birth, a ring at a rehearsal, other shapes at other changes, a dot at the forgetting."""
        curve, kit = life.curve, self._kit
        colour, base = self._colour(look), qcolor(kit.tokens.base)
        for mark in curve.marks:
            if self._area.start <= mark.at <= self._area.end:
                reason = "created" if mark is curve.birth else mark.reason
                paint_mark(self._painter, self._point(mark), reason, colour=colour, base=base, kit=kit)
        if curve.fades_at is not None and self._area.start <= curve.fades_at <= self._area.end:
            at = QPointF(self._area.x(curve.fades_at), self._area.y(curve.threshold))
            self.forgetting(at, look.number, colour)

    def forgetting(self, at: QPointF, number: int, colour: QColor) -> None:
        """The dot where a curve crosses the threshold, with the number of the curve."""
        painter, kit = self._painter, self._kit
        radius = kit.px(DOT) / 2
        painter.setPen(QPen(qcolor(kit.tokens.base), 1))
        painter.setBrush(colour)
        painter.drawEllipse(at, radius, radius)
        if number:
            pen = kit.pen(TextRole.CAPTION, tabular=True)
            box = QRectF(at.x() - kit.px(10), at.y() - radius - pen.height - 1, kit.px(20), pen.height)
            while any(box.intersects(other) for other in self._numbers):
                box.translate(0, -pen.height)
            self._numbers.append(QRectF(box).adjusted(kit.px(5), 1, -kit.px(5), -1))
            kit.text(painter, str(number), rect=box, pen=pen, colour=colour.name(), align=CENTRE)

    def _point(self, mark: Mark) -> QPointF:
        return QPointF(self._area.x(mark.at), self._area.y(mark.strength))

    def _colour(self, look: CurveLook) -> QColor:
        return qcolor(getattr(self._kit.tokens, look.token))


def paint_mark(
    painter: QPainter, at: QPointF, reason: str, *, colour: QColor, base: QColor, kit: Kit
) -> None:
    """The sign of what happened."""
    half = kit.px(MARK) / 2
    painter.setPen(QPen(colour, 1.5))
    painter.setBrush(base)
    if reason in REHEARSING:
        painter.drawEllipse(at, half, half)
    elif reason in ("created", "imported"):
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
    elif reason == "promoted":
        painter.drawPolygon([at + QPointF(-half, half), at + QPointF(half, half), at + QPointF(0, -half)])
    elif reason in ("demoted", "moved"):
        painter.drawPolygon([at + QPointF(-half, -half), at + QPointF(half, -half), at + QPointF(0, half)])
    elif reason in ("pinned", "unpinned"):
        painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
    else:
        more = half + 1
        painter.drawPolygon(
            [at + QPointF(-more, 0), at + QPointF(0, -more), at + QPointF(more, 0), at + QPointF(0, more)]
        )


def _points(line: QPolygonF) -> list[QPointF]:
    return [line.at(place) for place in range(line.size())]
