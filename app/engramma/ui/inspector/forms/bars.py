"""Small bars of numbers for forms: labelled bars such as gate reasons, and one bar split into parts with a legend."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import current_kit, rounded
from engramma.ui.theme import TextRole, qcolor, set_text_role, theme
from engramma.ui.widgets import ElidedLabel

BAR, SPLIT = 6, 10


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a split bar: a count in a token's colour, named so that colour never speaks alone."""

    count: int
    name: str
    token: str


class Bar(QWidget):
    """One horizontal bar, 0..1, in a token's colour on the track."""

    def __init__(self, share: float, token: str = "accent", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share, self._token = share, token
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Thin, and as long as there is room."""
        return QSize(current_kit().px(60), current_kit().px(BAR))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track and bar."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        radius = box.height() / 2
        rounded(painter, box, radius=radius, colour=qcolor(kit.tokens.fill))
        share = min(1.0, max(0.0, self._share))
        if share > 0:
            filled = QRectF(0, 0, max(box.height(), box.width() * share), box.height())
            rounded(painter, filled, radius=radius, colour=kit.theme.colour(self._token))


class BarGrid(QWidget):
    """Rows of name, bar and number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme().metrics.space_8)
        self._grid.setVerticalSpacing(theme().metrics.space_4)
        self._grid.setColumnStretch(0, 3)
        self._grid.setColumnStretch(1, 2)

    def set_rows(self, rows: Sequence[tuple[str, float, str]], *, token: str = "accent") -> None:
        """(name, share 0..1, number as text) of each row."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for position, (name, share, number) in enumerate(rows):
            label = ElidedLabel(name, TextRole.SMALL)
            value = ElidedLabel(number, TextRole.SMALL, tone="secondary", tabular=True, right=True)
            bar = Bar(share, token)
            bar.setAccessibleName(f"{name}: {number}")
            self._grid.addWidget(label, position, 0)
            self._grid.addWidget(bar, position, 1)
            self._grid.addWidget(value, position, 2)


class SplitBar(QWidget):
    """Counts as parts of one bar; the legend below it names them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[Part, ...] = ()
        self._strip = _Strip()
        self._legend = QHBoxLayout()
        self._legend.setSpacing(theme().metrics.space_12)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().metrics.space_4)
        column.addWidget(self._strip)
        column.addLayout(self._legend)

    def set_parts(self, parts: Sequence[Part]) -> None:
        """Show other counts."""
        if tuple(parts) == self._parts:
            return
        self._parts = tuple(parts)
        self._strip.set_parts(self._parts)
        while (item := self._legend.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for part in self._parts:
            label = QLabel(f"{part.count:,} {part.name}")
            set_text_role(label, TextRole.SMALL, tone="secondary")
            self._legend.addWidget(label)
        self._legend.addStretch(1)
        self.setAccessibleName(", ".join(f"{part.count:,} {part.name}" for part in self._parts))


class _Strip(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[Part, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_parts(self, parts: tuple[Part, ...]) -> None:
        self._parts = parts
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(current_kit().px(120), current_kit().px(SPLIT))

    def paintEvent(self, event: QPaintEvent) -> None:
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        total = sum(part.count for part in self._parts)
        box = QRectF(self.rect())
        if not total:
            rounded(painter, box, radius=2, colour=qcolor(kit.tokens.fill))
            return
        left = 0.0
        for part in self._parts:
            if part.count:
                width = max(2.0, box.width() * part.count / total - 1)
                area = QRectF(left, 0, min(width, box.width() - left), box.height())
                rounded(painter, area, radius=2, colour=kit.theme.colour(part.token))
                left += width + 1
