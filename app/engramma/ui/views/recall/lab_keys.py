"""Which letter does what with the hit that is looked at."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from engramma.ui.bridge import WindowContext
from engramma.ui.views.recall.why import has_graph

if TYPE_CHECKING:
    from engramma.ui.views.recall.view import RecallView


def letter_acts(view: RecallView, context: WindowContext) -> dict[int, Callable[[], None]]:
    """What to call for a key."""
    acts: dict[int, Callable[[], None]] = {
        Qt.Key.Key_Y: functools.partial(view.judge, True),
        Qt.Key.Key_N: functools.partial(view.judge, False),
        Qt.Key.Key_P: functools.partial(context.run, "memory.pin"),
        Qt.Key.Key_C: functools.partial(context.run, "memory.correct"),
        Qt.Key.Key_R: functools.partial(context.run, "memory.rehearse"),
        Qt.Key.Key_O: view.open_source,
        Qt.Key.Key_W: view.what_if,
    }
    if has_graph():
        acts[Qt.Key.Key_G] = functools.partial(context.open_view, "graph")
    return acts
