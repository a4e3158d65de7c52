"""The menu of a node: what the graph can do with it, then the commands on memories."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QMenu, QWidget

from engramma.ui.actions.action_set import ActionSet
from engramma.ui.theme import icon

COMMANDS = (
    ("memory.link", "memory.unlink"),
    ("memory.edit", "memory.correct", "memory.rehearse", "memory.pin", "memory.unpin", "memory.tag"),
    ("memory.copy", "memory.trash"),
)
Entry = tuple[str, str, Callable[[], None]]


def node_menu(parent: QWidget, entries: Sequence[Entry | None]) -> QMenu:
    """A menu of (words, icon, what it does), None for a line between; the window's commands follow if it has them."""
    menu = QMenu(parent)
    menu.setAccessibleName("Memory in the graph")
    menu.aboutToHide.connect(menu.deleteLater)
    for entry in entries:
        if entry is None:
            menu.addSeparator()
            continue
        words, icon_name, act = entry
        menu.addAction(icon(icon_name), words).triggered.connect(act)
    actions = parent.window().findChild(ActionSet)
    if actions is not None:
        actions.refresh()
        for group in COMMANDS:
            menu.addSeparator()
            for command_id in group:
                if command_id in actions and actions[command_id].isEnabled():
                    menu.addAction(actions[command_id])
    return menu
