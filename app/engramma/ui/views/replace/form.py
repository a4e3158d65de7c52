"""What to find and what to put in its place, with the ways of looking."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from engramma.model.replacing import FindSpec
from engramma.ui.theme import TextRole, set_edge, set_invalid, set_surface, theme
from engramma.ui.widgets import ElidedLabel

WAIT = 250
NAME_WIDTH = 64


class ReplaceForm(QWidget):
    """`changed`: something else is looked for; it comes a moment after the last key. `wanted`: look at once."""

    changed = Signal()
    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT)
        self._timer.timeout.connect(self.changed)
        self.find_field, self.replacement_field = QLineEdit(), QLineEdit()
        self.find_field.setPlaceholderText("Text to find")
        self.find_field.setAccessibleName("Find")
        self.replacement_field.setPlaceholderText("Text to put in its place")
        self.replacement_field.setAccessibleName("Replace with")
        self.match_case = QCheckBox("Match case")
        self.whole_word = QCheckBox("Whole words")
        self.pattern = QCheckBox("Pattern")
        self._said = ElidedLabel("", TextRole.SMALL, tone="secondary")
        grid = QGridLayout()
        grid.setHorizontalSpacing(metrics.space_8)
        grid.setVerticalSpacing(metrics.space_8)
        grid.setColumnMinimumWidth(0, metrics.px(NAME_WIDTH))
        grid.setColumnStretch(1, 1)
        for row, (name, field) in enumerate((("Find", self.find_field), ("Replace", self.replacement_field))):
            grid.addWidget(ElidedLabel(name, TextRole.BODY, tone="secondary"), row, 0)
            grid.addWidget(field, row, 1)
            field.textChanged.connect(self._on_changed)
            field.returnPressed.connect(self._on_wanted)
        options = QHBoxLayout()
        options.setSpacing(metrics.space_20)
        options.addSpacing(metrics.px(NAME_WIDTH) + metrics.space_8)
        for box in (self.match_case, self.whole_word, self.pattern):
            box.setAccessibleName(box.text())
            box.toggled.connect(self._on_changed)
            options.addWidget(box)
        options.addWidget(self._said, 1)
        column = QVBoxLayout(self)
        padding = metrics.pane_padding
        column.setContentsMargins(padding, metrics.space_12, padding, metrics.space_12)
        column.setSpacing(metrics.space_8)
        column.addLayout(grid)
        column.addLayout(options)

    @property
    def spec(self) -> FindSpec:
        """What is looked for."""
        return FindSpec(
            self.find_field.text(),
            self.replacement_field.text(),
            pattern=self.pattern.isChecked(),
            whole_word=self.whole_word.isChecked(),
            match_case=self.match_case.isChecked(),
        )

    def say(self, words: str, *, wrong: bool = False) -> None:
        """What came of it, or what is wrong with it."""
        self._said.set_tone("danger" if wrong else "secondary")
        self._said.set_text(words)
        set_invalid(self.find_field, invalid=wrong)

    def reset(self) -> None:
        """Begin anew with what was looked for before."""
        self._timer.stop()

    def _on_changed(self, _value: object = None) -> None:
        self._timer.start()

    def _on_wanted(self) -> None:
        self._timer.stop()
        self.wanted.emit()
