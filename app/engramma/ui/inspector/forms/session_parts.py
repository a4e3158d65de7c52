"""Parts that the forms of a turn and of a session share: the session's memories, what the gate made of its turns."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from engramma.engine.memories.values import MemoryLine
from engramma.ui.inspector.forms.bars import Part, SplitBar
from engramma.ui.inspector.link_row import LinkLine, LinkRow
from engramma.ui.inspector.words import counted
from engramma.ui.theme import theme
from engramma.ui.widgets import SectionHeader

if TYPE_CHECKING:
    from engramma.engine.sessions import GateCounts
    from engramma.ui.bridge import WindowContext

FEW = 6


class SessionMemories(QWidget):
    """The first six memories of a session, each leading to itself."""

    def __init__(self, context: WindowContext, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._shown: tuple[object, ...] = ()
        self._head = SectionHeader(title, foldable=False)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().metrics.space_2)
        column.addWidget(self._head)
        column.addLayout(self._rows)

    def show_lines(self, lines: tuple[MemoryLine, ...], total: int) -> None:
        """Show other memories; hidden when there are none."""
        self.setVisible(bool(lines))
        self._head.set_detail(f"{total:,}")
        look = (tuple((line.memory.id, line.memory.version, line.memory.tier) for line in lines[:FEW]), total)
        if look == self._shown:
            return
        self._shown = look
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for line in lines[:FEW]:
            memory = line.memory
            text = LinkLine(memory.text, tier=memory.tier.value, detail=memory.label)
            row = LinkRow(text)
            row.clicked.connect(partial(self._open, memory.id))
            self._rows.addWidget(row)
        if total > FEW:
            self._rows.addWidget(
                LinkRow(LinkLine(f"and {total - FEW:,} more", icon="dots-three"), leads=False)
            )

    def _open(self, memory_id: int, _checked: bool = False) -> None:
        self._context.show_memory(memory_id)


class GateSection(QWidget):
    """How many turns of a session were kept, dropped and not judged."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = SectionHeader("Gate", foldable=False)
        self._bar = SplitBar()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().metrics.space_4)
        column.addWidget(self._head)
        column.addWidget(self._bar)

    def show_counts(self, counts: GateCounts) -> None:
        """Show other counts."""
        turns = counts.kept + counts.dropped + counts.unjudged
        self._head.set_title(f"Gate over {counted(turns, 'turn', 'turns')}")
        self._bar.set_parts(
            (
                Part(counts.kept, "kept", "accent"),
                Part(counts.dropped, "dropped", "button_border"),
                Part(counts.unjudged, "not judged", "line"),
            )
        )
