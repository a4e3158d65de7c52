"""The path between two memories, on the side of the Graph: its hops, or why there is none."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.model.graph_path import MemoryPath
from engramma.ui.inspector.words import counted
from engramma.ui.theme import TextRole, set_text_role, set_variant, theme
from engramma.ui.views.graph.value_list import ValueList, ValueRow
from engramma.ui.widgets import SectionHeader

MOST_ROWS = 7


class PathPart(QWidget):
    """`cleared`: the path is off; `chosen` carries a ValueRow."""

    cleared = Signal()
    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._path: MemoryPath | None = None
        self.header = SectionHeader("Path", foldable=False)
        self.list = ValueList("Memories of the path", most=MOST_ROWS)
        self._words = QLabel()
        set_text_role(self._words, TextRole.SMALL, tone="secondary")
        self._words.setWordWrap(True)
        clear = QPushButton("Clear")
        set_variant(clear, "link")
        clear.setAccessibleName("Clear the path")
        self.header.add_action_widget(clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().metrics.space_6)
        for part in (self.header, self._words, self.list):
            column.addWidget(part)
        clear.clicked.connect(self.forget)
        self.list.chosen.connect(self.chosen)
        self.hide()

    @property
    def path(self) -> MemoryPath | None:
        """What is shown."""
        return self._path

    @property
    def words(self) -> str:
        """What is said of it."""
        return self._words.text()

    def ask_for(self, first: str) -> None:
        """Say which memories are still to be chosen."""
        self._path = None
        self.list.show_rows(())
        self.header.set_detail("")
        self._words.setText(
            f"From {first} to …? Click the other memory; Esc ends it."
            if first
            else "From …? Click the memory where the path begins; Esc ends it."
        )
        self._words.show()
        self.show()

    def show_path(self, path: MemoryPath) -> None:
        """Show the hops, each with the weight of the edge that leads to it."""
        self._path = path
        if path.found:
            self.header.set_detail(
                f"{counted(len(path.edges), 'step', 'steps')}, strength {path.strength:.2g}"
            )
        else:
            self.header.set_detail("none")
            self._words.setText(path.reason)
        self._words.setVisible(not path.found)
        weights = [None, *(edge.weight for edge in path.edges)]
        rows = [
            ValueRow(
                node.id, None, f"M-{node.id}", node.text, node.kind, weight, min(1.0, weight or 0.0), True
            )
            for node, weight in zip(path.nodes, weights, strict=False)
        ]
        self.list.show_rows(tuple(rows))
        self.list.setVisible(bool(rows))
        self.show()

    def forget(self) -> None:
        """There is none."""
        self._path = None
        self.hide()
        self.cleared.emit()
