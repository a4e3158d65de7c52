"""A few choices at the right of a row of a list, painted side by side, one of them chosen."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from engramma.ui.delegates.kit import CENTRE, Kit, rounded
from engramma.ui.theme import TextRole, qcolor

WIDTH, HEIGHT, MARGIN, REACH = 46, 24, 14, 6


def choice_box(kit: Kit, row: QRectF, place: int, *, count: int) -> QRectF:
    """Where one of `count` choices of a row is."""
    width, height = kit.px(WIDTH), kit.px(HEIGHT)
    right = row.right() - kit.px(MARGIN)
    return QRectF(right - (count - place) * width, row.center().y() - height / 2, width, height)


def choice_place(kit: Kit, row: QRectF, at: QPointF, *, count: int) -> int | None:
    """The choice that a point is on."""
    for place in range(count):
        if (
            choice_box(kit, row, place, count=count)
            .adjusted(0, -kit.px(REACH), 0, kit.px(REACH))
            .contains(at)
        ):
            return place
    return None


def paint_choices(
    painter: QPainter,
    kit: Kit,
    row: QRectF,
    words: Sequence[str],
    *,
    chosen: int | None,
    closed: Collection[int] = (),
) -> None:
    """Paint them; those in `closed` cannot be chosen."""
    tokens, radius, count = kit.tokens, kit.metrics.radius_button, len(words)
    boxes = [choice_box(kit, row, place, count=count) for place in range(count)]
    whole = boxes[0].united(boxes[-1]).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(qcolor(tokens.button_border), 1))
    painter.setBrush(qcolor(tokens.raised))
    painter.drawRoundedRect(whole, radius, radius)
    for place, word in enumerate(words):
        on = place == chosen
        if on:
            inner = boxes[place].adjusted(1, 1, -1, -1)
            rounded(painter, inner, radius=radius - 1, colour=qcolor(tokens.accent_tint))
        ink = tokens.text_disabled if place in closed else tokens.accent if on else tokens.text_secondary
        pen = kit.pen(TextRole.SECTION if on else TextRole.SMALL)
        kit.text(painter, word, rect=boxes[place], pen=pen, colour=ink, align=CENTRE)
        if place:
            painter.fillRect(
                QRectF(boxes[place].left(), whole.top(), 1, whole.height()), qcolor(tokens.button_border)
            )
