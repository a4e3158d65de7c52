"""What an agent may only propose, on its card: everything that it would do is there, and is done, changed or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import end_context, make_context, settler

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock
from engramma.model.errors import AskedError
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.inspector import Inspector
from engramma.ui.theme import ThemeSource
from engramma.ui.views.review import ReviewView
from engramma.ui.views.review.asked_panel import AskedPanel
from engramma.ui.views.review.cards import CardKind
from engramma.ui.widgets import ElidedLabel
from engramma.ui.widgets.span_text import SpanText

Settle = Callable[[], None]
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> Iterator[MemoryStore]:
    with open_store(store_path, clock=frozen_clock, create=True) as made:
        made.memories.remember("Staging runs on port 8081.")
        made.memories.remember("Mira runs staging.")
        made.memories.pin([1])
        agent = made.acting_as("agent:helper-bot").proposing()
        for ask in (
            lambda: agent.memories.remember(
                "Deploys happen on Tuesdays.", category="decision", importance=0.7, tags=["ops", "deploy"]
            ),
            lambda: agent.associations.link(2, 1, type="follows", relation="who to ask"),
            lambda: agent.memories.edit(1, "Staging listens on port 9090."),
            lambda: agent.memories.trash([2]),
        ):
            with pytest.raises(AskedError):
                ask()
            frozen_clock.advance(60_000_000)
        yield made


@pytest.fixture
def context(qtbot: QtBot, theme_source: ThemeSource, store: MemoryStore) -> Iterator[WindowContext]:
    made = make_context(theme_source, store)
    yield made
    end_context(made)


@pytest.fixture
def settle(qtbot: QtBot, context: WindowContext) -> Settle:
    return settler(qtbot, context)


def shown_words(view: ReviewView) -> tuple[str, str, list[str]]:
    """The sentence, the wording and the facts of what is asked on the card in front."""
    panel = next(found for found in view.card.findChildren(AskedPanel) if found.isVisible())
    wording = next((found.text for found in panel.findChildren(SpanText)), "")
    return panel.words, wording, [found.text for found in panel.findChildren(ElidedLabel)]


def test_each_is_shown_whole_and_decided_by_a_key(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    view = ReviewView(context)
    qtbot.addWidget(view)
    view.resize(1200, 850)
    view.show()
    view.activate()
    settle()
    view.filter.set_value(CardKind.PROPOSAL.value)
    settle()
    view.list.setFocus()
    assert [card.title for card in view.list.cards.cards] == [
        "Deploys happen on Tuesdays.",
        "Link: Mira runs staging. · Staging runs on port 8081.",
        "Staging listens on port 9090.",
        "To the Trash: Mira runs staging.",
    ]
    words, wording, facts = shown_words(view)
    assert (words, wording) == ("helper-bot asks to remember this", "Deploys happen on Tuesdays.")
    assert {"Decision", "0.70"} <= set(facts)

    qtbot.keyClick(view.list, Qt.Key.Key_E)
    assert view.wording.field.toPlainText() == "Deploys happen on Tuesdays."
    view.wording.field.setPlainText("Deploys happen on Tuesdays only.")
    qtbot.keyClick(view.wording.field, Qt.Key.Key_Return, CONTROL)
    settle()
    kept = store.memories.get(3)
    assert (kept.text, kept.tags, kept.importance) == (
        "Deploys happen on Tuesdays only.",
        ("deploy", "ops"),
        0.7,
    )

    view.list.setFocus()
    words, wording, facts = shown_words(view)
    assert (words, wording) == ("helper-bot asks to link them", "")
    assert "M-2 follows M-1, “who to ask”" in facts
    qtbot.keyClick(view.list, Qt.Key.Key_Y)
    settle()
    assert ("follows", "who to ask") in {
        (edge.type, edge.relation) for edge in store.memories.details(2).associations
    }

    view.list.setFocus()
    words, wording, _facts = shown_words(view)
    assert "8081" in wording
    assert "9090" in wording
    qtbot.keyClick(view.list, Qt.Key.Key_Y)
    settle()
    assert store.memories.get(1).text == "Staging listens on port 9090."

    view.list.setFocus()
    qtbot.keyClick(view.list, Qt.Key.Key_N)
    settle()
    assert store.memories.get(2).state == "active"
    assert store.consolidation.proposals() == ()
    qtbot.keyClick(view.list, Qt.Key.Key_U)
    settle()
    assert [found.action for found in store.consolidation.proposals()] == ["trash"]
    view._timer.stop()


def test_the_inspector_says_what_is_asked_about_a_memory(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    inspector = Inspector(context)
    qtbot.addWidget(inspector)
    inspector.resize(344, 760)
    inspector.show()
    context.select(Selection.one("memory", 1))
    settle()
    assert inspector.form.asked_bar.text == "helper-bot asks to link them. And 1 more."
    for proposal in store.consolidation.proposals():
        store.consolidation.reject(proposal.id)
    context.poll()
    settle()
    assert inspector.form.asked_bar.isHidden()
