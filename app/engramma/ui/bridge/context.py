"""What a window shares with its views: the store, the one filter text, the selection, jobs and requests.

Views and the inspector get one of these and nothing else; they ask it to open views, run commands and show
toasts, and the window listens. Holds no widget and reads no rows.
"""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engramma.model.errors import EngrammaError
from engramma.model.memory import State
from engramma.model.records import dataclass
from engramma.model.search import Mode, Node, Query, parse, print_query, with_term
from engramma.ui.bridge.drafts import DraftDesk
from engramma.ui.bridge.feed import FeedWatch
from engramma.ui.bridge.jobs import JobBridge
from engramma.ui.bridge.selection import NOTHING, Selection

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.changes import ChangeNotice
    from engramma.model.progress import CancelToken, Report
    from engramma.ui.theme import ThemeSource

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """A command of the command table to run, with its arguments by name."""

    command_id: str
    arguments: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class ToastRequest:
    """A line at the bottom of the view: what happened, with an icon by name, and whether Undo is offered.

    `undo` takes back the newest step of this window, `operations` those named. `quiet` waits until nothing else is
    said there. `action` is the word of one more button, which runs `command`.
    """

    text: str
    icon: str = ""
    undo: bool = False
    operations: tuple[int, ...] = ()
    quiet: bool = False
    action: str = ""
    command: CommandRequest | None = None


@dataclass(frozen=True, slots=True)
class ViewRequest:
    """A view or page to open, by its name."""

    name: str


class WindowContext(QObject):
    """One for each window.

    `store_changed`: another store was opened, or none; `query_changed`: the search text was edited and can be
    read; `data_changed` carries a ChangeNotice, whoever wrote. `view_requested`, `command_requested`,
    `toast_requested` and `error_reported` are for the window, which fulfils them.
    """

    store_changed = Signal()
    query_changed = Signal()
    selection_changed = Signal()
    data_changed = Signal(object)
    theme_changed = Signal()
    results_changed = Signal(object)

    view_requested = Signal(object)
    command_requested = Signal(object)
    toast_requested = Signal(object)
    error_reported = Signal(object)

    def __init__(
        self,
        jobs: JobBridge,
        theme: ThemeSource,
        *,
        store: MemoryStore | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.jobs = jobs
        self.theme = theme
        self.selection: Selection = NOTHING
        self._store: MemoryStore | None = None
        self._query = ""
        self._results = ""
        self.drafts = DraftDesk(self)
        self._feed = FeedWatch(self)
        self._feed.noticed.connect(self._pass_notice)
        self._feed.failed.connect(self.report_error)
        jobs.wrote.connect(self._feed.poll)
        jobs.unhandled = self.report_error
        theme.changed.connect(self._pass_theme)
        if store is not None:
            self.set_store(store)

    @property
    def store(self) -> MemoryStore | None:
        """The open store, None on the welcome page."""
        return self._store

    @property
    def query(self) -> str:
        """The search text that is in force: the only filter state of the window."""
        return self._query

    @property
    def parsed_query(self) -> Query:
        """`query`, parsed."""
        return parse(self._query)

    @property
    def results_text(self) -> str:
        """What the view in front says about its results, e.g. "64 results, 1 selected"."""
        return self._results

    def set_store(self, store: MemoryStore | None) -> None:
        """Show another store, or none. The old one stays open: closing it is the owner's business."""
        self.drafts.flush()
        self.jobs.silence_all()
        self._store = store
        self._query = ""
        self.selection = NOTHING
        self._feed.watch(store)
        self.drafts.forget_store()
        self.store_changed.emit()
        self.query_changed.emit()
        self.selection_changed.emit()

    def set_query(self, text: str) -> None:
        """Put a search text in force. Raises QueryError, and changes nothing, if it cannot be read."""
        parse(text)
        if text == self._query:
            return
        self._query = text
        self.select(self.selection.without_query())
        self.query_changed.emit()

    def edit_query(self, term: Node, mode: Mode) -> None:
        """Add a term to the search text, or replace with it, as a click with these modifiers means."""
        self.set_query(print_query(with_term(self.parsed_query, term, mode)))

    def select(self, selection: Selection) -> None:
        """Select something, for every view and the inspector."""
        if selection == self.selection:
            return
        self.selection = selection
        self.selection_changed.emit()

    def set_results_text(self, text: str) -> None:
        """Say in the status bar what the view in front shows."""
        self._results = text
        self.results_changed.emit(text)

    def open_view(self, name: str) -> None:
        """Bring a view or page to the front."""
        self.view_requested.emit(ViewRequest(name))

    def show_memory(self, memory_id: int) -> None:
        """Go to a memory in Memories and select it; the search text gives way if it hides that memory."""
        self.open_view("memories")
        self.select(Selection.one("memory", memory_id))
        if self._store is not None:
            self.jobs.read(
                "Find a memory",
                functools.partial(_shows, self._store, self._query, memory_id),
                functools.partial(self._make_visible, memory_id),
                key="show_memory",
            )

    def _make_visible(self, memory_id: int, shown: bool) -> None:
        if not shown:
            self.set_query(f"id:{memory_id}")
            self.select(Selection.one("memory", memory_id))

    def show_event(self, event_id: int) -> None:
        """Go to a turn in Sessions and select it."""
        self.open_view("sessions")
        self.select(Selection.one("event", event_id))

    def toast(
        self,
        text: str,
        *,
        icon: str = "",
        undo: bool = False,
        operations: tuple[int, ...] = (),
        quiet: bool = False,
        action: str = "",
        command: CommandRequest | None = None,
    ) -> None:
        """Say what happened, at the bottom of the view. See `ToastRequest`."""
        self.toast_requested.emit(ToastRequest(text, icon, undo, operations, quiet, action, command))

    def run(self, command_id: str, **arguments: Any) -> None:
        """Run a command of the command table; what it does and whether it may is decided there."""
        self.command_requested.emit(CommandRequest(command_id, tuple(arguments.items())))

    def report_error(self, error: Exception) -> None:
        """Tell the person one clear sentence; what is no expected error goes to the log in full."""
        if not isinstance(error, EngrammaError):
            log.error("Unexpected error in the window.", exc_info=error)
        self.error_reported.emit(error)

    def stop(self) -> None:
        """Watch nothing any more; for the end."""
        self._feed.watch(None)

    def poll(self) -> None:
        """Look for changes now."""
        self._feed.poll()

    def _pass_notice(self, notice: ChangeNotice) -> None:
        self.data_changed.emit(notice)

    def _pass_theme(self, _theme: object) -> None:
        self.theme_changed.emit()


def _shows(store: MemoryStore, text: str, memory_id: int, _report: Report, _cancel: CancelToken) -> bool:
    """Whether the results of this search text hold this memory."""
    query = parse(text)
    hidden = store.memories.get(memory_id).state is not State.ACTIVE and not query.names_state
    if hidden or query.is_empty:
        return not hidden
    return store.search.count(f"({text}) id:{memory_id}") > 0
