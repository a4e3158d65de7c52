"""A against B in the Recall Lab: with a pending change, at another date, in a part of the store, as an agent."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.ui.views.recall_lab.conftest import QUESTION, Ask, Settle

from engramma.engine import MemoryStore
from engramma.engine.review import propose
from engramma.model.pending_change import ChangeKind, PendingChange, correction
from engramma.model.recall import RecallScope
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.recall.comparing import Move
from engramma.ui.views.recall.view import RecallView

NEW = "Shipping is free from an order value of 60 euros since September."


def test_a_correction_is_tried_seen_to_win_and_made(
    qtbot: QtBot, view: RecallView, settle: Settle, store: MemoryStore, ask: Ask, context: WindowContext
) -> None:
    told: list[str] = []
    context.toast_requested.connect(lambda request: told.append(request.text))
    ask()
    view.hits.setFocus()
    qtbot.keyClick(view.hits, Qt.Key.Key_W)
    settle()
    assert view.pending.isVisible()
    assert view.pending.target.memory_id == 1
    assert not view.pending.try_button.isEnabled(), "the same words are no correction"
    view.pending.wording.edit.setPlainText(NEW)
    before = store.history.recent()
    qtbot.keyClick(view.pending.wording.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert store.history.recent() == before
    answer = view.answer
    assert answer is not None
    assert answer.b is not None
    assert answer.b.hits[0].text == NEW
    assert answer.created == (answer.b.hits[0].id,)
    first, second = answer.rows[:2]
    assert (first.move, first.absent) == (Move.NEW, "not there yet")
    assert (second.hit.id, second.move, second.absent) == (1, Move.GONE, "superseded by the correction")
    assert view.finding.text.startswith("With M-1 corrected, M-4 comes first.")
    assert not view.pending.isVisible()
    view.hits.setCurrentIndex(view.hits.hits.index(0))
    assert context.selection == Selection.one("memory", 1), "what is not there cannot be selected"
    view.judge(True)
    settle()
    assert store.recall.checks.list() == ()
    errors: list[Exception] = []
    context.error_reported.connect(errors.append)
    view.finding.apply.click()
    view.finding.apply.click()
    settle()
    assert errors == [], "a double click makes the change once"
    assert told == ["M-1 corrected"]
    assert store.recall.ask(QUESTION, lexical=True).hits[0].text == NEW
    assert view.question.other.change is None
    assert view.answer is not None
    assert view.answer.b is None


def test_one_side_alone_and_a_change_that_cannot_be_made(
    view: RecallView, settle: Settle, ask: Ask, context: WindowContext
) -> None:
    errors: list[Exception] = []
    context.error_reported.connect(errors.append)
    ask()
    assert not view.question.side.isEnabled()
    view.question.other.set_change(PendingChange(ChangeKind.TRASH, (1,)))
    settle()
    assert view.question.side.isEnabled()
    view.question.side.set_value("b")
    assert [row.hit.id for row in view.hits.hits.answer.rows] == [2]  # type: ignore[union-attr]
    view.question.side.set_value("both")
    assert [row.hit.id for row in view.hits.hits.answer.rows] == [1, 2]  # type: ignore[union-attr]
    view.question.other.set_change(correction(99, "x"))
    settle()
    assert "M-99" in str(errors[0])
    assert view.question.other.change is None
    assert view.answer is not None
    assert view.answer.b is None
    view.question.line.setText("When does the warehouse close?")
    view.question.other.set_change(PendingChange(ChangeKind.TRASH, (3,)))
    settle()
    assert view.finding.text == "With M-3 in the Trash, nothing would come."
    assert view.finding.finding is not None
    assert view.finding.finding.lost is not None
    assert view.finding.finding.lost.label == "M-3"


def test_b_looks_at_a_part_of_the_store(view: RecallView, settle: Settle, ask: Ask) -> None:
    ask()
    view.question.other.choose_scope("long")
    settle()
    answer = view.answer
    assert answer is not None
    assert answer.question.scope == RecallScope(tiers=("long_term",))
    assert [hit.id for hit in answer.b.hits] == [1]  # type: ignore[union-attr]
    assert view.finding.text.startswith("Among long-term memories, the same hit comes first. 1 gone.")


def test_asking_as_an_agent_takes_over_how_it_asks_and_its_questions_are_run_again(
    qtbot: QtBot, view: RecallView, settle: Settle, store: MemoryStore
) -> None:
    agent = store.acting_as("agent:shop-agent")
    agent.recall.ask("When does the warehouse close?", rehearse=True, budget=500, lexical=True)
    view.activate()
    settle()
    actions = view.question.asker._list.actions()
    (mine,) = [action for action in actions if action.text().startswith("shop-agent")]
    mine.trigger()
    assert view.question.budget.value() == 500
    assert view.question.mode.value == "lexical"
    recalls = store.recall.recent()
    qtbot.keyClick(view.question.line, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    settle()
    popup = view.before.popup
    assert popup is not None
    assert popup.isVisible()
    qtbot.keyClick(popup.list, Qt.Key.Key_Return)
    settle()
    assert view.answer is not None
    assert view.answer.question.text == "When does the warehouse close?"
    assert view.answer.question.asker == "agent:shop-agent"
    assert store.recall.recent() == recalls, "the Lab asks in the agent's way and leaves no trace"


def test_each_kind_of_change_is_named_in_the_panel(
    view: RecallView, settle: Settle, ask: Ask, store: MemoryStore
) -> None:
    waiting = propose(store.workspace, [2], step_name="forget", action="trash", reason="old")
    ask()
    view.what_if()
    settle()
    panel = view.pending
    panel.kind.set_value("trash")
    assert panel.change == PendingChange(ChangeKind.TRASH, (1,))
    panel.kind.set_value("pin")
    assert panel.change == PendingChange(ChangeKind.PIN, (1,))
    panel.kind.set_value("accept")
    assert panel.change == PendingChange(ChangeKind.ACCEPT, proposal_id=waiting)
    for kind in ("merge", "policy", "remember"):
        panel.kind.set_value(kind)
        assert panel.change is None
        assert not panel.try_button.isEnabled()
    panel.wording.put("A new one.")
    assert panel.change == PendingChange(ChangeKind.REMEMBER, text="A new one.")
    panel.kind.set_value("merge")
    panel.merge.list.item(0).setCheckState(Qt.CheckState.Checked)
    assert panel.change == PendingChange(ChangeKind.MERGE, (1, 2))
    panel.kind.set_value("policy")
    panel.policy.boxes["short_term_half_life"].setValue(3.0)
    assert panel.change == PendingChange(ChangeKind.POLICY, policy=(("short_term_half_life", 3.0),))
    assert panel.try_button.isEnabled()
