"""Buttons that are painted into a row instead of being widgets: width, frame, icon, word, key."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import CENTRE, Kit
from engramma.ui.theme import TextRole, pixmap, qcolor

HEIGHT = 24


@dataclass(frozen=True, slots=True)
class Face:
    """What stands on a button. `framed`: with a border, else plain until it is lit."""

    word: str
    icon: str = ""
    key: str = ""
    framed: bool = True


def face_width(kit: Kit, face: Face) -> float:
    """How wide the button is, in px."""
    width = kit.pen(TextRole.SMALL).measures.horizontalAdvance(face.word) + 2 * kit.px(9)
    if face.icon:
        width += kit.metrics.icon + kit.px(6)
    if face.key:
        width += kit.px(6) + _key_width(kit, face.key)
    return float(width)


def paint_face(
    painter: QPainter, kit: Kit, box: QRectF, *, face: Face, lit: bool, on: bool = False, ratio: float
) -> None:
    """Paint it into `box`; `lit` under the mouse or the keys, `on` when it is pressed in."""
    tokens = kit.tokens
    radius = kit.metrics.radius_button
    if face.framed or lit or on:
        frame = tokens.accent if lit or on else tokens.button_border
        painter.setPen(QPen(qcolor(frame), 1))
        painter.setBrush(qcolor(tokens.accent_tint if on else tokens.hover if lit else tokens.raised))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    colour = tokens.accent if lit or on else tokens.text
    left = box.left() + kit.px(9)
    if face.icon:
        size = kit.metrics.icon
        painter.drawPixmap(QPointF(left, box.center().y() - size / 2), pixmap(face.icon, size, colour, ratio))
        left += size + kit.px(6)
    words = QRectF(left, box.top(), box.right() - left, box.height())
    left += kit.text(painter, face.word, rect=words, pen=kit.pen(TextRole.SMALL), colour=colour)
    if face.key:
        key = QRectF(left + kit.px(6), box.center().y() - kit.px(8), _key_width(kit, face.key), kit.px(16))
        painter.setPen(QPen(qcolor(tokens.button_border), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        tag = kit.metrics.radius_tag
        painter.drawRoundedRect(key.adjusted(0.5, 0.5, -0.5, -0.5), tag, tag)
        caption = kit.pen(TextRole.CAPTION)
        kit.text(painter, face.key, rect=key, pen=caption, colour=tokens.text_secondary, align=CENTRE)


def _key_width(kit: Kit, key: str) -> float:
    advance = kit.pen(TextRole.CAPTION).measures.horizontalAdvance(key)
    return max(float(kit.px(16)), advance + 2 * kit.px(5))
