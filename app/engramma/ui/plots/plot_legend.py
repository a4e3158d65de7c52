"""Which colour and pattern is which series: swatches with words, in one line that gives way at the left."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import LEFT, Kit, current_kit
from engramma.ui.plots.lines import DASHES
from engramma.ui.plots.plot import paint_bar
from engramma.ui.plots.plot_values import Look
from engramma.ui.theme import TextRole, qcolor

SWATCH, LINE, GAP, BETWEEN = 10, 16, 5, 12


@dataclass(frozen=True, slots=True)
class Entry:
    """A series of the legend: drawn as a line, or as an area."""

    name: str
    token: str
    look: Look = Look.PLAIN
    line: bool = False


class Legend(QWidget):
    """Shows entries; what has no room is left out, the tooltip names all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is shown."""
        return self._entries

    def show_entries(self, entries: tuple[Entry, ...]) -> None:
        """Show other series."""
        if entries == self._entries:
            return
        self._entries = entries
        words = ", ".join(entry.name for entry in entries)
        self.setAccessibleName(f"Legend: {words}" if words else "Legend")
        self.setToolTip(words)
        self.setVisible(bool(entries))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Room for every entry."""
        kit = current_kit()
        wide = sum(_width(kit, entry) for entry in self._entries) + kit.px(BETWEEN) * max(
            0, len(self._entries) - 1
        )
        return QSize(round(wide) + 2, kit.metrics.line_px(TextRole.SMALL))

    def minimumSizeHint(self) -> QSize:
        """It may vanish."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw from the right."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_entries(painter, kit, self._entries, right=float(self.width()), middle=self.height() / 2)


def paint_entries(
    painter: QPainter, kit: Kit, entries: tuple[Entry, ...], *, right: float, middle: float
) -> None:
    """Entries in a line that ends at `right`; those that would begin left of 0 are left out."""
    x = right
    for entry in reversed(entries):
        x -= _width(kit, entry)
        if x < -1:
            return
        _paint_entry(painter, kit, entry, x=max(x, 0.0), middle=middle)
        x -= kit.px(BETWEEN)


def _width(kit: Kit, entry: Entry) -> float:
    mark = kit.px(LINE if entry.line else SWATCH)
    return mark + kit.px(GAP) + kit.pen(TextRole.SMALL).measures.horizontalAdvance(entry.name) + 1


def _paint_entry(painter: QPainter, kit: Kit, entry: Entry, *, x: float, middle: float) -> None:
    wide, pen = kit.px(LINE if entry.line else SWATCH), kit.pen(TextRole.SMALL)
    if entry.line:
        stroke = QPen(qcolor(getattr(kit.tokens, entry.token)), 1.8)
        if entry.look in DASHES:
            stroke.setDashPattern(DASHES[entry.look])
        painter.setPen(stroke)
        painter.drawLine(QPointF(x, middle), QPointF(x + wide, middle))
    else:
        swatch = QRectF(x, middle - wide / 2, wide, wide)
        paint_bar(painter, kit, swatch, token=entry.token, look=entry.look)
    box = QRectF(x + wide + kit.px(GAP), middle - pen.height / 2, _width(kit, entry), pen.height)
    kit.text(painter, entry.name, rect=box, pen=pen, colour=kit.tokens.text_secondary, align=LEFT)
