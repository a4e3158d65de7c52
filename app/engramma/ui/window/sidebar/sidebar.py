"""The side bar: views on top, then saved searches, then facets. It reads counts in jobs and edits the query."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from engramma.model.search import Facets
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.embedding_watch import embedding_watch
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.bridge.recall_checks import CheckBook, check_watch
from engramma.ui.theme import icon, set_surface, theme
from engramma.ui.theme.icon_names import VIEW_ICONS
from engramma.ui.window.sidebar.facets import FacetPane
from engramma.ui.window.sidebar.nav_row import NavRow, Pressed
from engramma.ui.window.sidebar.saved_searches import SavedSearchSection

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

REFRESH_AFTER, REFRESH_GAP = 150, 1_200
VIEW_TITLES = {
    "memories": "Memories",
    "sessions": "Sessions",
    "tiers": "Tiers",
    "decay": "Decay",
    "graph": "Graph",
    "recall": "Recall Lab",
    "review": "Review",
    "activity": "Activity",
}


class Sidebar(QWidget):
    """`view_chosen` carries the name of a view. `facets.counted` tells the results to the window."""

    view_chosen = Signal(str)
    state_changed = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        metrics = theme().metrics
        set_surface(self, "panel")
        self.setAccessibleName("Side bar")
        self.setMinimumWidth(metrics.px(160))
        self.views: dict[str, NavRow] = {}
        self.saved = SavedSearchSection(context)
        self.facets = FacetPane(context)
        area = QScrollArea()
        area.setWidgetResizable(True)
        content = QWidget()
        set_surface(content, "panel")
        area.setWidget(content)
        column = QVBoxLayout(content)
        column.setContentsMargins(metrics.space_8, metrics.space_8, metrics.space_8, metrics.space_12)
        column.setSpacing(0)
        for name, title in VIEW_TITLES.items():
            row = NavRow(name, title, icon=icon(VIEW_ICONS[name]), tall=True)
            row.pressed_with.connect(self._on_view)
            self.views[name] = row
            column.addWidget(row)
        column.addWidget(self.saved)
        column.addWidget(self.facets)
        column.addStretch(1)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName("Views, saved searches and facets")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self._timer = PacedTimer(self, soon=REFRESH_AFTER, gap=REFRESH_GAP)
        self._timer.timeout.connect(self.refresh)
        context.store_changed.connect(self._on_store_changed)
        context.data_changed.connect(self._refresh_soon)
        self.saved.folded.connect(self.state_changed)
        self.facets.folded.connect(self.state_changed)
        self.facets.counted.connect(self._on_facets)
        check_watch(context).changed.connect(self._on_checks)

    def refresh(self) -> None:
        """Read every count anew."""
        self.saved.refresh()
        self.facets.refresh()
        store = self._context.store
        if store is None:
            for row in self.views.values():
                row.set_count(None)
            return
        work = functools.partial(_count_sessions, store)
        self._context.jobs.count("Count sessions", work, self._on_sessions, key="sessions counted")
        waiting = functools.partial(count_waiting, store)
        self._context.jobs.count("Count what waits", waiting, self._on_waiting, key="waiting counted")
        check_watch(self._context).begin()
        embedding_watch(self._context).begin()

    def _on_store_changed(self) -> None:
        """The counts of another store come with the `refresh` that the window asks for after the first rows."""
        for row in self.views.values():
            row.set_count(None)
        self.facets.forget()
        self.saved.forget()
        if self._context.store is None:
            self.refresh()

    def _refresh_soon(self, _notice: object) -> None:
        self._timer.start()

    def _on_facets(self, facets: Facets) -> None:
        self.views["memories"].set_count(facets.total)

    def _on_sessions(self, count: int) -> None:
        self.views["sessions"].set_count(count)

    def _on_waiting(self, count: int) -> None:
        self.views["review"].set_count(count or None)

    def _on_checks(self, book: CheckBook) -> None:
        failing = "1 check fails" if book.failing == 1 else f"{book.failing:,} checks fail"
        self.views["recall"].set_alert(book.failing, failing)

    def _on_view(self, pressed: Pressed) -> None:
        self.view_chosen.emit(pressed.key)

    def mark_view(self, name: str) -> None:
        """Mark the view in front."""
        for key, row in self.views.items():
            row.set_mark("active" if key == name else "")

    def save_state(self) -> dict[str, Any]:
        """Which sections are folded."""
        sections = (self.saved.section, *self.facets.sections.values())
        return {"folded": [section.title for section in sections if not section.header.expanded]}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Fold the sections that were folded."""
        folded = state.get("folded", ["Category"])
        for section in (self.saved.section, *self.facets.sections.values()):
            section.header.set_expanded(section.title not in folded)


def count_waiting(store: MemoryStore, _report: Report, _cancel: CancelToken) -> int:
    """How many cards wait in Review: what passes and agents propose, statements to rescue, what fades."""
    fading = len(store.consolidation.fading())
    return store.consolidation.waiting() + len(store.sessions.near_misses()) + fading


def _count_sessions(store: MemoryStore, _report: Report, _cancel: CancelToken) -> int:
    return store.statistics().sessions
