"""The list with its head and foot: what waits at which gate, or what the search finds; a move's preview below."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from engramma.model.flow import WaitingList, Waits
from engramma.ui.theme import TextRole, set_edge, set_menu, set_surface, set_variant, theme
from engramma.ui.views.tiers.list_model import rows_listed, rows_waiting
from engramma.ui.views.tiers.list_table import TierTable
from engramma.ui.views.tiers.reading import Listed
from engramma.ui.views.tiers.waiting_words import WAITS, waiting_words
from engramma.ui.widgets import (
    ElidedLabel,
    EmptyState,
    IconLabel,
    KeyHint,
    Segment,
    SegmentedControl,
    lead_keys,
)

AT_GATE, RESULTS = "gate", "results"
NOTHING = "Short-term memories wait here until they are recalled often enough to stay."
HINT = "Drag rows onto a tier or the Trash to move them, or press"


class ListPane(QWidget):
    """`mode_changed`: another list is wanted; `all_wanted`: everything in Memories."""

    mode_changed = Signal()
    all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "base")
        self._waiting: WaitingList | None = None
        self._listed: Listed | None = None
        self._only: Waits | None = None
        self._now = 0
        self.modes = SegmentedControl(
            (
                Segment(AT_GATE, "At a gate", tip="Short-term memories and what they lack for long-term"),
                Segment(RESULTS, "Results", tip="What the search finds, what fades next first"),
            ),
            "Which memories are listed",
            value=AT_GATE,
        )
        self._about = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._about.setMinimumWidth(metrics.px(60))
        self._groups = QPushButton("All")
        set_variant(self._groups, "plain", size="small")
        self._menu = QMenu(self._groups)
        self._menu.setAccessibleName("What they wait for")
        set_menu(self._groups, self._menu)
        head = QWidget()
        head.setFixedHeight(metrics.view_header)
        row = QHBoxLayout(head)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.space_8, 0)
        row.setSpacing(metrics.space_8)
        row.addWidget(self.modes)
        row.addWidget(self._about, 1)
        row.addWidget(self._groups)
        self.table = TierTable()
        self.empty = EmptyState("stack", "Nothing waits at a gate", sentence=NOTHING)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.empty)
        self.more = QPushButton("")
        set_variant(self.more, "link")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._pages, 1)
        column.addWidget(self._make_foot())
        lead_keys(self, self.table)
        self.modes.changed.connect(self._on_mode)
        self.more.clicked.connect(self.all_wanted)

    def _make_foot(self) -> QWidget:
        metrics = theme().metrics
        foot = QWidget()
        set_surface(foot, "panel")
        set_edge(foot, "top")
        foot.setFixedHeight(metrics.px(32))
        row = QHBoxLayout(foot)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_6)
        row.addWidget(IconLabel("hand-grabbing", size=metrics.icon, role="text_secondary"))
        self._hint = ElidedLabel(HINT, TextRole.SMALL, tone="secondary")
        row.addWidget(self._hint, 1)
        self._key = KeyHint("T")
        row.addWidget(self._key)
        row.addStretch(0)
        row.addWidget(self.more)
        return foot

    @property
    def mode(self) -> str:
        """Which list it is."""
        return self.modes.value

    def set_mode(self, mode: str) -> None:
        """Show the other list."""
        if mode != self.modes.value:
            self.modes.set_value(mode)

    @property
    def hint(self) -> str:
        """What the line below says."""
        return self._hint.text

    def tell(self, words: str) -> None:
        """Say below what a move would change; "" for the usual hint."""
        self._hint.set_text(words or HINT)
        self._hint.set_tone("primary" if words else "secondary")
        self._key.setVisible(not words)
        self.more.setVisible(not words and self.table.rows.rowCount() > 0)

    def forget(self) -> None:
        """Another store: nothing of the last one is listed or named until its own was read."""
        self._waiting = self._listed = self._only = None
        self._menu.clear()
        self.tell("")
        self._about.set_text("")
        self.table.show_rows(())
        self._offer_more(0, 0)
        self.empty.set_texts("Nothing is listed yet", sentence="")
        self._pages.setCurrentWidget(self.empty)

    def show_waiting(self, found: WaitingList, *, now: int) -> None:
        """List what waits at the gates."""
        self._waiting, self._now = found, now
        if self._only is not None and not found.count(self._only):
            self._only = None
        self._menu.clear()
        for waits, words, count in [(None, "All", found.total), *((w, WAITS[w], n) for w, n in found.counts)]:
            action = self._menu.addAction(f"{words}\t{count:,}")
            action.setCheckable(True)
            action.setChecked(waits is self._only)
            action.triggered.connect(partial(self.show_group, waits))
        self._show()

    def show_group(self, waits: Waits | None, _checked: bool = False) -> None:
        """List only what waits for this."""
        self._only = waits
        if self._waiting is not None:
            self.show_waiting(self._waiting, now=self._now)

    def show_listed(self, listed: Listed, *, now: int) -> None:
        """List results of the search."""
        self._listed, self._now = listed, now
        self._show()

    def _on_mode(self, _mode: str) -> None:
        self._show()
        self.mode_changed.emit()

    def _show(self) -> None:
        if self.mode == AT_GATE:
            self._show_gate()
        else:
            self._show_results()
        self._pages.setCurrentWidget(self.table if self.table.rows.rowCount() else self.empty)

    def _show_gate(self) -> None:
        found = self._waiting
        self._groups.show()
        if found is None:
            return
        self._about.set_text(waiting_words(found))
        name = "All" if self._only is None else WAITS[self._only]
        self._groups.setText(name)
        self._groups.setAccessibleName(f"What they wait for: {name}")
        rows = rows_waiting(found, now=self._now, only=self._only)
        self.table.show_rows(rows)
        total = found.total if self._only is None else found.count(self._only)
        self._offer_more(len(rows), total)
        self.empty.set_texts(
            "Nothing waits at a gate",
            sentence=NOTHING,
        )

    def _show_results(self) -> None:
        listed = self._listed
        self._groups.hide()
        if listed is None:
            return
        self._about.set_text(f"{listed.total:,} found, what fades next first")
        rows = rows_listed(listed, now=self._now)
        self.table.show_rows(rows)
        self._offer_more(len(rows), listed.total)
        self.empty.set_texts(
            "No memory fits this search", sentence="Change the search, or clear it with Esc."
        )

    def _offer_more(self, shown: int, total: int) -> None:
        self.more.setVisible(total > 0)
        words = f"Show all {total:,} in Memories" if total > shown else "Show in Memories"
        self.more.setText(words)
        self.more.setAccessibleName(words)
