"""The three panes side by side: side bar, centre, inspector. Widths follow the window until they are dragged.

Says nothing about what is in them.
"""

from __future__ import annotations

import itertools
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from engramma.ui.theme import set_surface, theme

MEASURES = ((1280, 196, 304), (1440, 212, 344), (1920, 248, 420))
CENTRE_AT_LEAST, INSPECTOR_AT_LEAST, INSPECTOR_FROM = 480, 260, 1100


def pane_widths(window: int) -> tuple[int, int]:
    """Side bar and inspector in px at scale 1 for a window's width, between and beyond the measured ones."""
    low, high = MEASURES[0], MEASURES[-1]
    if window <= low[0]:
        return low[1], low[2]
    if window >= high[0]:
        return high[1], high[2]
    for left, right in itertools.pairwise(MEASURES):
        if left[0] <= window <= right[0]:
            share = (window - left[0]) / (right[0] - left[0])
            return round(left[1] + share * (right[1] - left[1])), round(
                left[2] + share * (right[2] - left[2])
            )
    return low[1], low[2]


class Panes(QSplitter):
    """`state_changed` says that a pane was shown, hidden or dragged."""

    state_changed = Signal()

    def __init__(self, sidebar: QWidget, centre: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._sidebar, self._centre = sidebar, centre
        self._inspector = QWidget()
        self._wanted = {"sidebar": True, "inspector": True}
        self._dragged: dict[str, int] = {}
        self._store_open = False
        self._page = False
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.setAccessibleName("Panes")
        centre.setMinimumWidth(theme().metrics.px(CENTRE_AT_LEAST))
        self.addWidget(sidebar)
        self.addWidget(centre)
        set_surface(self._inspector, "panel")
        self.addWidget(self._inspector)
        self.setStretchFactor(1, 1)
        self.splitterMoved.connect(self._on_moved)

    def set_inspector(self, inspector: QWidget) -> None:
        """Put the inspector in the place that was kept for it."""
        placeholder = self.replaceWidget(self.indexOf(self._inspector), inspector)
        if placeholder is not None:
            placeholder.deleteLater()
        self._inspector = inspector
        self._arrange()

    def show_for(self, *, store_open: bool, page: bool) -> None:
        """Side panes belong to an open store; pages that bring their own side hide the inspector."""
        self._store_open, self._page = store_open, page
        self._arrange()

    @property
    def sidebar_shown(self) -> bool:
        """Whether the side bar is wanted."""
        return self._wanted["sidebar"]

    @property
    def inspector_shown(self) -> bool:
        """Whether the inspector is wanted."""
        return self._wanted["inspector"]

    def toggle(self, name: str) -> None:
        """Show or hide "sidebar" or "inspector"."""
        self._wanted[name] = not self._wanted[name]
        self._arrange()
        self.state_changed.emit()

    def _arrange(self) -> None:
        metrics = theme().metrics
        wide = self.width() >= metrics.px(INSPECTOR_FROM)
        sidebar = self._store_open and self._wanted["sidebar"]
        inspector = self._store_open and self._wanted["inspector"] and wide and not self._page
        self._sidebar.setVisible(sidebar)
        left, right = pane_widths(round(self.width() / metrics.scale))
        sizes = [self._dragged.get("sidebar", metrics.px(left)) if sidebar else 0]
        self._inspector.setMinimumWidth(metrics.px(INSPECTOR_AT_LEAST))
        self._inspector.setVisible(inspector)
        side = self._dragged.get("inspector", metrics.px(right)) if inspector else 0
        self.setSizes([*sizes, max(1, self.width() - sizes[0] - side), side])

    def _on_moved(self, _position: int, index: int) -> None:
        sizes = self.sizes()
        if index == 1 and sizes[0]:
            self._dragged["sidebar"] = sizes[0]
        elif index == 2 and sizes[-1]:
            self._dragged["inspector"] = sizes[-1]
        self.state_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Widths follow the window."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()

    def save_state(self) -> dict[str, Any]:
        """What is shown, and the widths that were dragged."""
        return {"shown": dict(self._wanted), "widths": dict(self._dragged)}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take what `save_state` gave; what does not fit is left out."""
        shown, widths = state.get("shown"), state.get("widths")
        for name in self._wanted:
            if isinstance(shown, dict) and isinstance(shown.get(name), bool):
                self._wanted[name] = shown[name]
            if isinstance(widths, dict) and isinstance(widths.get(name), int) and 120 <= widths[name] <= 900:
                self._dragged[name] = widths[name]
        self._arrange()
