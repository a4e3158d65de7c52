"""Operations a day as stacked bars: you, agents, worker; imports as a mark. A click or Enter goes to the day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engramma.ui.delegates.kit import CENTRE, RIGHT, Kit, current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, qcolor, set_surface
from engramma.ui.theme.contrast import mix
from engramma.ui.theme.tokens import Tokens
from engramma.ui.views.activity.actors import BARS, GROUPS, Group, group_of
from engramma.ui.views.rows.days import day_name, start_of

LEFT, HEIGHT, AXIS = 36, 78, 20
MARK = 9


@dataclass(frozen=True, slots=True)
class DayCount:
    """Operations of one local day by group."""

    day: date
    counts: tuple[tuple[Group, int], ...]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(count for _group, count in self.counts)


@dataclass(frozen=True, slots=True)
class DayChosen:
    """A person asks for a day."""

    day: date


def day_counts(rows: tuple[tuple[date, str, int], ...], *, last: date, days: int) -> tuple[DayCount, ...]:
    """One entry a day, oldest first, also for days without operations."""
    found: dict[date, dict[Group, int]] = {}
    for day, actor, count in rows:
        groups = found.setdefault(day, dict.fromkeys(Group, 0))
        groups[group_of(actor)] += count
    entries = []
    for back in range(days - 1, -1, -1):
        day = last - timedelta(days=back)
        counts = found.get(day, {})
        entries.append(DayCount(day, tuple((group, count) for group, count in counts.items() if count)))
    return tuple(entries)


def group_colour(tokens: Tokens, group: Group) -> str:
    """The colour of a group's part of a bar; the legend names it."""
    match group:
        case Group.YOU | Group.SHELL:
            return tokens.accent
        case Group.WORKER:
            return mix(tokens.warning, tokens.base, 0.42)
        case _:
            return mix(tokens.text_muted, tokens.base, 0.66)


