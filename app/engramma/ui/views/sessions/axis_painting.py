"""Paints the time axis from a picture of it: lanes, grid, blocks, the brushed range, today, the keyboard's day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engramma.ui.delegates.kit import CENTRE, Kit, current_kit
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, qcolor
from engramma.ui.theme.contrast import mix
from engramma.ui.views.rows.days import day_name, start_of
from engramma.ui.views.sessions.axis_blocks import Block, Placed, Plot
from engramma.ui.views.sessions.brush import DayRange
from engramma.ui.views.sessions.time_scale import Lane, Span, ticks_of

TICK_ROOM = 64
TODAY = "today"


@dataclass(frozen=True, slots=True)
class AxisPicture:
    """All that is to be seen."""

    plot: Plot
    span: Span
    lanes: Sequence[Lane]
    placed: Placed
    current: int | None
    days: DayRange | None
    cursor: date | None
    now: int


def paint_axis(widget: QWidget, picture: AxisPicture) -> None:
    """Paint onto a widget."""
    kit = current_kit()
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_lanes(painter, kit, picture)
    _paint_range(painter, kit, picture)
    _paint_grid(painter, kit, picture)
    _paint_blocks(painter, kit, picture)
    _paint_today(painter, kit, picture)
    _paint_edges(painter, kit, picture)
    _paint_cursor(painter, kit, picture)
    if widget.hasFocus():
        painter.setPen(QPen(qcolor(kit.tokens.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(widget.rect()).adjusted(2, 2, -2, -3), 4, 4)


def _paint_lanes(painter: QPainter, kit: Kit, picture: AxisPicture) -> None:
    area = picture.plot.area
    for number, lane in enumerate(picture.lanes):
        middle = picture.plot.lane_middle(number)
        painter.fillRect(QRectF(area.left(), round(middle), area.width(), 1), qcolor(kit.tokens.grid))
        box = QRectF(kit.metrics.pane_padding, middle - kit.px(9), area.left() - kit.px(22), kit.px(18))
        pen = kit.pen(TextRole.SMALL)
        kit.text(painter, single_line(lane.name), rect=box, pen=pen, colour=kit.tokens.text_secondary)


def _paint_grid(painter: QPainter, kit: Kit, picture: AxisPicture) -> None:
    """Lines and their names; a name gives way to today's and to that of the keyboard's day, and to one before it."""
    area, span = picture.plot.area, picture.span
    pen = kit.pen(TextRole.CAPTION)
    taken = [box for box in (_cursor_box(kit, picture), _today_box(kit, picture)) if box is not None]
    for tick in ticks_of(span, max(2, int(area.width() / kit.px(TICK_ROOM)))):
        x = round(picture.plot.x(span, tick.instant))
        line = QRectF(x, area.top() - kit.px(4), 1, area.height() + kit.px(6))
        painter.fillRect(line, qcolor(kit.tokens.grid))
        width = pen.measures.horizontalAdvance(tick.label) + 2
        box = QRectF(x + kit.px(4), area.bottom() + kit.px(3), width, kit.px(14))
        if box.right() > area.right() + kit.px(20):
            # The last one has its name before its line.
            box.moveRight(x - kit.px(4))
        room = box.adjusted(-kit.px(4), 0, kit.px(4), 0)
        if not any(room.intersects(other) for other in taken):
            kit.text(painter, tick.label, rect=box, pen=pen, colour=kit.tokens.text_muted)
            taken.append(box)


def _paint_blocks(painter: QPainter, kit: Kit, picture: AxisPicture) -> None:
    tokens = kit.tokens
    found = qcolor(mix(tokens.text_muted, tokens.base, 0.62))
    pale = qcolor(mix(tokens.text_muted, tokens.base, 0.24))
    painter.setPen(Qt.PenStyle.NoPen)
    for bar in picture.placed.bars:
        painter.fillRect(bar.rect, pale)
        painter.fillRect(bar.lit, found)
    current: Block | None = None
    for block in picture.placed.blocks:
        if block.session.id == picture.current:
            current = block
            continue
        painter.setBrush(found if block.matching else pale)
        painter.drawRoundedRect(block.rect, 2, 2)
    marked = current.rect if current is not None else _rect_of_current(picture)
    if marked is not None:
        painter.setPen(QPen(qcolor(tokens.base), 1))
        painter.setBrush(qcolor(tokens.accent))
        wide = max(kit.px(7) - marked.width(), 0.0) / 2
        painter.drawRoundedRect(marked.adjusted(-wide, -1, wide, 1), 2.5, 2.5)


def _rect_of_current(picture: AxisPicture) -> QRectF | None:
    """The current session when others share its block."""
    for number, lane in enumerate(picture.lanes):
        for session in lane.sessions:
            if session.id == picture.current:
                box = picture.plot.box(picture.span, number, session)
                return box if picture.plot.area.intersects(box) else None
    return None


def _range_xs(picture: AxisPicture) -> tuple[float, float] | None:
    """Where the brushed range begins and ends, also outside of what is shown; None where none of it is."""
    days = picture.days
    if days is None:
        return None
    area = picture.plot.area
    left = picture.plot.x(picture.span, start_of(days.first))
    right = picture.plot.x(picture.span, start_of(days.last + timedelta(days=1)))
    return None if right < area.left() or left > area.right() else (left, right)


def _paint_range(painter: QPainter, kit: Kit, picture: AxisPicture) -> None:
    xs = _range_xs(picture)
    if xs is not None:
        area = picture.plot.area
        tint = QColor(qcolor(kit.tokens.accent))
        tint.setAlphaF(0.13)
        top, bottom = area.top() - kit.px(4), area.bottom() + kit.px(2)
        left, right = max(xs[0], area.left()), min(xs[1], area.right())
        painter.fillRect(QRectF(left, top, right - left, bottom - top), tint)


def _paint_edges(painter: QPainter, kit: Kit, picture: AxisPicture) -> None:
    xs = _range_xs(picture)
    if xs is None:
        return
    area = picture.plot.area
    top, bottom = area.top() - kit.px(4), area.bottom() + kit.px(2)
    painter.setPen(QPen(qcolor(kit.tokens.accent), 1.6))
    for x in (x for x in xs if area.left() - 1 <= x <= area.right() + 1):
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))


def _today_x(picture: AxisPicture) -> float | None:
    inside = picture.span.start <= picture.now <= picture.span.end
    return picture.plot.x(picture.span, picture.now) if inside else None


def _today_box(kit: Kit, picture: AxisPicture) -> QRectF | None:
    """Where "today" is written: below its line, within the axis, unless the keyboard's day stands there."""
    x = _today_x(picture)
    if x is None:
        return None
    area = picture.plot.area
    width = kit.pen(TextRole.CAPTION).measures.horizontalAdvance(TODAY) + 2
    left = min(max(area.left(), x - width / 2), area.right() + kit.px(12) - width)
    box = QRectF(left, area.bottom() + kit.px(3), width, kit.px(14))
    other = _cursor_box(kit, picture)
    return None if other is not None and other.adjusted(-kit.px(4), 0, kit.px(4), 0).intersects(box) else box


