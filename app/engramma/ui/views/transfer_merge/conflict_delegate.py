"""Paints a conflict: ours, theirs below it, marked where they differ, and the three choices at the right."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from engramma.model.transfer import CollisionPolicy
from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.delegates.row_ground import paint_focus, paint_ground
from engramma.ui.theme import TextRole, pixmap
from engramma.ui.views.export.choice_paint import choice_box, choice_place, paint_choices
from engramma.ui.views.replace.tick_delegate import paint_parts
from engramma.ui.views.transfer_merge.conflict_model import CONFLICT_ROW_ROLE, ConflictRow
from engramma.ui.views.transfer_merge.verdicts import BOTH, ORDER, OURS, THEIRS, WORDS

HEIGHT, LABEL_LEFT, TEXT_LEFT = 68, 14, 70


class ConflictDelegate(QStyledItemDelegate):
    """All rows are of one height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """As high as three lines."""
        return QSize(80, current_kit().px(HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one row."""
        kit, row = current_kit(), index.data(CONFLICT_ROW_ROLE)
        if not isinstance(row, ConflictRow):
            return
        tokens = kit.tokens
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = paint_ground(painter, kit, option)
        right = choice_box(kit, box, 0, count=len(ORDER)).left() - kit.px(14)
        for top, name, parts, stays in (
            (6, "Ours", row.ours, row.verdict in (OURS, BOTH)),
            (26, "Theirs", row.theirs, row.verdict in (THEIRS, BOTH)),
        ):
            line = QRectF(box.left() + kit.px(LABEL_LEFT), box.top() + kit.px(top), 0, kit.px(19))
            ink = tokens.text if stays else tokens.text_muted
            line.setRight(box.left() + kit.px(TEXT_LEFT - 4))
            kit.text(painter, name, rect=line, pen=kit.pen(TextRole.SMALL), colour=ink)
            line.setLeft(box.left() + kit.px(TEXT_LEFT))
            line.setRight(right)
            paint_parts(painter, kit, line, parts, ink=ink)
        below = QRectF(box.left() + kit.px(TEXT_LEFT), box.top() + kit.px(47), 0, kit.px(16))
        below.setRight(right)
        _paint_caption(painter, kit, below, row)
        closed = {ORDER.index(THEIRS)} if row.conflict.guarded else set()
        paint_choices(
            painter,
            kit,
            box,
            [WORDS[verdict] for verdict in ORDER],
            chosen=ORDER.index(row.verdict),
            closed=closed,
        )
        paint_focus(painter, kit, option)
        painter.restore()


def verdict_at(row: QRectF, at: QPointF) -> CollisionPolicy | None:
    """The choice that a point is on."""
    place = choice_place(current_kit(), row, at, count=len(ORDER))
    return ORDER[place] if place is not None else None


def _paint_caption(painter: QPainter, kit: Kit, line: QRectF, row: ConflictRow) -> None:
    tokens, room, pen = kit.tokens, QRectF(line), kit.pen(TextRole.SMALL)
    used = kit.text(
        painter, row.conflict.ours.label, rect=room, pen=kit.pen(TextRole.MONO), colour=tokens.text_secondary
    )
    room.setLeft(min(room.right(), room.left() + used + kit.px(10)))
    used = kit.text(painter, row.why, rect=room, pen=pen, colour=tokens.text_muted)
    room.setLeft(min(room.right(), room.left() + used + kit.px(12)))
    if not row.conflict.guarded or room.width() < kit.px(40):
        return
    size = kit.metrics.icon_small
    sign = pixmap("lock-simple", size, tokens.warning, painter.device().devicePixelRatioF())
    painter.drawPixmap(QPointF(room.left(), room.center().y() - size / 2), sign)
    room.setLeft(room.left() + size + kit.px(4))
    kit.text(painter, row.conflict.guarded, rect=room, pen=pen, colour=tokens.warning)
