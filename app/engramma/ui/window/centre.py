"""The centre of the window: one view or page in front of the others, each made when it is first shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QWidget

from engramma.ui.theme import set_surface
from engramma.ui.widgets import led_to

CURATION = frozenset({"merge", "duplicates", "replace"})
PAGES = (
    frozenset({"welcome", "import", "export", "merge_store", "plan", "settings", "live", "overview"})
    | CURATION
)
WITHOUT_STORE = frozenset({"welcome", "import", "settings"})
# These fill the width: the inspector gives way.
OWN_SIDE = PAGES | {"decay", "graph", "recall", "review"}


class View(Protocol):
    """What every view and page can do."""

    view_name: str

    def activate(self) -> None:
        """It came to the front."""

    def save_state(self) -> dict[str, Any]:
        """What it wants to find again, as plain JSON values."""

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take what `save_state` gave."""


class Centre(QStackedWidget):
    """`changed` carries the name of the view in front."""

    changed = Signal(str)

    def __init__(self, makers: Mapping[str, Callable[[], QWidget]]) -> None:
        super().__init__()
        self._makers = dict(makers)
        self._views: dict[str, QWidget] = {}
        self._states: dict[str, dict[str, Any]] = {}
        self._name = ""
        self._before = "memories"
        set_surface(self, "base")
        self.setAccessibleName("Centre")

    @property
    def names(self) -> tuple[str, ...]:
        """All views and pages there are."""
        return tuple(self._makers)

    @property
    def name(self) -> str:
        """The name of the view in front, "" before the first."""
        return self._name

    @property
    def before(self) -> str:
        """The last view in front that is no page."""
        return self._before

    @property
    def front(self) -> QWidget | None:
        """The view in front."""
        return self._views.get(self._name)

    def view(self, name: str) -> QWidget:
        """The view of this name, made if need be. Raises KeyError."""
        if name not in self._views:
            widget = self._makers[name]()
            self._views[name] = widget
            self.addWidget(widget)
            if name in self._states:
                cast("View", widget).restore_state(self._states[name])
        return self._views[name]

    def made(self, name: str) -> QWidget | None:
        """The view, if it was made already."""
        return self._views.get(name)

    def open(self, name: str) -> None:
        """Bring a view to the front."""
        widget = self.view(name)
        new = name != self._name
        self._name = name
        if name not in PAGES:
            self._before = name
        self.setCurrentWidget(widget)
        cast("View", widget).activate()
        if new:
            self.changed.emit(name)

    def list_of_front(self) -> QWidget | None:
        """The widget of the front view that takes arrow keys."""
        widget = self.front
        if widget is None:
            return None
        return led_to(widget) or next(
            (found for found in widget.findChildren(QAbstractItemView) if found.isVisible()), None
        )

    def save_states(self) -> dict[str, dict[str, Any]]:
        """The states of all views, also of those that were not made this time."""
        made = {name: cast("View", widget).save_state() for name, widget in self._views.items()}
        return {**self._states, **{name: state for name, state in made.items() if state}}

    def restore_states(self, states: Mapping[str, Any]) -> None:
        """Give the views what they saved, now or when they are made."""
        self._states = {name: dict(state) for name, state in states.items() if isinstance(state, dict)}
        for name, widget in self._views.items():
            if name in self._states:
                cast("View", widget).restore_state(self._states[name])
