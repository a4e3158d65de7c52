"""In whose way a question is asked: the person's own, or that of an agent whose recalls were recorded."""

from __future__ import annotations

import functools

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engramma.model.recall_asking import Asker
from engramma.ui.theme import icon, set_menu, set_variant, theme
from engramma.ui.theme.icon_names import ACTOR_ICONS

YOU = "you"


class AskerButton(QPushButton):
    """`chosen` carries the Asker whose budget and mode are to be taken over, or None for the person."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._askers: tuple[Asker, ...] = ()
        self.actor = ""
        self._list = QMenu(self)
        self._group = QActionGroup(self)
        set_variant(self, "plain", size="small")
        self.setIconSize(QSize(metrics.icon, metrics.icon))
        self.setToolTip(
            "Ask with the budget and in the mode in which an agent asked last. Nothing is recorded."
        )
        set_menu(self, self._list)
        self.set_askers(())

    def set_askers(self, askers: tuple[Asker, ...]) -> None:
        """Offer these."""
        self._askers = askers
        self._list.clear()
        self._add("", YOU, "user")
        if askers:
            self._list.addSeparator()
        for asker in askers:
            times = "once" if asker.asked == 1 else f"{asker.asked:,} times"
            kind = asker.actor.partition(":")[0]
            self._add(asker.actor, f"{asker.name}, asked {times}", ACTOR_ICONS.get(kind, "user"))
        self._name()

    def set_actor(self, actor: str) -> None:
        """Go by an actor, without saying so."""
        self.actor = actor
        for action in self._group.actions():
            action.setChecked(action.data() == actor)
        self._name()

    def _add(self, actor: str, words: str, icon_name: str) -> None:
        action = self._list.addAction(icon(icon_name), words.replace("&", "&&"))
        action.setData(actor)
        action.setCheckable(True)
        action.setChecked(actor == self.actor)
        self._group.addAction(action)
        action.triggered.connect(functools.partial(self._on_chosen, actor))

    def _on_chosen(self, actor: str, _checked: bool = True) -> None:
        self.set_actor(actor)
        self.chosen.emit(next((asker for asker in self._askers if asker.actor == actor), None))

    def _name(self) -> None:
        name = self.actor.removeprefix("agent:") or YOU
        kind = self.actor.partition(":")[0] or "person"
        self.setText(name.replace("&", "&&"))
        self.setIcon(icon(ACTOR_ICONS.get(kind, "user")))
        self.setAccessibleName(f"Asked as {name}")
