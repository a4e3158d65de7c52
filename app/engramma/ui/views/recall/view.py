"""The Recall Lab: joins question, hits, budget, near misses and the reasons for the hit that is looked at."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engramma.model.changes import ChangeNotice
from engramma.model.recall import ItemType
from engramma.model.recall_check import RecallCheck
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.bridge.recall_checks import CheckBook, check_watch
from engramma.ui.theme import set_surface
from engramma.ui.views.recall.asking_before import AskingBefore
from engramma.ui.views.recall.budget_strip import BudgetStrip
from engramma.ui.views.recall.check_panel import CheckPanel
from engramma.ui.views.recall.comparing import LabRow
from engramma.ui.views.recall.finding_bar import FindingBar
from engramma.ui.views.recall.hit_list import HitHeader, HitList
from engramma.ui.views.recall.lab_head import LabHead
from engramma.ui.views.recall.lab_keys import letter_acts
from engramma.ui.views.recall.lab_state import restore, state_of
from engramma.ui.views.recall.misses import Misses
from engramma.ui.views.recall.pending_panel import PendingPanel
from engramma.ui.views.recall.question_row import QuestionRow
from engramma.ui.views.recall.reading import Judged, LabAnswer, ask_lab, judge_hit
from engramma.ui.views.recall.trying import Trying
from engramma.ui.views.recall.why import Why
from engramma.ui.widgets import EmptyState, lead_keys

LOOK_AFTER, COPY_AFTER = 500, 5_000
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
        self._stale = False
        self.setAccessibleName("Recall Lab")
        self.question, self.header, self.hits = QuestionRow(), HitHeader(), HitList()
        self.budget, self.misses, self.why = BudgetStrip(), Misses(), Why()
        self.head, self.checks = LabHead(), CheckPanel()
        self.pending, self.finding = PendingPanel(), FindingBar()
        for hidden in (self.checks, self.pending):
            hidden.hide()
        self.empty = EmptyState("flask", NOTHING_ASKED, sentence=WHAT_IT_SHOWS)
        self._watch = check_watch(context)
        self.before = AskingBefore(context, self.question)
        self.trying = Trying(context, self.question.other, self.pending)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask_again)
        self._place()
        self._connect()
        self._on_checks(self._watch.book)
        self._show(None)

    def _place(self) -> None:
        found = QWidget()
        set_surface(found, "base")
        below = QVBoxLayout(found)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        for part in (self.finding, self.header):
            below.addWidget(part)
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
        centre.addWidget(self.pending)
        centre.addWidget(self.checks)
        centre.addWidget(self._stack, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(centre, 1)
        outer.addWidget(self.why)
        lead_keys(self, self.question.line)

    def _connect(self) -> None:
        self._context.store_changed.connect(self._on_store)
        self._context.data_changed.connect(self._on_data)
        self.question.asked.connect(self.ask)
        self.question.side_chosen.connect(self._show_side)
        self.question.line.down.connect(self.hits.setFocus)
        self.question.other.change_wanted.connect(self.what_if)
        self.finding.apply_wanted.connect(self.trying.apply)
        self.finding.pin_wanted.connect(self._on_pin_lost)
        self.hits.current_row.connect(self._on_row)
        self.hits.opened.connect(self._on_opened)
        self.hits.room_changed.connect(self.header.set_room)
        self.why.judged.connect(self.judge)
        self.why.wanted.connect(self._context.run)
        self.why.source.connect(self.open_source)
        self.why.what_if.connect(self.what_if)
        self.why.view_wanted.connect(self._context.open_view)
        self.head.checks_shown.connect(self._on_checks_shown)
        self.head.save_wanted.connect(self._on_save)
        self._watch.changed.connect(self._on_checks)
        self.checks.chosen.connect(self._on_check_chosen)
        self.checks.removed.connect(self._on_check_removed)
        self.checks.renamed.connect(self._on_check_renamed)
        self.checks.run_wanted.connect(self._on_run_wanted)
        self.checks.operation_wanted.connect(self._on_operation)
        self.checks.closed.connect(functools.partial(self.head.checks.setChecked, False))

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        self._tell_results()
        self._select()
        self.before.refresh()
        self._watch.refresh()
        if self._stale:
            self._ask_again()

    def save_state(self) -> dict[str, Any]:
        """The question and how it is asked."""
        return state_of(self.question)

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what `save_state` gave; what cannot be read is left as it is."""
        restore(self.question, state)

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
        copies = question.change is not None
        self._context.jobs.read(
            "Recall", work, self._show, failed=self._on_failed, quiet=not copies, key="recall lab"
        )

    def _ask_again(self) -> None:
        self._stale = False
        if self.answer is not None:
            self.ask()

    def _on_failed(self, error: Exception) -> None:
        """A change that cannot be made is not asked for again."""
        self._context.report_error(error)
        self.question.other.set_change(None)

    def _on_store(self) -> None:
        self.trying.forget()
        self._show(None)
        self.before.refresh()

    def _on_data(self, _notice: ChangeNotice) -> None:
        self._stale = True
        # Not put off again and again while agents write without a pause.
        if self.isVisible() and not self._timer.isActive():
            # A pending change costs a copy of the store each time, however often agents write.
            self._timer.start(LOOK_AFTER if self.question.other.change is None else COPY_AFTER)

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
        if answer is not None:
            self.question.other.set_now(answer.a.now)
        self.finding.show_answer(answer)
        self._show_side()
        self._tell_results()

    def _show_side(self, _side: str = "") -> None:
        """Show A, B, or both, as is chosen."""
        answer = self.answer
        shown = None if answer is None else answer.side(self.question.side.value)
        if shown is not None:
            self.budget.show_answer(shown)
        self.header.show_two(shown is not None and shown.b is not None)
        self.misses.show_misses(() if shown is None else shown.a.misses)
        self.hits.show_check(self._check)
        self.hits.show_answer(shown)

    def _tell_results(self) -> None:
        if not self.isVisible():
            return
        if self.answer is None:
            self._context.set_results_text("")
            return
        a = self.answer.a
        hits = "1 hit" if len(a.hits) == 1 else f"{len(a.hits)} hits"
        self._context.set_results_text(f"{hits} in {a.seconds * 1000:,.0f} ms, {a.mode.value}")

    # The hit that is looked at

    def _on_row(self, row: LabRow | None) -> None:
        answer = None if self.answer is None else self.answer.side(self.question.side.value)
        self.why.show_row(row, answer, check=self._check)
        self._select()

    def _select(self) -> None:
        row = self.hits.row
        if row is None or not self.isVisible() or self._is_pending(row):
            return
        self._context.select(Selection.one(row.hit.type.value, row.hit.id))

    def _is_pending(self, row: LabRow) -> bool:
        """Whether it is a memory that only the pending change makes."""
        made = () if self.answer is None else self.answer.created
        return row.hit.type is ItemType.MEMORY and row.hit.id in made

    def _verdict_of(self, row: LabRow | None) -> bool | None:
        if row is None or self._check is None:
            return None
        return self._check.verdict(row.key)

    def judge(self, right: bool) -> None:
        """Mark the hit as right or wrong for this question; the same again takes it back."""
        row, store = self.hits.row, self._context.store
        if row is None or store is None or self.answer is None or self._is_pending(row):
            return
        verdict = None if self._verdict_of(row) is right else right
        work = functools.partial(judge_hit, store, self.answer.question.text, row.key, verdict)
        self._context.jobs.write("Keep a verdict", work, self._on_judged)

    def _on_save(self) -> None:
        if self._verdict_of(self.hits.row) is not True:
            self.judge(True)

    def _on_judged(self, judged: Judged) -> None:
        self._watch.refresh()
        if self.answer is not None and self.answer.question.text == judged.question:
            self._check = judged.check
            self.hits.show_check(judged.check)
            self._on_row(self.hits.row)

    # What if

    def what_if(self) -> None:
        """Name a change of the hit that is looked at, to ask B with it."""
        row = self.hits.row
        made = () if self.answer is None else self.answer.created
        hits = [] if self.answer is None else [one.a for one in self.answer.rows if one.a is not None]
        memories = tuple(hit for hit in hits if hit.type is ItemType.MEMORY and hit.id not in made)
        current = row.hit.id if row is not None and row.hit.type is ItemType.MEMORY else None
        self.head.checks.setChecked(False)
        self.trying.begin(memories, current)

    def _on_pin_lost(self) -> None:
        found = self.finding.finding
        if found is not None and found.lost is not None:
            self._context.select(Selection.one("memory", found.lost.id))
            self._context.run("memory.pin")

    # The checks

    def _on_checks_shown(self, shown: bool) -> None:
        if shown:
            self.pending.hide()
        self.checks.setVisible(shown)
        self._watch.refresh()

    def _on_checks(self, book: CheckBook) -> None:
        self.checks.show_book(book)
        self.head.show_book(book)
        if self._check is not None:
            self._check = next((one for one in book.checks if one.id == self._check.id), None)
            self.hits.show_check(self._check)
            self._on_row(self.hits.row)

    def _on_run_wanted(self, check_ids: tuple[int, ...]) -> None:
        self._watch.run(check_ids or None)

    def _on_check_chosen(self, question: str) -> None:
        self.question.put(question)
        self.ask()

    def _on_check_removed(self, check: tuple[int]) -> None:
        self._watch.remove(check[0])

    def _on_check_renamed(self, renamed: tuple[int, str]) -> None:
        self._watch.rename(*renamed)

    def _on_operation(self, operation: tuple[int]) -> None:
        self._context.open_view("activity")
        self._context.select(Selection.one("operation", operation[0]))

    def open_source(self) -> None:
        """Go to the turn that the hit comes from."""
        row = self.hits.row
        if row is not None and row.hit.event_id is not None:
            self._context.show_event(row.hit.event_id)

    def _on_opened(self, row: LabRow) -> None:
        if self._is_pending(row):
            return
        if row.hit.type is ItemType.MEMORY:
            self._context.show_memory(row.hit.id)
        else:
            self._context.show_event(row.hit.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Single keys act on the hit while the list has the keys."""
        act: Callable[[], None] | None = None
        row = self.hits.row
        if self.hits.hasFocus() and row is not None and not self._is_pending(row):
            act = letter_acts(self, self._context).get(event.key())
        if act is not None and not event.modifiers():
            act()
        else:
            super().keyPressEvent(event)
