"""Carries out what a person does about agents and their acts, in jobs: allow, undo, decide, judge, pin, correct."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.operation import UndoResult
from engramma.model.watching import Act
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.live.agent_card import Allowed
from engramma.ui.views.live.reading import ActLine, HitLine, decide, take_back
from engramma.ui.views.recall.reading import Judged, judge_hit

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report


class Acting(QObject):
    """`judged` carries the id of an act, the place of a hit and the verdict on it, None for none.

    `standing_set`: what agents may do was changed, which is no operation and so no news of the store.
    """

    judged = Signal(object)
    standing_set = Signal()

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def press(self, key: str, line: ActLine, memory_id: int | None) -> None:
        """Do what a button of the side asks for, about an act and the memory that is looked at."""
        made = line.act.proposal
        acts: dict[str, Callable[[], None]] = {
            "ask": functools.partial(self.ask_again, line),
            "undo": functools.partial(self.take_back, line.act),
            "activity": functools.partial(self.show_in_activity, line.act),
            "review": functools.partial(self._context.open_view, "review"),
        }
        if memory_id is not None:
            acts["show"] = functools.partial(self._context.show_memory, memory_id)
            for name in ("pin", "correct"):
                acts[name] = functools.partial(self.run_on, memory_id, f"memory.{name}")
        if made is not None and made.waits:
            if made.undoable:
                acts["accept"] = functools.partial(self.decide, made.id, accept=True)
            acts["reject"] = functools.partial(self.decide, made.id, accept=False)
        if key in acts:
            acts[key]()

    def allow(self, wanted: tuple[Allowed, ...]) -> None:
        """Let agents do so much from their next call on."""
        store = self._context.store
        if store is not None and wanted:
            words = _allowed_words(wanted)
            done = functools.partial(self._on_allowed, words)
            self._context.jobs.write("Set what agents may do", functools.partial(allow, store, wanted), done)

    def _on_allowed(self, words: str, _none: None) -> None:
        self._context.toast(words, icon="robot")
        self.standing_set.emit()

    def take_back(self, act: Act) -> None:
        """Undo a write, or show in Activity what stands in the way."""
        store = self._context.store
        if store is not None:
            work = functools.partial(take_back, store, act.id)
            self._context.jobs.write("Undo an agent's act", work, self._on_taken_back)

    def _on_taken_back(self, result: UndoResult) -> None:
        if result.operation_id is None and result.conflicts:
            self._context.run("edit.undo", operation_id=result.undone)
            return
        self._context.toast(f"Took back: {result.label}", icon="arrow-u-up-left", undo=True)

    def decide(self, proposal_id: int, *, accept: bool) -> None:
        """Answer what an agent asked for."""
        store = self._context.store
        if store is not None:
            work = functools.partial(decide, store, proposal_id, accept)
            self._context.jobs.write("Decide", work, self._on_decided)

    def _on_decided(self, accepted: bool) -> None:
        self._context.toast("Accepted: it is done" if accepted else "Rejected: left as it is", undo=True)

    def judge(self, line: ActLine, hit: HitLine, verdict: bool | None) -> None:
        """Say that a hit is right or wrong for the question; None takes that back."""
        store, recall = self._context.store, line.act.recall
        if store is None or recall is None:
            return
        work = functools.partial(judge_hit, store, recall.question, (hit.type, hit.id), verdict)
        done = functools.partial(self._on_judged, line.id, hit.place, verdict)
        self._context.jobs.write("Keep a verdict", work, done)

    def _on_judged(self, act_id: int, place: int, verdict: bool | None, _judged: Judged) -> None:
        self.judged.emit((act_id, place, verdict))
        said = {True: "right", False: "wrong", None: "not judged"}[verdict]
        self._context.toast(f"Hit {place}: {said}; kept as a check of recall", icon="check-square-offset")

    def run_on(self, memory_id: int, command: str) -> None:
        """Run a command on a memory."""
        self._context.select(Selection.one("memory", memory_id))
        self._context.run(command, ids=(memory_id,))

    def ask_again(self, line: ActLine) -> None:
        """Ask the question of a recall in the Recall Lab, in the way of that agent."""
        recall = line.act.recall
        if recall is not None:
            self._context.run(
                "recall.ask_as",
                question=recall.question,
                actor=recall.actor,
                budget=recall.budget,
                mode=recall.mode,
            )

    def show_in_activity(self, act: Act) -> None:
        """Go to the operation."""
        self._context.open_view("activity")
        self._context.select(Selection.one("operation", act.id))


def allow(store: MemoryStore, wanted: tuple[Allowed, ...], _report: Report, _cancel: CancelToken) -> None:
    """Set what agents may do."""
    for one in wanted:
        store.agents.limit(one.name, one.scope)
        store.agents.pause(one.name, paused=one.paused)


def _allowed_words(wanted: tuple[Allowed, ...]) -> str:
    who = wanted[0].name if len(wanted) == 1 else f"{len(wanted)} agents"
    one = wanted[0]
    if one.paused:
        return f"{who}: writes are refused until you say otherwise"
    if len(wanted) > 1:
        return f"{who} may go on"
    may = {"write": "may write", "propose": "may only propose", "read": "may only read"}
    return f"{who} {may[one.scope.value]} from now on"
