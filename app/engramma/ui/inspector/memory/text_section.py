"""The text of a memory: to read and select, and in its place the editor when it is edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engramma.model.memory import Memory, State
from engramma.ui.inspector.editing import EditOutcome, EditTarget
from engramma.ui.inspector.reading_text import ReadingText
from engramma.ui.inspector.text_editor import TextEditor
from engramma.ui.theme import TextRole, set_text_role, theme

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext


class TextSection(QWidget):
    """Shows a memory's wording. While it is edited, news of the same memory leave the editor alone."""

    editing_changed = Signal(bool)

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memory: Memory | None = None
        self._text = ReadingText()
        self._note = QLabel()
        set_text_role(self._note, TextRole.CAPTION, tone="muted")
        self._editor = TextEditor(context)
        self._editor.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().metrics.space_4)
        for widget in (self._text, self._note, self._editor):
            column.addWidget(widget)
        self._editor.finished.connect(self._on_finished)

    @property
    def editor(self) -> TextEditor:
        """The editor, shown or not."""
        return self._editor

    @property
    def reading(self) -> ReadingText:
        """The text to read."""
        return self._text

    @property
    def editing(self) -> bool:
        """Whether the text is being edited."""
        return self._editor.target is not None

    def show_memory(self, memory: Memory) -> None:
        """Show a memory's text."""
        if self.editing and self._memory is not None and memory.id != self._memory.id:
            self._editor.cancel()
        self._memory = memory
        self._text.set_text(memory.text, struck=memory.state is State.SUPERSEDED)
        notes = []
        if self._text.shortened:
            notes.append(f"the first part of {len(memory.text):,} characters")
        if memory.superseded_by is not None:
            notes.append(f"superseded by M-{memory.superseded_by}")
        if memory.state is State.TRASHED:
            notes.append("in the Trash")
        sentence = ", ".join(notes)
        self._note.setText(sentence[:1].upper() + sentence[1:])
        self._note.setVisible(bool(notes))

    def edit(self) -> None:
        """Begin to edit."""
        if self._memory is None or self.editing:
            return
        self._text.hide()
        self._note.hide()
        self._editor.show()
        self._editor.begin(EditTarget(self._memory))
        self.editing_changed.emit(True)

    def _on_finished(self, _outcome: EditOutcome) -> None:
        self._editor.hide()
        self._text.show()
        if self._memory is not None:
            self.show_memory(self._memory)
        self.editing_changed.emit(False)
