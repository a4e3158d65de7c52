"""The memory that is looked at, on the side of the Graph: its badges, text, strength and how many links it has."""

from __future__ import annotations

import functools

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.ui.bridge import WindowContext
from engramma.ui.inspector.memory.head import MemoryHead
from engramma.ui.inspector.words import counted
from engramma.ui.theme import TextRole, set_text_role, theme
from engramma.ui.views.graph.reading import ShownMemory, read_memory
from engramma.ui.widgets import ElidedLabel, StrengthBar
from engramma.ui.widgets.span_text import SpanText

LONGEST = 320
KEY = "graph.memory"


class MemoryPart(QWidget):
    """Without a memory it says how to choose one."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        metrics = theme().metrics
        self._context = context
        self.head = MemoryHead(context)
        self._text = SpanText("", role=TextRole.READING)
        self._strength = StrengthBar()
        self._number, self._links = QLabel(), ElidedLabel("", TextRole.CAPTION, tone="muted", right=True)
        set_text_role(self._number, TextRole.SMALL, tabular=True)
        self._nothing = QLabel("Click a memory, or walk to one with the arrow keys.")
        set_text_role(self._nothing, TextRole.SMALL, tone="secondary")
        self._nothing.setWordWrap(True)
        line = QHBoxLayout()
        line.setSpacing(metrics.space_8)
        line.addWidget(self._strength)
        line.addWidget(self._number)
        line.addWidget(self._links, 1)
        self._body = QWidget()
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(metrics.space_8)
        body.addWidget(self.head)
        body.addWidget(self._text)
        body.addLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._body)
        column.addWidget(self._nothing)
        self.head.edit_asked.connect(self._on_edit)
        self._memory_id: int | None = None
        self.show_memory(None)

    def follow(self, memory_id: int | None) -> None:
        """Read a memory and show it, or none."""
        store = self._context.store
        if memory_id is None or store is None:
            self._context.jobs.drop(KEY)
            self.show_memory(None)
            return
        work = functools.partial(read_memory, store, memory_id)
        self._context.jobs.read("Read a memory", work, self.show_memory, key=KEY)

    def show_memory(self, shown: ShownMemory | None) -> None:
        """Show a memory, or none."""
        self._body.setVisible(shown is not None)
        self._nothing.setVisible(shown is None)
        self._memory_id = None if shown is None else shown.memory.id
        if shown is None:
            return
        memory, store = shown.memory, self._context.store
        self.head.show_memory(memory, writable=store is not None and not store.read_only)
        text = memory.text
        self._text.set_text(text if len(text) <= LONGEST else text[:LONGEST].rstrip() + "…")
        self._strength.set_strength(
            memory.strength, shown.threshold, tier=memory.tier.value, dormant=memory.dormant
        )
        self._number.setText(f"{memory.strength:.2f}")
        words = counted(shown.links, "link", "links")
        if shown.corrections:
            words += f", {counted(shown.corrections, 'correction', 'of them corrections')}"
        self._links.set_text(words)

    def _on_edit(self) -> None:
        if self._memory_id is not None:
            self._context.run("memory.edit", ids=(self._memory_id,))
