"""Goes by key from part to part of the window: search line, side bar, list, inspector, and round again.

Tab alone would need a step for every facet.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def step_part(parts: list[tuple[QWidget, QWidget | None]], by: int) -> None:
    """Focus the next part that shows, `by` 1 or -1. Each is a container and what has the keys there first."""
    focused = QApplication.focusWidget()
    here = next(
        (place for place, (part, _first) in enumerate(parts) if _within(part, focused)), -1 if by > 0 else 0
    )
    for distance in range(1, len(parts) + 1):
        part, first = parts[(here + by * distance) % len(parts)]
        target = first if first is not None and first.isVisible() else first_stop(part)
        if part.isVisible() and target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return


def first_stop(part: QWidget) -> QWidget | None:
    """The first widget inside that takes keys.

    By way of the children: `nextInFocusChain` lets PySide take each widget for a child of the one before it, and with
    that it is thrown away.
    """
    for child in part.children():
        if not isinstance(child, QWidget) or not child.isVisible():
            continue
        stops = bool(child.focusPolicy() & Qt.FocusPolicy.TabFocus) and child.focusProxy() is None
        found = child if stops and child.isEnabled() else first_stop(child)
        if found is not None:
            return found
    return None


def _within(part: QWidget, focused: QWidget | None) -> bool:
    return focused is not None and (part is focused or part.isAncestorOf(focused))