def _paint_today(painter: QPainter, kit: Kit, picture: AxisPicture) -> None:
    x = _today_x(picture)
    if x is None:
        return
    area = picture.plot.area
    painter.setPen(QPen(qcolor(kit.tokens.text_secondary), 1.2))
    painter.drawLine(QPointF(x, area.top() - kit.px(4)), QPointF(x, area.bottom() + kit.px(2)))
    box = _today_box(kit, picture)
    if box is not None:
        kit.text(painter, TODAY, rect=box, pen=kit.pen(TextRole.CAPTION), colour=kit.tokens.text)


def _cursor_box(kit: Kit, picture: AxisPicture) -> QRectF | None:
    if picture.cursor is None:
        return None
    area, label = picture.plot.area, day_name(picture.cursor)
    width = kit.pen(TextRole.CAPTION).measures.horizontalAdvance(label) + kit.px(10)
    x = picture.plot.x(picture.span, start_of(picture.cursor))
    left = min(max(area.left(), x - width / 2), area.right() - width)
    return QRectF(left, area.bottom() + kit.px(2), width, kit.px(16))


def _paint_cursor(painter: QPainter, kit: Kit, picture: AxisPicture) -> None:
    """The day on which the keyboard stands, with its name."""
    box = _cursor_box(kit, picture)
    if picture.cursor is None or box is None:
        return
    area = picture.plot.area
    x = picture.plot.x(picture.span, start_of(picture.cursor))
    pen = QPen(qcolor(kit.tokens.accent), 1)
    pen.setDashPattern([2, 2])
    painter.setPen(pen)
    painter.drawLine(QPointF(x, area.top() - kit.px(4)), QPointF(x, area.bottom() + kit.px(2)))
    label = day_name(picture.cursor)
    font = kit.pen(TextRole.CAPTION)
    painter.setPen(QPen(qcolor(kit.tokens.button_border), 1))
    painter.setBrush(qcolor(kit.tokens.raised))
    painter.drawRoundedRect(box, 4, 4)
    kit.text(painter, label, rect=box, pen=font, colour=kit.tokens.text, align=CENTRE)
