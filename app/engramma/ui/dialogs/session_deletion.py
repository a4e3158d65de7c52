"""Asks before a session is deleted: what goes, and which memories lose their evidence. Deletes nothing by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.ui.delegates.plain_text import clean
from engramma.ui.inspector.link_row import LinkLine, LinkRow
from engramma.ui.inspector.words import counted
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import SectionHeader
from engramma.ui.widgets.content_area import ContentArea

if TYPE_CHECKING:
    from engramma.engine.memories.values import MemoryLine
    from engramma.ui.window.commands.session_commands import Deletion

WIDTH, MOST_HEIGHT = 560, 560


class SessionDeletionDialog(QDialog):
    """`confirmed` comes when the person agrees."""

    confirmed = Signal()

    def __init__(self, parent: QWidget, found: Deletion) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        title = f"Delete the session “{clean(found.preview.title)}”?"
        self.setWindowTitle("Delete a session")
        self.setAccessibleName(title)
        head = QLabel(title)
        head.setWordWrap(True)
        set_text_role(head, TextRole.TITLE)
        lead = QLabel(_lead(found))
        lead.setWordWrap(True)
        set_text_role(lead, TextRole.BODY, tone="secondary")
        body = QWidget()
        set_surface(body, "card")
        rows = QVBoxLayout(body)
        rows.setContentsMargins(metrics.space_12, metrics.space_8, metrics.space_12, metrics.space_8)
        rows.setSpacing(metrics.space_2)
        for words, lines, count in (
            ("Lose their evidence", found.bare, len(found.preview.bare)),
            ("Keep evidence from other sessions", found.resting, len(found.preview.resting)),
        ):
            if lines:
                shown = f"{count:,}" if count == len(lines) else f"the first {len(lines):,} of {count:,}"
                rows.addWidget(SectionHeader(words, detail=shown, foldable=False))
                for line in lines:
                    rows.addWidget(_row(line))
        rows.addStretch(1)
        self.area = ContentArea("Memories that rest on it")
        self.area.setWidget(body)
        self.area.setVisible(bool(found.bare or found.resting))
        cancel, delete = QPushButton("Cancel"), QPushButton("Delete session")
        for button, variant in ((cancel, "plain"), (delete, "danger")):
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
            set_variant(button, "danger" if variant == "danger" else "plain")
        foot = QHBoxLayout()
        foot.setSpacing(metrics.space_8)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(delete)
        column = QVBoxLayout(self)
        margin = metrics.space_20
        column.setContentsMargins(margin, margin, margin, metrics.space_14)
        column.setSpacing(metrics.space_12)
        column.addWidget(head)
        column.addWidget(lead)
        column.addWidget(self.area, 1)
        column.addLayout(foot)
        cancel.clicked.connect(self.reject)
        delete.clicked.connect(self._on_delete)
        cancel.setFocus()
        height = 200 + 24 * (len(found.bare) + len(found.resting) + 2)
        self.resize(metrics.px(WIDTH), metrics.px(min(height, MOST_HEIGHT)))

    def _on_delete(self) -> None:
        self.accept()
        self.confirmed.emit()


def _lead(found: Deletion) -> str:
    turns = counted(found.preview.turns, "turn goes", "turns go")
    bare = len(found.preview.bare)
    if not bare and not found.preview.resting:
        rest = "No memory rests on it."
    elif not bare:
        rest = "No memory loses its only evidence."
    else:
        rest = f"{counted(bare, 'memory loses its', 'memories lose their')} only evidence; the quotes stay."
    return f"Its {turns} with it. {rest} Memories stay as they are, and all of it can be undone."


def _row(line: MemoryLine) -> LinkRow:
    memory = line.memory
    return LinkRow(LinkLine(memory.text, tier=memory.tier.value, detail=memory.label), leads=False)
