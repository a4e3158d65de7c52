"""A real store with a few days of history by several actors, and the Activity view over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import settler

from engramma.engine import MemoryStore, create_store
from engramma.engine.jobs import JobRunner
from engramma.model.clock import DAY, MINUTE, FixedClock
from engramma.ui.bridge import JobBridge, WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.activity import ActivityView


@dataclass(frozen=True, slots=True)
class Lived:
    """The store, its clock, and three memories in it."""

    store: MemoryStore
    clock: FixedClock
    cart: int
    dumps: int
    port: int


@pytest.fixture
def lived(store_path: Path, frozen_clock: FixedClock) -> Iterator[Lived]:
    """Two days ago an agent remembered three things; yesterday and today they were changed."""
    frozen_clock.advance(-2 * DAY)
    store = create_store(store_path, clock=frozen_clock)
    agent = store.acting_as("agent:shop-agent")
    made = []
    for text in ("A cart is kept for 14 days.", "Dumps are kept for 30 days.", "The port is 8443."):
        made.append(agent.memories.remember(text).id)
        frozen_clock.advance(MINUTE)
    frozen_clock.advance(DAY)
    store.acting_as("worker").memories.change([made[1]], tier="long_term")
    frozen_clock.advance(DAY)
    agent.memories.edit(made[0], "A cart is kept for 30 days.")
    frozen_clock.advance(MINUTE)
    store.memories.pin([made[2]])
    frozen_clock.advance(MINUTE)
    yield Lived(store, frozen_clock, *made)
    store.close()


@pytest.fixture
def context(qtbot: QtBot, theme_source: ThemeSource, lived: Lived) -> Iterator[WindowContext]:
    """The context of a window that shows the store."""
    runner = JobRunner()
    bridge = JobBridge(runner)
    context = WindowContext(bridge, theme_source, store=lived.store)
    context.poll()
    yield context
    context.set_store(None)
    runner.close()
    context.deleteLater()
    bridge.deleteLater()


@pytest.fixture
def settle(qtbot: QtBot, context: WindowContext) -> Callable[[], None]:
    """Wait until every job was delivered and what it asked for was laid out."""

    return settler(qtbot, context)


@pytest.fixture
def view(qtbot: QtBot, context: WindowContext, settle: Callable[[], None]) -> ActivityView:
    """The view, shown and filled."""
    view = ActivityView(context)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    view.activate()
    settle()
    return view
