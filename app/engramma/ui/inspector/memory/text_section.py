"""The text of a memory: to read and select, and in its place the editor when it is edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from engramma.model.draft import CORRECTION, TEXT, Draft
from engramma.model.memory import Memory, State
from engramma.ui.inspector.editing import EditOutcome, EditTarget
from engramma.ui.inspector.note_bar import NoteBar
from engramma.ui.inspector.reading_text import ReadingText
from engramma.ui.inspector.text_editor import TextEditor
from engramma.ui.inspector.words import draft_sentence
from engramma.ui.theme import TextRole, set_text_role, set_variant, theme

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

FOLDED_LINES = 14


class TextSection(QWidget):
    """Shows a memory's wording. While it is edited, news of the same memory leave the editor alone."""

    editing_changed = Signal(bool)

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memory: Memory | None = None
        self._wanted: Draft | None = None
        self._before: QWidget | None = None
        self._text = ReadingText()
        self._note = QLabel()
        set_text_role(self._note, TextRole.CAPTION, tone="muted")
        self._text.set_folded(FOLDED_LINES)
        self._more = QPushButton()
        self._more.hide()
        set_variant(self._more, "link")
        self._context = context
        self._bar = NoteBar()
        self._editor = TextEditor(context)
        self._editor.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().metrics.space_4)
        column.addWidget(self._bar)
        column.addWidget(self._text)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._note)
        column.addWidget(self._editor)
        self._text.fitted.connect(self._on_fit)
        self._more.clicked.connect(self._on_more)
        self._editor.finished.connect(self._on_finished)
        self._bar.first_clicked.connect(self._resume)
        self._bar.second_clicked.connect(self._dismiss)
        context.drafts.changed.connect(self._show_draft)
        context.drafts.resume_asked.connect(self._on_resume_asked)

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
        other = self._memory is not None and memory.id != self._memory.id
        self._memory = memory
        if other:
            self._text.set_folded(FOLDED_LINES)
        if self.editing and other:
            self._editor.put_aside()  # and, when that is done, this again
            return
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
        self._note.setVisible(bool(notes) and not self.editing)
        self._on_fit()
        self._show_draft()
        wanted = self._wanted
        if wanted is not None and wanted.memory_id == memory.id and not self.editing:
            self._wanted = None
            self._open(focus=True, draft=wanted)
        elif not self.editing and self._context.drafts.put_aside(memory.id) is not None:
            self._open(focus=False)

    @property
    def draft_bar(self) -> NoteBar:
        """The line that says that an unsaved draft waits."""
        return self._bar

    def _show_draft(self) -> None:
        """Say that an unsaved draft of this memory waits. It is applied by a person, never by itself."""
        store, memory = self._context.store, self._memory
        draft = self._waiting()
        if memory is None or draft is None or store is None or self.editing:
            self._bar.hide()
            return
        sentence = draft_sentence(draft.updated_at, store.clock.now())
        if draft.editor == CORRECTION:
            sentence = sentence.replace("draft", "correction")
        self._bar.tell(sentence, first="Resume", second="Discard")

    def _waiting(self) -> Draft | None:
        """The draft that waits for this memory: of its text, else of a correction."""
        if self._memory is None:
            return None
        drafts, memory_id = self._context.drafts, self._memory.id
        return drafts.of_memory(memory_id) or drafts.of_memory(memory_id, editor=CORRECTION)

    def _resume(self) -> None:
        draft = self._waiting()
        if draft is not None:
            self._context.drafts.resume(draft)

    def _dismiss(self) -> None:
        draft = self._waiting()
        if draft is not None:
            self._context.drafts.dismiss(draft)

    def _on_resume_asked(self, draft: Draft) -> None:
        """Open the editor on it, now or when its memory shows."""
        if draft.editor != TEXT:
            return
        if self._memory is not None and self._memory.id == draft.memory_id and not self.editing:
            self._open(focus=True, draft=draft)
        else:
            self._wanted = draft

    def edit(self) -> None:
        """Begin to edit."""
        if not self.editing:
            self._open(focus=True)

    def _open(self, *, focus: bool, draft: Draft | None = None) -> None:
        if self._memory is None:
            return
        self._before = QApplication.focusWidget()
        self._text.hide()
        self._note.hide()
        self._more.hide()
        self._editor.show()
        self._bar.hide()
        self._editor.begin(EditTarget(self._memory), draft=draft, focus=focus)
        self.editing_changed.emit(True)

    def _on_fit(self) -> None:
        """Offer the rest of a long text, or to fold it again."""
        words = f"Show all {len(self._text.text):,} characters" if self._text.folded else "Show less"
        self._more.setText(words)
        self._more.setAccessibleName(words)
        self._more.setVisible(not self.editing and (self._text.folded or self._text.unfolded))

    def _on_more(self) -> None:
        self._text.set_folded(None if self._text.folded else FOLDED_LINES)

    def _on_finished(self, _outcome: EditOutcome) -> None:
        focused, before = QApplication.focusWidget(), self._before
        if (
            focused is not None
            and self._editor.isAncestorOf(focused)
            and before is not None
            and isValid(before)
        ):
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self._editor.hide()
        self._text.show()
        if self._memory is not None:
            self.show_memory(self._memory)
        self.editing_changed.emit(self.editing)
