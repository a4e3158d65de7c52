"""The cards of the agents, side by side; those that are here come first."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engramma.ui.theme import set_edge, set_surface, theme
from engramma.ui.views.live.agent_card import NARROWEST, TIGHTEST, AgentCard
from engramma.ui.views.live.reading import AgentLine

MOST = 12


class AgentStrip(QWidget):
    """`allowed` and `only_wanted`: see the cards."""

    allowed = Signal(object)
    only_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "base")
        set_edge(self, "bottom")
        self.cards: dict[str, AgentCard] = {}
        content = QWidget()
        set_surface(content, "base")
        self._row = QHBoxLayout(content)
        padding = metrics.pane_padding
        self._row.setContentsMargins(padding, metrics.space_12, padding, metrics.space_12)
        self._row.setSpacing(metrics.space_12)
        self._row.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setWidget(content)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setAccessibleName("Agents")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 1)
        column.addWidget(self._area)

    def show_agents(self, lines: tuple[AgentLine, ...], *, now: int, writable: bool, only: str = "") -> None:
        """Bring the cards up to date; a card that somebody uses stays the same widget."""
        lines = lines[:MOST]
        names = [line.agent.name for line in lines]
        for name in [name for name in self.cards if name not in names]:
            card = self.cards.pop(name)
            self._row.removeWidget(card)
            card.hide()
            card.deleteLater()
        for place, line in enumerate(lines):
            if line.agent.name not in self.cards:
                made = self.cards[line.agent.name] = AgentCard(line.agent.name)
                made.allowed.connect(self.allowed)
                made.only_wanted.connect(self.only_wanted)
            card = self.cards[line.agent.name]
            if self._row.indexOf(card) != place:
                self._row.removeWidget(card)
                self._row.insertWidget(place, card, 100)
                card.show()
            card.show_line(line, now=now, writable=writable)
            card.set_only(line.agent.actor == only)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fewer of them are cut off in a narrow window."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Tight cards where the others have no room, and a scroll bar only where these have none, either."""
        if not self.cards:
            return
        metrics, cards = theme().metrics, tuple(self.cards.values())
        rest = 2 * metrics.pane_padding + (len(cards) - 1) * metrics.space_12
        tight = self.width() < rest + len(cards) * metrics.px(NARROWEST)
        for card in cards:
            card.set_tight(tight=tight)
        tall = max(card.sizeHint().height() for card in cards)
        cut = self.width() < rest + len(cards) * metrics.px(TIGHTEST)
        bar = self._area.horizontalScrollBar().sizeHint().height() if cut else 0
        self._area.setFixedHeight(tall + 2 * metrics.space_12 + bar)
