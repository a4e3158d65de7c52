"""Writes a new memory, or the correction of one: text, kind, category, importance, tags. Not modal.

What is typed is kept as a draft, and a correction of what others changed meanwhile is a choice, never a silent loss.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engramma.model.draft import CORRECTION, NEW, Draft
from engramma.model.errors import GoneEditError, NotFoundError, StaleEditError
from engramma.model.memory import Category, Kind
from engramma.ui.bridge import WindowContext
from engramma.ui.dialogs.drafts import MemoryDraft
from engramma.ui.dialogs.importance_popup import ImportanceField
from engramma.ui.dialogs.tag_field import TagField
from engramma.ui.inspector.editing import EditOutcome, EditTarget, Fate, Meanwhile, save_as_new
from engramma.ui.inspector.fate_watch import FateWatch
from engramma.ui.inspector.note_bar import NoteBar
from engramma.ui.inspector.stale_choice import Choice, StaleChoice
from engramma.ui.inspector.words import draft_sentence, fate_sentence
from engramma.ui.theme import TextRole, kind_icon, set_text_role, set_variant, theme

if TYPE_CHECKING:
    from engramma.ui.bridge.drafts import Sitting

WIDTH = 520


class MemoryDialog(QDialog):
    """`written` carries the MemoryDraft; the dialog stays until `settle` or `refuse` answer it.

    `corrects` makes it the correction of that memory. What is typed is kept as a draft, which `draft` goes on with.
    """

    written = Signal(object)

    def __init__(
        self,
        parent: QWidget,
        context: WindowContext,
        *,
        corrects: EditTarget | None = None,
        draft: Draft | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        if corrects is not None and draft is not None:
            corrects = EditTarget(corrects.memory, draft.base_version)
        self._target = corrects
        self._kept = self._waiting = False
        metrics = theme().metrics
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("Text of the memory")
        self.text.setPlaceholderText("One statement, such as “Deploys happen on Tuesdays.”")
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(metrics.px(96))
        self.kind, self.category = QComboBox(), QComboBox()
        self.importance = ImportanceField()
        self.tags = TagField(context, suggest_always=False)
        self._note = NoteBar()
        self.choice = StaleChoice(correcting=True)
        self.choice.hide()
        self._keep = QPushButton("Remember" if corrects is None else "Correct")
        self._cancel = QPushButton("Cancel")
        self._watch = FateWatch(context, self)
        self._build()
        self._fill(draft)
        self._sitting = self._sit_down(draft)
        self._aim(corrects)
        self.text.textChanged.connect(self._on_typed)
        self.tags.changed.connect(self._on_typed)
        for field in (self.kind, self.category):
            field.currentIndexChanged.connect(self._on_typed)
        self._keep.clicked.connect(self._accept)
        self._cancel.clicked.connect(self.reject)
        self._note.first_clicked.connect(self._watch.look)
        self._note.second_clicked.connect(self.reject)
        self._watch.noticed.connect(self._on_fate)
        self._watch.answered.connect(self._show_choice)
        self.choice.chosen.connect(self._on_chosen)
        context.store_changed.connect(self.close)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self._accept)
        self._keep.setEnabled(bool(self.text.toPlainText().strip()))
        self.text.setFocus()

    def _sit_down(self, draft: Draft | None) -> Sitting | None:
        drafts, target = self._context.drafts, self._target
        if target is None:
            return drafts.open(NEW, draft=draft)
        return drafts.open(CORRECTION, target.memory.id, base_version=target.version, draft=draft)

    def _fill(self, draft: Draft | None) -> None:
        """Show what was written before, and say that it is a draft."""
        store = self._context.store
        if draft is None:
            self.text.setPlainText("" if self._target is None else self._target.text)
            return
        self.text.setPlainText(draft.text)
        fields = dict(draft.fields)
        for box, name in ((self.kind, "kind"), (self.category, "category")):
            place = box.findData(fields.get(name))
            box.setCurrentIndex(place if place >= 0 else max(0, box.currentIndex()))
        with suppress(ValueError):
            self.importance.set_value(float(fields.get("importance", "")))
        self.tags.set_tags([tag for tag in fields.get("tags", "").split(",") if tag])
        if store is not None:
            words = draft_sentence(draft.updated_at, store.clock.now(), resumed=True)
            self._note.tell(words, second="Discard the draft")

    def _aim(self, target: EditTarget | None) -> None:
        """Correct this memory from now on."""
        self._target = target
        title = "New memory" if target is None else f"Correct {target.memory.label}"
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self._watch.watch(target)
        if target is not None and target.version != target.memory.version:
            self._watch.look_quietly()

    def settle(self) -> None:
        """It was written."""
        self.accept()
        self._context.drafts.done(self._sitting)

    def refuse(self, error: Exception) -> None:
        """It was not: nothing that was typed is lost."""
        self._wait(False)
        if self._target is not None and isinstance(error, (StaleEditError, GoneEditError, NotFoundError)):
            self._watch.look()
        else:
            self._context.report_error(error)

    def reject(self) -> None:
        """Cancel and Escape dismiss what was typed; closing the window keeps it as a draft.

        What is being written may be refused, so Escape waits for the answer.
        """
        if self._waiting and not self._kept:
            return
        if self._kept:
            self._context.drafts.leave(self._sitting)
        else:
            self._context.drafts.done(self._sitting)
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """What is in it stays as a draft."""
        self._kept = True
        super().closeEvent(event)

    def _build(self) -> None:
        metrics = theme().metrics
        column = QVBoxLayout(self)
        margin = metrics.space_20
        column.setContentsMargins(margin, margin, margin, metrics.space_14)
        column.setSpacing(metrics.space_12)
        if self._target is not None:
            words = QLabel(
                "The correction becomes a memory of its own and wins from now on; the old one is kept, superseded."
            )
            words.setWordWrap(True)
            set_text_role(words, TextRole.SMALL, tone="secondary")
            column.addWidget(words)
        column.addWidget(self._note)
        column.addWidget(self.text)
        column.addWidget(self.choice)
        if self._target is None:
            column.addLayout(self._form())
        for button, text, variant in (
            (self._cancel, "Cancel", "plain"),
            (self._keep, self._keep.text(), "primary"),
        ):
            button.setAccessibleName(text)
            set_variant(button, "primary" if variant == "primary" else "plain")
            button.setAutoDefault(False)
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_8)
        hint = QLabel("Ctrl Enter keeps it")
        set_text_role(hint, TextRole.CAPTION, tone="muted")
        row.addWidget(hint, 1)
        row.addWidget(self._cancel)
        row.addWidget(self._keep)
        column.addStretch(1)
        column.addWidget(self._buttons)
        self.setMinimumWidth(metrics.px(WIDTH))

    def _form(self) -> QFormLayout:
        metrics = theme().metrics
        for kind in (Kind.SEMANTIC, Kind.EPISODIC, Kind.PROCEDURAL):
            self.kind.addItem(kind_icon(kind.value), kind.value.capitalize(), kind.value)
        for category in Category:
            self.category.addItem(category.value.capitalize(), category.value)
        self.kind.setAccessibleName("Kind")
        self.category.setAccessibleName("Category")
        form = QFormLayout()
        form.setHorizontalSpacing(metrics.space_14)
        form.setVerticalSpacing(metrics.space_8)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("Kind", self.kind),
            ("Category", self.category),
            ("Importance", self.importance),
            ("Tags", self.tags),
        )
        for words, field in rows:
            label = QLabel(words)
            set_text_role(label, TextRole.BODY, tone="secondary")
            label.setBuddy(field)
            form.addRow(label, field)
        return form

    def _on_typed(self) -> None:
        text = self.text.toPlainText()
        self._keep.setEnabled(bool(text.strip()))
        target = self._target
        nothing = not text.strip() if target is None else text == target.text
        self._context.drafts.note(
            self._sitting,
            None if nothing else text,
            memory_id=None if target is None else target.memory.id,
            base_version=0 if target is None else target.version,
            fields=() if target is not None else self._fields(),
        )

    def _fields(self) -> tuple[tuple[str, str], ...]:
        return (
            ("kind", str(self.kind.currentData() or "")),
            ("category", str(self.category.currentData() or "")),
            ("importance", f"{self.importance.value:.2f}"),
            ("tags", ",".join(self.tags.tags)),
        )

    def _accept(self) -> None:
        if self.text.toPlainText().strip() and not self._waiting:
            self._write(0 if self._target is None else self._target.version)

    def _write(self, base_version: int) -> None:
        draft = MemoryDraft(
            self.text.toPlainText().strip(),
            self.kind.currentData() or Kind.SEMANTIC.value,
            self.category.currentData() or Category.FACT.value,
            self.importance.value,
            self.tags.tags,
            None if self._target is None else self._target.memory.id,
            base_version,
        )
        self._wait(True)
        self.written.emit(draft)

    def _wait(self, waiting: bool) -> None:
        """While it is written, nothing is typed and nothing is sent twice."""
        self._waiting = waiting
        self.text.setReadOnly(waiting)
        self._keep.setEnabled(not waiting and bool(self.text.toPlainText().strip()))

    def _on_fate(self, meanwhile: Meanwhile) -> None:
        if not self.choice.isHidden():
            self._show_choice(meanwhile)
            return
        words = fate_sentence(meanwhile)
        self._note.tell(words, first="See what changed", icon_name="warning", role="warning")

    def _show_choice(self, meanwhile: Meanwhile) -> None:
        if meanwhile.fate is Fate.SAME:
            self._back()
            return
        self.choice.show_choice(meanwhile, mine=self.text.toPlainText())
        self._note.hide()
        self._buttons.hide()
        self.choice.show()
        self.choice.take_focus()
        self._grow()

    def _grow(self) -> None:
        """Make room for the choice."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))

    def _back(self) -> None:
        self.choice.hide()
        self._note.hide()
        self._buttons.show()
        self.text.setFocus()

    def _on_chosen(self, choice: Choice) -> None:
        meanwhile, store, target = self.choice.meanwhile, self._context.store, self._target
        if meanwhile is None or store is None or target is None:
            return
        now = meanwhile.memory
        self._back()
        if choice in (Choice.BOTH, Choice.MERGE) and now is not None:
            self._aim(EditTarget(now))
            self.text.setPlainText(self.choice.merge.text)
        if choice in (Choice.MINE, Choice.BOTH) and now is not None:
            self._write(now.version)
        elif choice in (Choice.THEIRS, Choice.DROP):
            self.reject()
        elif choice is Choice.NEW:
            self._wait(True)
            job = partial(save_as_new, store, target, self.text.toPlainText().strip())
            self._context.jobs.write("Save as a new memory", job, self._on_saved_as_new, failed=self.refuse)
        elif choice is Choice.SUCCESSOR and meanwhile.successor is not None:
            self._aim(EditTarget(meanwhile.successor))
            self._on_typed()

    def _on_saved_as_new(self, outcome: EditOutcome) -> None:
        self.settle()
        self._context.toast(f"Saved as new memory M-{outcome.saved_id}", icon="plus", undo=True)
