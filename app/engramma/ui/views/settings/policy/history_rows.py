"""A change of the policy that was made: what, who, when, and Undo."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from engramma.model.policy_history import PolicyStep
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.inspector.words import actor_word
from engramma.ui.models.dates import age_text, exact_text
from engramma.ui.theme import TextRole, set_edge, set_surface, set_variant, theme
from engramma.ui.theme.icon_names import ACTOR_ICONS
from engramma.ui.views.settings.policy.preview_words import change_words
from engramma.ui.widgets import ElidedLabel, IconLabel


class HistoryRow(QWidget):
    """`undo_wanted` carries the id of its operation."""

    undo_wanted = Signal(object)

    def __init__(self, step: PolicyStep, *, now: int) -> None:
        super().__init__()
        metrics = theme().metrics
        self._operation = step.operation_id
        set_surface(self, "base")
        set_edge(self, "bottom")
        self.setFixedHeight(metrics.px(33))
        words = step_text(step)
        what = ElidedLabel(
            words, TextRole.BODY, tone="muted" if step.undone else "primary", struck=step.undone
        )
        when = ElidedLabel(
            f"{actor_word(step.actor)}, {age_text(step.at, now)}",
            TextRole.SMALL,
            tone="secondary",
            right=True,
        )
        when.setToolTip(tooltip(exact_text(step.at)))
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_8)
        kind = step.actor.partition(":")[0]
        row.addWidget(IconLabel(ACTOR_ICONS.get(kind, "user"), size=metrics.icon))
        row.addWidget(what, 1)
        row.addWidget(when)
        self.undo = QPushButton("undone" if step.undone else "Undo")
        set_variant(self.undo, "link")
        self.undo.setEnabled(not step.undone)
        self.undo.setAccessibleName(f"Undo: {words}")
        self.undo.setFixedWidth(metrics.px(58))
        self.undo.clicked.connect(self._on_undo)
        row.addWidget(self.undo)

    def _on_undo(self) -> None:
        self.undo_wanted.emit(self._operation)


def step_text(step: PolicyStep) -> str:
    """What it changed: all of two fields, else the first and how many more."""
    told = [change_words(part.field, part.before, part.after) for part in step.changes[:2]]
    more = len(step.changes) - len(told)
    return ", ".join(told) + (f" and {more} more" if more else "")
