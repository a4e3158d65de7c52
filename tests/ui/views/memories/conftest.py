"""A real store with memories, a real window context, and the Memories view over it."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Settle, asked, bare_context, context, settle, stocked

from engramma.ui.bridge import WindowContext
from engramma.ui.views.memories import MemoriesView

__all__ = ["asked", "bare_context", "context", "settle", "stocked"]


@pytest.fixture
def view(qtbot: QtBot, context: WindowContext, settle: Settle) -> MemoriesView:
    """The view, shown at the width of a usual window and filled."""
    view = MemoriesView(context)
    qtbot.addWidget(view)
    view.resize(884, 600)
    view.show()
    view.activate()
    settle()
    return view
