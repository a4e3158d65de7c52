"""One check: its state, its question, how it went last, what was done since it passed, and its buttons."""

from __future__ import annotations

import functools

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from engramma.model.operation import Operation
from engramma.model.recall_check import RecallCheck
from engramma.ui.dialogs.name_popup import NamePopup
from engramma.ui.inspector.words import actor_word
from engramma.ui.models.dates import day_text, exact_text
from engramma.ui.theme import TextRole, set_variant, theme
from engramma.ui.widgets import ElidedLabel, IconButton, IconLabel

LOOKS = {
    True: ("check-circle", "ok", "passes"),
    False: ("x-circle", "danger", "fails"),
    None: ("circle", "text_muted", "never run"),
}
QUESTION = 300
MOST_OPERATIONS = 3


class CheckRow(QWidget):
    """See `CheckPanel` for what the signals carry."""

    chosen = Signal(str)
    removed = Signal(object)
    renamed = Signal(object)
    run_wanted = Signal(object)
    operation_wanted = Signal(object)

    def __init__(self, check: RecallCheck, since: tuple[Operation, ...]) -> None:
        super().__init__()
        metrics = theme().metrics
        self.check = check
        icon_name, role, state = LOOKS[check.last_passed]
        self.setAccessibleName(f"Check {state}: {check.question}")
        mark = IconLabel(icon_name, size=metrics.icon, role=role)
        self.question = QPushButton(_short(check.question).replace("&", "&&"))
        set_variant(self.question, "link", size="small")
        self.question.setAccessibleName(f"Ask: {check.question}")
        self.question.clicked.connect(functools.partial(self.chosen.emit, check.question))
        self.result = ElidedLabel(_result(check), TextRole.SMALL, tone="secondary")
        self.result.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        row.addWidget(mark)
        row.addWidget(self.question)
        row.addWidget(self.result, 1)
        if check.last_run_at is not None:
            when = ElidedLabel(day_text(check.last_run_at), TextRole.SMALL, tone="muted")
            when.setToolTip(exact_text(check.last_run_at))
            row.addWidget(when)
        for icon_name, words, act in (
            ("play", "Run this check", functools.partial(self.run_wanted.emit, (check.id,))),
            ("pencil-simple", "Ask another question", self.rename),
            ("trash", "Delete this check", functools.partial(self.removed.emit, (check.id,))),
        ):
            button = IconButton(icon_name, words, size="small")
            button.clicked.connect(act)
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        if since:
            column.addLayout(self._since(since, left=metrics.icon + metrics.space_8))

    def rename(self) -> None:
        """Ask for another question, right here."""
        popup = NamePopup(self, title="The question of this check", name=self.check.question)
        popup.field.setMaxLength(2_000)
        popup.named.connect(self._on_named)
        popup.open_at(self.question)

    def _on_named(self, question: str) -> None:
        self.renamed.emit((self.check.id, question))

    def _since(self, since: tuple[Operation, ...], *, left: int) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(left, 0, 0, theme().metrics.space_4)
        row.setSpacing(theme().metrics.space_8)
        row.addWidget(ElidedLabel("Since it passed:", TextRole.SMALL, tone="secondary"))
        for operation in since[:MOST_OPERATIONS]:
            words = f"{_short(operation.label, most=44)} ({actor_word(operation.actor)})"
            button = QPushButton(words.replace("&", "&&"))
            set_variant(button, "link", size="small")
            button.setAccessibleName(f"Show in Activity: {words}")
            button.clicked.connect(functools.partial(self.operation_wanted.emit, (operation.id,)))
            row.addWidget(button)
        rest = len(since) - MOST_OPERATIONS
        if rest > 0:
            row.addWidget(ElidedLabel(f"and {rest} more", TextRole.SMALL, tone="secondary"))
        row.addStretch(1)
        return row


def _result(check: RecallCheck) -> str:
    return "never run" if check.last_run_at is None else check.last_words


def _short(text: str, *, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
