"""What is different in B: another day, a pending change, or a part of the store. Nothing: then there is no B."""

from __future__ import annotations

import functools

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QWidget

from engramma.model.clock import DAY
from engramma.model.pending_change import PendingChange
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.models.dates import short_day_text
from engramma.ui.theme import TextRole, icon, set_menu, set_text_role, set_variant, theme
from engramma.ui.views.recall.days_slider import DaysSlider
from engramma.ui.views.recall.lab_scopes import SAME, ScopeChoice, scope_choices
from engramma.ui.widgets import Chip, ElidedLabel, StatusBadge

CHANGED_AFTER = 250
LONGEST = 26
CHANGE, SCOPE = "change", "scope"


class OtherSide(QWidget):
    """`changed`: B is another. `change_wanted`: the person wants to name a pending change."""

    changed = Signal()
    change_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self.days = DaysSlider()
        self.change: PendingChange | None = None
        self.scope: ScopeChoice = SAME
        self.now = 0
        self._agents: tuple[str, ...] = ()
        today = QLabel("today")
        set_text_role(today, TextRole.SMALL)
        self._words = ElidedLabel("", TextRole.SMALL)
        self._words.setMinimumWidth(metrics.px(96))
        self._chips = QHBoxLayout()
        self._chips.setSpacing(metrics.space_6)
        self.add_change = QPushButton("Pending change…")
        self.add_change.setIcon(icon("plus"))
        self.add_change.setAccessibleName("Pending change")
        self.add_change.setToolTip(
            "See what the same question would give after a change that is not made yet"
        )
        self.look_at = QPushButton("Scope")
        self.look_at.setAccessibleName("What B looks at")
        for button in (self.add_change, self.look_at):
            set_variant(button, "plain", size="small")
        self._menu = QMenu(self)
        self._group = QActionGroup(self)
        set_menu(self.look_at, self._menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_8)
        row.addWidget(StatusBadge("A", "neutral"))
        row.addWidget(today)
        row.addWidget(self.days, 3)
        row.addWidget(StatusBadge("B", "accent"))
        row.addWidget(self._words, 2)
        row.addLayout(self._chips)
        row.addWidget(self.look_at)
        row.addWidget(self.add_change)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(CHANGED_AFTER)
        self._timer.timeout.connect(self.changed)
        self.days.valueChanged.connect(self._on_days)
        self.add_change.clicked.connect(self.change_wanted)
        self.set_agents(())
        self._tell()

    def set_now(self, now: int) -> None:
        """The day that A is (UTC µs)."""
        self.now = now
        self._tell()

    def set_agents(self, agents: tuple[str, ...]) -> None:
        """Offer the sessions of these agents to look at."""
        self._agents = agents
        self._menu.clear()
        for choice in scope_choices(agents):
            action = self._menu.addAction(choice.title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(choice.key == self.scope.key)
            self._group.addAction(action)
            action.triggered.connect(functools.partial(self._on_scope, choice))
            if choice is SAME:
                self._menu.addSeparator()

    def set_days(self, days: int) -> None:
        """Another day for B; 0 for today."""
        self.days.setValue(days)

    def set_change(self, change: PendingChange | None) -> None:
        """Another pending change for B, or none."""
        if change != self.change:
            self.change = change
            self._tell()
            self.changed.emit()

    def restore(self, *, days: int | None, scope_key: str | None) -> None:
        """Another day and another scope by its key, without saying so; None, or an unknown key, leaves it."""
        if days is not None:
            self.days.blockSignals(True)
            self.days.setValue(days)
            self.days.blockSignals(False)
        for choice in scope_choices(self._agents):
            if choice.key == scope_key:
                self._choose(choice)
        self._tell()

    def choose_scope(self, key: str) -> None:
        """Let B look at something by its key."""
        for choice in scope_choices(self._agents):
            if choice.key == key:
                self._on_scope(choice)

    def _on_scope(self, choice: ScopeChoice, _checked: bool = True) -> None:
        self._choose(choice)
        self._tell()
        self.changed.emit()

    def _choose(self, choice: ScopeChoice) -> None:
        self.scope = choice
        for action, known in zip(self._group.actions(), scope_choices(self._agents), strict=False):
            action.setChecked(known.key == choice.key)

    def _on_days(self, _days: int) -> None:
        self._tell()
        self._timer.start()

    def _tell(self) -> None:
        days = self.days.value()
        then = self.now + days * DAY
        when = f"{short_day_text(then, self.now)}, in {days} days" if days and self.now else "today"
        none = not days and self.change is None and self.scope is SAME
        self._words.set_text("nothing different yet" if none else when)
        self.add_change.setVisible(self.change is None)
        self.look_at.setVisible(self.scope is SAME)
        self._words.set_tone("muted" if none else "primary")
        while (item := self._chips.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if self.change is not None:
            self._chip(self.change.words, key=CHANGE)
        if self.scope is not SAME:
            self._chip(self.scope.words, key=SCOPE)

    def _chip(self, words: str, *, key: str) -> None:
        short = words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"
        chip = Chip(short, field="with" if key == CHANGE else "among", key=key)
        chip.setAccessibleName(f"B: {words}")
        chip.setToolTip(tooltip(words))
        chip.removed.connect(self._on_removed)
        chip.activated.connect(self._on_activated)
        chip.setFixedWidth(chip.sizeHint().width())
        self._chips.addWidget(chip)

    def _on_removed(self, key: str) -> None:
        if key == CHANGE:
            self.set_change(None)
        else:
            self._on_scope(SAME)

    def _on_activated(self, key: str) -> None:
        if key == CHANGE:
            self.change_wanted.emit()
        else:
            self._menu.popup(self.mapToGlobal(self.rect().bottomRight()))
