"""The gate column of one turn: badges of the memories it became, or that it was dropped, with score and reason."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engramma.ui.delegates.kit import CENTRE, Kit, rounded
from engramma.ui.theme import TextRole, qcolor, tier_pixmap
from engramma.ui.views.rows import RowState, Target, WrappedText
from engramma.ui.views.sessions.turn_actions import Rescue, ShowMemory
from engramma.ui.views.sessions.turn_words import GateBadge, GateWords

MOST_BADGES = 4
RESCUE, RESCUE_TIP = "Rescue", "Remember this after all (Ctrl+Shift+R)"
TIERS = ("sensory", "short_term", "long_term")


@dataclass(frozen=True, slots=True)
class _Placed:
    badge: GateBadge
    box: QRectF


class GateCell:
    """Laid out within `rect` (its height is found here), relative to the row."""

    def __init__(
        self, kit: Kit, words: GateWords, *, left: float, top: float, width: float, rescue: bool = False
    ) -> None:
        self._words = words
        self._placed: list[_Placed] = []
        y = top
        shown = words.badges[:MOST_BADGES]
        for badge in shown:
            box = QRectF(left, y, min(self._badge_width(kit, badge), width), kit.metrics.badge)
            self._placed.append(_Placed(badge, box))
            y += kit.metrics.badge + kit.px(4)
        more = len(words.badges) - len(shown)
        reason = f"and {more} more" if more else words.reason
        if not shown:
            y += kit.px(3)
        self._reason_at = QPointF(left, y + (kit.px(1) if shown else 0))
        self._reason = _in_three_lines(kit, reason, width)
        self.bottom = self._reason_at.y() + self._reason.height
        badges = (
            Target(item.box, f"Show {item.badge.text}", ShowMemory(item.badge.memory_id), item.badge.tip)
            for item in self._placed
            if item.badge.memory_id is not None
        )
        said = QRectF(left, y, width, self._reason.height + 2)
        self.targets = (*badges, Target(said, reason, None, words.reason))
        self._rescue: QRectF | None = None
        if rescue and words.dropped is not None and self._placed:
            wide = kit.pen(TextRole.BADGE).measures.horizontalAdvance(RESCUE) + kit.px(14)
            self._rescue = QRectF(left + width - wide, top, wide, kit.metrics.badge)
            self.targets += (Target(self._rescue, RESCUE, Rescue(words.dropped), RESCUE_TIP),)

    def paint(self, painter: QPainter, kit: Kit, state: RowState, *, lit: Target | None) -> None:
        """Paint badges, score and reason."""
        for item in self._placed:
            self._paint_badge(painter, kit, item, state, lit=lit is not None and lit.rect == item.box)
        if self._placed and self._words.score:
            box = self._placed[0].box
            pen = kit.pen(TextRole.BODY, tabular=True)
            spot = QRectF(box.right() + kit.px(7), box.top(), kit.px(40), box.height())
            dropped = self._placed[0].badge.badge == "neutral"
            colour = kit.tokens.text_muted if dropped else kit.tokens.text
            kit.text(painter, self._words.score, rect=spot, pen=pen, colour=colour)
        if self._rescue is not None:
            self._paint_rescue(painter, kit, lit=lit is not None and lit.rect == self._rescue)
        muted = qcolor(kit.tokens.text_secondary if state.selected else kit.tokens.text_muted)
        self._reason.draw(painter, self._reason_at, colour=muted, clip=state.clip)

    def _paint_rescue(self, painter: QPainter, kit: Kit, *, lit: bool) -> None:
        """A small button, as in the rest of the window."""
        assert self._rescue is not None
        radius = kit.metrics.radius_badge
        painter.setPen(qcolor(kit.tokens.accent if lit else kit.tokens.button_border))
        painter.setBrush(qcolor(kit.tokens.accent_tint if lit else kit.tokens.raised))
        painter.drawRoundedRect(self._rescue.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        pen = kit.pen(TextRole.BADGE)
        kit.text(painter, RESCUE, rect=self._rescue, pen=pen, colour=kit.tokens.text, align=CENTRE)

    def _badge_width(self, kit: Kit, badge: GateBadge) -> float:
        advance = kit.pen(TextRole.BADGE).measures.horizontalAdvance(badge.text)
        return kit.px(6) + kit.metrics.glyph + kit.px(5) + advance + kit.px(8)

    def _paint_badge(self, painter: QPainter, kit: Kit, item: _Placed, state: RowState, *, lit: bool) -> None:
        badge, box = item.badge, item.box
        colour, tint = kit.tokens.badge(badge.badge)
        if state.selected and badge.badge == "neutral":
            tint = kit.tokens.base
        rounded(painter, box, radius=kit.metrics.radius_badge, colour=qcolor(tint))
        if lit:
            painter.setPen(qcolor(colour))
            painter.setBrush(qcolor(tint))
            frame = box.adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(frame, kit.metrics.radius_badge, kit.metrics.radius_badge)
        glyph = QPointF(box.left() + kit.px(6), box.center().y() - kit.metrics.glyph / 2)
        if badge.badge in TIERS:
            painter.drawPixmap(glyph, tier_pixmap(badge.badge, kit.metrics.glyph, colour, state.ratio))
        else:
            self._paint_sign(painter, kit, badge, glyph, colour)
        left = glyph.x() + kit.metrics.glyph + kit.px(5)
        spot = QRectF(left, box.top(), box.right() - left, box.height())
        pen = kit.pen(TextRole.BADGE, struck=badge.quiet)
        kit.text(painter, badge.text, rect=spot, pen=pen, colour=colour)

    def _paint_sign(self, painter: QPainter, kit: Kit, badge: GateBadge, at: QPointF, colour: str) -> None:
        """A dash for what was dropped, a ring for what was kept: never colour alone."""
        size = kit.metrics.glyph
        painter.save()
        painter.setPen(qcolor(colour))
        middle = at.y() + size / 2
        if badge.badge == "neutral":
            painter.fillRect(QRectF(at.x() + 1, middle - 0.75, size - 2, 1.5), qcolor(colour))
        else:
            painter.drawEllipse(QRectF(at.x() + 1.5, at.y() + 1.5, size - 3, size - 3))
        painter.restore()


def _in_three_lines(kit: Kit, reason: str, width: float) -> WrappedText:
    """The reason, or as many of its words as have room, with dots after them; the tip says all."""
    font, pitch = kit.pen(TextRole.CAPTION).font, kit.metrics.line_px(TextRole.CAPTION)
    laid = WrappedText(reason, font, width=width, pitch=pitch, most_lines=3)
    words = reason.split()
    while laid.is_cut and len(words) > 1:
        words.pop()
        shown = f"{' '.join(words).rstrip(',')} …"
        laid = WrappedText(shown, font, width=width, pitch=pitch, most_lines=3)
    return laid
