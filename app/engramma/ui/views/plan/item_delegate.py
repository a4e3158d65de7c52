"""Paints the rows of the plan's list. Sizes are fixed by the kind of row; where to press is answered here, too."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engramma.ui.delegates.kit import RIGHT, Kit, current_kit
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.models.dates import day_text
from engramma.ui.models.step_words import step_words
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.plan.item_model import PLAN_ROW_ROLE, HeadRow, ItemRow, MoreRow
from engramma.ui.views.plan.tick import TickState, paint_tick

HEAD, ITEM, MORE = 36, 46, 28
TICK_LEFT, MARK_LEFT, TEXT_LEFT = 14, 38, 92


class PlanDelegate(QStyledItemDelegate):
    """Two lines for an item, one for the others."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """By the kind of the row."""
        row = index.data(PLAN_ROW_ROLE)
        height = HEAD if isinstance(row, HeadRow) else MORE if isinstance(row, MoreRow) else ITEM
        return QSize(80, current_kit().px(height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one row."""
        kit, row = current_kit(), index.data(PLAN_ROW_ROLE)
        tokens, box = kit.tokens, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        plain = tokens.panel if isinstance(row, HeadRow) else tokens.hover if hovered else tokens.base
        painter.fillRect(box, qcolor(tokens.selection if selected else plain))
        line = tokens.line if isinstance(row, HeadRow) else tokens.grid
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), qcolor(line))
        match row:
            case HeadRow():
                self._paint_head(painter, kit, box, row)
            case ItemRow():
                self._paint_item(painter, kit, box, row)
            case MoreRow():
                room = box.adjusted(kit.px(MARK_LEFT), 0, 0, 0)
                pen = kit.pen(TextRole.SMALL)
                kit.text(painter, f"Show {row.count:,} more", rect=room, pen=pen, colour=tokens.accent)
        if selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(qcolor(tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -1.5))
        painter.restore()

    def _paint_head(self, painter: QPainter, kit: Kit, box: QRectF, row: HeadRow) -> None:
        total = len(row.group.lines)
        state: TickState = "on" if row.ticked == total else "off" if not row.ticked else "some"
        paint_tick(painter, kit, tick_box(kit, box), state=state)
        room = box.adjusted(kit.px(MARK_LEFT), 0, -kit.px(14), 0)
        title = step_words(row.group.step.value).title
        used = kit.text(painter, title, rect=room, pen=kit.pen(TextRole.STRONG), colour=kit.tokens.text)
        room.setLeft(room.left() + used + kit.px(8))
        pen = kit.pen(TextRole.SMALL, tabular=True)
        kit.text(painter, row.words, rect=room, pen=pen, colour=kit.tokens.text_secondary)

    def _paint_item(self, painter: QPainter, kit: Kit, box: QRectF, row: ItemRow) -> None:
        tokens, line = kit.tokens, row.line
        paint_tick(painter, kit, tick_box(kit, box), state="on" if row.ticked else "off")
        ink = tokens.text if row.ticked else tokens.text_secondary
        top = QRectF(box.left(), box.top() + kit.px(5), box.width(), kit.px(18))
        below = QRectF(box.left(), box.top() + kit.px(24), box.width(), kit.px(16))
        mark = QRectF(
            top.left() + kit.px(MARK_LEFT), top.top(), kit.px(TEXT_LEFT - MARK_LEFT - 4), top.height()
        )
        kit.text(painter, line.mark, rect=mark, pen=kit.pen(TextRole.MONO), colour=ink)
        since = day_text(line.item.at)
        date = kit.pen(TextRole.CAPTION, tabular=True)
        right = box.right() - kit.px(14)
        width = date.measures.horizontalAdvance(since) + 2
        place = QRectF(right - width, below.top(), width, below.height())
        kit.text(painter, since, rect=place, pen=date, colour=tokens.text_muted, align=RIGHT)
        left = box.left() + kit.px(TEXT_LEFT)
        text = single_line(line.text)
        words = QRectF(left, top.top(), right - left, top.height())
        kit.text(painter, text, rect=words, pen=kit.pen(TextRole.BODY), colour=ink)
        size = kit.metrics.icon_small
        sign = pixmap(line.icon, size, tokens.text_secondary, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(left, below.center().y() - size / 2), sign)
        caption = kit.pen(TextRole.CAPTION)
        left += size + kit.px(5)
        rest = QRectF(left, below.top(), place.left() - kit.px(10) - left, below.height())
        used = kit.text(painter, line.action, rect=rest, pen=caption, colour=tokens.text_secondary)
        rest.setLeft(min(rest.right(), rest.left() + used + kit.px(12)))
        reason = single_line(line.item.reason)
        kit.text(painter, reason, rect=rest, pen=caption, colour=tokens.text_muted)


def tick_box(kit: Kit, row: QRectF) -> QRectF:
    """Where the tick of a row is."""
    size = kit.px(15)
    return QRectF(row.left() + kit.px(TICK_LEFT), row.center().y() - size / 2, size, size)


def on_tick(row: QRectF, at: QPointF) -> bool:
    """Whether a point is on the tick of a row: a wider place than it is painted."""
    kit = current_kit()
    grown = tick_box(kit, row).adjusted(-kit.px(8), -kit.px(8), kit.px(6), kit.px(8))
    return grown.contains(at)
