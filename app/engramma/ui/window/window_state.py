"""What a window finds again at its next start: geometry, panes, theme, and for each store view, query and selection.

Saved a moment after a change and at the end, so that an idle window writes nothing and a killed one loses little.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QWidget

from engramma.model.errors import QueryError
from engramma.ui.bridge import NOTHING, Selection, WindowContext
from engramma.ui.theme import theme
from engramma.ui.window.settings import Settings

SAVE_AFTER, MOST_STORES, MOST_IDS = 1_500, 20, 500
TITLE_BAR = 36
KINDS = ("memory", "event", "session", "operation")


class WindowState(QObject):
    """`collect` gives what concerns the window, `collect_store` what concerns the store that is open."""

    def __init__(
        self,
        settings: Settings,
        window: QMainWindow,
        *,
        collect: Callable[[], dict[str, Any]],
        collect_store: Callable[[], dict[str, Any]],
        complain: Callable[[str], None],
    ) -> None:
        super().__init__(window)
        self._settings, self._window = settings, window
        self._collect, self._collect_store, self._complain = collect, collect_store, complain
        self._store: Path | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_AFTER)
        self._timer.timeout.connect(self.save)

    def soon(self) -> None:
        """Something changed: save in a moment."""
        if not self._timer.isActive():
            self._timer.start()

    def of_store(self, path: Path) -> dict[str, Any]:
        """What was saved for a store; from now on this is the store whose state is saved."""
        self._store = path
        found = self._settings.get("stores", {}).get(str(path), {})
        return found if isinstance(found, dict) else {}

    def no_store(self) -> None:
        """No store is open."""
        self._store = None

    def gather(self) -> None:
        """Put everything into the settings."""
        place = self._window.normalGeometry()
        if not place.isValid():
            place = self._window.geometry()
        maximized = self._window.isMaximized()
        # `move` places the frame: without it in the position, every start would stand a title bar lower.
        corner = place.topLeft() if maximized or self._window.isFullScreen() else self._window.pos()
        geometry = [corner.x(), corner.y(), place.width(), place.height()]
        self._settings.put("window", {"geometry": geometry, "maximized": maximized, **self._collect()})
        if self._store is not None:
            stores = dict(self._settings.get("stores", {}))
            stores.pop(str(self._store), None)
            stores[str(self._store)] = self._collect_store()
            self._settings.put("stores", dict(list(stores.items())[-MOST_STORES:]))

    def save(self) -> None:
        """Gather and write."""
        self._timer.stop()
        self.gather()
        if not self._settings.save():
            self._complain(self._settings.complaint)

    def restore_geometry(self) -> bool:
        """Give the window its place and size; False if there is none."""
        saved = self._settings.get("window", {})
        match saved.get("geometry"):
            case [int(x), int(y), int(width), int(height)] if width > 0 and height > 0:
                place = QRect(x, y, width, height)
            case _:
                return False
        self._window.resize(place.size())
        if any(screen.availableGeometry().intersects(place) for screen in QGuiApplication.screens()):
            self._window.move(place.topLeft())
        if saved.get("maximized") is True:
            self._window.setWindowState(Qt.WindowState.WindowMaximized)
        return True


def keep_on_screen(window: QWidget) -> None:
    """Make a window that was not shown yet no larger than its screen has room for, with a title bar above it."""
    room = window.screen().availableGeometry().size() - QSize(0, theme().metrics.px(TITLE_BAR))
    if window.width() > room.width() or window.height() > room.height():
        window.resize(window.size().boundedTo(room))


def selection_state(selection: Selection) -> dict[str, Any]:
    """A selection as plain values; a very large one, or all results, is reduced to its current item."""
    selection = selection.without_query()
    ids = selection.ids
    if len(ids) > MOST_IDS:
        ids = (selection.current,) if selection.current is not None else ids[:1]
    return {
        "kind": selection.kind,
        "ids": list(ids),
        "current": selection.current,
    }


def selection_from(state: object) -> Selection:
    """The selection that `selection_state` gave; nothing if it does not fit."""
    match state:
        case {
            "kind": str(kind),
            "ids": list(ids),
            "current": int() | None as current,
        }:
            if kind in KINDS and all(isinstance(item, int) for item in ids):
                return Selection(kind, tuple(ids), current=current)  # type: ignore[arg-type]
    return NOTHING


def restore_query(context: WindowContext, text: object) -> None:
    """Put a saved search text in force, unless it can no longer be read."""
    if not isinstance(text, str):
        return
    try:
        context.set_query(text)
    except QueryError:
        context.set_query("")


def part_of(saved: dict[str, Any], name: str) -> dict[str, Any]:
    """A part of a saved state, empty if it is missing or of another type."""
    found = saved.get(name)
    return found if isinstance(found, dict) else {}


def own_keys(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The keys that a person gave to commands."""
    return {
        name: tuple(key for key in keys if isinstance(key, str))
        for name, keys in settings.get("keys", {}).items()
        if isinstance(keys, list)
    }
