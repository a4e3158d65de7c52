"""Live: who is connected, and what agents ask, are told and write, as it happens; put right from here."""

from __future__ import annotations

import functools
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from engramma.model.changes import ChangeNotice
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.bridge.agent_watch import agent_watch
from engramma.ui.views.live.act_feed import ActFeed
from engramma.ui.views.live.acting import Acting
from engramma.ui.views.live.agent_card import Allowed
from engramma.ui.views.live.live_actions import (
    AskAgain,
    ChooseHit,
    Decide,
    Judge,
    OpenReview,
    ShowMemory,
    TakeBack,
    Unfold,
)
from engramma.ui.views.live.page_keys import BUTTONS, VERDICTS
from engramma.ui.views.live.page_layout import LiveLayout
from engramma.ui.views.live.pausing import PausedTogether
from engramma.ui.views.live.reading import ActLine
from engramma.ui.views.rows import Activation, Chosen


class LivePage(LiveLayout):
    """One of the window's pages; see `WindowContext` for what it follows."""

    view_name = "live"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(self._now, parent)
        self._context = context
        self._due = True
        self._together = PausedTogether()
        self.acting = Acting(context, self)
        self.feed = ActFeed(context, self)
        self._connect()

    def _connect(self) -> None:
        self._context.store_changed.connect(self._on_store)
        self._context.data_changed.connect(self._on_data)
        self._context.query_changed.connect(self._show)
        agent_watch(self._context).changed.connect(self._look_soon)
        self.feed.changed.connect(self._on_feed)
        self.feed.details_read.connect(self._show_side)
        self.head.pause_wanted.connect(functools.partial(self._context.run, "agents.pause_all"))
        self.head.connect_wanted.connect(self.show_connect)
        self.head.follow_changed.connect(self._on_follow)
        self.empty.action_triggered.connect(self.show_connect)
        self.strip.allowed.connect(self._on_allowed)
        self.strip.only_wanted.connect(self._on_only)
        self.filter.chosen.connect(self._start_over)
        self.list.activated_target.connect(self._act)
        self.list.chosen.connect(self._on_chosen)
        self.list.verticalScrollBar().actionTriggered.connect(self._on_scrolled)
        self.list.near_end.connect(self.feed.read_older)
        self.side.wanted.connect(self._on_wanted)
        self.acting.judged.connect(self._on_judged)
        self.acting.standing_set.connect(agent_watch(self._context).look)

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        if self._due:
            self._reload()
        self.list.setFocus()
        self._tell_results()

    def save_state(self) -> dict[str, Any]:
        """What is listed, and whether it follows."""
        return {"did": self.filter.choice.value, "follow": self.head.follow.isChecked()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what `save_state` gave; what cannot be read is left as it is."""
        if isinstance(state.get("did"), str):
            self.filter.set_did(state["did"])
            self.feed.did = self.filter.did
        if isinstance(state.get("follow"), bool):
            self.head.follow.setChecked(state["follow"])

    def refresh(self) -> None:
        """Look at everything anew."""
        self._reload()

    def showEvent(self, event: QShowEvent) -> None:
        """Load what became due while nobody looked."""
        super().showEvent(event)
        agent_watch(self._context).set_eager(True)
        if self._due:
            self._reload()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody watches closely any more."""
        super().hideEvent(event)
        agent_watch(self._context).set_eager(False)

    # Following the store

    def _now(self) -> int:
        store = self._context.store
        return 0 if store is None else store.clock.now()

    @property
    def _writable(self) -> bool:
        return self._context.store is not None and not self._context.store.read_only

    def _on_store(self) -> None:
        self.feed.forget()
        self.rows.forget()
        self.list.start_over()
        self._show()
        self._look_soon()

    def _on_data(self, _notice: ChangeNotice) -> None:
        self._look_soon()

    def _look_soon(self, _roll: object = None) -> None:
        self._due = True
        if self.isVisible():
            self.feed.soon()

    def _reload(self) -> None:
        self._due = False
        self.feed.reload()

    # Showing

    def _on_feed(self) -> None:
        self._due = False
        self._show()
        self.feed.ask_changes(self.current)

    def _show(self) -> None:
        read, now = self.feed.read, self._now()
        agents = () if read is None else read.agents
        counts = {} if read is None else dict(read.counts)
        self.head.show_agents(agents, counts, writable=self._writable)
        self.strip.show_agents(agents, now=now, writable=self._writable, only=self.feed.actor)
        self.filter.show_counts(counts, searched=bool(self._context.query))
        self.model.show(self.feed.lines)
        if self.head.follow.isChecked() and self.feed.lines:
            self.list.show_at_top(self.feed.lines[0].id)
        nobody = not agents and not self.feed.lines and self.filter.did is None and not self.feed.actor
        self.show_filled(filled=not nobody, store_open=self._context.store is not None)
        self._show_side()
        self._tell_results()

    def _show_side(self) -> None:
        line = self.current
        self.side.show_act(
            line, place=self.place, changes=self.feed.changes_of(line), writable=self._writable
        )

    def _tell_results(self) -> None:
        if self.isVisible() and self.feed.read is not None:
            total = sum(self.feed.read.counts.values())
            self._context.set_results_text(f"{total:,} act{'' if total == 1 else 's'} of agents today")

    # What is looked at

    def look_at(self, act_id: int, *, unfold: bool = False) -> None:
        """Go to an act of the list, unfolded if wanted."""
        if self.model.row_of(act_id) < 0:
            return
        if unfold:
            self.rows.opened.add(act_id)
            self.list.row_changed(act_id)
        self.list.choose(act_id)
        self._on_chosen(Chosen(act_id))

    def _on_chosen(self, _chosen: Chosen) -> None:
        # Who reads one act does not want the list to run away under it.
        if self.list.currentIndex().row() > 0:
            self.head.follow.setChecked(False)
        line = self.current
        self.feed.ask_changes(line)
        self._show_side()
        if line is not None:
            self._select(line)

    def _select(self, line: ActLine) -> None:
        memory_id = self.memory_id
        kept = (
            Selection.one("operation", line.id) if memory_id is None else Selection.one("memory", memory_id)
        )
        self._context.select(kept)

    def _on_scrolled(self, _action: int) -> None:
        """By wheel or bar, not by new acts: who looks further down is left there."""
        if self.list.verticalScrollBar().sliderPosition() > 0:
            self.head.follow.setChecked(False)

    def _on_follow(self, follows: bool) -> None:
        if follows and self.feed.lines:
            self.list.show_at_top(self.feed.lines[0].id)

    def _start_over(self, _key: str) -> None:
        self.list.start_over()
        self.feed.start_over(self.filter.did, self.feed.actor)

    def _on_only(self, actor: str) -> None:
        self.list.start_over()
        self.feed.start_over(self.filter.did, actor)

    # What a person did

    def _act(self, activation: Activation) -> None:
        act_id = activation.key
        line = self.model.line(act_id)
        if line is None or not isinstance(act_id, int):
            return
        match activation.action:
            case Unfold():
                self.rows.opened.symmetric_difference_update({act_id})
                self.list.row_changed(act_id)
                if act_id in self.rows.opened and act_id != self.feed.lines[0].id:
                    self.head.follow.setChecked(False)
            case ChooseHit(_, place):
                self._choose_hit(act_id, place)
            case ShowMemory(memory_id):
                self._context.show_memory(memory_id)
            case TakeBack():
                self.acting.take_back(line.act)
            case Decide(proposal_id, accept):
                self.acting.decide(proposal_id, accept=accept)
            case OpenReview():
                self._context.open_view("review")
            case AskAgain():
                self.acting.ask_again(line)
            case Judge(_, right):
                self.judge(right)

    def _choose_hit(self, act_id: int, place: int) -> None:
        self.rows.places[act_id] = place
        self.list.choose(act_id)
        self.list.row_changed(act_id)
        self._on_chosen(Chosen(act_id))

    def judge(self, right: bool) -> None:
        """Mark the hit that is looked at; the same again takes it back."""
        line, hit = self.current, self.hit
        if line is not None and hit is not None and self._writable:
            before = self.rows.verdicts.get((line.id, hit.place))
            self.acting.judge(line, hit, None if before is right else right)

    def _on_judged(self, judged: tuple[int, int, bool | None]) -> None:
        self.rows.keep_verdict(*judged)
        self.list.row_changed(judged[0])

    def _on_allowed(self, allowed: Allowed) -> None:
        self.acting.allow((allowed,))

    def pause_all(self) -> None:
        """Pause every agent; when all are paused, let those go on that were paused together."""
        roll = agent_watch(self._context).roll
        known = {agent.name: agent for agent in (() if roll is None else roll.agents)}
        if self.feed.read is not None:
            known |= {line.agent.name: line.agent for line in self.feed.read.agents}
        self.acting.allow(self._together.turn(tuple(known.values())))

    def show_connect(self) -> None:
        """Show how an agent is connected."""
        store = self._context.store
        if store is not None:
            self.open_connect(store.path)

    def _on_wanted(self, key: str) -> None:
        if self.current is not None:
            self.acting.press(key, self.current, self.memory_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters press the buttons of the side while the list has the keys."""
        key = Qt.Key(event.key())
        name = BUTTONS.get(key, "")
        if event.modifiers() or not self.list.hasFocus():
            super().keyPressEvent(event)
        elif key in VERDICTS:
            self.judge(VERDICTS[key])
        elif (button := self.side.buttons.get(name)) is not None and button.isEnabled():
            self._on_wanted(name)
        else:
            super().keyPressEvent(event)
