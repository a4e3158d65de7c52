"""The editor of a memory's text, in the inspector and over a table row: plain text, Save, Cancel.

What is typed is kept as a draft. When somebody changed the memory meanwhile it overwrites nothing: it says so, shows
both and lets the person choose.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engramma.model.draft import TEXT, Draft
from engramma.model.errors import GoneEditError, NotFoundError, StaleEditError
from engramma.model.memory import Memory, State
from engramma.model.progress import CancelToken, Report
from engramma.ui.inspector.editing import (
    EditOutcome,
    EditTarget,
    Fate,
    Meanwhile,
    restore_and_save,
    save_as_new,
    save_text,
)
from engramma.ui.inspector.fate_watch import FateWatch
from engramma.ui.inspector.note_bar import NoteBar
from engramma.ui.inspector.text_field import TextField
from engramma.ui.inspector.words import counted, draft_sentence, fate_sentence
from engramma.ui.theme import TextRole, theme
from engramma.ui.widgets import KeyButton

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext
    from engramma.ui.bridge.drafts import Sitting
    from engramma.ui.inspector.stale_choice import Choice, StaleChoice

LEAST_LINES, MOST_LINES = 3, 14


class TextEditor(QWidget):
    """Edits one memory at a time. `finished` carries an `EditOutcome` when it is done with."""

    finished = Signal(object)
    height_changed = Signal()

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._context = context
        self._target: EditTarget | None = None
        self._sitting: Sitting | None = None
        self._writing = False
        self._watch = FateWatch(context, self)
        self._note = NoteBar()
        self._field = TextField()
        self._field.setAccessibleName("Text of the memory")
        self._field.setFont(theme().font(TextRole.READING))
        self._field.setTabChangesFocus(True)
        self._field.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._save = KeyButton("Save", "Ctrl+Return", variant="primary")
        self._cancel = KeyButton("Cancel", "Esc", variant="plain")
        buttons = QHBoxLayout()
        buttons.setSpacing(metrics.space_6)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._save)
        self._buttons = QWidget()
        buttons.setContentsMargins(0, 0, 0, 0)
        self._buttons.setLayout(buttons)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(metrics.space_8)
        self._column.addWidget(self._note)
        self._column.addWidget(self._field)
        self._column.addWidget(self._buttons)
        self.setFocusProxy(self._field)
        self._field.save_pressed.connect(self.save)
        self._field.cancel_pressed.connect(self.cancel)
        self._field.left.connect(context.drafts.write_soon)
        self._field.textChanged.connect(self._on_text_changed)
        self._save.clicked.connect(self.save)
        self._cancel.clicked.connect(self.cancel)
        self._note.first_clicked.connect(self._watch.look)
        self._note.second_clicked.connect(self.cancel)
        context.store_changed.connect(self.put_aside)
        self._watch.noticed.connect(self._on_fate)
        self._watch.answered.connect(self._show_choice)

    @cached_property
    def _choice(self) -> StaleChoice:
        from engramma.ui.inspector.stale_choice import StaleChoice

        choice = StaleChoice()
        choice.hide()
        choice.chosen.connect(self._on_chosen)
        self._column.insertWidget(2, choice)
        return choice

    @property
    def target(self) -> EditTarget | None:
        """What is being edited, None while there is nothing."""
        return self._target

    @property
    def text(self) -> str:
        """The text in the field."""
        return self._field.toPlainText()

    @property
    def note(self) -> str:
        """What the line above the field says."""
        return self._note.text

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self._target is not None and self.text != self._target.text

    def begin(self, target: EditTarget, *, draft: Draft | None = None, focus: bool = True) -> None:
        """Edit a memory, with the cursor at the end; an unsaved draft of it is gone on with.

        A draft comes back over the version that it was written over, so that saving notices what others wrote since.
        """
        self._set_down()
        drafts = self._context.drafts
        draft = draft or drafts.of_memory(target.memory.id)
        if draft is not None:
            target = EditTarget(target.memory, draft.base_version)
        self._set_target(target)
        self._sitting = drafts.open(TEXT, target.memory.id, base_version=target.version, draft=draft)
        self._show_field()
        self._field.setReadOnly(False)
        self._field.setPlainText(target.text if draft is None else draft.text)
        cursor = self._field.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self._field.setTextCursor(cursor)
        self._say_draft(draft)
        if focus:
            self._field.setFocus(Qt.FocusReason.OtherFocusReason)

    def save(self) -> None:
        """Save what changed and finish; nothing changed is as good as Cancel."""
        if self._target is None or self._context.store is None:
            return
        if not self.changed:
            self.cancel()
            return
        if self.text.strip():
            self._write_over(self._target.version, self._target.state)

    def cancel(self) -> None:
        """Leave the memory as it is; what was typed is dismissed, unless it is being saved, which may be refused."""
        if self._target is not None and not self._writing:
            self._finish(EditOutcome(self._target.memory.id))

    def look(self) -> None:
        """Look what became of the memory, and say it."""
        self._watch.look_quietly()

    def tell(self, meanwhile: Meanwhile) -> None:
        """Say what became of the memory."""
        self._on_fate(meanwhile)

    def put_aside(self) -> None:
        """Make room for another memory; a changed text stays as a draft until the person comes back to it."""
        if self._target is not None:
            memory_id = self._target.memory.id
            self._set_down()
            self._finish(EditOutcome(memory_id))

    def _set_target(self, target: EditTarget | None) -> None:
        self._target = target
        self._writing = False
        self._watch.watch(target)

    def _set_down(self) -> None:
        """The same number is another memory in another store: what is written here waits in its own."""
        sitting, self._sitting = self._sitting, None
        if self._target is not None and self.changed and sitting is not None:
            self._context.drafts.leave(sitting)
            if sitting.store is self._context.store:
                words = f"The text of {self._target.memory.label} is not saved yet: it waits there"
                self._context.toast(words, icon="pencil-simple")
        else:
            self._context.drafts.done(sitting)

    def _say_draft(self, draft: Draft | None) -> None:
        """Say that it is a draft that shows, and whether the memory is another since."""
        target, store = self._target, self._context.store
        self._note.hide()
        if draft is None or target is None or store is None:
            return
        self._note.tell(
            draft_sentence(draft.updated_at, store.clock.now(), resumed=True), second="Discard the draft"
        )
        if target.version != target.memory.version or target.state is not target.memory.state:
            self._watch.look_quietly()

    def _write_over(self, version: int, state: State) -> None:
        store, target = self._context.store, self._target
        if store is not None and target is not None:
            self._write("Save the text", partial(save_text, store, target, self.text, version, state))

    def _write(self, title: str, work: Callable[[Report, CancelToken], EditOutcome]) -> None:
        self._writing = True
        self._field.setReadOnly(True)
        self._context.jobs.write(title, work, self._on_saved, failed=self._on_failed)

    def _on_saved(self, outcome: EditOutcome) -> None:
        if self._target is None or self._target.memory.id != outcome.memory_id:
            return
        new = outcome.saved_id != outcome.memory_id
        verb = "Saved as new memory" if new else "Edited"
        self._context.toast(
            f"{verb} M-{outcome.saved_id}", icon="pencil-simple", undo=True, operations=outcome.operations
        )
        self._finish(outcome)

    def _on_failed(self, error: Exception) -> None:
        self._writing = False
        self._field.setReadOnly(False)
        if isinstance(error, (StaleEditError, GoneEditError, NotFoundError)):
            self._watch.look()
        else:
            self._context.report_error(error)

    # What became of the memory meanwhile.

    def _on_fate(self, meanwhile: Meanwhile) -> None:
        """Say it in a line above the field; who is typing goes on."""
        if self._target is None:
            return
        if self._choosing:
            self._show_choice(meanwhile)
            return
        self._note.tell(
            fate_sentence(meanwhile), first="See what changed", icon_name="warning", role="warning"
        )
        self._resized()

    @property
    def _choosing(self) -> bool:
        return "_choice" in self.__dict__ and not self._choice.isHidden()

    def _show_choice(self, meanwhile: Meanwhile) -> None:
        if self._target is None:
            return
        if meanwhile.fate is Fate.SAME:
            self._show_field()
            return
        if self.text == meanwhile.base and not meanwhile.gone and meanwhile.memory is not None:
            self._begin_anew(meanwhile.memory)
            return
        self._choice.show_choice(meanwhile, mine=self.text)
        self._note.hide()
        self._choice.show()
        self._buttons.hide()
        self._choice.take_focus()
        self._resized()

    def _begin_anew(self, memory: Memory) -> None:
        """Nothing was typed yet: go on from the memory as it is now."""
        self._set_target(EditTarget(memory))
        self._show_field()
        self._field.setPlainText(memory.text)
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_chosen(self, choice: Choice) -> None:
        store, target, meanwhile = self._context.store, self._target, self._choice.meanwhile
        if store is None or target is None or meanwhile is None:
            return
        now = meanwhile.memory
        match str(choice):
            case "mine" if now is not None:
                self._write_over(now.version, now.state)
            case "both" if now is not None:
                self._put(self._choice.merge.text, over=now)
                self.save()
            case "merge" if now is not None:
                conflicts = self._choice.merge.conflicts
                self._put(self._choice.merge.text, over=now)
                places = counted(conflicts, "place that both changed has", "places that both changed have")
                self._note.tell(
                    f"Both wordings are joined here; {places} your words. Save it when it is right."
                )
                self._resized()
            case "theirs" | "drop":
                self.cancel()
            case "new":
                self._write("Save as a new memory", partial(save_as_new, store, target, self.text))
            case "restore" if now is not None:
                work = partial(restore_and_save, store, target, self.text, now.version)
                self._write("Restore and save", work)
            case "successor" if meanwhile.successor is not None:
                self._move_to(meanwhile.successor)
            case _:
                self._show_field()
                self._field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put(self, text: str, *, over: Memory) -> None:
        """Go on with another text over the memory as it is now."""
        self._set_target(EditTarget(over))
        self._show_field()
        self._field.setReadOnly(False)
        self._field.setPlainText(text)
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _move_to(self, successor: Memory) -> None:
        """What was typed becomes a draft of what took the memory's place."""
        drafts, sitting, target = self._context.drafts, self._sitting, self._target
        if sitting is None or target is None:
            return
        drafts.note(sitting, self.text, memory_id=successor.id, base_version=successor.version)
        self._sitting = None
        drafts.leave(sitting)
        self._finish(EditOutcome(target.memory.id))
        self._context.run("draft.resume", key=sitting.key)

    def _show_field(self) -> None:
        if "_choice" in self.__dict__:
            self._choice.hide()
        self._note.hide()
        self._buttons.show()
        self._resized()

    def _finish(self, outcome: EditOutcome) -> None:
        sitting, self._sitting = self._sitting, None
        self._set_target(None)
        self._context.drafts.done(sitting)
        self._show_field()
        self.finished.emit(outcome)

    def _resized(self) -> None:
        self.height_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps the text differently."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _on_text_changed(self) -> None:
        self._save.setEnabled(self.changed and bool(self.text.strip()))
        self._fit()
        target = self._target
        if target is not None:
            self._context.drafts.note(
                self._sitting,
                self.text if self.changed else None,
                memory_id=target.memory.id,
                base_version=target.version,
            )

    def _fit(self) -> None:
        document = self._field.document()
        lines = round(document.size().height())
        shown = min(MOST_LINES, max(LEAST_LINES, lines))
        pitch = self._field.fontMetrics().lineSpacing()
        height = shown * pitch + 2 * round(document.documentMargin()) + theme().metrics.px(12)
        if height != self._field.height():
            self._field.setFixedHeight(height)
            self.height_changed.emit()


__all__ = ["TextEditor", "TextField"]
