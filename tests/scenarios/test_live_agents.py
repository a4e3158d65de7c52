"""An agent in a process of its own at work, a person who watches, stops, answers and corrects it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot
from tests.agent.raw_server import Document, RawServer, store_argument
from tests.scenarios.conftest import CONTROL, Keyboard, Settle
from tests.ui.window.conftest import end_window

from engramma.engine import open_store
from engramma.model.agent import Scope
from engramma.model.clock import SystemClock
from engramma.model.watching import Did
from engramma.ui.bridge import Selection
from engramma.ui.theme import ThemeSource
from engramma.ui.views.live.agent_card import PROPOSES, WRITES
from engramma.ui.views.live.page import LivePage
from engramma.ui.views.memories.view import MemoriesView
from engramma.ui.views.recall.view import RecallView
from engramma.ui.window.main_window import MainWindow

MANY = 60
SEEN_WITHIN = 1_000
QUESTION = "Where is the courier's desk?"


@pytest.fixture
def window(
    qtbot: QtBot, theme_source: ThemeSource, own_home: Path, still: None, store_path: Path, settle: Settle
) -> Iterator[MainWindow]:
    """The window, by the clock that the agent goes by, on more memories than it can show."""
    with open_store(store_path, create=True) as store:
        for number in range(MANY):
            store.memories.remember(f"Shelf {number} holds part {7 * number}.")
    made = MainWindow(theme_source, home=own_home, clock=SystemClock())
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=20_000)
    made.shell.open_store(store_path)
    settle(made)
    yield made
    end_window(made)


def newest(page: LivePage) -> Did | None:
    """The sort of the act on top."""
    return page.model.lines[0].act.did if page.model.lines else None


def answer(agent: RawServer, number: int) -> Document:
    """The raw result of a call, refused or not."""
    return agent.wait(number)["result"]  # type: ignore[no-any-return]


def test_a_person_watches_an_agent_and_what_they_do_themselves_stays_as_it_is(
    qtbot: QtBot, window: MainWindow, settle: Settle, store_path: Path
) -> None:
    keyboard = Keyboard(qtbot, window)
    view, store = window.centre.front, window.context.store
    assert isinstance(view, MemoriesView)
    assert store is not None
    agents = store.agents
    view.table.verticalScrollBar().setValue(900)
    chosen = view.model.id_at(25)
    window.context.select(Selection.one("memory", chosen))
    anchor = view.table.scroll_anchor()
    view.edit_current()
    settle(window)
    field = view.row_editor.findChild(QPlainTextEdit)
    field.setPlainText("What I am typing")

    with RawServer(*store_argument(store_path), name="shop-agent") as agent:
        agent.greet()
        kept = agent.call("remember", text="The courier's desk is on the second floor.")["id"]
        qtbot.waitUntil(lambda: view.model.rowCount() == MANY + 1, timeout=SEEN_WITHIN)
        settle(window)
        assert window.context.selection == Selection.one("memory", chosen)
        assert view.table.scroll_anchor() == anchor
        assert view.row_editor.isVisible()
        assert field.toPlainText() == "What I am typing"
        keyboard.press(Qt.Key.Key_Escape)

        qtbot.waitUntil(lambda: window.parts.status.agents.text() == " 1 agent", timeout=5_000)
        qtbot.mouseClick(window.parts.status.agents, Qt.MouseButton.LeftButton)
        page = window.centre.front
        assert isinstance(page, LivePage)

        qtbot.waitUntil(lambda: newest(page) is Did.WRITE, timeout=20_000)
        agent.call("recall", question=QUESTION)
        qtbot.waitUntil(lambda: newest(page) is Did.RECALL, timeout=SEEN_WITHIN)
        assert [f"M-{hit.id}" for hit in page.model.lines[0].hits][:1] == [kept]
        card = page.strip.cards["shop-agent"]
        assert card.presence.accessibleName() == "connected"

        keyboard.press(Qt.Key.Key_Period, CONTROL)
        qtbot.waitUntil(lambda: agents.standing("shop-agent").paused, timeout=20_000)
        refused = answer(agent, agent.begin("remember", text="Not now."))
        assert refused["isError"]
        assert "paused" in refused["content"][0]["text"]
        qtbot.waitUntil(lambda: card.presence.accessibleName() == "paused, 1 refused", timeout=5_000)
        card.choice.set_value(PROPOSES)
        qtbot.waitUntil(lambda: not agents.standing("shop-agent").paused, timeout=20_000)
        asked = agent.call("remember", text="The courier comes at ten.")
        assert asked["status"] == "proposed"
        qtbot.waitUntil(lambda: newest(page) is Did.PROPOSAL, timeout=SEEN_WITHIN)
        page.list.setFocus()
        keyboard.press(Qt.Key.Key_Home)
        keyboard.press(Qt.Key.Key_A)
        settle(window)
        card.choice.set_value(WRITES)
        qtbot.waitUntil(lambda: agents.standing("shop-agent").scope is Scope.WRITE, timeout=20_000)
        hits = agent.call("recall", question="When does the courier come?")["hits"]
        assert hits[0]["text"] == "The courier comes at ten."
        agent.kill()
    qtbot.waitUntil(lambda: card.presence.accessibleName().startswith("seen"), timeout=5_000)

    recall = next(line for line in page.model.lines if line.act.did is Did.RECALL)
    page.look_at(recall.id)
    page.list.setFocus()
    keyboard.press(Qt.Key.Key_L)
    lab = window.centre.front
    assert isinstance(lab, RecallView)
    assert recall.act.recall is not None
    qtbot.waitUntil(lambda: lab.answer is not None, timeout=20_000)
    assert lab.question.question.text == recall.act.recall.question
    assert lab.question.asker.actor == "agent:shop-agent"

    with open_store(store_path) as found:
        texts = [found.memories.get(one).text for one in found.search.order("").ids.tolist()]
        assert len(texts) == MANY + 2
        assert not {"Not now.", "What I am typing"} & set(texts)
