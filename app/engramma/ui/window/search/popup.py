"""The list below the search bar: completions with counts, or earlier searches. Focus stays in the bar."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engramma.model.search import Completion
from engramma.ui.delegates.kit import current_kit
from engramma.ui.dialogs.completion_list import ROW, CompletionList
from engramma.ui.theme import qcolor, theme

WIDTH, MOST_SHOWN, FRAME = 420, 9, 5


class CompletionPopup(QWidget):
    """A raised card over the window. `chosen` carries the Completion."""

    chosen = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setAccessibleName("Completions")
        self._list = CompletionList(self)
        self._list.setAccessibleName("Completions")
        self._list.clicked.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(FRAME, FRAME, FRAME, FRAME)
        column.addWidget(self._list)
        self.hide()

    @property
    def entries(self) -> tuple[Completion, ...]:
        """What is listed."""
        return self._list.entries

    @property
    def current(self) -> Completion | None:
        """The row that stands out, if any."""
        return self._list.current

    def offer(self, entries: Sequence[Completion], *, below: QWidget, left: int) -> None:
        """List these below a widget, `left` px from its left edge; none: hide."""
        if not entries:
            self.hide()
            return
        metrics = theme().metrics
        self._list.show_entries(entries)
        height = min(len(entries), MOST_SHOWN) * metrics.px(ROW) + 2 * FRAME
        origin = below.mapTo(self._window, QPoint(left, below.height() + metrics.space_2))
        width = min(metrics.px(WIDTH), self._window.width() - origin.x() - metrics.space_8)
        self.setGeometry(origin.x(), origin.y(), width, height)
        self.show()
        self.raise_()

    def step(self, by: int) -> None:
        """Move to the next or previous row; from none to the first or last."""
        self._list.step(by)

    def first(self) -> Completion | None:
        """The current row, or the first."""
        return self.current or next(iter(self.entries), None)

    def _on_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(self._list.entry_at(index))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(kit.tokens.button_border), 1))
        painter.setBrush(qcolor(kit.tokens.raised))
        radius = kit.metrics.radius_card
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
