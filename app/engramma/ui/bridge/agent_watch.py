"""Which agents are connected to the open store: looked at quietly, for the status bar and Live.

Every second while somebody is there or Live is in front, else now and then, and when somebody else wrote.

Connections come and go without an operation, and a process may die without a word, so the change feed says nothing.
One for each window, made by `agent_watch`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.errors import EngrammaError
from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.agent import Agent
    from engramma.model.changes import ChangeNotice
    from engramma.model.progress import CancelToken, Report
    from engramma.ui.bridge.context import WindowContext

EVERY, SELDOM, AFTER_CHANGE, AFTER_OPENING = 1_000, 4_000, 100, 1_500
KEY = "agents"


@dataclass(frozen=True, slots=True)
class AgentRoll:
    """All agents that were ever connected."""

    agents: tuple[Agent, ...]

    @property
    def here(self) -> int:
        """How many are connected."""
        return sum(1 for agent in self.agents if agent.connections)

    @property
    def paused(self) -> int:
        """How many a person paused."""
        return sum(1 for agent in self.agents if agent.standing.paused)

    @property
    def words(self) -> str:
        """ "3 agents, 1 paused", "no agents"."""
        here = "1 agent" if self.here == 1 else f"{self.here} agents" if self.here else "no agents"
        return f"{here}, {self.paused} paused" if self.paused else here


class AgentWatch(QObject):
    """`changed` carries the AgentRoll, or None without a store; only when it says something new."""

    changed = Signal(object)

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context
        self.roll: AgentRoll | None = None
        self._eager = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.look)
        context.store_changed.connect(self._on_store)
        context.data_changed.connect(self._on_data)
        self._on_store()

    def look(self) -> None:
        """Look now."""
        self._timer.stop()
        store = self._context.store
        if store is not None:
            work = functools.partial(read_roll, store)
            self._context.jobs.read(
                "Look who is connected", work, self._take, failed=self._on_failed, key=KEY
            )

    def _take(self, roll: AgentRoll) -> None:
        self._timer.start(EVERY if self._eager or roll.here else SELDOM)
        if roll != self.roll:
            self.roll = roll
            self.changed.emit(roll)

    def _on_failed(self, error: Exception) -> None:
        """Whatever is wrong with the store is told by those who work on it; only what nobody expects is told here."""
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)

    def set_eager(self, eager: bool) -> None:
        """Whether somebody watches closely."""
        self._eager = eager
        if eager:
            self.look()

    def _on_data(self, notice: ChangeNotice) -> None:
        if not notice.own and self._timer.remainingTime() > AFTER_CHANGE:
            self._timer.start(AFTER_CHANGE)

    def _on_store(self) -> None:
        self._timer.stop()
        if self.roll is not None:
            self.roll = None
            self.changed.emit(None)
        if self._context.store is not None:
            self._timer.start(AFTER_OPENING)


def agent_watch(context: WindowContext) -> AgentWatch:
    """The one of this window."""
    return context.findChild(AgentWatch) or AgentWatch(context)


def read_roll(store: MemoryStore, _report: Report, _cancel: CancelToken) -> AgentRoll:
    """Who is there now."""
    return AgentRoll(store.agents.list())
