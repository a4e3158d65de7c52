"""Paints the rows of the command palette: icon, title with fitting letters in accent, reason, menu, key."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engramma.ui.actions.palette_rows import CommandRow, MemoryRowEntry, SectionRow
from engramma.ui.delegates.kit import CENTRE, RIGHT, Kit, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, pixmap, qcolor, tier_pixmap
from engramma.ui.widgets.key_hint import key_words

ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
ROW, SECTION = 38, 32
Index = QModelIndex | QPersistentModelIndex


class PaletteDelegate(QStyledItemDelegate):
    """Fixed heights: 38 for a row, 32 for a heading, scaled."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As wide as the list."""
        kit = current_kit()
        section = isinstance(index.data(ROW_ROLE), SectionRow)
        return QSize(option.rect.width(), kit.px(SECTION if section else ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        kit = current_kit()
        row = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if isinstance(row, SectionRow):
            inner = box.adjusted(kit.px(14), kit.px(6), -kit.px(14), 0)
            pen = kit.pen(TextRole.SECTION)
            kit.text(painter, row.title, rect=inner, pen=pen, colour=kit.tokens.text_secondary)
        else:
            if option.state & QStyle.StateFlag.State_Selected:
                rounded(painter, box, radius=kit.px(6), colour=qcolor(kit.tokens.accent_tint))
            inner = box.adjusted(kit.px(14), 0, -kit.px(14), 0)
            if isinstance(row, CommandRow):
                _paint_command(painter, kit, inner, row)
            elif isinstance(row, MemoryRowEntry):
                _paint_memory(painter, kit, inner, row)
        painter.restore()


def _paint_command(painter: QPainter, kit: Kit, box: QRectF, row: CommandRow) -> None:
    tokens, muted = kit.tokens, bool(row.reason)
    ratio = painter.device().devicePixelRatioF()
    left = box.left() + kit.px(28)
    if row.icon:
        size = kit.metrics.icon
        colour = tokens.text_muted if muted else tokens.text_secondary
        at = QPointF(box.left(), box.center().y() - size / 2)
        painter.drawPixmap(at, pixmap(row.icon, size, colour, ratio))
    right = _paint_key(painter, kit, box, row.key)
    menu = kit.pen(TextRole.SMALL)
    width = menu.measures.horizontalAdvance(row.menu) + 1
    menu_box = QRectF(right - width, box.top(), width, box.height())
    kit.text(painter, row.menu, rect=menu_box, pen=menu, colour=tokens.text_muted, align=RIGHT)
    room = QRectF(left, box.top(), menu_box.left() - kit.px(12) - left, box.height())
    colour = tokens.text_muted if muted else tokens.text
    taken = paint_marked(painter, kit, room, row.title, positions=row.positions, colour=colour)
    if row.reason:
        rest = QRectF(
            room.left() + taken + kit.px(12), box.top(), room.width() - taken - kit.px(12), box.height()
        )
        if rest.width() > kit.px(30):
            kit.text(painter, row.reason, rect=rest, pen=kit.pen(TextRole.CAPTION), colour=tokens.text_muted)


def _paint_memory(painter: QPainter, kit: Kit, box: QRectF, row: MemoryRowEntry) -> None:
    tokens, memory = kit.tokens, row.memory
    size = kit.metrics.icon
    ratio = painter.device().devicePixelRatioF()
    at = QPointF(box.left(), box.center().y() - size / 2)
    painter.drawPixmap(at, tier_pixmap(memory.tier, size, tokens.tier(memory.tier), ratio))
    pen = kit.pen(TextRole.MONO)
    width = pen.measures.horizontalAdvance(memory.label) + 1
    label = QRectF(box.right() - width, box.top(), width, box.height())
    kit.text(painter, memory.label, rect=label, pen=pen, colour=tokens.text_muted, align=RIGHT)
    left = box.left() + kit.px(28)
    room = QRectF(left, box.top(), label.left() - kit.px(12) - left, box.height())
    paint_marked(painter, kit, room, single_line(memory.text), positions=row.positions, colour=tokens.text)


def _paint_key(painter: QPainter, kit: Kit, box: QRectF, key: str) -> float:
    """Paint the key frame at the right; returns where the free room ends."""
    if not key:
        return box.right()
    words, pen = key_words(key), kit.pen(TextRole.CAPTION)
    width = max(float(kit.metrics.tag), pen.measures.horizontalAdvance(words) + 2 * kit.px(6))
    frame = QRectF(box.right() - width, box.center().y() - kit.metrics.tag / 2, width, kit.metrics.tag)
    painter.setPen(QPen(qcolor(kit.tokens.button_border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = kit.metrics.radius_tag
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    kit.text(painter, words, rect=frame, pen=pen, colour=kit.tokens.text_secondary, align=CENTRE)
    return frame.left() - kit.px(12)


def paint_marked(
    painter: QPainter, kit: Kit, box: QRectF, text: str, *, positions: tuple[int, ...], colour: str
) -> float:
    """Paint one line, some letters in accent and semibold; elided at the right. Returns its width."""
    plain, strong = kit.pen(TextRole.BODY), kit.pen(TextRole.STRONG)
    marked = frozenset(positions)
    left, used = box.left(), 0.0
    for start, end, is_marked in _runs(text, marked):
        pen = strong if is_marked else plain
        room = QRectF(left, box.top(), max(0.0, box.right() - left), box.height())
        ink = kit.tokens.accent if is_marked else colour
        used = kit.text(painter, text[start:end], rect=room, pen=pen, colour=ink)
        left += used
        if left >= box.right() - 1:
            break
    return left - box.left()


def _runs(text: str, marked: frozenset[int]) -> list[tuple[int, int, bool]]:
    runs: list[tuple[int, int, bool]] = []
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or (at in marked) != (start in marked):
            runs.append((start, at, start in marked))
            start = at
    return runs
