"""Says that an agent asks for a change of the memory that shows, and leads to where a person decides about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.ui.inspector.asked_words import asked_sentence
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.inspector.note_bar import NoteBar

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from engramma.ui.bridge import WindowContext


class AskedBar(NoteBar):
    """Hidden while no agent asks for anything."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.first_clicked.connect(self._on_review)

    def show_memory(self, shown: ShownMemory) -> None:
        """Say what is asked about this memory."""
        asked = shown.details.asked
        if not asked:
            self.hide()
            return
        more = f" And {len(asked) - 1:,} more." if len(asked) > 1 else ""
        self.tell(f"{asked_sentence(asked[0])}{more}", first="Open Review", icon_name="robot")

    def _on_review(self) -> None:
        self._context.open_view("review")
