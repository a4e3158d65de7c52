"""The Recall Lab: a question is asked without a trace, hits say why they came, verdicts become checks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.ui.views.recall_lab.conftest import QUESTION, Ask, Settle

from engramma.engine import MemoryStore
from engramma.model.clock import DAY
from engramma.model.progress import CancelToken, silent
from engramma.model.recall import ItemType
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.recall.reading import ask_lab, shown_parts
from engramma.ui.views.recall.view import RecallView


def test_asking_shows_hits_and_leaves_no_trace(
    qtbot: QtBot, view: RecallView, settle: Settle, store: MemoryStore, ask: Ask
) -> None:
    before = store.history.recent()
    ask()
    assert view.answer is not None
    first = view.answer.rows[0].hit
    assert first.text.startswith("Shipping is free")
    assert view.hits.row == view.answer.rows[0]
    assert store.history.recent() == before
    assert store.recall.recent() == ()


def test_the_parts_that_are_shown_sum_to_the_score(
    store: MemoryStore, qtbot: QtBot, view: RecallView, settle: Settle, ask: Ask
) -> None:
    ask()
    assert view.answer is not None
    for row in view.answer.rows:
        assert sum(value for _name, value in shown_parts(row.hit.parts)) == pytest.approx(
            row.hit.score, abs=0.004
        )


def test_the_hit_that_is_looked_at_is_selected_for_all_views(
    qtbot: QtBot, view: RecallView, settle: Settle, context: WindowContext, ask: Ask
) -> None:
    ask()
    assert view.answer is not None
    assert context.selection == Selection.one("memory", view.answer.rows[0].hit.id)
    qtbot.keyClick(view.question.line, Qt.Key.Key_Down)
    qtbot.keyClick(view.hits, Qt.Key.Key_Down)
    assert context.selection == Selection.one("memory", view.answer.rows[1].hit.id)


def test_b_is_the_same_question_at_another_date(
    qtbot: QtBot, view: RecallView, settle: Settle, store: MemoryStore, ask: Ask
) -> None:
    view.question.other.set_days(90)
    ask()
    answer = view.answer
    assert answer is not None
    assert answer.b is not None
    assert answer.b.now == store.clock.now() + 90 * DAY
    row = answer.rows[0]
    assert row.a is not None
    assert row.b is not None
    assert row.b.strength < row.a.strength


def test_a_verdict_becomes_a_check_and_the_same_again_takes_it_back(
    qtbot: QtBot, view: RecallView, settle: Settle, store: MemoryStore, ask: Ask
) -> None:
    ask()
    assert view.answer is not None
    item = (ItemType.MEMORY, view.answer.rows[0].hit.id)
    view.hits.setFocus()
    qtbot.keyClick(view.hits, Qt.Key.Key_Y)
    settle()
    (check,) = store.recall.checks.list()
    assert (check.question, check.expected, check.rejected) == (QUESTION, (item,), ())
    assert view.why.right.isChecked()
    told = view.hits.hits.data(view.hits.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
    assert "M-1, right, score" in str(told)
    qtbot.keyClick(view.hits, Qt.Key.Key_N)
    settle()
    (check,) = store.recall.checks.list()
    assert (check.expected, check.rejected) == ((), (item,))
    qtbot.keyClick(view.hits, Qt.Key.Key_N)
    settle()
    assert store.recall.checks.list() == ()


def test_checks_are_run_from_the_panel(
    qtbot: QtBot, view: RecallView, settle: Settle, store: MemoryStore, ask: Ask
) -> None:
    ask()
    assert view.answer is not None
    store.recall.checks.judge(QUESTION, (ItemType.MEMORY, view.answer.rows[0].hit.id), right=True)
    view.head.checks.click()
    settle()
    assert view.checks.isVisible()
    view.checks.run_all.click()
    settle()
    (check,) = store.recall.checks.list()
    assert check.last_passed is True
    assert check.last_words.endswith("was hit 1")


def test_a_question_without_any_hit_says_so(qtbot: QtBot, view: RecallView, settle: Settle, ask: Ask) -> None:
    ask("zebra?")
    assert view.answer is not None
    assert view.answer.rows == ()
    assert view.empty.isVisible()


def test_what_was_asked_is_found_again(
    qtbot: QtBot, view: RecallView, settle: Settle, context: WindowContext, ask: Ask
) -> None:
    view.question.other.set_days(30)
    view.question.other.choose_scope("long")
    view.question.mode.set_value("lexical")
    ask()
    other = RecallView(context)
    qtbot.addWidget(other)
    other.restore_state(view.save_state())
    settle()
    assert other.question.question == view.question.question
    other.restore_state({"question": 7, "mode": "never", "hits": "many"})
    assert other.question.question == view.question.question


def test_the_engine_is_asked_with_the_budget(store: MemoryStore, view: RecallView) -> None:
    view.question.put(QUESTION)
    view.question.budget.setValue(20)
    store.memories.remember(f"Shipping is free {'for orders that come by bicycle ' * 8}in the town.")
    answer = ask_lab(store, view.question.question, silent, CancelToken())
    assert any(not hit.sent for hit in answer.a.hits)
