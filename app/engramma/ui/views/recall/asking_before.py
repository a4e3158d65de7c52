"""Joins the question row with what was asked before: the agents in the menu, and their questions to run again."""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject

from engramma.model.recall_asking import AskedQuestion
from engramma.ui.bridge import WindowContext
from engramma.ui.views.recall.asked_popup import AskedPopup
from engramma.ui.views.recall.question_row import QuestionRow
from engramma.ui.views.recall.reading import AskedBefore, read_asked_before

KEY = "asked before"


class AskingBefore(QObject):
    """Reads in jobs; asks through the row."""

    def __init__(self, context: WindowContext, row: QuestionRow) -> None:
        super().__init__(row)
        self._context, self._row = context, row
        self.popup: AskedPopup | None = None
        row.before_wanted.connect(self.open)

    def refresh(self) -> None:
        """Read who asked."""
        store = self._context.store
        if store is None:
            self._row.asker.set_askers(())
            return
        self._row.other.set_now(store.clock.now())
        work = functools.partial(read_asked_before, store, "")
        self._context.jobs.read("Read who asked", work, self._take, key=KEY)

    def open(self) -> None:
        """List the questions of whom the person asks as, or everybody's."""
        store = self._context.store
        if store is not None:
            work = functools.partial(read_asked_before, store, self._row.asker.actor)
            self._context.jobs.read("Read what was asked", work, self._show, key=KEY)

    def _take(self, before: AskedBefore) -> None:
        self._row.asker.set_askers(before.askers)
        agents = [asker.name for asker in before.askers if asker.actor.startswith("agent:")]
        self._row.other.set_agents(tuple(sorted(agents)))

    def _show(self, before: AskedBefore) -> None:
        self._take(before)
        store = self._context.store
        if store is None:
            return
        name = self._row.asker.actor.removeprefix("agent:")
        title = f"What {name} asked" if name else "What agents asked"
        self.popup = AskedPopup(self._row, title=title, now=store.clock.now())
        self.popup.chosen.connect(self._on_chosen)
        self.popup.open_below(self._row.line, before.questions)

    def _on_chosen(self, asked: AskedQuestion) -> None:
        self._row.put(asked.question)
        self._row.ask_as(asked.actor, budget=asked.budget, mode=asked.mode)
        self._row.asked.emit()
