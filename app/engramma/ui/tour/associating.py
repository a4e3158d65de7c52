"""The picture of the Graph: two steps around a memory, and what it activates."""

from __future__ import annotations

from collections.abc import Callable

from engramma.ui.bridge import Selection
from engramma.ui.views.graph.view import GraphView
from engramma.ui.window.main_window import MainWindow

DEPTH = 2


def show_graph(window: MainWindow, memory_id: int | None, settle: Callable[[], None]) -> None:
    """Open the Graph around a memory, or the strongest ones."""
    window.context.set_query("")
    window.context.select(Selection() if memory_id is None else Selection.one("memory", memory_id))
    window.centre.restore_states({"graph": {"choices": {"depth": DEPTH}}})
    window.shell.open_view("graph")
    settle()
    view = window.centre.front
    if isinstance(view, GraphView) and memory_id is not None:
        view.animate()
        settle()
