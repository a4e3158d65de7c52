"""Paints a private value in its surroundings, with its mask, and the two choices at the right."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from engramma.ui.delegates.kit import Kit, Pen, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.delegates.row_ground import paint_focus, paint_ground
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.export.choice_paint import choice_box, choice_place, paint_choices
from engramma.ui.views.export.decisions import Verdict
from engramma.ui.views.export.hit_model import HIT_ROW_ROLE, HitRow
from engramma.ui.views.export.kind_words import KIND_ICONS

HEIGHT, TEXT_LEFT = 52, 40
CHOICES = (("Mask", Verdict.MASK), ("Keep", Verdict.KEEP))
MARKS = {Verdict.KEEP: ("eye", "goes out as it is"), Verdict.OPEN: ("warning", "undecided, will be masked")}


class HitDelegate(QStyledItemDelegate):
    """All rows are of one height."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """As high as two lines."""
        return QSize(80, current_kit().px(HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint one row."""
        kit, row = current_kit(), index.data(HIT_ROW_ROLE)
        if not isinstance(row, HitRow):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = paint_ground(painter, kit, option)
        _paint_icon(painter, kit, box, row)
        left = box.left() + kit.px(TEXT_LEFT)
        right = choice_box(kit, box, 0, count=len(CHOICES)).left() - kit.px(14)
        top = QRectF(left, box.top() + kit.px(7), right - left, kit.px(19))
        below = QRectF(left, box.top() + kit.px(29), right - left, kit.px(16))
        _paint_hit(painter, kit, top, row)
        _paint_caption(painter, kit, below, row)
        chosen = next((at for at, (_word, verdict) in enumerate(CHOICES) if verdict is row.verdict), None)
        paint_choices(painter, kit, box, [words for words, _verdict in CHOICES], chosen=chosen)
        paint_focus(painter, kit, option)
        painter.restore()


def choice_at(row: QRectF, at: QPointF) -> Verdict | None:
    """The choice that a point is on."""
    kit = current_kit()
    place = choice_place(kit, row, at, count=len(CHOICES))
    return CHOICES[place][1] if place is not None else None


def _paint_icon(painter: QPainter, kit: Kit, box: QRectF, row: HitRow) -> None:
    size = kit.metrics.icon
    ratio = painter.device().devicePixelRatioF()
    sign = pixmap(KIND_ICONS[row.hit.kind], size, kit.tokens.text_secondary, ratio)
    painter.drawPixmap(QPointF(box.left() + kit.px(14), box.center().y() - size / 2), sign)


def _paint_hit(painter: QPainter, kit: Kit, line: QRectF, row: HitRow) -> None:
    tokens = kit.tokens
    pen = kit.pen(TextRole.BODY)
    danger, danger_tint = tokens.badge("danger")
    warning, warning_tint = tokens.badge("warning")
    ok, ok_tint = tokens.badge("ok")
    masked = row.verdict is Verdict.MASK
    value = single_line(row.hit.shown)
    room = QRectF(line)
    paint_words(painter, kit, room, row.before, pen=pen, ink=tokens.text)
    if row.verdict is Verdict.KEEP:
        paint_words(painter, kit, room, value, pen=pen, ink=warning, back=warning_tint)
    else:
        struck = kit.pen(TextRole.BODY, struck=masked)
        paint_words(painter, kit, room, value, pen=struck, ink=danger, back=danger_tint)
    if masked:
        room.setLeft(room.left() + kit.px(5))
        paint_words(painter, kit, room, row.hit.mask, pen=kit.pen(TextRole.MONO), ink=ok, back=ok_tint)
    paint_words(painter, kit, room, row.after, pen=pen, ink=tokens.text)


def paint_words(
    painter: QPainter, kit: Kit, room: QRectF, text: str, *, pen: Pen, ink: str, back: str = ""
) -> None:
    """Words at the left of `room`, which gets narrower by them; on a tint with `back`."""
    left = room.width()
    if not text or left < kit.px(10):
        return
    pad = kit.px(3) if back else 0
    if back:
        width = min(pen.measures.horizontalAdvance(text) + 2 * pad, left)
        place = QRectF(room.left(), room.top() + 1, width, room.height() - 1)
        rounded(painter, place, radius=kit.metrics.radius_tag, colour=qcolor(back))
    used = kit.text(painter, text, rect=room.adjusted(pad, 0, -pad, 0), pen=pen, colour=ink)
    room.setLeft(min(room.right(), room.left() + used + 2 * pad))


def _paint_caption(painter: QPainter, kit: Kit, line: QRectF, row: HitRow) -> None:
    tokens, room = kit.tokens, QRectF(line)
    gap = kit.px(10)
    parts = [
        (row.hit.label, kit.pen(TextRole.SMALL), tokens.text),
        ("sure" if row.hit.sure else "maybe", kit.pen(TextRole.SMALL), tokens.text_muted),
        (row.where, kit.pen(TextRole.MONO), tokens.text_secondary),
    ]
    for words, pen, ink in parts:
        room.setLeft(
            min(room.right(), room.left() + kit.text(painter, words, rect=room, pen=pen, colour=ink) + gap)
        )
    mark = MARKS.get(row.verdict)
    if mark is None or room.width() < kit.px(30):
        return
    icon_name, words = mark
    size = kit.metrics.icon_small
    sign = pixmap(icon_name, size, tokens.warning, painter.device().devicePixelRatioF())
    painter.drawPixmap(QPointF(room.left(), room.center().y() - size / 2), sign)
    room.setLeft(room.left() + size + kit.px(4))
    kit.text(painter, words, rect=room, pen=kit.pen(TextRole.SMALL), colour=tokens.warning)
