"""Writes a new memory, or the correction of one: text, kind, category, importance, tags. Not modal."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
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

from engramma.model.memory import Category, Kind
from engramma.ui.bridge import WindowContext
from engramma.ui.dialogs.drafts import MemoryDraft
from engramma.ui.dialogs.importance_popup import ImportanceField
from engramma.ui.dialogs.tag_field import TagField
from engramma.ui.theme import TextRole, kind_icon, set_text_role, set_variant, theme

WIDTH = 520


class MemoryDialog(QDialog):
    """`written` carries the MemoryDraft. `corrects` makes it the correction of a memory with that text."""

    written = Signal(object)

    def __init__(
        self, parent: QWidget, context: WindowContext, *, corrects: int | None = None, text: str = ""
    ) -> None:
        super().__init__(parent)
        self._corrects = corrects
        title = "New memory" if corrects is None else f"Correct M-{corrects}"
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        metrics = theme().metrics
        self.text = QPlainTextEdit(text)
        self.text.setAccessibleName("Text of the memory")
        self.text.setPlaceholderText("One statement, such as “Deploys happen on Tuesdays.”")
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(metrics.px(96))
        self.kind, self.category = QComboBox(), QComboBox()
        self.importance = ImportanceField()
        self.tags = TagField(context, suggest_always=False)
        self._keep = QPushButton("Remember" if corrects is None else "Correct")
        self._cancel = QPushButton("Cancel")
        self._build()
        self.text.textChanged.connect(self._check)
        self._keep.clicked.connect(self._accept)
        self._cancel.clicked.connect(self.reject)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self._accept)
        self._check()
        self.text.setFocus()

    def _build(self) -> None:
        metrics = theme().metrics
        column = QVBoxLayout(self)
        margin = metrics.space_20
        column.setContentsMargins(margin, margin, margin, metrics.space_14)
        column.setSpacing(metrics.space_12)
        if self._corrects is not None:
            words = QLabel(
                "The correction becomes a memory of its own and wins from now on; the old one is kept, superseded."
            )
            words.setWordWrap(True)
            set_text_role(words, TextRole.SMALL, tone="secondary")
            column.addWidget(words)
        column.addWidget(self.text)
        if self._corrects is None:
            column.addLayout(self._form())
        for button, text, variant in (
            (self._cancel, "Cancel", "plain"),
            (self._keep, self._keep.text(), "primary"),
        ):
            button.setAccessibleName(text)
            set_variant(button, "primary" if variant == "primary" else "plain")
            button.setAutoDefault(False)
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        hint = QLabel("Ctrl Enter keeps it")
        set_text_role(hint, TextRole.CAPTION, tone="muted")
        row.addWidget(hint, 1)
        row.addWidget(self._cancel)
        row.addWidget(self._keep)
        column.addStretch(1)
        column.addLayout(row)
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

    def _check(self) -> None:
        self._keep.setEnabled(bool(self.text.toPlainText().strip()))

    def _accept(self) -> None:
        text = self.text.toPlainText().strip()
        if not text:
            return
        draft = MemoryDraft(
            text,
            self.kind.currentData() or Kind.SEMANTIC.value,
            self.category.currentData() or Category.FACT.value,
            self.importance.value,
            self.tags.tags,
            self._corrects,
        )
        self.accept()
        self.written.emit(draft)
