"""What if: a pin and a rehearsal for the memories shown, a policy for the store, its effect, two ways to apply.

Shows a trial and tells what a person wants of it; decides nothing.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.model.policy_effect import PolicyEffect
from engramma.ui.plots.decay_what_if import WhatIf
from engramma.ui.theme import TextRole, icon, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.decay.trial import Aim
from engramma.ui.views.decay.what_if_rows import PIN_HOLDS, TITLES, PinRow, RehearseRow, ValueRow
from engramma.ui.views.settings.policy.draft import PolicyDraft
from engramma.ui.views.settings.policy.preview_words import count_rows, headline, sentence
from engramma.ui.widgets import ElidedLabel, IconLabel, ViewHead

ROWS = 4


class WhatIfPane(QWidget):
    """`proposed` and `tried` carry a Tried, `pinned` a bool; the signals that want something are buttons."""

    proposed = Signal(object)
    tried = Signal(object)
    pinned = Signal(bool)
    reset_wanted = Signal()
    apply_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        self.setAccessibleName("What if")
        self._of = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.reset = QPushButton("Reset")
        self.reset.setIcon(icon("arrow-counter-clockwise", "text_secondary"))
        self.reset.setAccessibleName("Suppose nothing")
        set_variant(self.reset, "flat", size="small")
        self.pin, self.rehearse = PinRow(), RehearseRow()
        self.values = {name: ValueRow(name) for name in TITLES}
        self.apply_button = QPushButton("Apply to selection")
        set_variant(self.apply_button, "primary", size="small")
        self.save_button = QPushButton("Save as policy")
        self.save_button.setAccessibleName("Save the half-lives and the threshold as policy of the store")
        set_variant(self.save_button, "plain", size="small")
        self.effect = EffectPart()
        body = QVBoxLayout()
        body.setContentsMargins(metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_12)
        body.setSpacing(metrics.space_2)
        body.addWidget(self.pin)
        body.addWidget(self.rehearse)
        about = ElidedLabel(
            "Half-lives and threshold hold for the whole store", TextRole.CAPTION, tone="muted"
        )
        body.addSpacing(metrics.space_4)
        body.addWidget(about)
        for row in self.values.values():
            body.addWidget(row)
        body.addSpacing(metrics.space_4)
        body.addWidget(self.effect)
        body.addSpacing(metrics.space_8)
        buttons = QHBoxLayout()
        buttons.setSpacing(metrics.space_8)
        buttons.addWidget(self.apply_button)
        buttons.addWidget(self.save_button)
        buttons.addStretch(1)
        body.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addLayout(body)
        self._connect()

    def _head(self) -> QWidget:
        sliders = IconLabel("sliders", size=theme().metrics.icon, role="accent")
        head = ViewHead("What if", surface="panel", role=TextRole.STRONG, lead=sliders)
        head.put(self._of, self.reset)
        return head

    def _connect(self) -> None:
        self.pin.pinned.connect(self.pinned)
        self.rehearse.wanted.connect(self.tried)
        for row in self.values.values():
            row.proposed.connect(self.proposed)
        self.reset.clicked.connect(self.reset_wanted)
        self.apply_button.clicked.connect(self.apply_wanted)
        self.save_button.clicked.connect(self.save_wanted)

    def show_trial(
        self,
        what: WhatIf | None,
        draft: PolicyDraft | None,
        effect: PolicyEffect | None,
        *,
        aim: Aim,
        still: int,
        now: int,
        may_write: bool,
        of: str,
    ) -> None:
        """Everything. `still` of the memories that are shown do not fade."""
        self._of.set_text(of)
        self.reset.setEnabled(what is not None and not what.is_nothing)
        for row in (self.pin, self.rehearse):
            row.setEnabled(what is not None and aim.count > 0)
        if what is not None:
            self.pin.show_what(what, count=aim.count, still=still)
            self.rehearse.show_what(what, now=now)
        for value in self.values.values():
            value.show_draft(draft)
        self.effect.show_effect(draft, effect)
        self.apply_button.setText(apply_words(what, aim.count))
        self.apply_button.setAccessibleName(apply_words(what, aim.count))
        self.apply_button.setEnabled(
            may_write and what is not None and what.changes_memories and aim.count > 0
        )
        self.apply_button.setToolTip(apply_limit(what))
        self.save_button.setEnabled(may_write and draft is not None and bool(draft.changed))


class EffectPart(QWidget):
    """How many memories another policy would put to sleep or wake, with a few counts before and after."""

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self._headline = ElidedLabel("", TextRole.STRONG)
        self._sentence = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(metrics.space_8)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        self._cells: list[tuple[QLabel, QLabel]] = []
        for row in range(ROWS):
            words, counts = QLabel(), QLabel()
            set_text_role(words, TextRole.SMALL, tone="secondary")
            set_text_role(counts, TextRole.SMALL, tabular=True)
            self._grid.addWidget(words, row, 0)
            self._grid.addWidget(counts, row, 1, Qt.AlignmentFlag.AlignRight)
            self._cells.append((words, counts))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_2)
        column.addWidget(self._headline)
        column.addWidget(self._sentence)
        column.addLayout(self._grid)
        self.show_effect(None, None)

    @property
    def words(self) -> str:
        """The headline."""
        return self._headline.text

    def show_effect(self, draft: PolicyDraft | None, effect: PolicyEffect | None) -> None:
        """An effect, or that it is being counted; hidden without a change."""
        self.setVisible(draft is not None and bool(draft.changed))
        if draft is None or not draft.changed:
            return
        rows = () if effect is None else count_rows(effect, None, counting=False)[:ROWS]
        self._headline.set_text("Counting…" if effect is None else headline(effect, None))
        self._sentence.set_text("" if effect is None else sentence(draft, effect))
        for place, (words, counts) in enumerate(self._cells):
            there = place < len(rows)
            words.setVisible(there)
            counts.setVisible(there)
            if there:
                row = rows[place]
                words.setText(row.words)
                same = row.before == row.after
                counts.setText(f"{row.after:,}" if same else f"{row.before:,} → {row.after:,}")
        told = ", ".join(f"{row.words} {row.before:,} to {row.after:,}" for row in rows)
        self.setAccessibleName(self._headline.text)
        self.setAccessibleDescription(told)


def apply_words(what: WhatIf | None, count: int) -> str:
    """What the button does."""
    if what is None or not what.changes_memories or not count:
        return "Apply to selection"
    return f"Pin {count:,}" if what.pin else f"Rehearse {count:,} now"


def apply_limit(what: WhatIf | None) -> str:
    """What of the supposition the button does not do, and why; "" when it does all."""
    if what is None or what.rehearse_in is None:
        return ""
    if what.pin:
        return PIN_HOLDS
    return "A rehearsal is made now: none can be made ahead." if what.rehearse_in else ""
