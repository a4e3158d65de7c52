"""Paints what moves in a decay plot: threshold, today, what if, the cursor and the handles."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engramma.model.clock import DAY
from engramma.ui.delegates.kit import CENTRE, LEFT, RIGHT, Kit
from engramma.ui.models.dates import short_day_text
from engramma.ui.plots.decay_area import DecayArea
from engramma.ui.plots.decay_band import DecayBand
from engramma.ui.plots.decay_curve import life_line
from engramma.ui.plots.decay_handles import Handle
from engramma.ui.plots.decay_lines import dashed
from engramma.ui.plots.decay_scene import number
from engramma.ui.plots.decay_what_if import Supposed, WhatIf
from engramma.ui.theme import TextRole, qcolor

BAND_SHARE, BAND_SHARE_DARK = 0.06, 0.10
RING, DIAMOND, GRIP = 12, 14, (18, 16)
FEW_SUPPOSED = 24
THRESHOLD_WORDS, TODAY_WORD = 172, 46


class OverlayPainter:
    """Paints into one area with one painter."""

    def __init__(self, painter: QPainter, kit: Kit, area: DecayArea, *, now: int) -> None:
        self._painter, self._kit, self._area, self._now = painter, kit, area, now

    def threshold(self, what: WhatIf) -> None:
        """The line, a faint band below it, and what it is; a line of dots where it is now, if it would move."""
        painter, kit, rect = self._painter, self._kit, self._area.rect
        danger = qcolor(kit.tokens.danger)
        y = self._area.y(what.policy.retrieval_threshold)
        band = QColor(danger)
        band.setAlphaF(BAND_SHARE_DARK if kit.theme.is_dark else BAND_SHARE)
        painter.fillRect(QRectF(rect.left(), y, rect.width(), rect.bottom() - y), band)
        if what.current.retrieval_threshold != what.policy.retrieval_threshold:
            before = self._area.y(what.current.retrieval_threshold)
            painter.setPen(kit.dotted(kit.tokens.danger))
            painter.drawLine(QPointF(rect.left(), before), QPointF(rect.right(), before))
        painter.setPen(dashed(danger, 1.2))
        painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
        pen = kit.pen(TextRole.CAPTION, tabular=True)
        words = f"threshold {number(what.policy.retrieval_threshold)}, dormant below"
        below = rect.bottom() - y >= pen.height + 4
        top = y + 2 if below else y - pen.height - 2
        wide = pen.measures.horizontalAdvance(words) + 2
        left = rect.left() + kit.px(6)
        if rect.left() <= self._area.x(self._now) < left + wide:
            # Today has its line and its word there.
            left = self._area.x(self._now) + kit.px(TODAY_WORD)
        box = QRectF(left, top, wide, pen.height)
        self._halo(box)
        kit.text(painter, words, rect=box, pen=pen, colour=kit.tokens.danger, align=LEFT)

    def today(self) -> None:
        """A line at now, with its word on the side where the words of the threshold are not."""
        painter, kit, rect = self._painter, self._kit, self._area.rect
        x = self._area.x(self._now)
        if not rect.left() <= x <= rect.right():
            return
        painter.setPen(QPen(qcolor(kit.tokens.text_secondary), 1.2))
        painter.drawLine(QPointF(x, rect.top() - kit.px(6)), QPointF(x, rect.bottom()))
        pen = kit.pen(TextRole.CAPTION)
        wide = pen.measures.horizontalAdvance("today") + 2
        left = x - wide - kit.px(5)
        if left < rect.left() + kit.px(THRESHOLD_WORDS):
            left = x + kit.px(5)
        box = QRectF(left, rect.bottom() - pen.height - kit.px(2), wide, pen.height)
        self._halo(box)
        kit.text(painter, "today", rect=box, pen=pen, colour=kit.tokens.text_secondary)

    def supposed(self, lives: tuple[Supposed, ...]) -> None:
        """The curves as they would be, from today on, with their dates of forgetting."""
        painter, kit, area = self._painter, self._kit, self._area
        accent = qcolor(kit.tokens.accent)
        painter.save()
        painter.setClipRect(area.rect.adjusted(-1, -1, 1, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(accent, 2.0 if len(lives) <= FEW_SUPPOSED else 1.0))
        for found in lives:
            if not found.fades_otherwise:
                continue
            times, strengths = life_line(found.segments, start=self._now, end=area.end)
            painter.drawPolyline(area.line(times, strengths))
        painter.restore()
        if len(lives) > FEW_SUPPOSED:
            return
        radius = kit.px(4)
        painter.setPen(QPen(qcolor(kit.tokens.base), 1))
        painter.setBrush(accent)
        for found in lives:
            if found.fades_at is not None and self._now <= found.fades_at <= area.end:
                threshold = min(1.0, found.at(found.fades_at))
                painter.drawEllipse(QPointF(area.x(found.fades_at), area.y(threshold)), radius, radius)

    def supposed_band(self, band: DecayBand) -> None:
        """The middle as it would be, and thin lines around half of all."""
        painter, accent = self._painter, qcolor(self._kit.tokens.accent)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place, width in ((1, 1.0), (2, 2.0), (3, 1.0)):
            painter.setPen(QPen(accent, width))
            painter.drawPolyline(self._area.line(band.times, band.levels[place]))

    def handles(
        self, places: dict[Handle, QPointF], what: WhatIf, *, lit: Handle | None, half_life: str, field: str
    ) -> None:
        """The three handles; those that were moved say what they would do."""
        for handle, at in places.items():
            moved = self._moved(handle, what, field)
            colour = self._kit.tokens.danger if handle is Handle.THRESHOLD else self._kit.tokens.accent
            self._paint(handle, at, colour=colour, lit=handle is lit, moved=moved)
            if handle is Handle.REHEARSE and (moved or handle is lit):
                day = short_day_text(self._now + (what.rehearse_in or 0) * DAY, self._now)
                # A pin draws its line at full strength: the words stand below it.
                below = QPointF(0, self._kit.px(12) if what.pin else 0)
                self._label(at + below, f"rehearse {day}" if moved else "drag to try a rehearsal")
            elif handle is Handle.HALF_LIFE and (moved or handle is lit):
                self._label(at + QPointF(0, -self._kit.px(10)), half_life)

    def _moved(self, handle: Handle, what: WhatIf, field: str) -> bool:
        if handle is Handle.REHEARSE:
            return what.rehearse_in is not None
        if handle is Handle.THRESHOLD:
            return what.current.retrieval_threshold != what.policy.retrieval_threshold
        return bool(field) and getattr(what.current, field) != getattr(what.policy, field)

    def _paint(self, handle: Handle, at: QPointF, *, colour: str, lit: bool, moved: bool) -> None:
        painter, kit = self._painter, self._kit
        width = 2.0 if moved or lit else 1.4
        painter.setPen(QPen(qcolor(colour), width))
        painter.setBrush(
            qcolor(kit.tokens.accent_tint if lit and colour == kit.tokens.accent else kit.tokens.base)
        )
        if handle is Handle.REHEARSE:
            radius = kit.px(RING) / 2
            if moved:
                bottom = QPointF(at.x(), self._area.rect.bottom())
                painter.save()
                painter.setPen(kit.dotted(kit.tokens.accent))
                painter.drawLine(at, bottom)
                painter.restore()
            painter.drawEllipse(at, radius, radius)
        elif handle is Handle.HALF_LIFE:
            half = kit.px(DIAMOND) / 2
            painter.drawPolygon(
                [at + QPointF(-half, 0), at + QPointF(0, -half), at + QPointF(half, 0), at + QPointF(0, half)]
            )
        else:
            wide, high = kit.px(GRIP[0]), kit.px(GRIP[1])
            box = QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(QPen(qcolor(colour), 1.2))
            for gap in (-3, 0, 3):
                y = at.y() + kit.px(gap) if gap > 0 else at.y() - kit.px(-gap)
                painter.drawLine(QPointF(box.left() + wide * 0.28, y), QPointF(box.right() - wide * 0.28, y))

    def _label(self, at: QPointF, words: str) -> None:
        kit = self._kit
        pen = kit.pen(TextRole.SMALL_MEDIUM, tabular=True)
        wide = pen.measures.horizontalAdvance(words) + 4
        left, align = at.x() + kit.px(12), LEFT
        if left + wide > self._area.rect.right():
            left, align = at.x() - kit.px(12) - wide, RIGHT
        box = QRectF(left, at.y() - pen.height / 2, wide, pen.height)
        self._halo(box)
        kit.text(self._painter, words, rect=box, pen=pen, colour=kit.tokens.accent, align=align)

    def _halo(self, box: QRectF) -> None:
        ground = QColor(qcolor(self._kit.tokens.panel))
        ground.setAlphaF(0.8)
        self._painter.fillRect(box.adjusted(-2, 0, 2, 0), ground)

    def cursor(self, at: QPointF, words: str, *, token: str) -> None:
        """A line at a moment, a dot on the curve, and value and date in a tag beside it."""
        painter, kit, rect = self._painter, self._kit, self._area.rect
        painter.setPen(QPen(qcolor(kit.tokens.text_muted), 1))
        painter.drawLine(QPointF(at.x(), rect.top()), QPointF(at.x(), rect.bottom()))
        painter.setPen(QPen(qcolor(kit.tokens.base), 1.5))
        painter.setBrush(qcolor(getattr(kit.tokens, token)))
        painter.drawEllipse(at, kit.px(9) / 2, kit.px(9) / 2)
        pen = kit.pen(TextRole.SMALL_MEDIUM, tabular=True)
        wide, high = pen.measures.horizontalAdvance(words) + kit.px(16), pen.height + kit.px(8)
        left = at.x() + kit.px(10)
        if left + wide > rect.right():
            left = max(rect.left(), at.x() - kit.px(10) - wide)
        top = min(max(at.y() - high - kit.px(8), rect.top()), rect.bottom() - high)
        box = QRectF(left, top, min(wide, rect.right() - left), high)
        painter.setPen(QPen(qcolor(kit.tokens.line), 1))
        painter.setBrush(qcolor(kit.tokens.raised))
        painter.drawRoundedRect(box, kit.metrics.radius_badge, kit.metrics.radius_badge)
        inner = box.adjusted(kit.px(6), 0, -kit.px(6), 0)
        kit.text(painter, words, rect=inner, pen=pen, colour=kit.tokens.text, align=CENTRE)
