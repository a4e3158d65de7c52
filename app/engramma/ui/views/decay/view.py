"""The view Decay: curves of the selection with what if, the strengths of the search, and the forgetting calendar.

Follows the window's search, selection and store; reads in jobs. Brushing edits the search text; what is supposed is
written only by the buttons of the What-if pane.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engramma.model.memory import State
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.plots.decay_area import HALF_YEAR, MONTH, WHOLE
from engramma.ui.theme import set_edge, set_surface, theme
from engramma.ui.views.decay.brush import StrengthRange, with_range, without_strength
from engramma.ui.views.decay.curves_card import CurvesCard
from engramma.ui.views.decay.header import DecayHeader
from engramma.ui.views.decay.reading import (
    Asked,
    LivesRead,
    SpreadRead,
    read_lives,
    read_spread,
    suppose_band,
)
from engramma.ui.views.decay.strengths_card import StrengthsCard
from engramma.ui.views.decay.trial import Aim, Trial
from engramma.ui.views.decay.what_if_pane import WhatIfPane
from engramma.ui.widgets import EmptyState, lead_keys

if TYPE_CHECKING:
    from engramma.ui.plots.decay_handles import Tried
    from engramma.ui.views.decay.calendar.pane import CalendarPane

LIVES, SPREAD, BAND = "decay.lives", "decay.spread", "decay.band"
REFRESH_AFTER, REFRESH_GAP, BAND_AFTER = 300, 2_000, 60
SIDE, SIDE_LEAST, STRENGTHS, STRENGTHS_LEAST = 344, 300, 284, 216


class DecayView(QWidget):
    """One for a window."""

    view_name = "decay"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._read: LivesRead | None = None
        self._dirty = self._spread_dirty = True
        self._calendar_state: dict[str, Any] = {}
        self.calendar: CalendarPane | None = None
        set_surface(self, "base")
        self.setObjectName("decay-view")
        self.setAccessibleName("Decay")
        self.header = DecayHeader()
        self.curves = CurvesCard()
        self.empty = EmptyState("trend-down", "", sentence=" ", primary=False)
        self.strengths = StrengthsCard()
        self.trial = Trial(context, self)
        self.what_if = WhatIfPane()
        self._lay_out()
        self._timer = PacedTimer(self, soon=REFRESH_AFTER, gap=REFRESH_GAP)
        self._timer.timeout.connect(self.refresh)
        self._band_soon = QTimer(self)
        self._band_soon.setSingleShot(True)
        self._band_soon.setInterval(BAND_AFTER)
        self._band_soon.timeout.connect(self._suppose_band)
        lead_keys(self, self.curves.canvas)
        self._connect()
        self._show_trial()

    def _lay_out(self) -> None:
        self._lower = QWidget()
        set_surface(self._lower, "base")
        set_edge(self._lower, "top")
        self._below = QHBoxLayout(self._lower)
        self._below.setContentsMargins(0, 1, 0, 0)
        self._below.setSpacing(0)
        set_edge(self.strengths, "right")
        self._below.addWidget(self.strengths)
        centre = QVBoxLayout()
        centre.setSpacing(0)
        centre.addWidget(self.header)
        self._upper = QStackedWidget()
        self._upper.addWidget(self.curves)
        self._upper.addWidget(self.empty)
        centre.addWidget(self._upper, 44)
        centre.addWidget(self._lower, 56)
        self._side = QWidget()
        set_surface(self._side, "panel")
        set_edge(self._side, "left")
        self._column = QVBoxLayout(self._side)
        self._column.setContentsMargins(1, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.what_if)
        self._column.addStretch(1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(centre, 1)
        outer.addWidget(self._side)

    def _connect(self) -> None:
        context, canvas, pane, trial = self._context, self.curves.canvas, self.what_if, self.trial
        context.store_changed.connect(self._on_store)
        context.query_changed.connect(self._on_query)
        context.data_changed.connect(self._on_data)
        context.selection_changed.connect(self._on_selection)
        self.header.span_changed.connect(self._on_span)
        self.header.table_wanted.connect(self._on_table)
        canvas.tried.connect(trial.try_value)
        canvas.current_changed.connect(self._on_current)
        canvas.opened.connect(context.show_memory)
        for card in (self.curves, self.strengths):
            card.said.connect(self._on_said)
            card.failed.connect(context.report_error)
        self.curves.table_shown.connect(self.header.as_table.setChecked)
        self.empty.action_triggered.connect(self._on_clear)
        self.strengths.range_wanted.connect(self._on_range)
        pane.tried.connect(trial.try_value)
        pane.proposed.connect(self._on_proposed)
        pane.pinned.connect(trial.pin)
        pane.reset_wanted.connect(trial.reset)
        pane.apply_wanted.connect(self._on_apply)
        pane.save_wanted.connect(trial.apply_policy)
        trial.changed.connect(self._show_trial)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow view has narrow panes."""
        px = theme().metrics.px
        wide = event.size().width()
        self._side.setFixedWidth(max(px(SIDE_LEAST), min(px(SIDE), round(wide * 0.28))))
        self.strengths.setFixedWidth(
            max(px(STRENGTHS_LEAST), min(px(STRENGTHS), round(wide * 0.35 - px(137))))
        )
        super().resizeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks."""
        self.trial.let_go()
        super().hideEvent(event)

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        self._make_calendar()
        if self._dirty:
            self.refresh()
        elif self._spread_dirty:
            self._read_spread()
        if self.calendar is not None:
            self.calendar.activate()
        self._tell_results()

    def refresh(self) -> None:
        """Read everything anew."""
        self._read_lives()
        self._read_spread()

    def save_state(self) -> dict[str, Any]:
        """The span, table or picture, and what the calendar keeps."""
        calendar = self._calendar_state if self.calendar is None else self.calendar.save_state()
        return {
            "span": self.header.spans.value,
            "table": self.header.as_table.isChecked(),
            "calendar": calendar,
        }

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Take what `save_state` gave."""
        if state.get("span") in (MONTH, HALF_YEAR, WHOLE):
            self.header.spans.set_value(str(state["span"]))
            self._dirty = True
        self.header.as_table.setChecked(state.get("table") is True)
        if isinstance(state.get("calendar"), dict):
            self._calendar_state = dict(state["calendar"])
            if self.calendar is not None:
                self.calendar.restore_state(self._calendar_state)

    def _make_calendar(self) -> None:
        """The calendar is made when the view is first shown."""
        if self.calendar is not None:
            return
        from engramma.ui.views.decay.calendar.pane import CalendarPane

        self.calendar = CalendarPane(self._context)
        self._below.addWidget(self.calendar, 1)
        self._column.insertWidget(1, self.calendar.side, 100)
        if self._calendar_state:
            self.calendar.restore_state(self._calendar_state)

    # Reading

    def _read_lives(self) -> None:
        store = self._context.store
        if store is None:
            return
        self._dirty = False
        selection, query = self._context.selection, self._context.query
        asked = Asked(
            query,
            self.header.spans.value,
            selection.memory_ids if not selection.all_results else (),
            selection.kind == "memory" and selection.all_results,
        )
        work = functools.partial(read_lives, store, asked)
        self._context.jobs.read("Draw how memories fade", work, self._on_lives, key=LIVES)

    def _read_spread(self) -> None:
        store = self._context.store
        if store is None:
            return
        self._spread_dirty = False
        query = without_strength(self._context.parsed_query)
        work = functools.partial(read_spread, store, query, self._context.query)
        self._context.jobs.count("Count strengths", work, self._on_spread, key=SPREAD)

    def _on_lives(self, read: LivesRead) -> None:
        self._read = read
        self._context.jobs.drop(BAND)
        self.curves.show_scene(read.scene)
        self._show_empty(read)
        self.header.set_about(about_words(read))
        selection = self._context.selection
        if selection.kind == "memory" and selection.current is not None:
            self.curves.canvas.set_current(selection.current)
        self.trial.take_policy(read.scene.policy)
        self._tell_results()

    def _show_empty(self, read: LivesRead) -> None:
        if not read.scene.is_empty:
            self._upper.setCurrentWidget(self.curves)
            return
        if self._context.query:
            sentence = "Nothing is selected, and the search finds no memory whose strength could be drawn."
            self.empty.set_texts("No memory is found", sentence=sentence, action="Clear the search")
        else:
            sentence = "Each memory that comes is drawn here from its birth to the day on which it fades."
            self.empty.set_texts("No memories yet", sentence=sentence)
        self._upper.setCurrentWidget(self.empty)

    def _on_clear(self) -> None:
        self._context.set_query("")

    def _on_spread(self, read: SpreadRead) -> None:
        self.strengths.show_spread(read)

    def _on_store(self) -> None:
        self._dirty = self._spread_dirty = True
        self._read = None
        self.trial.forget()
        self.curves.show_scene(None)
        self.strengths.show_spread(None)
        if self.isVisible():
            self.refresh()

    def _on_query(self) -> None:
        self._dirty = self._spread_dirty = True
        if self.isVisible():
            self.refresh()

    def _on_data(self, _notice: object) -> None:
        self._dirty = self._spread_dirty = True
        self.trial.look_again()
        if self.isVisible():
            self._timer.start()

    def _on_selection(self) -> None:
        selection = self._context.selection
        shown = self.curves.canvas.scene
        ids = {life.id for life in shown.lives} if shown is not None else set()
        if selection.kind == "memory" and selection.current in ids and set(selection.ids) == ids:
            # Another of the same curves is current.
            self.curves.canvas.set_current(int(selection.current or 0))
            return
        self._dirty = True
        if self.isVisible():
            self._read_lives()

    # What a person did here

    def _on_span(self, _span: str) -> None:
        self._dirty = True
        if self.isVisible():
            self._read_lives()

    def _on_table(self, shown: bool) -> None:
        self.curves.show_table(shown)
        self.strengths.show_table(shown)

    def _on_current(self, memory_id: int) -> None:
        selection = self._context.selection
        if selection.kind == "memory" and memory_id in selection.ids:
            self._context.select(Selection("memory", selection.ids, current=memory_id))

    def _on_said(self, words: str) -> None:
        self._context.toast(words, icon="check")

    def _on_range(self, wanted: StrengthRange | None) -> None:
        self._context.set_query(with_range(self._context.query, wanted))

    def _on_proposed(self, tried: Tried) -> None:
        self.trial.propose(tried.field, tried.value)

    def _on_apply(self) -> None:
        self.trial.apply_to(self._aim())

    def _aim(self) -> Aim:
        selection, read = self._context.selection, self._read
        if read is None:
            return Aim(0)
        if selection.kind == "memory" and selection.all_results:
            return Aim(read.about)
        ids = selection.memory_ids if read.chosen else tuple(life.id for life in read.scene.lives)
        active = tuple(one for one in ids if one not in read.inactive) if read.inactive else ids
        return Aim(len(active), active)

    def _show_trial(self) -> None:
        what, store, read = self.trial.what, self._context.store, self._read
        self.curves.show_what_if(what)
        if read is not None and read.sample:
            self._band_soon.start()
        self.strengths.show_after(
            self.trial.effect, threshold=None if what is None else what.policy.retrieval_threshold
        )
        aim = self._aim()
        lives = read.scene.lives if read is not None else ()
        self.what_if.show_trial(
            what,
            self.trial.draft,
            self.trial.effect,
            aim=aim,
            still=sum(life.still and life.memory.state is State.ACTIVE for life in lives),
            now=read.scene.now if read is not None else 0,
            may_write=store is not None and not store.read_only and not self.trial.applying,
            of=aim_words(aim, read),
        )

    def _suppose_band(self) -> None:
        """What would become of very many is reckoned beside, a moment after the last change."""
        read, what = self._read, self.trial.what
        if read is None or what is None or not read.sample or what.is_nothing:
            self._context.jobs.drop(BAND)
            self.curves.canvas.show_supposed_band(None)
            return
        work = functools.partial(suppose_band, read, what)
        done = self.curves.canvas.show_supposed_band
        self._context.jobs.read("Draw what would be", work, done, key=BAND)

    def _tell_results(self) -> None:
        if self.isVisible() and self._read is not None:
            self._context.set_results_text(about_words(self._read))


def about_words(read: LivesRead) -> str:
    """ "3 selected of 1,284"; "5 that fade next, of 64 found"."""
    if read.chosen:
        of = f" of {read.found:,}" if read.about <= read.found else ""
        away = len(read.inactive)
        which = "" if not away else ", not active" if away == read.about else f", {away:,} not active"
        return f"{read.about:,} selected{of}{which}"
    if not read.about:
        return "nothing to draw"
    which = "1 that fades next" if read.about == 1 else f"{read.about:,} that fade next"
    return f"{which}, of {read.found:,}"


def aim_words(aim: Aim, read: LivesRead | None) -> str:
    """Whom a pin or a rehearsal would be for."""
    if read is None or not aim.count:
        return ""
    return f"{aim.count:,} selected" if read.chosen else f"{aim.count:,} shown"
