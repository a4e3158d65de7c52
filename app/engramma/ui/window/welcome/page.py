"""The welcome page: the sample, a new store, an old one, or files to look into.

It only says what a person wants; the window does it by commands.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from engramma.model.clock import Clock
from engramma.ui.actions.table import CommandTable
from engramma.ui.theme import TextRole, app_icon, set_surface, set_text_role, theme
from engramma.ui.widgets import KeyHint, StatusBadge, lead_keys
from engramma.ui.window.recent_stores import RecentStore, RecentStores
from engramma.ui.window.welcome.card import WelcomeCard
from engramma.ui.window.welcome.drop_zone import DropZone
from engramma.ui.window.welcome.recent_list import RecentList

WIDTH, GAP = 1060, 24


class WelcomePage(QWidget):
    """`command_wanted` carries a command's id, `open_wanted` and `locate_wanted` a RecentStore."""

    view_name = "welcome"
    command_wanted = Signal(object)
    open_wanted = Signal(object)
    locate_wanted = Signal(object)

    def __init__(self, table: CommandTable, recent: RecentStores, clock: Clock) -> None:
        super().__init__()
        self._table = table
        set_surface(self, "window")
        self.setAccessibleName("Welcome")
        self.drop_zone = DropZone()
        self.recent = RecentList(recent, clock)
        metrics = theme().metrics
        content = QWidget()
        set_surface(content, "window")
        column = QVBoxLayout(content)
        column.setContentsMargins(metrics.space_24, metrics.space_24, metrics.space_24, metrics.space_24)
        column.setSpacing(0)
        column.addStretch(2)
        middle = QHBoxLayout()
        middle.addStretch(1)
        body = QWidget()
        body.setMaximumWidth(metrics.px(WIDTH))
        middle.addWidget(body, 100)
        middle.addStretch(1)
        column.addLayout(middle)
        column.addStretch(3)
        self._fill(body)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(content)
        area.setAccessibleName("Welcome")
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.drop_zone.files_wanted.connect(partial(self._want, "store.import"))
        self.recent.open_wanted.connect(self._on_open)
        self.recent.locate_wanted.connect(self._on_locate)

    def _fill(self, body: QWidget) -> None:
        metrics = theme().metrics
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.px(34))
        column.addLayout(self._head())
        halves = QHBoxLayout()
        halves.setSpacing(metrics.px(GAP))
        left = QVBoxLayout()
        left.setSpacing(metrics.space_12)
        for command_id, icon_name, title, sentence, primary in (
            ("store.sample", "storefront", "Open the sample store", SAMPLE, True),
            (
                "store.new",
                "plus",
                "New store…",
                "One file for one project, empty and ready for an agent",
                False,
            ),
            ("store.open", "folder-open", "Open a store…", "A file you already have", False),
            (
                "store.find",
                "file-search",
                "Find my memories…",
                "What agents and tools keep on this computer",
                False,
            ),
        ):
            keys = self._table.shown_key(command_id)
            card = WelcomeCard(icon_name, title, sentence=sentence, keys=keys, primary=primary)
            card.clicked.connect(partial(self._want, command_id))
            left.addWidget(card)
            if primary:
                lead_keys(self, card)
        left.addSpacing(metrics.space_4)
        self.drop_zone.setMinimumHeight(metrics.px(224))
        left.addWidget(self.drop_zone, 1)
        right = QVBoxLayout()
        right.addWidget(self.recent)
        right.addStretch(1)
        halves.addLayout(left, 1)
        halves.addLayout(right, 1)
        column.addLayout(halves)
        column.addLayout(self._keys())

    def _head(self) -> QHBoxLayout:
        metrics = theme().metrics
        row = QHBoxLayout()
        row.setSpacing(metrics.space_20)
        mark = QLabel()
        mark.setPixmap(app_icon().pixmap(QSize(metrics.px(64), metrics.px(64)), self.devicePixelRatioF()))
        mark.setAccessibleName("Engramma")
        self._mark = mark
        words = QVBoxLayout()
        words.setSpacing(metrics.space_4)
        title = QLabel("Engramma")
        set_text_role(title, TextRole.WELCOME)
        sentence = QLabel("See what your agents remember, put it right, and decide what stays.")
        set_text_role(sentence, TextRole.CARD, tone="secondary")
        words.addStretch(1)
        words.addWidget(title)
        words.addWidget(sentence)
        words.addStretch(1)
        badge = StatusBadge("Everything stays on this computer", "neutral", icon_name="lock-simple")
        row.addWidget(mark)
        row.addLayout(words, 1)
        row.addWidget(badge, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def _keys(self) -> QHBoxLayout:
        metrics = theme().metrics
        row = QHBoxLayout()
        row.setSpacing(metrics.space_6)
        row.addStretch(1)
        for command_id, words in (("tools.palette", "all commands"), ("help.keys", "keys")):
            row.addWidget(KeyHint(self._table.get(command_id).keys[0], follows=True))
            label = QLabel(words)
            set_text_role(label, TextRole.SMALL, tone="secondary")
            row.addWidget(label)
            row.addSpacing(metrics.space_12)
        row.addStretch(1)
        return row

    def _want(self, command_id: str, _checked: bool = False) -> None:
        self.command_wanted.emit(command_id)

    def _on_open(self, store: RecentStore) -> None:
        self.open_wanted.emit(store)

    def _on_locate(self, store: RecentStore) -> None:
        self.locate_wanted.emit(store)

    def activate(self) -> None:
        """Look at the recent stores anew; the keys go to what one would do first."""
        self.recent.refresh()
        self.setFocus()

    def save_state(self) -> dict[str, Any]:
        """Nothing to keep."""
        return {}

    def restore_state(self, _state: dict[str, Any]) -> None:
        """Nothing to restore."""


SAMPLE = "An agent’s web-shop project over five months, all views alive"
