"""Shows what a change of many memories would do, and asks: how many, what is left out, some of them as samples.

Writes nothing; closing it leaves everything as it is. What is protected is left out unless it is ticked.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engramma.model.bulk import BulkAction, BulkPreview, Trait
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.bulk.words import (
    button_words,
    effect_words,
    fact_rows,
    sample_words,
    tick_words,
    title_words,
)
from engramma.ui.widgets import ElidedLabel

WIDTH = 560


@dataclass(frozen=True, slots=True)
class BulkChoice:
    """A person agreed; these protected traits are included."""

    preview: BulkPreview
    included: frozenset[Trait]


class BulkPreviewDialog(QDialog):
    """`confirmed` carries a BulkChoice."""

    confirmed = Signal(object)

    def __init__(self, parent: QWidget, preview: BulkPreview) -> None:
        super().__init__(parent)
        self._preview = preview
        title = title_words(preview)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        metrics = theme().metrics
        head = QLabel(title)
        head.setWordWrap(True)
        set_text_role(head, TextRole.TITLE)
        lead = QLabel(f"{effect_words(preview)} One step, which can be undone.")
        lead.setWordWrap(True)
        set_text_role(lead, TextRole.BODY, tone="secondary")
        self._facts = QWidget()
        set_surface(self._facts, "card")
        self._grid = QGridLayout(self._facts)
        margin = metrics.space_12
        self._grid.setContentsMargins(margin, margin, margin, margin)
        self._grid.setHorizontalSpacing(metrics.space_14)
        self._grid.setVerticalSpacing(metrics.space_4)
        self._grid.setColumnStretch(1, 1)
        self._lines: list[tuple[QLabel, QLabel]] = []
        self.ticks: dict[Trait, QCheckBox] = {}
        column = QVBoxLayout(self)
        margin = metrics.space_20
        column.setContentsMargins(margin, margin, margin, metrics.space_14)
        column.setSpacing(metrics.space_12)
        column.addWidget(head)
        column.addWidget(lead)
        column.addWidget(self._facts)
        for trait in preview.change.protects:
            if preview.held(trait):
                column.addWidget(self._tick(trait))
        if preview.samples:
            column.addWidget(self._samples())
        column.addStretch(1)
        self.button = QPushButton()
        self._cancel = QPushButton("Cancel")
        column.addLayout(self._buttons())
        self._bring_up_to_date()
        self._first().setFocus()
        self.setFixedWidth(metrics.px(WIDTH))

    def included(self) -> frozenset[Trait]:
        """Which protected ones are ticked."""
        return frozenset(trait for trait, tick in self.ticks.items() if tick.isChecked())

    @property
    def _destroys(self) -> bool:
        return self._preview.change.action is BulkAction.TRASH

    def _first(self) -> QWidget:
        """Who has the keys first: never the button that puts away, so that a stray Enter changes nothing."""
        if self.button.isEnabled():
            return self._cancel if self._destroys else self.button
        return next(iter(self.ticks.values()), self._cancel)

    def _tick(self, trait: Trait) -> QCheckBox:
        words = tick_words(self._preview, trait)
        tick = QCheckBox(words)
        tick.setAccessibleName(words)
        tick.toggled.connect(self._bring_up_to_date)
        self.ticks[trait] = tick
        return tick

    def _samples(self) -> QWidget:
        metrics = theme().metrics
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(metrics.space_12)
        grid.setVerticalSpacing(metrics.space_4)
        grid.setColumnStretch(1, 1)
        for line, memory in enumerate(self._preview.samples):
            name = QLabel(memory.label)
            set_text_role(name, TextRole.MONO, tone="muted")
            text = ElidedLabel(single_line(memory.text), TextRole.SMALL)
            change = QLabel(single_line(sample_words(self._preview.change, memory)))
            set_text_role(change, TextRole.SMALL, tone="secondary", tabular=True)
            for place, widget in enumerate((name, text, change)):
                grid.addWidget(widget, line, place)
        body.setAccessibleName("Some of them")
        return body

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme().metrics.space_8)
        self._cancel.setAccessibleName("Cancel")
        self._cancel.setAutoDefault(self._destroys)
        (self._cancel if self._destroys else self.button).setDefault(True)
        set_variant(self._cancel, "plain")
        set_variant(self.button, "danger" if self._destroys else "primary")
        row.addStretch(1)
        row.addWidget(self._cancel)
        row.addWidget(self.button)
        self._cancel.clicked.connect(self.reject)
        self.button.clicked.connect(self._confirm)
        return row

    def _confirm(self) -> None:
        choice = BulkChoice(self._preview, self.included())
        self.accept()
        self.confirmed.emit(choice)

    def _bring_up_to_date(self, _checked: bool = False) -> None:
        included = self.included()
        words = button_words(self._preview, included)
        self.button.setText(words)
        self.button.setAccessibleName(words)
        self.button.setEnabled(self._preview.changing(included) > 0)
        rows = fact_rows(self._preview, included)
        while len(self._lines) < len(rows):
            self._lines.append(self._line(len(self._lines)))
        for place, (count, what) in enumerate(self._lines):
            shown = place < len(rows)
            count.setVisible(shown)
            what.setVisible(shown)
            if shown:
                what.setText(rows[place][0])
                count.setText(f"{rows[place][1]:,}")
        self._facts.setAccessibleName(", ".join(f"{number:,} {what}" for what, number in rows))

    def _line(self, place: int) -> tuple[QLabel, QLabel]:
        count, what = QLabel(), QLabel()
        set_text_role(count, TextRole.SMALL_MEDIUM if place else TextRole.STRONG, tabular=True)
        set_text_role(what, TextRole.SMALL, tone="primary" if not place else "secondary")
        self._grid.addWidget(count, place, 0, Qt.AlignmentFlag.AlignRight)
        self._grid.addWidget(what, place, 1)
        return count, what
