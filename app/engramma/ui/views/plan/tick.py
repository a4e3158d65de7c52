"""Paints a check box with three states."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from engramma.ui.delegates.kit import Kit
from engramma.ui.theme import pixmap, qcolor

TickState = Literal["on", "off", "some"]


def paint_tick(painter: QPainter, kit: Kit, square: QRectF, *, state: TickState) -> None:
    """Paint it into `square`; "some" is a bar."""
    tokens = kit.tokens
    filled = state != "off"
    painter.setPen(QPen(qcolor(tokens.accent if filled else tokens.field_border), 1))
    painter.setBrush(qcolor(tokens.accent if filled else tokens.base))
    radius = kit.metrics.radius_tag
    painter.drawRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    if not filled:
        return
    inner = kit.px(11)
    at = square.center() - QPointF(inner / 2, inner / 2)
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(at, pixmap("check" if state == "on" else "minus", inner, tokens.on_accent, ratio))
