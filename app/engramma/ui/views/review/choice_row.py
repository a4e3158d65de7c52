"""The buttons of a card, each with its key; the suggested one is the primary."""

from __future__ import annotations

import functools

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from engramma.ui.theme import theme
from engramma.ui.views.review.choices import Choice, Suggestion
from engramma.ui.widgets import KeyButton


class ChoiceRow(QWidget):
    """`chosen` carries the Choice that was pressed."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme().metrics.space_8)
        self._buttons: list[KeyButton] = []
        self._shown: tuple[object, ...] = ()
        self.choices: tuple[Choice, ...] = ()
        self.setAccessibleName("Decisions")

    def show_choices(
        self, choices: tuple[Choice, ...], suggestion: Suggestion | None, *, enabled: bool
    ) -> None:
        """Offer these."""
        shown = (choices, suggestion, enabled)
        if shown == self._shown:
            return
        self._shown, self.choices = shown, choices
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = []
        for choice in choices:
            suggested = suggestion is not None and is_suggested(choice, suggestion)
            button = KeyButton(
                choice.words,
                choice.key,
                icon_name=choice.icon,
                variant="primary" if suggested else "plain",
                size="large",
            )
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setEnabled(enabled)
            button.clicked.connect(functools.partial(self._on_pressed, choice))
            self._buttons.append(button)
            self._row.addWidget(button, 1)

    def by_key(self, letter: str) -> Choice | None:
        """The choice of a key, if it may be made."""
        if not self._shown or not self._shown[2]:
            return None
        return next((choice for choice in self.choices if choice.key.upper() == letter.upper()), None)

    def suggested(self) -> Choice | None:
        """The choice that is suggested, if it may be made."""
        suggestion = self._shown[1] if self._shown and self._shown[2] else None
        if not isinstance(suggestion, Suggestion):
            return None
        return next((choice for choice in self.choices if is_suggested(choice, suggestion)), None)

    def _on_pressed(self, choice: Choice, _checked: bool = False) -> None:
        self.chosen.emit(choice)


def is_suggested(choice: Choice, suggestion: Suggestion) -> bool:
    """Whether a choice is the suggested one."""
    return choice.act is suggestion.act and choice.memory == suggestion.memory and not choice.opens_editor
