"""How many agents are connected, in the status bar; opens Live."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton

from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.agent_watch import AgentRoll, agent_watch
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import icon, set_variant, theme


class AgentButton(QPushButton):
    """Hidden until something is known."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        watch = agent_watch(context)
        metrics = theme().metrics
        set_variant(self, "flat", size="small")
        self.setIconSize(QSize(metrics.icon, metrics.icon))
        self.setFixedHeight(metrics.px(22))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Agents")
        self.clicked.connect(self._on_clicked)
        watch.changed.connect(self.show_roll)
        self.show_roll(watch.roll)

    def show_roll(self, roll: AgentRoll | None) -> None:
        """Say who is there."""
        self.setVisible(roll is not None)
        if roll is None:
            return
        tone = "warning" if roll.paused else "accent" if roll.here else "text_secondary"
        self.setIcon(icon("robot", tone))
        words = roll.words
        self.setText(f" {words[:1].upper()}{words[1:]}")
        self.setAccessibleName(f"Agents: {words}. Show Live")
        names = ", ".join(agent.name for agent in roll.agents if agent.connections)
        self.setToolTip(tooltip(f"Connected: {names}" if names else "No agent is connected; Live shows how"))

    def _on_clicked(self) -> None:
        self._context.run("view.live")
