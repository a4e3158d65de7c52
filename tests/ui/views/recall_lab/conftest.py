"""A small shop's store, a window context on it, and the Recall Lab."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import end_context, make_context, settler

from engramma.engine import MemoryStore, create_store
from engramma.model.clock import DAY, FixedClock
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.recall.view import RecallView

Settle = Callable[[], None]
QUESTION = "From which order value is shipping free?"
Ask = Callable[..., None]


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> Iterator[MemoryStore]:
    """Three memories, a day old."""
    made = create_store(store_path, clock=frozen_clock)
    made.memories.remember("Shipping is free from an order value of 49 euros.", tier="long_term")
    made.memories.remember("Free shipping also covers Austria.")
    made.memories.remember("The warehouse closes at six.")
    frozen_clock.advance(DAY)
    yield made
    made.close()


@pytest.fixture
def context(qtbot: QtBot, theme_source: ThemeSource, store: MemoryStore) -> Iterator[WindowContext]:
    """The context of a window on the store."""
    made = make_context(theme_source, store)
    yield made
    end_context(made)


@pytest.fixture
def settle(qtbot: QtBot, context: WindowContext) -> Settle:
    """Waits until every job was delivered."""
    return settler(qtbot, context)


@pytest.fixture
def view(qtbot: QtBot, context: WindowContext, settle: Settle) -> Iterator[RecallView]:
    """The Recall Lab, in front."""
    made = RecallView(context)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    made.activate()
    settle()
    yield made
    made._timer.stop()
    made.question.other._timer.stop()
    made._watch._timer.stop()


@pytest.fixture
def ask(qtbot: QtBot, view: RecallView, settle: Settle) -> Ask:
    """Types a question and presses Enter."""

    def asked(text: str = QUESTION) -> None:
        view.question.line.setText(text)
        qtbot.keyClick(view.question.line, Qt.Key.Key_Return)
        settle()

    return asked
