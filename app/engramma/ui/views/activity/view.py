"""The Activity view: joins filter, bars and list, and remembers how far a person has looked."""

from __future__ import annotations

import functools
from datetime import date

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engramma.model.changes import ChangeNotice
from engramma.model.operation import Operation
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.theme import set_edge, set_surface
from engramma.ui.views.activity.activity_actions import (
    LeaveIt,
    Revert,
    ShowMemory,
    ToggleChanges,
    ToggleMark,
)
from engramma.ui.views.activity.activity_header import ActivityFilter, ActivityHeader
from engramma.ui.views.activity.activity_keys import ActivityKeys
from engramma.ui.views.activity.activity_model import ActivityModel, lines_of
from engramma.ui.views.activity.activity_rows import ActivityRows
from engramma.ui.views.activity.actors import Group, group_counts
from engramma.ui.views.activity.day_bars import DayBars, DayChosen, day_counts
from engramma.ui.views.activity.loading import (
    DAYS,
    ChangesRead,
    Older,
    Recent,
    merged,
    read_changes,
    read_older,
    read_recent,
)
from engramma.ui.views.activity.marked_bar import MarkedBar
from engramma.ui.views.activity.reverting import Reverting
from engramma.ui.views.activity.search_notice import SearchNotice
from engramma.ui.views.activity.seen import SeenMark, SeenMarks
from engramma.ui.views.rows import Activation, Aim, Chosen, RowView
from engramma.ui.views.rows.days import local_day
from engramma.ui.widgets import EmptyState, lead_keys

NOTHING_YET = "Nothing has happened yet"
WHAT_HAPPENS_HERE = (
    "Every change is listed here: by you, by agents, by the worker, by imports. Each can be taken back."
)


