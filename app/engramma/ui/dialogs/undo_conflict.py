"""Shown when something was changed again after the step that is to be undone: field by field, then one choice.

Changes nothing by itself, and closing it leaves everything as it is.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engramma.model.operation import Take, UndoConflict, UndoResult
from engramma.ui.delegates.plain_text import clean
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme

WIDTH, MOST_ROWS, LONGEST = 620, 60, 300


class UndoConflictDialog(QDialog):
    """`chosen` carries Take.MINE (keep what is there now) or Take.THEIRS (restore all the same)."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, result: UndoResult, *, redo: bool = False) -> None:
        super().__init__(parent)
        verb = "Redo" if redo else "Undo"
        self.setWindowTitle(f"{verb} {result.label}")
        self.setAccessibleName(f"{verb} {result.label}")
        metrics = theme().metrics
        head = QLabel("These were changed again since. What should be in them?")
        set_text_role(head, TextRole.TITLE)
        column = QVBoxLayout(self)
        margin = metrics.space_20
        column.setContentsMargins(margin, margin, margin, metrics.space_14)
        column.setSpacing(metrics.space_12)
        column.addWidget(head)
        column.addWidget(_area(result.conflicts), 1)
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        cancel = self._button("Cancel", "plain")
        keep = self._button("Keep the later ones", "plain")
        restore = self._button("Restore all of these", "primary")
        row.addWidget(cancel)
        row.addStretch(1)
        row.addWidget(keep)
        row.addWidget(restore)
        column.addLayout(row)
        cancel.clicked.connect(self.reject)
        keep.clicked.connect(self._keep)
        restore.clicked.connect(self._restore)
        self.resize(metrics.px(WIDTH), metrics.px(min(180 + 64 * len(result.conflicts), 520)))

    def _button(self, text: str, variant: str) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        set_variant(button, "primary" if variant == "primary" else "plain")
        return button

    def _keep(self) -> None:
        self.accept()
        self.chosen.emit(Take.MINE)

    def _restore(self) -> None:
        self.accept()
        self.chosen.emit(Take.THEIRS)


def _area(conflicts: tuple[UndoConflict, ...]) -> QScrollArea:
    metrics = theme().metrics
    body = QWidget()
    set_surface(body, "card")
    grid = QGridLayout(body)
    margin = metrics.space_12
    grid.setContentsMargins(margin, margin, margin, margin)
    grid.setHorizontalSpacing(metrics.space_14)
    grid.setVerticalSpacing(metrics.space_8)
    grid.setColumnStretch(1, 1)
    grid.setColumnStretch(2, 1)
    for place, words in enumerate(("", "Now (later)", "Would be restored")):
        grid.addWidget(_label(words, TextRole.SECTION, muted=True), 0, place)
    for line, conflict in enumerate(conflicts[:MOST_ROWS], start=1):
        name = f"M-{conflict.memory_id} {conflict.field}" if conflict.memory_id else conflict.field
        grid.addWidget(_label(name, TextRole.SMALL, muted=True), line, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(_label(value_text(conflict.current), TextRole.SMALL), line, 1)
        grid.addWidget(_label(value_text(conflict.restored), TextRole.SMALL), line, 2)
    if len(conflicts) > MOST_ROWS:
        more = f"and {len(conflicts) - MOST_ROWS:,} more"
        grid.addWidget(_label(more, TextRole.SMALL, muted=True), MOST_ROWS + 1, 0, 1, 3)
    grid.setRowStretch(MOST_ROWS + 2, 1)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(body)
    area.setAccessibleName("What was changed since")
    return area


def value_text(value: object) -> str:
    """A value of a column as people read it."""
    if value is None:
        return "nothing"
    if isinstance(value, float):
        return f"{value:.2f}"
    text = clean(str(value))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _label(text: str, role: TextRole, *, muted: bool = False) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    set_text_role(label, role, tone="muted" if muted else "primary")
    return label
