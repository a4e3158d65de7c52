"""The Recall Lab: joins question, hits, budget, near misses and the reasons for the hit that is looked at."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engramma.model.changes import ChangeNotice
from engramma.model.clock import to_local
from engramma.model.recall import ItemType
from engramma.model.recall_check import RecallCheck
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.theme import set_surface
from engramma.ui.views.recall.budget_strip import BudgetStrip
from engramma.ui.views.recall.check_panel import CheckPanel
from engramma.ui.views.recall.hit_list import HitHeader, HitList
from engramma.ui.views.recall.lab_head import LabHead
from engramma.ui.views.recall.misses import Misses
from engramma.ui.views.recall.question_row import QuestionRow
from engramma.ui.views.recall.reading import (
    Checks,
    Judged,
    LabAnswer,
    LabRow,
    ask_lab,
    judge_hit,
    read_checks,
    remove_check,
    run_checks,
)
from engramma.ui.views.recall.why import Why
from engramma.ui.widgets import EmptyState

LOOK_AFTER = 500
NOTHING_ASKED = "Ask what an agent would ask"
WHAT_IT_SHOWS = (
    "You see which memories and turns would come, why each of them did, what nearly came, and what fits the "
    "token budget. Looking changes nothing."
)


class RecallView(QWidget):
    """One of the window's views; see `WindowContext` for what it follows. Nothing here rehearses."""

    view_name = "recall"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.answer: LabAnswer | None = None
        self._check: RecallCheck | None = None
        self.setAccessibleName("Recall Lab")
        self.question, self.header, self.hits = QuestionRow(), HitHeader(), HitList()
        self.budget, self.misses, self.why = BudgetStrip(), Misses(), Why()
        self.head, self.checks = LabHead(), CheckPanel()
        self.checks.hide()
        self.empty = EmptyState("flask", NOTHING_ASKED, sentence=WHAT_IT_SHOWS)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_AFTER)
        self._timer.timeout.connect(self._ask_again)
        self._place()
        self._connect()
        self._show(None)

    def _place(self) -> None:
        found = QWidget()
        set_surface(found, "base")
        below = QVBoxLayout(found)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.header)
        below.addWidget(self.hits, 1)
        below.addWidget(self.budget)
        below.addWidget(self.misses)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(found)
        centre = QVBoxLayout()
        centre.setSpacing(0)
        centre.addWidget(self.head)
        centre.addWidget(self.question)
        centre.addWidget(self.checks)
        centre.addWidget(self._stack, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(centre, 1)
        outer.addWidget(self.why)
        self.setFocusProxy(self.question.line)

    def _connect(self) -> None:
        self._context.store_changed.connect(self._on_store)
        self._context.data_changed.connect(self._on_data)
        self.question.asked.connect(self.ask)
        self.question.line.down.connect(self.hits.setFocus)
        self.hits.current_row.connect(self._on_row)
        self.hits.opened.connect(self._on_opened)
        self.why.judged.connect(self.judge)
        self.why.wanted.connect(self._context.run)
        self.why.source.connect(self.open_source)
        self.head.checks_shown.connect(self._on_checks_shown)
        self.checks.chosen.connect(self._on_check_chosen)
        self.checks.removed.connect(self._on_check_removed)
        self.checks.run_all.connect(self._run_checks)

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        self._tell_results()
        self._select()
        self._read_checks()

    def save_state(self) -> dict[str, Any]:
        """The question and how it is asked."""
        asked = self.question
        return {
            "question": asked.line.text(),
            "mode": asked.mode.value,
            "ahead": asked.ahead.value,
            "hits": asked.hits.value(),
            "budget": asked.budget.value(),
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what `save_state` gave; what cannot be read is left as it is."""
        asked = self.question
        if isinstance(state.get("question"), str):
            asked.put(state["question"])
        for control, key in ((asked.mode, "mode"), (asked.ahead, "ahead")):
            if state.get(key) in control.keys:
                control.set_value(state[key])
        for field, key in ((asked.hits, "hits"), (asked.budget, "budget")):
            if isinstance(state.get(key), int):
                field.setValue(state[key])

    def refresh(self) -> None:
        """Ask what stands in the line again."""
        self.ask()

    # Asking

    def ask(self) -> None:
        """Ask what stands in the line."""
        store, question = self._context.store, self.question.question
        if store is None or not question.text:
            self._show(None)
            return
        work = functools.partial(ask_lab, store, question)
        self._context.jobs.read("Recall", work, self._show, key="recall lab")

    def _ask_again(self) -> None:
        if self.answer is not None:
            self.ask()

    def _on_store(self) -> None:
        self._show(None)
        self._read_checks()

    def _on_data(self, _notice: ChangeNotice) -> None:
        if self.isVisible():
            self._timer.start()
            self._read_checks()

    def _show(self, answer: LabAnswer | None) -> None:
        self.answer = answer
        self._stack.setCurrentIndex(0 if answer is None or not answer.rows else 1)
        self._check = None if answer is None else answer.check
        self.head.say("" if answer is None else answer.notice)
        if answer is None:
            self.empty.set_texts(NOTHING_ASKED, sentence=WHAT_IT_SHOWS)
        elif not answer.rows:
            sentence = answer.notice or "No memory and no turn has anything to do with it."
            self.empty.set_texts("Nothing would come", sentence=sentence)
        else:
            self.budget.show_answer(answer)
        self.header.show_two(answer is not None and answer.b is not None)
        self.misses.show_misses(() if answer is None else answer.a.misses)
        self.hits.show_answer(answer)
        self._tell_results()

    def _tell_results(self) -> None:
        if not self.isVisible():
            return
        if self.answer is None:
            self._context.set_results_text("")
            return
        a = self.answer.a
        hits = "1 hit" if len(a.hits) == 1 else f"{len(a.hits)} hits"
        words = f"{hits} in {a.seconds * 1000:,.0f} ms, {a.mode.value}"
        if self.answer.b is not None:
            words += f"; B is {to_local(self.answer.b.now).date().isoformat()}"
        self._context.set_results_text(words)

    # The hit that is looked at

    def _on_row(self, row: LabRow | None) -> None:
        self.why.show_row(row, self.answer, verdict=self._verdict_of(row))
        self._select()

    def _select(self) -> None:
        row = self.hits.row
        if row is not None and self.isVisible():
            self._context.select(Selection.one(row.hit.type.value, row.hit.id))

    def _verdict_of(self, row: LabRow | None) -> bool | None:
        if row is None or self._check is None:
            return None
        return self._check.verdict((row.hit.type, row.hit.id))

    def judge(self, right: bool) -> None:
        """Mark the hit as right or wrong for this question; the same again takes it back."""
        row, store = self.hits.row, self._context.store
        if row is None or store is None or self.answer is None:
            return
        verdict = None if self._verdict_of(row) is right else right
        item = (row.hit.type, row.hit.id)
        work = functools.partial(judge_hit, store, self.answer.question.text, item, verdict)
        self._context.jobs.write("Keep a verdict", work, self._on_judged)

    def _on_judged(self, judged: Judged) -> None:
        self._read_checks()
        if self.answer is not None and self.answer.question.text == judged.question:
            self._check = judged.check
            self._on_row(self.hits.row)

    # The checks

    def _on_checks_shown(self, shown: bool) -> None:
        self.checks.setVisible(shown)
        self._read_checks()

    def _read_checks(self) -> None:
        store = self._context.store
        if store is None:
            self._on_checks(Checks(()))
            return
        work = functools.partial(read_checks, store)
        self._context.jobs.read("Read the checks", work, self._on_checks, key="recall checks")

    def _run_checks(self) -> None:
        if (store := self._context.store) is not None:
            self._context.jobs.read("Run the checks", functools.partial(run_checks, store), self._on_checks)

    def _on_checks(self, checks: Checks) -> None:
        self.checks.show_checks(checks.checks)
        self.head.count_checks(len(checks.checks))

    def _on_check_chosen(self, question: str) -> None:
        self.question.put(question)
        self.ask()

    def _on_check_removed(self, check: tuple[int]) -> None:
        if (store := self._context.store) is not None:
            work = functools.partial(remove_check, store, check[0])
            self._context.jobs.write("Delete a check", work, self._on_checks)

    def open_source(self) -> None:
        """Go to the turn that the hit comes from."""
        row = self.hits.row
        if row is not None and row.hit.event_id is not None:
            self._context.show_event(row.hit.event_id)

    def _on_opened(self, row: LabRow) -> None:
        if row.hit.type is ItemType.MEMORY:
            self._context.show_memory(row.hit.id)
        else:
            self._context.show_event(row.hit.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Single keys act on the hit while the list has the keys."""
        doing: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_Y: functools.partial(self.judge, True),
            Qt.Key.Key_N: functools.partial(self.judge, False),
            Qt.Key.Key_P: functools.partial(self._context.run, "memory.pin"),
            Qt.Key.Key_C: functools.partial(self._context.run, "memory.correct"),
            Qt.Key.Key_R: functools.partial(self._context.run, "memory.rehearse"),
            Qt.Key.Key_O: self.open_source,
        }
        act = doing.get(Qt.Key(event.key()))
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if act is not None and plain and self.hits.hasFocus() and self.hits.row is not None:
            act()
        else:
            super().keyPressEvent(event)
