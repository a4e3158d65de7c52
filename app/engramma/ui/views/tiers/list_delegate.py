"""Paints the rows of the list in Tiers: text in two lines, meters of dots for what a gate asks, when it fades."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from engramma.model.clock import DAY
from engramma.model.flow import Waits
from engramma.ui.delegates.hover import RowHover
from engramma.ui.delegates.kit import RIGHT, Kit, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.theme.glyphs import paint_tier_glyph
from engramma.ui.views.tiers.list_model import TIER_ROW_ROLE, TierColumn, TierRow, cell_words

Index = QModelIndex | QPersistentModelIndex
PADDING = 7
SOON = 7 * DAY


class TierRowDelegate(QStyledItemDelegate):
    """Fixed heights; the whole row lights up."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._hover = RowHover(view)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """The height of a row."""
        return QSize(60, current_kit().px(38))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One cell."""
        row = index.data(TIER_ROW_ROLE)
        if not isinstance(row, TierRow):
            return
        kit = current_kit()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        lit = self._hover.row == index.row()
        tokens = kit.tokens
        ground = tokens.selection if chosen else tokens.hover if lit else tokens.base
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(option.rect, qcolor(ground))
        painter.fillRect(
            QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), qcolor(tokens.line)
        )
        rect = QRectF(option.rect).adjusted(kit.px(PADDING), 0, -kit.px(PADDING), 0)
        column = TierColumn(index.column())
        match column:
            case TierColumn.MEMORY:
                self._memory(painter, kit, rect.adjusted(kit.px(7), 0, 0, 0), row)
            case TierColumn.FADES:
                soon = row.fades_in is not None and row.fades_in < SOON and not row.dormant
                colour = tokens.short_term if soon and row.tier == "short_term" else tokens.text_secondary
                pen = kit.pen(TextRole.SMALL, tabular=True)
                box = rect.adjusted(0, 0, -kit.px(4), 0)
                kit.text(painter, row.fades, rect=box, pen=pen, colour=colour, align=RIGHT)
            case _:
                self._gate(painter, kit, rect, row, column)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(qcolor(tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -1.5))
        painter.restore()

    def _memory(self, painter: QPainter, kit: Kit, rect: QRectF, row: TierRow) -> None:
        side = kit.px(11)
        colour = kit.tokens.text_muted if row.dormant else kit.tokens.tier(row.tier)
        glyph = QRectF(rect.left(), rect.center().y() - side / 2, side, side)
        paint_tier_glyph(painter, row.tier, rect=glyph, colour=qcolor(colour))
        left = rect.left() + side + kit.px(8)
        box = QRectF(left, rect.top(), rect.right() - left, rect.height())
        quiet = row.dormant or row.state != "active"
        paint_two_lines(
            painter, kit, box, single_line(row.text), kit.tokens.text_muted if quiet else kit.tokens.text
        )

    def _gate(self, painter: QPainter, kit: Kit, rect: QRectF, row: TierRow, column: TierColumn) -> None:
        tokens, standing, words = kit.tokens, row.standing, cell_words(row, column)
        pen = kit.pen(TextRole.SMALL, tabular=True)
        if standing is None:
            kit.text(painter, words, rect=rect, pen=pen, colour=tokens.text_muted)
            return
        left = rect.left()
        if column is TierColumn.REHEARSED:
            left = dots(painter, kit, rect, standing.recalls, standing.recalls_needed,
                        full=standing.days >= standing.days_needed)  # fmt: skip
        elif column is TierColumn.RELEVANT:
            left = dots(painter, kit, rect, standing.relevant, standing.relevant_needed, full=True)
        elif words in ("held: conflict", "next pass"):
            name, colour = (
                ("warning", tokens.warning) if row.waits is not Waits.PASS else ("check", tokens.ok)
            )
            size = kit.px(13)
            ratio = painter.device().devicePixelRatio()
            painter.drawPixmap(QPointF(left, rect.center().y() - size / 2), pixmap(name, size, colour, ratio))
            box = QRectF(left + size + kit.px(4), rect.top(), rect.width() - size - kit.px(4), rect.height())
            kit.text(painter, words, rect=box, pen=pen, colour=colour)
            return
        box = QRectF(left, rect.top(), rect.right() - left, rect.height())
        kit.text(painter, words, rect=box, pen=pen, colour=tokens.text_secondary)


def dots(painter: QPainter, kit: Kit, rect: QRectF, has: int, needs: int, *, full: bool) -> float:
    """A meter: a dash for each step, filled as far as it has come, green when it is enough. Returns its right end."""
    count = min(needs, 5)
    filled = min(count, has * count // max(1, needs))
    enough = has >= needs and full
    wide, high, left = kit.px(8), kit.px(5), rect.left()
    for number in range(count):
        colour = kit.tokens.ok if enough else kit.tokens.short_term
        if number >= filled:
            colour = kit.tokens.button_border
        box = QRectF(left, rect.center().y() - high / 2, wide, high)
        rounded(painter, box, radius=high / 2, colour=qcolor(colour))
        left += wide + kit.px(2)
    return left + kit.px(6)


def paint_two_lines(painter: QPainter, kit: Kit, rect: QRectF, text: str, colour: str) -> None:
    """Plain text in at most two lines, the second elided."""
    pen = kit.pen(TextRole.SMALL)
    layout = QTextLayout(text, pen.font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(max(1.0, rect.width()))
    length = line.textLength()
    layout.endLayout()
    rows = [text[:length].rstrip(), text[length:].lstrip()] if length < len(text) else [text]
    high = kit.metrics.line_px(TextRole.SMALL)
    top = rect.center().y() - high * len(rows) / 2
    for number, words in enumerate(rows):
        box = QRectF(rect.left(), top + number * high, rect.width(), high)
        kit.text(painter, words, rect=box, pen=pen, colour=colour)
