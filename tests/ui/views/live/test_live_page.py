"""Live over a real store: what agents did is listed, explained, decided and taken back; nothing runs away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractSlider, QToolButton
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import (
    CENTS,
    Asked,
    Settle,
    Stocked,
    asked,
    context,
    settle,
    stocked,
)

from engramma.engine import MemoryStore
from engramma.model.agent import Scope
from engramma.model.clock import MINUTE
from engramma.model.errors import AskedError
from engramma.model.memory import State
from engramma.model.watching import Did
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.live.agent_card import PAUSED, PROPOSES
from engramma.ui.views.live.page import LivePage

__all__ = ["asked", "context", "settle", "stocked"]

QUESTION = "In which unit are checkout totals kept?"


@pytest.fixture
def agent(stocked: Stocked) -> MemoryStore:
    """An agent that asked, wrote, and proposed something."""
    agent = stocked.store.acting_as("agent:shop-agent")
    agent.recall.ask(QUESTION, rehearse=True, budget=900, lexical=True)
    stocked.clock.advance(MINUTE)
    agent.memories.remember("Vouchers end after three years.")
    stocked.clock.advance(MINUTE)
    with pytest.raises(AskedError):
        agent.memories.trash([stocked.never_log])
    return agent


@pytest.fixture
def page(qtbot: QtBot, context: WindowContext, settle: Settle) -> LivePage:
    """The page, as wide as in the usual window."""
    made = LivePage(context)
    qtbot.addWidget(made)
    made.resize(1228, 700)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=20_000)
    made.activate()
    settle()
    return made


def acts(page: LivePage) -> dict[Did, int]:
    """The newest act of each sort."""
    return {line.act.did: line.id for line in reversed(page.model.lines)}


def press(qtbot: QtBot, page: LivePage, *keys: Qt.Key) -> None:
    """Keys to the list."""
    for key in keys:
        qtbot.keyClick(page.list, key)


def test_without_agents_it_says_so_and_how_to_connect_one(
    qtbot: QtBot, page: LivePage, stocked: Stocked
) -> None:
    assert page.empty.isVisible()
    page.empty.action_triggered.emit()
    assert page._popup is not None
    assert page._popup.isVisible()
    assert str(stocked.store.path) in page._popup.commands[0].text()
    page._popup.close()


def test_connecting_covers_no_button_and_cards_give_way_in_a_narrow_window(
    qtbot: QtBot, agent: MemoryStore, page: LivePage
) -> None:
    page.show_connect()
    assert page._popup is not None
    assert page._popup.x() > page.side.mapToGlobal(QPoint(0, 0)).x()
    assert page._popup.height() >= page._popup.heightForWidth(page._popup.width())
    page._popup.close()
    [card] = page.strip.cards.values()
    segment = card.choice.findChildren(QToolButton)[0]
    wide = segment.width()
    assert card._bars.isVisible()
    page.strip.resize(250, page.strip.height())
    qtbot.waitUntil(lambda: segment.width() < wide)
    assert not card._bars.isVisible()
    assert card.choice.geometry().right() < card.width()


def test_a_recall_tells_why_each_hit_came_and_is_put_right_from_here(
    qtbot: QtBot, agent: MemoryStore, stocked: Stocked, page: LivePage, asked: list[Asked], settle: Settle
) -> None:
    assert [line.act.did for line in page.model.lines] == [Did.PROPOSAL, Did.WRITE, Did.RECALL]
    page.look_at(acts(page)[Did.RECALL], unfold=True)
    line, hit = page.current, page.hit
    assert line is not None
    assert hit is not None
    assert hit.memory is not None
    assert (hit.id, hit.text) == (stocked.cents, CENTS)
    assert hit.explained
    assert hit.score == pytest.approx(hit.parts.total, abs=1e-5)
    assert line.tokens == sum(one.tokens for one in line.hits) > 0
    assert page._context.selection == Selection.one("memory", stocked.cents)
    press(qtbot, page, Qt.Key.Key_C, Qt.Key.Key_P, Qt.Key.Key_L)
    assert [(one.command, one.arguments.get("ids")) for one in asked[:2]] == [
        ("memory.correct", (stocked.cents,)),
        ("memory.pin", (stocked.cents,)),
    ]
    assert asked[2].command == "recall.ask_as"
    assert asked[2].arguments["question"] == QUESTION
    assert (asked[2].arguments["actor"], asked[2].arguments["budget"]) == ("agent:shop-agent", 900)
    press(qtbot, page, Qt.Key.Key_N)
    settle()
    assert [check.rejected[0][1] for check in stocked.store.recall.checks.list()] == [stocked.cents]


def test_a_write_is_undone_and_a_proposal_decided_by_one_key(
    qtbot: QtBot, agent: MemoryStore, stocked: Stocked, page: LivePage, settle: Settle
) -> None:
    page.look_at(acts(page)[Did.WRITE])
    written = page.memory_id
    assert written is not None
    press(qtbot, page, Qt.Key.Key_U)
    settle()
    page._context.poll()
    settle()
    assert stocked.store.memories.page([written]) == ()
    assert page.current is not None
    assert page.current.act.operation.undone
    page.look_at(acts(page)[Did.PROPOSAL])
    press(qtbot, page, Qt.Key.Key_A)
    settle()
    assert stocked.store.memories.get(stocked.never_log).state is State.TRASHED
    page._context.poll()
    settle()
    assert page.current is not None
    assert page.current.act.proposal is not None
    assert page.current.act.proposal.status == "accepted"


def test_what_an_agent_may_do_is_set_on_its_card(
    qtbot: QtBot, agent: MemoryStore, stocked: Stocked, page: LivePage, settle: Settle
) -> None:
    card = page.strip.cards["shop-agent"]
    card.choice.set_value(PROPOSES)
    settle()
    assert stocked.store.agents.standing("shop-agent").scope is Scope.PROPOSE
    stocked.store.agents.pause("notes-agent")
    page._context.poll()
    settle()
    page.pause_all()
    settle()
    assert stocked.store.agents.standing("shop-agent").paused
    assert card.choice.value == PAUSED
    assert card.presence.accessibleName() == "paused"
    page.pause_all()
    settle()
    standing = stocked.store.agents.standing("shop-agent")
    assert (standing.paused, standing.scope) == (False, Scope.PROPOSE), "it goes on as before"
    assert stocked.store.agents.standing("notes-agent").paused, "that one was paused on its own before"


def test_new_acts_come_on_top_and_leave_what_is_read_in_its_place(
    qtbot: QtBot, agent: MemoryStore, stocked: Stocked, page: LivePage, settle: Settle
) -> None:
    for number in range(22):
        agent.memories.remember(f"The shelf {number} is empty.")
    page._context.poll()
    settle()
    assert page.list.place() == (page.model.lines[0].id, 0), "the newest is in view while it follows"
    page.list.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderPageStepAdd)
    assert not page.head.follow.isChecked(), "who scrolls away is left there"
    page.head.follow.setChecked(True)
    recall = acts(page)[Did.RECALL]
    page.look_at(recall, unfold=True)
    assert not page.head.follow.isChecked()
    top = page.list.visualRect(page.list.currentIndex()).top()
    agent.memories.remember("One more.")
    page._context.poll()
    settle()
    assert len(page.model.lines) == 26
    assert page.list.current_key == recall
    assert page.list.visualRect(page.list.currentIndex()).top() == top
    page.head.follow.setChecked(True)
    assert page.list.place() == (page.model.lines[0].id, 0)
    page.strip.cards["shop-agent"].only.click()
    settle()
    assert len(page.model.lines) == 26
    page.filter.choice.set_value(Did.RECALL.value)
    settle()
    assert [line.act.did for line in page.model.lines] == [Did.RECALL]
