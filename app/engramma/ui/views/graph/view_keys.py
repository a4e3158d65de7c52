"""Which letter does what in the Graph, and the menu of a node."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from engramma.ui.views.graph.node_menu import Entry

if TYPE_CHECKING:
    from engramma.ui.views.graph.view import GraphView


def letter_acts(view: GraphView) -> dict[int, Callable[[], None]]:
    """What to call for a key."""
    return {
        Qt.Key.Key_A: view.animate,
        Qt.Key.Key_C: view.show_selection,
        Qt.Key.Key_D: view.show_more,
        Qt.Key.Key_H: view.hide_chosen,
        Qt.Key.Key_L: view.head.lasso.toggle,
        Qt.Key.Key_P: view.find_path,
        Qt.Key.Key_Q: view.side.activation.show_question,
        Qt.Key.Key_R: view.show_results,
        Qt.Key.Key_S: view.toggle_layout,
        Qt.Key.Key_T: view.head.as_table.toggle,
        Qt.Key.Key_U: view.gestures.release_current,
        Qt.Key.Key_W: view.show_whole,
        Qt.Key.Key_X: view.side.link.take_away,
    }


def menu_entries(view: GraphView, key: int) -> list[Entry | None]:
    """What can be done with a node, above the commands on memories."""
    act = functools.partial
    entries: list[Entry | None] = [
        ("Expand", "plus-circle", act(view.expand, key)),
        ("Draw it around this", "crosshair", act(view.show_around, key)),
        ("Animate activation", "lightning", view.animate),
        ("Find a path from here…", "path", act(view.find_path_from, key)),
        None,
    ]
    if key in view.desk.drawing.pinned_ids:
        entries.append(("Let it go", "push-pin-slash", act(view.gestures.release, key)))
    entries += [
        ("Hide", "eye-slash", view.hide_chosen),
        ("Show in Memories", "rows", act(view.show_in_memories, key)),
    ]
    return entries