class ActivityView(QWidget):
    """One of the window's views; see `WindowContext` for what it follows."""

    view_name = "activity"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._operations: tuple[Operation, ...] = ()
        self._complete = True
        self._recent: Recent | None = None
        self._reading_older = False
        self._due = True
        self._looked = False
        self._awaited_day: date | None = None
        self._awaited_operation: int | None = None
        self._seen = SeenMarks()
        self.header = ActivityHeader()
        self.filter = ActivityFilter()
        self.bars = DayBars()
        self.notice = SearchNotice()
        self.model = ActivityModel(self)
        self.rows = ActivityRows(self.model)
        self.list = RowView(self.rows, "Operations")
        self.list.setModel(self.model)
        self.bar = MarkedBar()
        self.reverting = Reverting(context, self.rows, self.list, bar=self.bar, parent=self)
        self.empty = EmptyState("clock-counter-clockwise", NOTHING_YET, sentence=WHAT_HAPPENS_HERE)
        self._lay_out()
        self._connect()
        self.notice.show_search(context.query, found=True)
        self._selection_changed()

    def _lay_out(self) -> None:
        strip = QWidget()
        set_surface(strip, "base")
        set_edge(strip, "bottom")
        self._stack = QStackedWidget()
        self._filled = QWidget()
        for widget, parts in (
            (strip, (self.filter, self.bars, self.notice)),
            (self._filled, (strip, self.list, self.bar)),
            (self, (self.header, self._stack)),
        ):
            column = QVBoxLayout(widget)
            column.setContentsMargins(0, 0, 0, 1 if widget is strip else 0)
            column.setSpacing(0)
            for part in parts:
                column.addWidget(part, 1 if part in (self.list, self._stack) else 0)
        self._stack.addWidget(self._filled)
        self._stack.addWidget(self.empty)
        self.setAccessibleName("Activity")
        lead_keys(self, self.list)

    def _connect(self) -> None:
        context = self._context
        context.store_changed.connect(self._other_store)
        context.query_changed.connect(self._query_changed)
        context.selection_changed.connect(self._selection_changed)
        context.data_changed.connect(self._data_changed)
        self.header.seen.connect(self.mark_as_seen)
        self.header.several.connect(self.reverting.toggle_marking)
        self.filter.group_chosen.connect(self._start_over)
        self.filter.agent_chosen.connect(self._start_over)
        self.bar.all_wanted.connect(self.mark_all)
        self.reverting.unfold_wanted.connect(self._on_unfold_wanted)
        self.bars.day_chosen.connect(self._day_chosen)
        self.list.activated_target.connect(self._act)
        self.list.chosen.connect(self._chosen)
        self.list.near_end.connect(self._read_older)
        ActivityKeys(self)

    # What the window asks

    def activate(self) -> None:
        """The view was brought to the front: what it shows counts as seen at the next visit."""
        self._looked = True
        if self._due:
            self._reload()
        self._look()
        self._tell_results()

    def save_state(self) -> dict[str, object]:
        """Whose operations are listed, and how far a person has looked in which store."""
        return {
            "group": self.filter.group.value,
            "agent": self.filter.agent.actor,
            "seen": self._seen.save(),
        }

    def restore_state(self, state: dict[str, object]) -> None:
        """Take up what `save_state` gave; anything unknown is left alone."""
        self._seen.restore(state.get("seen"))
        group = state.get("group")
        if group in tuple(Group):
            self.filter.set_group(Group(str(group)))
        agent = state.get("agent")
        self.filter.agent.set_actor(agent if isinstance(agent, str) else "")
        self._show()

    def mark_as_seen(self) -> None:
        """Everything up to now is known: the line goes."""
        mark = self._newest_mark()
        store = self._context.store
        if mark is not None and store is not None:
            self._seen.settle(str(store.path), mark)
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Load what became due while nobody looked."""
        super().showEvent(event)
        if self._due:
            self._reload()

    # Following the window

    def _other_store(self) -> None:
        self._operations, self._recent, self._complete = (), None, True
        self._looked = self.isVisible()
        self.reverting.end_marking()
        self.rows.forget()
        self.list.start_over()
        self._show()
        self._look_again()

    def _query_changed(self) -> None:
        self.notice.show_search(self._context.query, found=True)
        self._start_over("")

    def _data_changed(self, _notice: ChangeNotice) -> None:
        self._look_again()
        if self.isVisible():
            for operation_id in tuple(self.rows.opened):
                self._read_changes(operation_id)

    def _selection_changed(self) -> None:
        selection = self._context.selection
        wanted = selection.current if selection.kind == "operation" else None
        self._awaited_operation = wanted
        self._go_to_awaited_operation()

    def _look_again(self) -> None:
        self._due = True
        if self.isVisible():
            self._reload()

    # Reading

    def _reload(self) -> None:
        self._due = False
        store = self._context.store
        if store is None:
            self._show()
            return
        self._context.jobs.read(
            "Read the history",
            functools.partial(
                read_recent, store, self._context.query, self.filter.actor, len(self._operations)
            ),
            self._take_recent,
            key="activity.recent",
        )

    def _take_recent(self, recent: Recent) -> None:
        self._recent = recent
        self._operations, self._complete = merged(self._operations, recent)
        self._look()
        self._show()

    def _read_older(self) -> None:
        store = self._context.store
        if store is None or self._complete or self._reading_older or not self._operations:
            return
        self._reading_older = True
        within = None if self._recent is None else self._recent.within
        self._context.jobs.read(
            "Read older operations",
            functools.partial(read_older, store, within, self.filter.actor, self._operations[-1].id),
            functools.partial(self._take_older, self._operations[-1].id, self.filter.actor),
            failed=self._older_failed,
            key="activity.older",
        )

    def _take_older(self, before_id: int, actor: str | None, older: Older) -> None:
        self._reading_older = False
        if actor != self.filter.actor or not self._operations or self._operations[-1].id != before_id:
            return
        self._operations += older.operations
        self._complete = older.complete
        self._show()

    def _older_failed(self, error: Exception) -> None:
        self._reading_older = False
        self._context.report_error(error)

    def _read_changes(self, operation_id: int) -> None:
        store = self._context.store
        if store is not None:
            self._context.jobs.read(
                "Read what an operation changed",
                functools.partial(read_changes, store, operation_id),
                self._take_changes,
                key=f"activity.changes.{operation_id}",
            )

    def _take_changes(self, read: ChangesRead) -> None:
        first = read.operation_id not in self.rows.changes
        if self.rows.changes.get(read.operation_id) != read.changes:
            self.rows.changes[read.operation_id] = read.changes
            self.list.row_changed(read.operation_id)
        if first or read.operation_id in self.rows.conflicts:
            self._show_whole(read.operation_id)

    def _show_whole(self, operation_id: int) -> None:
        """An operation that a person just unfolded is seen with all that it changed."""
        if self.list.current_key == operation_id and self.list.hasFocus():
            self.list.choose(operation_id)

    # Showing

    def _look(self) -> None:
        mark, store = self._newest_mark(), self._context.store
        if self._looked and mark is not None and store is not None:
            self._seen.look(str(store.path), mark)

    def _newest_mark(self) -> SeenMark | None:
        store = self._context.store
        if store is None or self._recent is None:
            return None
        return SeenMark(self._recent.newest_id, store.clock.now())

    def _show(self) -> None:
        store, recent = self._context.store, self._recent
        if store is None or recent is None:
            self.model.show(())
            self.header.show_news(0, more=False, total=0)
            self._say_why_empty(nothing=store is None)
            return
        mark = self._seen.mark(str(store.path))
        today = local_day(store.clock.now())
        self.model.show(lines_of(self._operations, mark, today))
        counts = group_counts(recent.counts)
        self.filter.show_counts(recent.counts)
        days = day_counts(recent.days, last=today, days=DAYS)
        fresh = sum(1 for item in self._operations if mark is not None and item.id > mark.operation_id)
        seen_at = mark.at if mark is not None and fresh else None
        self.bars.show_days(days, seen_at=seen_at, group=self.filter.group)
        more = not self._complete and fresh == len(self._operations)
        self.header.show_news(fresh, more=more, total=counts[Group.ALL])
        self.notice.show_search(self._context.query, found=bool(self._operations))
        self._say_why_empty(nothing=counts[Group.ALL] == 0 and recent.within is None)
        self._go_to_awaited_day()
        self._go_to_awaited_operation()
        self._tell_results()

    def _say_why_empty(self, *, nothing: bool) -> None:
        if self._context.store is None:
            self.empty.set_texts("No store is open", sentence="Open a store to see what happened in it.")
        else:
            self.empty.set_texts(NOTHING_YET, sentence=WHAT_HAPPENS_HERE)
        self._stack.setCurrentWidget(self.empty if nothing else self._filled)

    def _tell_results(self) -> None:
        if self._recent is not None and self.isVisible():
            actor = self.filter.agent.actor
            alone = self.filter.group is Group.AGENTS and actor
            counts = self._recent.counts
            total = counts.get(actor, 0) if alone else group_counts(counts)[self.filter.group]
            self._context.set_results_text(f"{total:,} operation{'' if total == 1 else 's'}")

    # What a person did

    def _start_over(self, _key: str) -> None:
        self._operations, self._complete = (), True
        self._reading_older = False
        self._context.jobs.drop("activity.older")
        self.list.start_over()
        self._look_again()

    def _go_to_awaited_operation(self) -> None:
        """To what was selected elsewhere, if it is listed, once it is."""
        wanted = self._awaited_operation
        if wanted is None or wanted == self.list.current_key or self.list.choose(wanted, aim=Aim.CENTRE):
            self._awaited_operation = None

    def unfold(self, operation_id: int) -> None:
        """Show what an operation changed."""
        if operation_id not in self.rows.opened:
            self._toggle(operation_id)

    def _day_chosen(self, chosen: DayChosen) -> None:
        self._awaited_day = chosen.day
        self._go_to_awaited_day()

    def _go_to_awaited_day(self) -> None:
        day = self._awaited_day
        if day is None:
            return
        if self.model.row_of(day) >= 0:
            self.list.show_at_top(day)
            self._awaited_day = None
        elif self._complete or (self._operations and local_day(self._operations[-1].at) < day):
            self._awaited_day = None
        else:
            self._read_older()

    def _chosen(self, chosen: Chosen) -> None:
        if isinstance(chosen.key, int):
            self._context.select(Selection.one("operation", chosen.key))

    def _act(self, activation: Activation) -> None:
        match activation.action:
            case ShowMemory(memory_id):
                self._context.show_memory(memory_id)
            case ToggleChanges(operation_id):
                self._toggle(operation_id)
            case Revert(operation_id, take):
                self.reverting.revert(operation_id, take)
            case ToggleMark(operation_id):
                self.reverting.toggle(operation_id)
            case LeaveIt(operation_id):
                self.reverting.leave(operation_id)

    def _toggle(self, operation_id: int) -> None:
        self.rows.opened.symmetric_difference_update({operation_id})
        if operation_id in self.rows.opened:
            self._read_changes(operation_id)
        else:
            self.rows.conflicts.pop(operation_id, None)
        self.list.row_changed(operation_id)

    @property
    def current_operation(self) -> Operation | None:
        """The operation on which the list stands."""
        return next((item for item in self._operations if item.id == self.list.current_key), None)

    def mark_several(self) -> None:
        """Let operations be marked, to be taken back together."""
        self.reverting.begin_marking()
        self.list.setFocus()

    def mark_all(self) -> None:
        """Mark everything that is listed, to be taken back together."""
        self.reverting.mark_all(self._operations)

    def _on_unfold_wanted(self, operation: tuple[int]) -> None:
        self._read_changes(operation[0])
