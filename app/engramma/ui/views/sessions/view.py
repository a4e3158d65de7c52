"""The Sessions view: joins axis, list and transcript, and follows the window's search, selection and changes."""

from __future__ import annotations

import functools

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from engramma.model.changes import ChangeNotice
from engramma.model.errors import NotFoundError
from engramma.model.search import Mode
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.delegates.searched_words import searched_pattern
from engramma.ui.theme import theme
from engramma.ui.views.rows import Chosen
from engramma.ui.views.sessions.brush import DayRange, brushed_range, range_term, without_range
from engramma.ui.views.sessions.loading import (
    SessionsFound,
    Transcript,
    find_sessions,
    read_transcript,
    session_of_event,
)
from engramma.ui.views.sessions.session_column import SessionColumn
from engramma.ui.views.sessions.sessions_header import SessionsHeader
from engramma.ui.views.sessions.time_axis import TimeAxis
from engramma.ui.views.sessions.time_scale import Zoom
from engramma.ui.views.sessions.transcript_pane import TranscriptPane
from engramma.ui.views.sessions.turn_words import count_of
from engramma.ui.widgets import EmptyState, lead_keys

NO_SESSIONS = "No sessions yet"
WHAT_SESSIONS_ARE = (
    "A session is a conversation of an agent. Agents add theirs while they work; "
    "you can also import transcripts."
)


