"""The editor of a memory's text, in the inspector and over a table row: plain text, Save, Cancel.

When somebody changed the wording meanwhile it overwrites nothing: it shows both and lets the person choose.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from engramma.model.errors import StaleEditError
from engramma.ui.inspector.editing import EditOutcome, EditTarget, save_as_new, save_text
from engramma.ui.inspector.stale_choice import StaleChoice
from engramma.ui.theme import TextRole, theme
from engramma.ui.widgets import KeyButton

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

LEAST_LINES, MOST_LINES = 3, 14
SAVE_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TextField(QPlainTextEdit):
    """The field itself: Ctrl+Enter saves, Escape cancels, and window shortcuts do not get in between."""

    save_pressed = Signal()
    cancel_pressed = Signal()

    def event(self, event: QEvent) -> bool:
        """Claim the two keys before a shortcut of the window takes them."""
        wanted = isinstance(event, QKeyEvent) and (_saves(event) or _cancels(event))
        if event.type() == QEvent.Type.ShortcutOverride and wanted:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Save or cancel; everything else is typing."""
        if _saves(event):
            self.save_pressed.emit()
        elif _cancels(event):
            self.cancel_pressed.emit()
        else:
            super().keyPressEvent(event)


def _saves(event: QKeyEvent) -> bool:
    return event.key() in SAVE_KEYS and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def _cancels(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Escape


class TextEditor(QWidget):
    """Edits one memory at a time. `finished` carries an `EditOutcome` when it is done with."""

    finished = Signal(object)
    height_changed = Signal()

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._context = context
        self._target: EditTarget | None = None
        self._unsaved: dict[int, tuple[EditTarget, str]] = {}
        self._field = TextField()
        self._field.setAccessibleName("Text of the memory")
        self._field.setFont(theme().font(TextRole.READING))
        self._field.setTabChangesFocus(True)
        self._field.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._save = KeyButton("Save", "Ctrl+Return", variant="primary")
        self._cancel = KeyButton("Cancel", "Esc", variant="plain")
        self._choice = StaleChoice()
        self._choice.hide()
        buttons = QHBoxLayout()
        buttons.setSpacing(metrics.space_6)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._save)
        self._buttons = QWidget()
        buttons.setContentsMargins(0, 0, 0, 0)
        self._buttons.setLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_8)
        column.addWidget(self._field)
        column.addWidget(self._choice)
        column.addWidget(self._buttons)
        self.setFocusProxy(self._field)
        self._field.save_pressed.connect(self.save)
        self._field.cancel_pressed.connect(self.cancel)
        self._field.textChanged.connect(self._on_text_changed)
        self._save.clicked.connect(self.save)
        self._cancel.clicked.connect(self.cancel)
        self._choice.mine_chosen.connect(self._keep_mine)
        self._choice.theirs_chosen.connect(self.cancel)
        self._choice.new_chosen.connect(self._save_as_new)
        context.store_changed.connect(self._on_store_changed)

    @property
    def target(self) -> EditTarget | None:
        """What is being edited, None while there is nothing."""
        return self._target

    @property
    def text(self) -> str:
        """The text in the field."""
        return self._field.toPlainText()

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self._target is not None and self.text != self._target.text

    def has_unsaved(self, memory_id: int) -> bool:
        """Whether a changed text of this memory was put aside."""
        return memory_id in self._unsaved

    def begin(self, target: EditTarget, *, focus: bool = True) -> None:
        """Edit a memory, with the cursor at the end; what was put aside of it comes back.

        It comes back over the version that it was written over, so that saving still notices what others wrote.
        """
        self._keep_unsaved()
        target, text = self._unsaved.pop(target.memory.id, (target, target.text))
        self._target = target
        self._choice.hide()
        self._buttons.show()
        self._field.setReadOnly(False)
        self._field.setPlainText(text)
        cursor = self._field.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self._field.setTextCursor(cursor)
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
            self._write_over(self._target.version)

    def cancel(self) -> None:
        """Leave the memory as it is."""
        if self._target is not None:
            self._finish(EditOutcome(self._target.memory.id))

    def put_aside(self) -> None:
        """Make room for another memory; a changed text is kept until the person comes back to it."""
        if self._target is not None:
            self._keep_unsaved()
            self._finish(EditOutcome(self._target.memory.id))

    def _on_store_changed(self) -> None:
        """The same number is another memory there: what is written here must not get into it."""
        self._unsaved.clear()
        self.cancel()

    def _keep_unsaved(self) -> None:
        if self._target is not None and self.changed:
            memory = self._target.memory
            self._unsaved[memory.id] = (self._target, self.text)
            self._context.toast(
                f"The text of {memory.label} is not saved yet: it waits there", icon="pencil-simple"
            )

    def _write_over(self, version: int) -> None:
        store, target = self._context.store, self._target
        if store is None or target is None:
            return
        self._field.setReadOnly(True)
        self._context.jobs.write(
            "Save the text",
            partial(save_text, store, target, self.text, version),
            self._on_saved,
            failed=self._on_failed,
        )

    def _save_as_new(self) -> None:
        store, target = self._context.store, self._target
        if store is not None and target is not None:
            self._context.jobs.write(
                "Save as a new memory",
                partial(save_as_new, store, target, self.text),
                self._on_saved,
                failed=self._on_failed,
            )

    def _keep_mine(self) -> None:
        self._write_over(self._choice.version)

    def _on_saved(self, outcome: EditOutcome) -> None:
        new = outcome.saved_id != outcome.memory_id
        verb = "Saved as new memory" if new else "Edited"
        self._context.toast(f"{verb} M-{outcome.saved_id}", icon="pencil-simple", undo=True)
        self._finish(outcome)

    def _on_failed(self, error: Exception) -> None:
        self._field.setReadOnly(False)
        if isinstance(error, StaleEditError):
            self._choice.show_texts(mine=self.text, theirs=error.current_text, version=error.current_version)
            self._choice.show()
            self._buttons.hide()
            self.height_changed.emit()
        else:
            self._context.report_error(error)

    def _finish(self, outcome: EditOutcome) -> None:
        self._target = None
        self._choice.hide()
        self.finished.emit(outcome)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps the text differently."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _on_text_changed(self) -> None:
        self._save.setEnabled(self.changed and bool(self.text.strip()))
        self._fit()

    def _fit(self) -> None:
        document = self._field.document()
        lines = round(document.size().height())
        shown = min(MOST_LINES, max(LEAST_LINES, lines))
        pitch = self._field.fontMetrics().lineSpacing()
        height = shown * pitch + 2 * round(document.documentMargin()) + theme().metrics.px(12)
        if height != self._field.height():
            self._field.setFixedHeight(height)
            self.height_changed.emit()
