"""Where the parts of Live stand: head, agents, what is listed, the list, the side; and on which act they stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engramma.ui.theme import set_surface, theme
from engramma.ui.views.live.act_model import ActModel
from engramma.ui.views.live.act_rows import ActRows
from engramma.ui.views.live.agent_strip import AgentStrip
from engramma.ui.views.live.connect_popup import ConnectPopup
from engramma.ui.views.live.live_head import ActFilter, LiveHead
from engramma.ui.views.live.live_side import LiveSide
from engramma.ui.views.live.reading import ActLine, HitLine
from engramma.ui.views.rows import RowView
from engramma.ui.widgets import EmptyState, lead_keys

ROOM_FOR_SIDE = 960
NOBODY = "No agent has been here yet"
WHAT_IT_SHOWS = (
    "Agents that use this store appear here with everything they ask, are told and write, while it happens. "
    "What they write can be undone, and each of them paused."
)


class LiveLayout(QWidget):
    """Only makes and places the parts; `LivePage` joins them. `now` gives the present moment, in UTC µs."""

    def __init__(self, now: Callable[[], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Live")
        self.head, self.filter, self.strip, self.side = LiveHead(), ActFilter(), AgentStrip(), LiveSide()
        self.model = ActModel(self)
        self.rows = ActRows(self.model, now)
        self.list = RowView(self.rows, "What agents did")
        self.list.setModel(self.model)
        self.empty = EmptyState("robot", NOBODY, sentence=WHAT_IT_SHOWS, action="Connect an agent…")
        self._popup: ConnectPopup | None = None
        self._place()

    def _place(self) -> None:
        self._stack = QStackedWidget()
        filled = QWidget()
        set_surface(filled, "base")
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.strip, self.filter):
            column.addWidget(part)
        column.addWidget(self.list, 1)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(filled)
        centre = QVBoxLayout()
        centre.setSpacing(0)
        centre.addWidget(self.head)
        centre.addWidget(self._stack, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(centre, 1)
        outer.addWidget(self.side)
        lead_keys(self, self.list)

    def open_connect(self, store: Path) -> None:
        """Show how an agent is connected to a store; over the side, so that the list stays in sight."""
        if self._popup is None:
            self._popup = ConnectPopup(self)
        over = self.side if self.side.isVisible() else None
        self._popup.open_below(self.head.connect_button, store, over=over)

    def show_filled(self, *, filled: bool, store_open: bool) -> None:
        """The list, or why it is empty."""
        if store_open:
            self.empty.set_texts(NOBODY, sentence=WHAT_IT_SHOWS, action="Connect an agent…")
        else:
            self.empty.set_texts("No store is open", sentence="Open a store to see which agents use it.")
        self._stack.setCurrentIndex(1 if filled else 0)
        self._show_or_hide_side()

    def _show_or_hide_side(self) -> None:
        wide = self.width() >= theme().metrics.px(ROOM_FOR_SIDE)
        self.side.setVisible(wide and self._stack.currentIndex() == 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window keeps its room for the list; the letters act all the same."""
        super().resizeEvent(event)
        self._show_or_hide_side()

    @property
    def current(self) -> ActLine | None:
        """The act on which the list stands."""
        return self.model.line(self.list.current_key)

    @property
    def place(self) -> int:
        """The place of the hit that is looked at."""
        line = self.current
        return 1 if line is None else self.rows.places.get(line.id, 1)

    @property
    def hit(self) -> HitLine | None:
        """The hit that is looked at."""
        line = self.current
        return None if line is None else next((hit for hit in line.hits if hit.place == self.place), None)

    @property
    def memory_id(self) -> int | None:
        """The memory that is looked at."""
        line, hit = self.current, self.hit
        if hit is not None:
            return hit.memory.id if hit.memory is not None else None
        return line.act.touched[0].id if line is not None and line.act.touched else None
