"""What shapes, lines and colours mean, in a card over the picture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.graph.picture import Line
from engramma.ui.theme import TextRole, qcolor, set_surface
from engramma.ui.theme.contrast import mix
from engramma.ui.views.graph.looks import LegendEntry

GAP, MARK, LINE_MARK, HEIGHT, PADDING = 18, 12, 22, 20, 12
Mark = Callable[[QPainter, Kit, QRectF], None]


class Legend(QWidget):
    """Rows of marks with their words; only what occurs is told."""

    def __init__(self) -> None:
        super().__init__()
        set_surface(self, "card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Legend")
        self._rows: tuple[tuple[tuple[str, str, str], ...], ...] = ()

    def show_entries(
        self,
        *,
        shapes: tuple[tuple[str, str], ...],
        lines: tuple[tuple[Line, str], ...],
        colours: tuple[LegendEntry, ...],
        dormant: bool,
        activated: bool,
        size: str,
    ) -> None:
        """Say what is in the picture: (shape, words), (line, words), colours, and what the size says."""
        state = [("dormant", "", "dormant")] if dormant else []
        if activated:
            state.append(("activated", "", "activated"))
        state.append(("", "", f"size: {size}"))
        rows = (
            tuple((name, "", words) for name, words in shapes),
            (
                *((f"line{line.value}", "", words) for line, words in lines),
                *((("line", "accent", "activation goes"),) if activated else ()),
            ),
            tuple(("dot", entry.token, entry.words) for entry in colours),
            tuple(state),
        )
        fresh = tuple(row for row in rows if row)
        if fresh != self._rows:
            self._rows = fresh
            self.setAccessibleDescription(", ".join(words for row in fresh for _mark, _token, words in row))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """As wide as its longest row."""
        kit = current_kit()
        widths = [sum(self._width(kit, *entry) for entry in row) for row in self._rows]
        return QSize(
            round(max(widths, default=0.0) + kit.px(2 * PADDING)),
            kit.px(HEIGHT) * len(self._rows) + kit.px(PADDING),
        )

    def _width(self, kit: Kit, mark: str, _token: str, words: str) -> float:
        drawn = kit.px(LINE_MARK if mark.startswith("line") else MARK) + kit.px(6) if mark else 0
        advance = kit.pen(TextRole.CAPTION).measures.horizontalAdvance(words)
        return float(drawn + advance + kit.px(GAP))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows."""
        super().paintEvent(event)
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, row in enumerate(self._rows):
            x = float(kit.px(PADDING))
            y = kit.px(PADDING) / 2 + number * kit.px(HEIGHT)
            for mark, token, words in row:
                if mark:
                    wide = kit.px(LINE_MARK if mark.startswith("line") else MARK)
                    self._mark(painter, kit, mark, token, QRectF(x, y, wide, kit.px(HEIGHT)))
                    x += wide + kit.px(6)
                pen = kit.pen(TextRole.CAPTION)
                advance = pen.measures.horizontalAdvance(words)
                box = QRectF(x, y, advance + 2, kit.px(HEIGHT))
                kit.text(painter, words, rect=box, pen=pen, colour=kit.tokens.text_secondary)
                x += advance + kit.px(GAP)
        painter.end()

    def _mark(self, painter: QPainter, kit: Kit, mark: str, token: str, box: QRectF) -> None:
        tokens, middle = kit.tokens, box.center()
        plain = qcolor(tokens.text_secondary)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(plain)
        r = kit.px(9) / 2
        if mark.startswith("line"):
            line = Line(int(mark.removeprefix("line") or Line.SOLID.value))
            pen = QPen(qcolor(tokens.danger) if line is Line.DANGER else plain, 1.6)
            if token:
                pen = QPen(qcolor(getattr(tokens, token)), 2)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if line is Line.DASHED:
                pen.setDashPattern([3.0, 2.5])
            elif line is Line.DANGER:
                pen.setDashPattern([1.2, 1.8])
            painter.setPen(pen)
            painter.drawLine(QPointF(box.left(), middle.y()), QPointF(box.right(), middle.y()))
            return
        if mark == "diamond":
            d = r * 1.25
            corners = (QPointF(0, -d), QPointF(d, 0), QPointF(0, d), QPointF(-d, 0))
            painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))
        elif mark == "square":
            painter.drawRoundedRect(QRectF(middle.x() - r, middle.y() - r, 2 * r, 2 * r), 1, 1)
        elif mark == "dormant":
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(plain, 1.6))
            painter.drawEllipse(middle, r - 0.5, r - 0.5)
        elif mark == "activated":
            painter.setBrush(qcolor(mix(tokens.accent, tokens.raised, 0.4)))
            painter.drawEllipse(middle, r + 2.5, r + 2.5)
            painter.setBrush(plain)
            painter.drawEllipse(middle, r - 1, r - 1)
        else:
            painter.setBrush(qcolor(getattr(tokens, token)) if token else plain)
            painter.drawEllipse(middle, r, r)
