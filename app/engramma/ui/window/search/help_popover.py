"""Explains the search language: how words combine, and every field with an example that can be put in."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from engramma.model.search import FIELDS
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme

WIDTH, HEIGHT = 520, 460
RULES = (
    ("refund gift", "both words, anywhere"),
    ('"raw body"', "exactly this phrase"),
    ("refund OR coupon", "one of them; group with ( )"),
    ("-tag:tmp", "not this"),
    ("importance:>0.7", "more than, <, >=, 0.2..0.4"),
    ("created:2026-03..2026-04", "from, to; also 7d, today"),
)


class SearchHelp(QWidget):
    """Opens below a button; a click outside or Escape closes it. `example_chosen` carries a text to put in."""

    example_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAccessibleName("Search language")
        metrics = theme().metrics
        self.setObjectName("searchHelp")
        set_surface(self, "card")
        body = QWidget()
        set_surface(body, "raised")
        grid = QGridLayout(body)
        grid.setContentsMargins(metrics.space_14, metrics.space_12, metrics.space_14, metrics.space_12)
        grid.setHorizontalSpacing(metrics.space_14)
        grid.setVerticalSpacing(metrics.space_2)
        grid.setColumnStretch(1, 1)
        line = self._add_section(grid, 0, "Words", RULES)
        fields = tuple((field.example, field.help) for field in FIELDS.values())
        line = self._add_section(grid, line, "Fields", fields)
        grid.setRowStretch(line, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(body)
        area.setAccessibleName("Fields of the search language")
        column = QVBoxLayout(self)
        frame = metrics.space_2
        column.setContentsMargins(frame, frame, frame, frame)
        column.addWidget(area)
        self.resize(metrics.px(WIDTH), metrics.px(HEIGHT))

    def _add_section(
        self, grid: QGridLayout, line: int, title: str, rows: tuple[tuple[str, str], ...]
    ) -> int:
        head = QLabel(title)
        set_text_role(head, TextRole.SECTION, tone="secondary")
        head.setContentsMargins(0, theme().metrics.space_8 if line else 0, 0, theme().metrics.space_2)
        grid.addWidget(head, line, 0, 1, 2)
        for example, words in rows:
            line += 1
            button = QPushButton(example)
            set_variant(button, "link")
            button.setAccessibleName(f"Search for {example}")
            button.clicked.connect(partial(self._choose, example))
            label = QLabel(words)
            label.setWordWrap(True)
            set_text_role(label, TextRole.SMALL, tone="secondary")
            grid.addWidget(button, line, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(label, line, 1)
        return line + 1

    def _choose(self, example: str, _checked: bool = False) -> None:
        self.close()
        self.example_chosen.emit(example)

    def open_below(self, anchor: QWidget) -> None:
        """Show it, its right edge at the anchor's."""
        corner = anchor.mapToGlobal(QPoint(anchor.width(), anchor.height() + theme().metrics.space_4))
        screen = anchor.screen().availableGeometry()
        left = max(screen.left(), corner.x() - self.width())
        self.move(left, corner.y())
        self.show()
