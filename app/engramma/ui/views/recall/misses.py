"""What nearly came: a few lines below the hits, each with what it lacked."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from engramma.model.recall import NearMiss
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.recall.comparing import lacked_words
from engramma.ui.widgets import ElidedLabel, SectionHeader

SHOWN = 3


class Misses(QWidget):
    """The first near misses of A."""

    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "base")
        set_edge(self, "top")
        self._title = SectionHeader("Near misses", foldable=False)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(metrics.space_12)
        self._grid.setVerticalSpacing(metrics.space_6)
        self._grid.setColumnStretch(1, 3)
        self._grid.setColumnStretch(2, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_12
        )
        column.setSpacing(metrics.space_6)
        column.addWidget(self._title)
        column.addLayout(self._grid)

    def show_misses(self, misses: tuple[NearMiss, ...]) -> None:
        """Show the first few; nothing at all without any."""
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.setVisible(bool(misses))
        for row, miss in enumerate(misses[:SHOWN]):
            label = QLabel(miss.hit.label)
            set_text_role(label, TextRole.MONO, tone="secondary")
            words = ElidedLabel(single_line(miss.hit.text))
            lacked = ElidedLabel(miss_words(miss), TextRole.SMALL, tone="secondary")
            score = QLabel(f"{miss.hit.score:.2f}")
            set_text_role(score, TextRole.SMALL, tone="secondary", tabular=True)
            for place, widget in enumerate((label, words, lacked, score)):
                self._grid.addWidget(widget, row, place)


def miss_words(miss: NearMiss) -> str:
    """Why it was not sent, in words."""
    if miss.hit.dormant:
        return f"Dormant, strength {miss.hit.strength:.2f}"
    if miss.lacked == "budget":
        return "Did not fit the budget"
    words = lacked_words(miss.lacked)
    return f"{words[:1].upper()}{words[1:]}, {miss.short:.2f} below the last hit"
