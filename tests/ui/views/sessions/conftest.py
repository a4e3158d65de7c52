"""A real store with a few sessions of an agent, and the Sessions view over it in a real window context."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from recorded_sessions import WEBHOOKS_AT, Filled, Settle, record, record_webhooks, said
from tests.ui.window_on_store import settler

from engramma.engine import create_store
from engramma.engine.jobs import JobRunner
from engramma.model.clock import DAY, FixedClock
from engramma.ui.bridge import JobBridge, WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.sessions import SessionsView


@pytest.fixture
def filled(store_path: Path, frozen_clock: FixedClock) -> Iterator[Filled]:
    """Six sessions: one with a gate, four without, one of another agent."""
    store = create_store(store_path, clock=frozen_clock)
    webhooks = record_webhooks(store)
    others = []
    for number in range(5):
        start = WEBHOOKS_AT - (number + 1) * 12 * DAY
        turns = [said("user", "user", f"Talk {number}, turn {n}", turn=n, start=start) for n in range(1, 4)]
        agent = "ops-agent" if number == 4 else "shop-agent"
        others.append(record(store, f"Talk {number}", turns, agent=agent))
    yield Filled(store, webhooks, tuple(others))
    store.close()


@pytest.fixture
def context(qtbot: QtBot, theme_source: ThemeSource, filled: Filled) -> Iterator[WindowContext]:
    """The context of a window that shows the store."""
    runner = JobRunner()
    bridge = JobBridge(runner)
    context = WindowContext(bridge, theme_source, store=filled.store)
    context.poll()
    yield context
    context.set_store(None)
    runner.close()
    context.deleteLater()
    bridge.deleteLater()


@pytest.fixture
def settle(qtbot: QtBot, context: WindowContext) -> Settle:
    """Wait until every job was delivered and what it asked for was laid out."""

    return settler(qtbot, context)


@pytest.fixture
def view(qtbot: QtBot, context: WindowContext, settle: Settle) -> SessionsView:
    """The view, shown and filled."""
    view = SessionsView(context)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    view.activate()
    settle()
    return view
