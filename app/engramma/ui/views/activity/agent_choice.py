"""Which agent's operations are listed: a small button with a menu, beside the segments, where there are several."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engramma.ui.theme import icon, set_menu, set_variant
from engramma.ui.theme.icon_names import ACTOR_ICONS
from engramma.ui.views.activity.actors import Group, actor_name, group_of

EVERY = "All agents"


class AgentChoice(QPushButton):
    """`chosen` carries the actor, "" for every agent."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.actor = ""
        self._offered: tuple[tuple[str, int], ...] | None = None
        self._list = QMenu(self)
        self._group = QActionGroup(self)
        set_variant(self, "plain", size="small")
        self.setToolTip("List what one agent did")
        set_menu(self, self._list)
        self._name()
        self.hide()

    def set_actor(self, actor: str) -> None:
        """List this agent from now on, without saying so."""
        self.actor = actor
        for action in self._group.actions():
            action.setChecked(action.data() == actor)
        self._name()

    def offer(self, counts: Mapping[str, int], *, wanted: bool) -> None:
        """Offer the agents among these actors, the busiest first; it shows if `wanted` and there is a choice."""
        agents = [(actor, count) for actor, count in counts.items() if group_of(actor) is Group.AGENTS]
        offered = tuple(sorted(agents, key=lambda one: (-one[1], one[0])))
        if offered != self._offered:
            self._offered = offered
            self._list.clear()
            self._add("", EVERY)
            for actor, count in offered:
                self._add(actor, f"{actor_name(actor)}, {count:,}")
        self.setVisible(wanted and (len(offered) > 1 or bool(self.actor)))

    def _add(self, actor: str, words: str) -> None:
        action = self._list.addAction(icon(ACTOR_ICONS["agent"]), words.replace("&", "&&"))
        action.setData(actor)
        action.setCheckable(True)
        action.setChecked(actor == self.actor)
        self._group.addAction(action)
        action.triggered.connect(functools.partial(self._on_chosen, actor))

    def _on_chosen(self, actor: str, _checked: bool = True) -> None:
        self.set_actor(actor)
        self.chosen.emit(actor)

    def _name(self) -> None:
        name = actor_name(self.actor) if self.actor else EVERY
        self.setText(name.replace("&", "&&"))
        self.setAccessibleName(f"Agent: {name}")
