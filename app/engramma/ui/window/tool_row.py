"""The tool bar: side bar toggle, search bar, undo and redo, the palette's button, inspector toggle.

Its buttons trigger commands of the table; they decide nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from engramma.ui.actions.action_set import ActionSet
from engramma.ui.theme import set_edge, set_surface, theme
from engramma.ui.widgets import KeyButton
from engramma.ui.window.pane_icons import pane_icon
from engramma.ui.window.search.bar import SearchBar


class ToolRow(QWidget):
    """46 px high."""

    def __init__(self, actions: ActionSet, search: SearchBar, *, palette_key: str) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setAccessibleName("Tool bar")
        self.setFixedHeight(metrics.tool_bar)
        self.search = search
        # On the actions, since a tool button takes its icon from its action again whenever that changes.
        actions["view.sidebar"].setIcon(pane_icon("left"))
        actions["view.inspector"].setIcon(pane_icon("right"))
        self.sidebar_button = self._button(actions["view.sidebar"], "Show or hide the side bar")
        self.undo_button = self._button(actions["edit.undo"], "Undo")
        self.redo_button = self._button(actions["edit.redo"], "Redo")
        self.plan_button = KeyButton("Consolidate…", icon_name="flow-arrow", size="normal")
        self.plan_button.clicked.connect(actions["consolidation.plan"].trigger)
        self.plan_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.palette_button = KeyButton("Commands…", palette_key, icon_name="command", size="normal")
        self.palette_button.clicked.connect(actions["tools.palette"].trigger)
        self.palette_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.inspector_button = self._button(actions["view.inspector"], "Show or hide the inspector")
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.space_12, 0, metrics.space_12, 0)
        row.setSpacing(metrics.space_8)
        row.addWidget(self.sidebar_button)
        row.addWidget(search, 1)
        row.addSpacing(metrics.space_4)
        row.addWidget(self.undo_button)
        row.addWidget(self.redo_button)
        row.addSpacing(metrics.space_4)
        row.addWidget(self.plan_button)
        row.addWidget(self.palette_button)
        row.addWidget(self.inspector_button)

    def _button(self, action: QAction, name: str) -> QToolButton:
        metrics = theme().metrics
        button = QToolButton()
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setIconSize(QSize(metrics.icon_large, metrics.icon_large))
        button.setFixedSize(metrics.button, metrics.button)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(name)
        button.setStyleSheet("QToolButton { padding: 0; }")
        return button
