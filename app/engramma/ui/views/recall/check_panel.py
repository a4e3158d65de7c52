"""The checks of a store: the questions that a person judged, how each went last, what was done since one failed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from engramma.model.recall_check import RecallCheck
from engramma.ui.bridge.recall_checks import CheckBook
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.recall.check_row import CheckRow
from engramma.ui.widgets import IconButton, KeyButton

SHOWN = 6
NONE = "Mark a hit as right or wrong: its question is then a check, which is asked again after every change."


class CheckPanel(QWidget):
    """`chosen` carries the question of a check; `removed` and `renamed` (check id, …) as tuples.

    `run_wanted` carries the ids of checks to run, empty for all; `operation_wanted` the id of one, in a tuple.
    """

    chosen = Signal(str)
    removed = Signal(object)
    renamed = Signal(object)
    run_wanted = Signal(object)
    operation_wanted = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setAccessibleName("Checks")
        title = QLabel("Checks")
        set_text_role(title, TextRole.SECTION, tone="secondary")
        self._about = QLabel("")
        set_text_role(self._about, TextRole.SMALL, tone="secondary")
        self.run_all = KeyButton("Run all", icon_name="play")
        self.run_all.setAccessibleName("Run all checks")
        self.run_all.clicked.connect(self._on_run_all)
        close = IconButton("x", "Hide the checks", size="small")
        close.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.setSpacing(metrics.space_8)
        head.addWidget(title)
        head.addWidget(self._about, 1)
        head.addWidget(self.run_all)
        head.addWidget(close)
        self._list = QWidget()
        set_surface(self._list, "panel")
        self._rows = QVBoxLayout(self._list)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self._area = QScrollArea()
        self._area.setWidget(self._list)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setAccessibleName("Checks and how they went")
        column = QVBoxLayout(self)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_8
        )
        column.setSpacing(metrics.space_6)
        column.addLayout(head)
        column.addWidget(self._area)
        self.rows: tuple[CheckRow, ...] = ()
        self.show_book(CheckBook())

    def show_book(self, book: CheckBook) -> None:
        """Show how they went last; those that fail come first."""
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._about.setText(summary(book.checks))
        self.run_all.setEnabled(bool(book.checks))
        rows = []
        for check in sorted(book.checks, key=_state):
            row = CheckRow(check, book.operations_since(check.id))
            row.chosen.connect(self.chosen)
            row.removed.connect(self.removed)
            row.renamed.connect(self.renamed)
            row.run_wanted.connect(self.run_wanted)
            row.operation_wanted.connect(self.operation_wanted)
            self._rows.addWidget(row)
            rows.append(row)
        self._rows.addStretch(1)
        self.rows = tuple(rows)
        height = sum(row.sizeHint().height() for row in rows[:SHOWN])
        self._area.setFixedHeight(height + 2)
        self._area.setVisible(bool(rows))

    def _on_run_all(self) -> None:
        self.run_wanted.emit(())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape hides it."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def _state(check: RecallCheck) -> tuple[int, int]:
    return {False: 0, None: 1, True: 2}[check.last_passed], check.id


def summary(checks: tuple[RecallCheck, ...]) -> str:
    """How many there are and how they went."""
    if not checks:
        return NONE
    states = [check.last_passed for check in checks]
    found = [
        f"{states.count(state):,} {word}"
        for state, word in ((False, "failed"), (True, "passed"), (None, "never run"))
        if state in states
    ]
    return ", ".join(found)
