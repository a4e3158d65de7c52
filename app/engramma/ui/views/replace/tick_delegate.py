"""Paints the rows of a tick list: the tick, a mark, two lines in which what differs is tinted, a badge."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engramma.ui.delegates.kit import RIGHT, Kit, Pen, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.plan.tick import paint_tick
from engramma.ui.views.replace.tick_model import TICK_ROW_ROLE, TICKED_ROLE, TickRow
from engramma.ui.widgets.word_diff import DiffPart

HEIGHT = 50
TICK_LEFT, MARK_LEFT, TEXT_LEFT = 14, 40, 96
TINTS = {"removed": "danger", "added": "ok"}


class TickDelegate(QStyledItemDelegate):
    """All rows are of one height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """As high as two lines."""
        return QSize(80, current_kit().px(HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one row."""
        kit, row = current_kit(), index.data(TICK_ROW_ROLE)
        if not isinstance(row, TickRow):
            return
        tokens, box = kit.tokens, QRectF(option.rect)
        ticked = bool(index.data(TICKED_ROLE))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        plain = tokens.hover if hovered else tokens.base
        painter.fillRect(box, qcolor(tokens.selection if selected else plain))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(tokens.grid))
        paint_tick(painter, kit, tick_box(kit, box), state="on" if ticked else "off")
        self._paint_words(painter, kit, box, row, ink=tokens.text if ticked else tokens.text_secondary)
        if selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(qcolor(tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -1.5))
        painter.restore()

    def _paint_words(self, painter: QPainter, kit: Kit, box: QRectF, row: TickRow, *, ink: str) -> None:
        tokens = kit.tokens
        top = QRectF(box.left(), box.top() + kit.px(5), box.width(), kit.px(19))
        below = QRectF(box.left(), box.top() + kit.px(26), box.width(), kit.px(19))
        mark = top.adjusted(kit.px(MARK_LEFT), 0, 0, 0)
        mark.setWidth(kit.px(TEXT_LEFT - MARK_LEFT - 4))
        kit.text(painter, row.mark, rect=mark, pen=kit.pen(TextRole.MONO), colour=ink)
        right = box.right() - kit.px(14)
        side = self._paint_side(painter, kit, row, top=top, below=below, right=right)
        left = box.left() + kit.px(TEXT_LEFT)
        for line, parts in ((top, row.first), (below, row.second)):
            room = QRectF(left, line.top(), max(0.0, side - kit.px(12) - left), line.height())
            paint_parts(painter, kit, room, parts, ink=ink if line is top else tokens.text_secondary)

    def _paint_side(
        self, painter: QPainter, kit: Kit, row: TickRow, *, top: QRectF, below: QRectF, right: float
    ) -> float:
        """Badge and detail at the right; answers where they begin."""
        pen, left = kit.pen(TextRole.CAPTION, tabular=True), right
        for line, words, icon_name in ((top, row.badge, row.badge_icon), (below, row.detail, "")):
            if not words:
                continue
            width = pen.measures.horizontalAdvance(words) + 2
            place = QRectF(right - width, line.top(), width, line.height())
            kit.text(painter, words, rect=place, pen=pen, colour=kit.tokens.text_muted, align=RIGHT)
            if icon_name:
                size = kit.metrics.icon_small
                sign = pixmap(icon_name, size, kit.tokens.text_muted, painter.device().devicePixelRatioF())
                width += size + kit.px(4)
                painter.drawPixmap(QPointF(right - width, line.center().y() - size / 2), sign)
            left = min(left, right - width)
        return left


def paint_parts(painter: QPainter, kit: Kit, room: QRectF, parts: tuple[DiffPart, ...], *, ink: str) -> None:
    """One line of parts, elided at its end; removed ones struck on the danger tint, added ones on the ok tint."""
    at = room.left()
    for part in parts:
        left = room.right() - at
        if left < kit.px(6):
            return
        tint = TINTS.get(part.op)
        pen: Pen = kit.pen(TextRole.BODY, struck=part.op == "removed")
        words = single_line(part.text) if part.text.strip() else " "
        lead = " " if part.text[:1].isspace() and words.strip() else ""
        tail = " " if part.text[-1:].isspace() and words.strip() else ""
        text = f"{lead}{words.strip()}{tail}" if words.strip() else " "
        width = min(pen.measures.horizontalAdvance(text), left)
        place = QRectF(at, room.top(), width + 1, room.height())
        colour = ink
        if tint is not None:
            colour, back = kit.tokens.badge(tint)
            rounded(painter, place.adjusted(0, 1, -1, -1), radius=2, colour=qcolor(back))
        at += kit.text(painter, text, rect=place, pen=pen, colour=colour)
        if part.op == "added":
            line = room.bottom() - kit.px(3)
            painter.setPen(QPen(qcolor(colour), 1))
            painter.drawLine(QPointF(place.left(), line), QPointF(place.right() - 1, line))


def tick_box(kit: Kit, row: QRectF) -> QRectF:
    """Where the tick of a row is."""
    size = kit.px(15)
    return QRectF(row.left() + kit.px(TICK_LEFT), row.center().y() - size / 2, size, size)


def on_tick(row: QRectF, at: QPointF) -> bool:
    """Whether a point is on the tick of a row: a wider place than it is painted."""
    kit = current_kit()
    return tick_box(kit, row).adjusted(-kit.px(10), -kit.px(12), kit.px(8), kit.px(12)).contains(at)