class DayBars(QWidget):
    """`day_chosen` carries a DayChosen."""

    day_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._days: tuple[DayCount, ...] = ()
        self._seen_at: int | None = None
        self._group = Group.ALL
        self._current = -1
        set_surface(self, "base")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Operations a day")

    def show_days(self, days: tuple[DayCount, ...], *, seen_at: int | None, group: Group) -> None:
        """Show these days, a line where a person last looked, and one group stronger than the others."""
        self._days, self._seen_at, self._group = days, seen_at, group
        total = sum(day.total for day in days)
        self.setAccessibleDescription(
            f"{total:,} operations in {len(days)} days. Arrows choose a day, Enter goes to it."
        )
        self.update()

    def sizeHint(self) -> QSize:
        """A strip."""
        return QSize(400, current_kit().px(HEIGHT))

    def _area(self) -> QRectF:
        px = current_kit().px
        return QRectF(
            px(LEFT), px(MARK + 3), self.width() - px(LEFT + 14), self.height() - px(MARK + 3 + AXIS)
        )

    def _slot(self, number: int) -> QRectF:
        area = self._area()
        width = area.width() / max(1, len(self._days))
        return QRectF(area.left() + number * width, area.top(), width, area.height())

    def _day_at(self, x: float) -> int:
        area = self._area()
        if not self._days or not area.left() <= x <= area.right():
            return -1
        return min(len(self._days) - 1, int((x - area.left()) / area.width() * len(self._days)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axis, bars, marks, labels."""
        super().paintEvent(event)
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = nice_top(max((self._bar_total(day) for day in self._days), default=0))
        self._paint_axis(painter, kit, top)
        for number, day in enumerate(self._days):
            self._paint_day(painter, kit, number, day, top)
        self._paint_seen(painter, kit)
        if self.hasFocus() and self._current >= 0:
            painter.setPen(QPen(qcolor(kit.tokens.accent), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            frame = self._slot(self._current).adjusted(2, -kit.px(3), -2, kit.px(AXIS) - 2)
            painter.drawRoundedRect(frame, 4, 4)

    def _bar_total(self, day: DayCount) -> int:
        return sum(count for group, count in day.counts if group in BARS)

    def _paint_axis(self, painter: QPainter, kit: Kit, top: int) -> None:
        area = self._area()
        pen = kit.pen(TextRole.CAPTION, tabular=True)
        for value in (0, top // 2, top):
            y = round(area.bottom() - area.height() * value / top)
            painter.fillRect(QRectF(area.left(), y, area.width(), 1), qcolor(kit.tokens.grid))
            if value != top // 2 or area.height() > kit.px(56):
                box = QRectF(0, y - kit.px(7), area.left() - kit.px(8), kit.px(14))
                kit.text(painter, str(value), rect=box, pen=pen, colour=kit.tokens.text_muted, align=RIGHT)

    def _paint_day(self, painter: QPainter, kit: Kit, number: int, day: DayCount, top: int) -> None:
        slot, tokens = self._slot(number), kit.tokens
        counts = dict(day.counts)
        width = min(slot.width() * 0.86, float(kit.px(52)))
        y = slot.bottom()
        for group in BARS:
            count = counts.get(group, 0)
            if not count:
                continue
            height = max(1.5, slot.height() * count / top)
            colour = group_colour(tokens, group)
            if self._group not in (Group.ALL, group):
                colour = mix(colour, tokens.base, 0.35)
            bar = QRectF(slot.center().x() - width / 2, y - height, width, max(1.0, height - 1))
            painter.fillRect(bar, qcolor(colour))
            y -= height
        if counts.get(Group.IMPORT):
            self._paint_mark(painter, kit, QPointF(slot.center().x(), y - kit.px(3)))
        label = str(day.day.day)
        if number % 3 == 0 or number == len(self._days) - 1:
            label = day_name(day.day, today=day.day)
        box = QRectF(slot.left(), slot.bottom() + kit.px(3), slot.width(), kit.px(14))
        kit.text(
            painter, label, rect=box, pen=kit.pen(TextRole.CAPTION), colour=tokens.text_muted, align=CENTRE
        )

    def _paint_mark(self, painter: QPainter, kit: Kit, tip: QPointF) -> None:
        """A small triangle: something was imported."""
        half = kit.px(MARK) / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(kit.tokens.text_secondary))
        corners = [tip, tip + QPointF(-half, -half * 1.2), tip + QPointF(half, -half * 1.2)]
        painter.drawPolygon(QPolygonF(corners))

    def _paint_seen(self, painter: QPainter, kit: Kit) -> None:
        if self._seen_at is None or not self._days:
            return
        first = start_of(self._days[0].day)
        last = start_of(self._days[-1].day + timedelta(days=1))
        share = (self._seen_at - first) / (last - first)
        if 0 <= share <= 1:
            area = self._area()
            x = area.left() + share * area.width()
            painter.setPen(QPen(qcolor(kit.tokens.accent), 1.6))
            painter.drawLine(QPointF(x, area.top() - kit.px(6)), QPointF(x, area.bottom()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the day."""
        number = self._day_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and number >= 0:
            self._current = number
            self.day_chosen.emit(DayChosen(self._days[number].day))
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose a day, Enter goes to it."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step and self._days:
            self._current = min(max(self._current + step, 0), len(self._days) - 1)
            self.setAccessibleDescription(day_words(self._days[self._current]))
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= self._current < len(self._days):
            self.day_chosen.emit(DayChosen(self._days[self._current].day))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The newest day first."""
        super().focusInEvent(event)
        if self._current < 0:
            self._current = len(self._days) - 1
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Without the keyboard no day is framed."""
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        """Tell of the day under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._day_at(event.pos().x())
            if number >= 0:
                QToolTip.showText(event.globalPos(), tooltip(day_words(self._days[number])), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)


def day_words(day: DayCount) -> str:
    """ "16 Sep 2026: 38 operations, 6 by you, 30 by agents"."""
    parts = [f"{count:,} {GROUPS[group].by}" for group, count in day.counts]
    number = f"{day.total:,} operation{'' if day.total == 1 else 's'}"
    return f"{day_name(day.day)}: {', '.join([number, *parts])}"


def nice_top(most: int) -> int:
    """A round number that is at least `most`, and at least 2; always even, for the line in the middle."""
    size = 1
    while True:
        for step in (2, 4, 6, 8, 10):
            if step * size >= most:
                return step * size
        size *= 10
