"""The commands on agents: show them live, pause them all, say how one is connected, ask again what one asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.agent_watch import agent_watch
from engramma.ui.theme.icon_names import VIEW_ICONS
from engramma.ui.window.centre import Centre

if TYPE_CHECKING:
    from engramma.ui.views.live.page import LivePage
    from engramma.ui.views.recall.view import RecallView


class AgentCommands(QObject):
    """`view.live`, `agents.pause_all`, `agents.connect`, `recall.ask_as`."""

    def __init__(self, context: WindowContext, centre: Centre) -> None:
        super().__init__(centre)
        self._context, self._centre = context, centre
        self._watch = agent_watch(context)

    def commands(self) -> tuple[Command, ...]:
        """One of the menu View, the others of the menu Store."""
        return (
            Command(
                "view.live",
                "Live: agents",
                self.show,
                menu="View",
                keys=("Ctrl+Shift+A",),
                icon=VIEW_ICONS["live"],
                when=may.store_open,
                checked=_in_front,
            ),
            Command(
                "agents.pause_all",
                "Pause all agents",
                self.pause_all,
                menu="Store",
                keys=("Ctrl+.",),
                icon="pause",
                when=self._may_pause,
                label=self._pause_label,
                group=5,
            ),
            Command(
                "agents.connect",
                "Connect an agent…",
                self.connect_agent,
                menu="Store",
                icon="plus",
                when=may.store_open,
                group=5,
            ),
            Command("recall.ask_as", "Ask again as an agent", self.ask_as, icon="flask", when=self._asked),
        )

    def show(self) -> None:
        """Bring Live to the front."""
        self._context.open_view("live")

    def _page(self) -> LivePage:
        return cast("LivePage", self._centre.view("live"))

    def pause_all(self) -> None:
        """Pause everybody, or let everybody go on."""
        self._page().pause_all()

    def connect_agent(self) -> None:
        """Show how."""
        self.show()
        self._page().show_connect()

    def ask_as(
        self, question: str = "", actor: str = "", *, budget: int | None = None, mode: str = ""
    ) -> None:
        """Ask the Recall Lab what an agent asked, in its way; without a question, what Live looks at."""
        if not question:
            page = self._page()
            if page.current is not None:
                page.acting.ask_again(page.current)
            return
        state: dict[str, object] = {"question": question, "as": actor}
        if budget:
            state["budget"] = budget
        if mode:
            state["mode"] = mode
        lab = cast("RecallView", self._centre.view("recall"))
        lab.restore_state(state)
        self._context.open_view("recall")
        lab.ask()

    def _may_pause(self, situation: Situation) -> str:
        known = self._watch.roll is not None and self._watch.roll.agents
        return may.writable(situation) or ("" if known else "no agent has been here")

    def _pause_label(self, _situation: Situation) -> str:
        roll = self._watch.roll
        stopped = roll is not None and roll.agents and roll.paused == len(roll.agents)
        return "Let all agents go on" if stopped else "Pause all agents"

    def _asked(self, situation: Situation) -> str:
        return may.store_open(situation) or ("" if situation.view == "live" else "Live is not in front")


def _in_front(situation: Situation) -> bool:
    return situation.view == "live"
