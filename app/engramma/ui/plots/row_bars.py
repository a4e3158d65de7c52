"""Bars lying in rows, a row a thing: name, a bar of parts on a track, number. A click or Enter picks a row."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import LEFT, RIGHT, Kit, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.plots.plot import Plot, area_colour, mode_of, paint_bar
from engramma.ui.plots.plot_axes import number_text
from engramma.ui.plots.plot_values import Cell, Look, Picked, PlotTable
from engramma.ui.theme import TextRole, qcolor

BAR, HIGHEST, LEAST, NAME_SHARE, FILL = 10, 34, 24, 0.30, 0.9


@dataclass(frozen=True, slots=True)
class Part:
    """What bars are made of: the same parts in every row."""

    name: str
    token: str
    look: Look = Look.PLAIN


@dataclass(frozen=True, slots=True)
class BarRow:
    """One thing, with a number for each part."""

    key: str
    name: str
    values: tuple[float, ...]

    @property
    def total(self) -> float:
        """Its whole number."""
        return sum(self.values)


@dataclass(frozen=True, slots=True)
class RowFigure:
    """Rows in the order they are shown. `head` heads the names in the table."""

    parts: tuple[Part, ...]
    rows: tuple[BarRow, ...]
    head: str = "Name"


class RowBars(Plot):
    """Shows as many rows of a RowFigure as have room; the table has all."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._figure = RowFigure((), ())
        self._current = -1
        self._hover = -1

    @property
    def figure(self) -> RowFigure:
        """What is shown."""
        return self._figure

    def show_figure(self, figure: RowFigure) -> None:
        """Show other rows."""
        self._figure = figure
        self._current = min(self._current, len(figure.rows) - 1)
        self._hover = -1
        self._describe()
        self.renew()

    def draw(self, painter: QPainter, rect: QRectF) -> None:
        """Names, tracks, bars, numbers."""
        kit, figure = current_kit(), self._figure
        most = max((row.total for row in figure.rows), default=0) or 1
        pen = kit.pen(TextRole.SMALL)
        numbers = kit.pen(TextRole.SMALL_MEDIUM, tabular=True)
        names = max((pen.measures.horizontalAdvance(row.name) for row in figure.rows), default=0.0) + kit.px(
            14
        )
        names = min(names, rect.width() * NAME_SHARE + kit.px(14))
        room = max(
            (numbers.measures.horizontalAdvance(number_text(row.total)) for row in figure.rows), default=0.0
        )
        for number in range(self._shown(rect)):
            row, slot = figure.rows[number], self._slot(rect, number)
            name = QRectF(slot.left(), slot.top(), names - kit.px(8), slot.height())
            kit.text(painter, single_line(row.name), rect=name, pen=pen, colour=kit.tokens.text, align=LEFT)
            count = QRectF(slot.right() - room - 2, slot.top(), room + 2, slot.height())
            kit.text(
                painter, number_text(row.total), rect=count, pen=numbers, colour=kit.tokens.text, align=RIGHT
            )
            track = QRectF(slot.left() + names, slot.center().y() - kit.px(BAR) / 2, 0, kit.px(BAR))
            track.setRight(count.left() - kit.px(12))
            if track.width() > 4:
                self._paint_bar(painter, kit, track, row, most=most)

    def whole_height(self) -> int:
        """The least height (logical px) that has room for all rows."""
        return len(self._figure.rows) * current_kit().px(LEAST)

    def table(self) -> PlotTable:
        """All rows, also those without room."""
        figure = self._figure
        rows: list[tuple[Cell, ...]] = [
            (row.name, *row.values, *((row.total,) if len(figure.parts) > 1 else ())) for row in figure.rows
        ]
        heads = (
            figure.head,
            *(part.name for part in figure.parts),
            *(("all",) if len(figure.parts) > 1 else ()),
        )
        return PlotTable(self.accessibleName(), heads, tuple(rows))

    def words_at(self, x: float, y: float) -> str:
        """The row under the mouse."""
        number = self._row_at(y)
        return self._words(number) if number >= 0 else ""

    def paint_over(self, painter: QPainter) -> None:
        """The row under the mouse or the keyboard."""
        kit = current_kit()
        number = self._current if self.hasFocus() else self._hover
        if not 0 <= number < self._shown(QRectF(self.rect())):
            return
        slot = self._slot(QRectF(self.rect()), number)
        box = slot.adjusted(-kit.px(5), 1, kit.px(5), -1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        strong = self.hasFocus()
        painter.setPen(QPen(qcolor(kit.tokens.accent if strong else kit.tokens.line), 1.5 if strong else 1))
        painter.drawRoundedRect(box, kit.metrics.radius_row, kit.metrics.radius_row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Frame the row under the mouse."""
        number = self._row_at(event.position().y())
        if number != self._hover:
            self._hover = number
            self.setCursor(Qt.CursorShape.PointingHandCursor if number >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: object) -> None:
        """The mouse is gone."""
        self._hover = -1
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pick the row."""
        number = self._row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and number >= 0:
            self._current = number
            self.picked.emit(Picked(self._figure.rows[number].key, number, mode_of(event.modifiers())))
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down choose a row, Enter picks it."""
        last = self._shown(QRectF(self.rect())) - 1
        keys = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Home: -last - 1, Qt.Key.Key_End: last + 1}
        key = Qt.Key(event.key())
        if key in keys and last >= 0:
            self._current = min(max(self._current + keys[key], 0), last)
            self._describe()
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= self._current <= last:
            row = self._figure.rows[self._current]
            self.picked.emit(Picked(row.key, self._current, mode_of(event.modifiers())))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The first row first."""
        super().focusInEvent(event)
        self._current = max(self._current, 0) if self._figure.rows else -1
        self._describe()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Without the keyboard no row is framed."""
        super().focusOutEvent(event)
        self.update()

    def _shown(self, rect: QRectF) -> int:
        room = max(1, int(rect.height() // current_kit().px(LEAST)))
        return min(len(self._figure.rows), room)

    def _slot(self, rect: QRectF, number: int) -> QRectF:
        kit = current_kit()
        height = min(rect.height() / max(1, self._shown(rect)), float(kit.px(HIGHEST)))
        edge = kit.px(6)
        return QRectF(rect.left() + edge, rect.top() + number * height, rect.width() - 2 * edge, height)

    def _row_at(self, y: float) -> int:
        rect = QRectF(self.rect())
        for number in range(self._shown(rect)):
            slot = self._slot(rect, number)
            if slot.top() <= y < slot.bottom():
                return number
        return -1

    def _paint_bar(self, painter: QPainter, kit: Kit, track: QRectF, row: BarRow, *, most: float) -> None:
        rounded(painter, track, radius=kit.px(2), colour=qcolor(kit.tokens.fill))
        x = track.left()
        for part, value in zip(self._figure.parts, row.values, strict=True):
            wide = track.width() * value / most
            if wide <= 0:
                continue
            bar = QRectF(
                QPointF(x, track.top()), QPointF(min(x + max(1.5, wide), track.right()), track.bottom())
            )
            if part.look is Look.PLAIN:
                rounded(painter, bar, radius=kit.px(2), colour=area_colour(kit, part.token, share=FILL))
            else:
                paint_bar(painter, kit, bar, token=part.token, look=part.look, share=FILL)
            x = bar.right()

    def _words(self, number: int) -> str:
        row, parts = self._figure.rows[number], self._figure.parts
        if len(parts) < 2:
            return f"{row.name}: {number_text(row.total)}"
        told = ", ".join(
            f"{number_text(value)} {part.name}" for part, value in zip(parts, row.values, strict=True)
        )
        return f"{row.name}: {number_text(row.total)}, {told}"

    def _describe(self) -> None:
        rows = self._figure.rows
        words = self._words(self._current) if 0 <= self._current < len(rows) else f"{len(rows)} rows"
        self.setAccessibleDescription(f"{words}. Up and down choose a row, Enter searches for it.")
