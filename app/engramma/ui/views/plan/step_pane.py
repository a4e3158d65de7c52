"""The steps of a plan: how many items of each are accepted, and what the store lets a pass do with them."""

from __future__ import annotations

import functools

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QScrollArea, QVBoxLayout, QWidget

from engramma.model.plan import NEVER_AUTO, PlanStep, StepMode
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.models.step_words import MODE_WORDS, step_words
from engramma.ui.theme import TextRole, set_edge, set_menu, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.plan.chosen_plan import ChosenPlan
from engramma.ui.widgets import ElidedLabel, IconLabel, KeyButton

EXPLAINED = (
    "Steps that add or lift run by themselves. Steps that remove, merge or replace wait for you. "
    "A change here is one operation and can be undone."
)


@dataclass(frozen=True, slots=True)
class ModeChosen:
    """A person gave a step another mode."""

    step: PlanStep
    mode: StepMode


class StepPane(QWidget):
    """`step_chosen` carries a PlanStep, `mode_chosen` a ModeChosen; `policy_wanted` asks for the settings."""

    step_chosen = Signal(object)
    mode_chosen = Signal(object)
    policy_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "right")
        self.setAccessibleName("Steps")
        self.rows: dict[PlanStep, StepRow] = {}
        content = QWidget()
        set_surface(content, "panel")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, metrics.space_12)
        column.setSpacing(0)
        for number, step in enumerate(PlanStep, start=1):
            row = StepRow(step, number)
            row.pressed.connect(self.step_chosen)
            row.mode_chosen.connect(self.mode_chosen)
            self.rows[step] = row
            column.addWidget(row)
        words = QLabel(EXPLAINED)
        words.setWordWrap(True)
        words.setContentsMargins(metrics.pane_padding, metrics.space_12, metrics.pane_padding, 0)
        set_text_role(words, TextRole.SMALL, tone="secondary")
        column.addWidget(words)
        self._policy = KeyButton("Change policy…", "", icon_name="sliders")
        self._policy.clicked.connect(self.policy_wanted)
        foot = QHBoxLayout()
        foot.setContentsMargins(metrics.pane_padding, metrics.space_12, metrics.pane_padding, 0)
        foot.addWidget(self._policy)
        foot.addStretch(1)
        column.addLayout(foot)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(content)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName("Steps of the pass")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 1, 0)
        outer.addWidget(area)

    def show_plan(
        self, chosen: ChosenPlan | None, modes: tuple[tuple[PlanStep, StepMode], ...], *, read_only: bool
    ) -> None:
        """Counts and modes of every step."""
        known = dict(modes)
        groups = {group.step: group for group in chosen.groups} if chosen is not None else {}
        for step, row in self.rows.items():
            group = groups.get(step)
            total = len(group.lines) if group is not None else 0
            ticked = chosen.ticked_in(step) if chosen is not None else 0
            row.show_counts(ticked, total)
            row.show_mode(known.get(step), read_only=read_only)

    def mark(self, step: PlanStep | None) -> None:
        """Mark the step that the list is in."""
        for key, row in self.rows.items():
            row.set_marked(marked=key is step)


class StepRow(QWidget):
    """One step; `pressed` carries it."""

    pressed = Signal(object)
    mode_chosen = Signal(object)

    def __init__(self, step: PlanStep, number: int) -> None:
        super().__init__()
        metrics = theme().metrics
        words = step_words(step.value)
        self._step, self._title = step, words.title
        self._total = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tooltip(words.aim))
        set_surface(self, "panel")
        set_edge(self, "bottom")
        place = QLabel(str(number))
        set_text_role(place, TextRole.SMALL, tone="muted", tabular=True)
        place.setFixedWidth(metrics.px(18))
        self._name = ElidedLabel(words.title, TextRole.BODY)
        self._count = ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True, right=True)
        self._mode = QPushButton()
        set_variant(self._mode, "link")
        self._mode.setStyleSheet("QPushButton { text-align: left; }")
        menu = QMenu(self._mode)
        menu.setAccessibleName(f"What a pass does with {words.title}")
        self._modes: dict[StepMode, QAction] = {}
        group = QActionGroup(menu)
        for mode in StepMode:
            if mode is StepMode.AUTO and step in NEVER_AUTO:
                continue
            title = MODE_WORDS[mode]
            action = menu.addAction(title[:1].upper() + title[1:])
            action.setCheckable(True)
            action.triggered.connect(functools.partial(self._choose, mode))
            group.addAction(action)
            self._modes[mode] = action
        set_menu(self._mode, menu)
        self._mode.hide()
        below = QHBoxLayout()
        below.addWidget(self._mode)
        below.addStretch(1)
        text = QVBoxLayout()
        text.setSpacing(metrics.space_2)
        first = QHBoxLayout()
        first.addWidget(self._name, 1)
        first.addWidget(self._count)
        text.addLayout(first)
        text.addLayout(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.pane_padding, metrics.space_6, metrics.pane_padding, metrics.space_6)
        row.setSpacing(metrics.space_4)
        for widget in (place, IconLabel(words.icon, size=metrics.icon)):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        row.addSpacing(metrics.space_4)
        row.addLayout(text, 1)

    @property
    def mode_button(self) -> QPushButton:
        """The button whose menu sets the mode."""
        return self._mode

    def show_counts(self, ticked: int, total: int) -> None:
        """How many are accepted."""
        self._total = total
        self._count.set_text(f"{ticked:,} of {total:,}" if total else "0")
        self._count.set_tone("primary" if total else "muted")
        self._name.set_tone("primary" if total else "muted")
        self.setAccessibleName(f"{self._title}: {ticked:,} of {total:,} accepted")

    def show_mode(self, mode: StepMode | None, *, read_only: bool) -> None:
        """What the store lets a pass do; None while that is not known or of no interest."""
        self._mode.setVisible(mode is not None)
        if mode is None:
            return
        words = MODE_WORDS[mode]
        self._mode.setText(words)
        self._mode.setAccessibleName(f"{self._title}: {words}. Change it")
        self._mode.setEnabled(not read_only)
        action = self._modes.get(mode)
        if action is not None:
            action.setChecked(True)

    def set_marked(self, *, marked: bool) -> None:
        """Mark it as the one that is looked at."""
        set_surface(self, "tint" if marked else "panel")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click goes to its items."""
        if event.button() == Qt.MouseButton.LeftButton and self._total:
            self.pressed.emit(self._step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """So do Enter and Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._total:
            self.pressed.emit(self._step)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Show where the keys are."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._name.set_tone("accent" if event.type() == QEvent.Type.FocusIn else "primary")
        return super().event(event)

    def _choose(self, mode: StepMode, _checked: bool = True) -> None:
        self.mode_chosen.emit(ModeChosen(self._step, mode))
