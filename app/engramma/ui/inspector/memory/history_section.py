"""What happened to a memory, newest first; each line leads to its operation in Activity."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engramma.model.clock import DAY
from engramma.model.operation import Operation
from engramma.ui.bridge import Selection
from engramma.ui.inspector.link_row import LinkLine, LinkRow
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.inspector.words import actor_icon, counted, operation_sentence, operation_title
from engramma.ui.models.dates import age_text, exact_text, short_day_text
from engramma.ui.theme import set_variant, theme
from engramma.ui.widgets import SectionHeader

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

FEW, MOST = 6, 100


class HistorySection(QWidget):
    """Shows six operations, and up to a hundred when asked."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._shown: tuple[object, ...] = ()
        self._memory_id: int | None = None
        self._operations: tuple[Operation, ...] = ()
        self._now = 0
        self._all = False
        self._head = SectionHeader("History", foldable=False)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._more = QPushButton()
        set_variant(self._more, "link")
        self._more.clicked.connect(self._on_more)
        self._split = QPushButton("Split this merge")
        self._split.setAccessibleName("Split this merge")
        set_variant(self._split, "link")
        self._split.clicked.connect(self._on_split)
        self._split_one = QPushButton("Split only this one off")
        self._split_one.setAccessibleName("Split only this one off")
        set_variant(self._split_one, "link")
        self._split_one.clicked.connect(self._on_split_one)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().metrics.space_2)
        column.addWidget(self._head)
        column.addLayout(self._rows)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        for button in (self._split, self._split_one):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_memory(self, shown: ShownMemory) -> None:
        """Show a memory's history."""
        if shown.details.memory.id != self._memory_id:
            self._memory_id = shown.details.memory.id
            self._all = False
        self._operations, self._now = shown.details.history, shown.now
        self._head.set_detail(counted(len(self._operations), "operation", "operations"))
        self.setVisible(bool(self._operations))
        merged = any(one.kind == "merge" and not one.undone for one in self._operations)
        inside = shown.details.memory.merged_into is not None
        self._split.setVisible(merged or inside)
        self._split_one.setVisible(inside)
        self._fill()

    def _fill(self) -> None:
        total = len(self._operations)
        listed = self._operations[: MOST if self._all else FEW]
        look = (listed, self._now // 60_000_000)
        if look == self._shown:
            return
        self._shown = look
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for operation in listed:
            row = LinkRow(_line(operation, self._now))
            row.clicked.connect(partial(self._open, operation.id))
            self._rows.addWidget(row)
        self._more.setVisible(total > FEW)
        self._more.setText("Show fewer" if self._all else f"Show all {min(total, MOST)}")
        self._more.setAccessibleName(self._more.text())

    def _open(self, operation_id: int, _checked: bool = False) -> None:
        self._context.open_view("activity")
        self._context.select(Selection.one("operation", operation_id))

    def _on_split(self) -> None:
        if self._memory_id is not None:
            self._context.run("memory.split", ids=(self._memory_id,))

    def _on_split_one(self) -> None:
        if self._memory_id is not None:
            self._context.run("memory.split_one", ids=(self._memory_id,))

    def _on_more(self) -> None:
        self._all = not self._all
        self._fill()


def _line(operation: Operation, now: int) -> LinkLine:
    recent = now - operation.at < DAY
    return LinkLine(
        text=operation_sentence(operation),
        icon=actor_icon(operation.actor),
        detail=age_text(operation.at, now) if recent else short_day_text(operation.at, now),
        tip=f"{operation_title(operation)}\n{exact_text(operation.at)}",
        struck=operation.undone,
    )