class SessionsView(QWidget):
    """One of the window's views; see `WindowContext` for what it follows."""

    view_name = "sessions"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._found: SessionsFound | None = None
        self._wanted: int | None = None
        self._due = True
        self._stale = False
        self.header = SessionsHeader()
        self.axis = TimeAxis()
        self.sessions = SessionColumn()
        self.transcript = TranscriptPane(context)
        self.empty = EmptyState("chats", NO_SESSIONS, sentence=WHAT_SESSIONS_ARE, action="Import…")
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.addWidget(self.sessions)
        self._split.addWidget(self.transcript)
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 4)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self._split.setSizes([theme().metrics.px(236), theme().metrics.px(650)])
        self._filled = QWidget()
        filled = QVBoxLayout(self._filled)
        self._stack = QStackedWidget()
        column = QVBoxLayout(self)
        for layout in (filled, column):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        filled.addWidget(self.axis)
        filled.addWidget(self._split, 1)
        self._stack.addWidget(self._filled)
        self._stack.addWidget(self.empty)
        column.addWidget(self.header)
        column.addWidget(self._stack, 1)
        self.setAccessibleName("Sessions")
        lead_keys(self, self.transcript.turns)
        self._connect()
        self._selection_changed()

    def _connect(self) -> None:
        context = self._context
        context.store_changed.connect(self._other_store)
        context.query_changed.connect(self._query_changed)
        context.selection_changed.connect(self._selection_changed)
        context.data_changed.connect(self._data_changed)
        self.axis.brushed.connect(self._brushed)
        self.axis.cleared.connect(self._clear_range)
        self.axis.zoomed.connect(self.header.set_zoom)
        self.axis.session_chosen.connect(self._session_chosen)
        self.sessions.chosen.connect(self._session_chosen)
        self.transcript.turn_chosen.connect(self._turn_chosen)
        self.header.zoom_chosen.connect(self._zoom_chosen)
        self.header.import_wanted.connect(self._import)
        self.empty.action_triggered.connect(self._help_out)

    # What the window asks

    def activate(self) -> None:
        """The view was brought to the front."""
        if self._due:
            self._reload()
        self._tell_results()

    def save_state(self) -> dict[str, object]:
        """Zoom, the widths of the panes and the open session."""
        return {
            "zoom": self.axis.zoom.value,
            "sizes": self._split.sizes(),
            "session": self.transcript.session_id,
            "turn": self.transcript.place,
        }

    def restore_state(self, state: dict[str, object]) -> None:
        """Take up what `save_state` gave; anything unknown is left alone."""
        zoom, sizes = state.get("zoom"), state.get("sizes")
        if zoom in (Zoom.WEEK, Zoom.MONTH, Zoom.ALL):
            self.header.set_zoom(Zoom(str(zoom)))
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(size, int) for size in sizes):
            self._split.setSizes(sizes)
        session = state.get("session")
        if isinstance(session, int):
            self._wanted = session
            turn = state.get("turn")
            if isinstance(turn, int):
                self.transcript.return_to(turn)

    def show_event(self, event_id: int) -> None:
        """Open the session of a turn, scrolled to it."""
        store = self._context.store
        if store is None:
            return
        self.transcript.show_event(event_id)
        self._context.jobs.read(
            "Find a turn",
            functools.partial(session_of_event, store, event_id),
            self._open_found,
            key="sessions.event",
        )

    def search_transcript(self) -> None:
        """Open the search inside the transcript."""
        self.transcript.search_here()

    def showEvent(self, event: QShowEvent) -> None:
        """Load what became due while nobody looked."""
        super().showEvent(event)
        if self._due:
            self._reload()

    # Following the window

    def _other_store(self) -> None:
        self._found, self._wanted = None, None
        self.transcript.clear()
        self.sessions.show_sessions((), total=0)
        self._look_again()

    def _query_changed(self) -> None:
        self.transcript.search_for(searched_pattern(self._context.query))
        self.axis.show_range(brushed_range(self._context.query))
        self._look_again()

    def _data_changed(self, notice: ChangeNotice) -> None:
        if notice.wide or notice.session_ids or notice.memory_ids:
            self._stale = True
            self._look_again()

    def _selection_changed(self) -> None:
        selection = self._context.selection
        if selection.current is None:
            return
        if selection.kind == "event" and self.transcript.turns.current_key != selection.current:
            self.show_event(selection.current)
        elif selection.kind == "session" and self.transcript.session_id != selection.current:
            self._open(selection.current)

    def _look_again(self) -> None:
        self._due = True
        if self.isVisible():
            self._reload()

    def _reload(self) -> None:
        self._due = False
        store = self._context.store
        if store is None:
            self._show_found(SessionsFound((), (), filtered=False))
            return
        self._context.jobs.read(
            "Read sessions",
            functools.partial(find_sessions, store, self._context.query),
            self._show_found,
            key="sessions.list",
        )

    # Showing

    def _show_found(self, found: SessionsFound) -> None:
        self._found = found
        store = self._context.store
        now = store.clock.now() if store is not None else 0
        matching = frozenset(item.id for item in found.matching)
        self.axis.show_sessions(found.every, matching, now=now)
        self.axis.show_range(brushed_range(self._context.query))
        self.header.show_found(found)
        self.sessions.show_sessions(found.matching, total=len(found.every))
        self._stack.setCurrentWidget(self._filled if found.every else self.empty)
        self._say_why_empty()
        self._open_one(matching)
        self._tell_results()

    def _open_one(self, matching: frozenset[int]) -> None:
        """Keep the open session while the search finds it; else open the newest that it finds."""
        assert self._found is not None
        wanted = self._wanted or self.transcript.session_id
        if wanted is not None and (wanted in matching or wanted == self._wanted):
            self._choose(wanted)
            if self.transcript.session_id != wanted or self._stale:
                self._open(wanted)
        elif self._found.matching:
            newest = self._found.matching[0].id
            if self._holds_selection():  # and the search hides it
                self._context.select(Selection.one("session", newest))
            self._open(newest)
        elif self.transcript.session_id is not None:
            self._open(self.transcript.session_id)

    def _holds_selection(self) -> bool:
        """Whether what is selected is the open session or one of its turns."""
        selection = self._context.selection
        if selection.kind == "session":
            return selection.current == self.transcript.session_id
        return selection.kind == "event" and selection.current in self.transcript.model.ids

    def _open_found(self, session_id: int | None) -> None:
        if session_id is None:
            self._context.toast("That turn is no longer in the store.", icon="info")
        elif session_id != self.transcript.session_id:
            self._open(session_id)

    def _open(self, session_id: int) -> None:
        store = self._context.store
        if store is None:
            return
        self._wanted = session_id
        self._stale = False
        self._choose(session_id)
        self._context.jobs.read(
            "Read a transcript",
            functools.partial(read_transcript, store, session_id),
            self._show_transcript,
            failed=self._not_read,
            key="sessions.transcript",
        )

    def _not_read(self, error: Exception) -> None:
        """A session that is gone, as after an undo, makes room for the newest."""
        if not isinstance(error, NotFoundError):
            self._context.report_error(error)
            return
        self._wanted = None
        self.transcript.clear()
        if self._found is not None and not self._due:
            self._look_again()

    def _choose(self, session_id: int) -> None:
        self.sessions.choose(session_id)
        self.axis.show_current(session_id)

    def _show_transcript(self, transcript: Transcript) -> None:
        session_id = transcript.session.id
        found = self._found is None or any(item.id == session_id for item in self._found.matching)
        self._wanted = None if found else session_id
        self.transcript.search_for(searched_pattern(self._context.query))
        self.transcript.show_transcript(transcript, found=found)

    def _say_why_empty(self) -> None:
        if self._context.store is None:
            self.empty.set_texts("No store is open", sentence="Open a store to see its sessions.", action="")
        else:
            self.empty.set_texts(
                NO_SESSIONS,
                sentence=WHAT_SESSIONS_ARE,
                action="Import…",
            )
        self.sessions.say_why_empty(
            "No session fits the search."
            if self._found is not None and self._found.every and not self._found.matching
            else ""
        )

    def _tell_results(self) -> None:
        if self._found is None or not self.isVisible():
            return
        memories = sum(item.memories for item in self._found.matching)
        sessions = count_of(len(self._found.matching), "session")
        self._context.set_results_text(
            f"{sessions}, {count_of(memories, 'memory')}{', superseded ones too' if memories else ''}"
        )

    # What a person did

    def _brushed(self, days: DayRange) -> None:
        self._context.edit_query(range_term(days), Mode.SWAP)

    def _clear_range(self) -> None:
        self._context.set_query(without_range(self._context.query))

    def _session_chosen(self, chosen: Chosen) -> None:
        if isinstance(chosen.key, int):
            self._context.select(Selection.one("session", chosen.key))
            if self.transcript.session_id != chosen.key:
                self._open(chosen.key)

    def _turn_chosen(self, chosen: Chosen) -> None:
        if isinstance(chosen.key, int):
            self._context.select(Selection.one("event", chosen.key))

    def _zoom_chosen(self, key: str) -> None:
        self.axis.set_zoom(Zoom(key))

    def _import(self) -> None:
        self._context.open_view("import")

    def _help_out(self) -> None:
        self._import()
