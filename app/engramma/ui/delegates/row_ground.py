"""What lies under and around a row of a list, whatever is on it: ground, line below, and the frame of the keys."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from engramma.ui.delegates.kit import Kit
from engramma.ui.theme import qcolor


def paint_ground(painter: QPainter, kit: Kit, option: QStyleOptionViewItem) -> QRectF:
    """Paint the ground of a row, chosen or under the mouse, and the line below it; returns its box."""
    tokens, box = kit.tokens, QRectF(option.rect)
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
    plain = tokens.hover if hovered else tokens.base
    painter.fillRect(box, qcolor(tokens.selection if selected else plain))
    painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(tokens.grid))
    return box


def paint_focus(painter: QPainter, kit: Kit, option: QStyleOptionViewItem) -> None:
    """Frame the row that the keys are on."""
    wanted = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus
    if option.state & wanted != wanted:
        return
    painter.setPen(QPen(qcolor(kit.tokens.accent), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -1.5))
