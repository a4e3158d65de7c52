"""The transcript of one session: head, column titles, turns. Reads through the window's jobs, page by page."""

from __future__ import annotations

import functools
from re import Pattern

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engramma.ui.bridge import WindowContext
from engramma.ui.theme import set_surface
from engramma.ui.views.rows import Activation, Aim, Chosen
from engramma.ui.views.sessions.branches import MAIN
from engramma.ui.views.sessions.find_bar import FindBar
from engramma.ui.views.sessions.fork_lines import forks_of
from engramma.ui.views.sessions.loading import EventsRead, Sieve, Sifted, Transcript, read_events, sift
from engramma.ui.views.sessions.marked_rows import MarkedRows
from engramma.ui.views.sessions.transcript_header import TranscriptColumns, TranscriptHeader
from engramma.ui.views.sessions.transcript_model import PageWanted, TranscriptModel
from engramma.ui.views.sessions.transcript_rows import TranscriptRows
from engramma.ui.views.sessions.turn_actions import Rescue, ShowLine, ShowMemory, ToggleFold
from engramma.ui.views.sessions.turn_row import TurnRow, TurnStyle
from engramma.ui.widgets import lead_keys


class TranscriptPane(QWidget):
    """Shows a transcript. `turn_chosen` carries a Chosen with the event's id when a person moves to a turn."""

    turn_chosen = Signal(object)

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._transcript: Transcript | None = None
        self._line = MAIN
        self._passing: frozenset[int] | None = None
        self._searched: Pattern[str] | None = None
        self._hits: tuple[int, ...] = ()
        self._seek = False
        self._awaited: int | None = None
        self._place: int | None = None
        self.header = TranscriptHeader()
        self.find_bar = FindBar()
        self.columns = TranscriptColumns()
        self.model = TranscriptModel(self)
        self.rows = TranscriptRows(self.model)
        self.turns = MarkedRows(self.rows, "Transcript")
        self.turns.setModel(self.model)
        set_surface(self, "base")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.find_bar)
        column.addWidget(self.columns)
        column.addWidget(self.turns, 1)
        lead_keys(self, self.turns)
        self.model.page_wanted.connect(self._read_page)
        self.turns.activated_target.connect(self._act)
        self.turns.chosen.connect(self._pass_choice)
        self.header.sieve_chosen.connect(self._sieve_chosen)
        self.header.next_hit.connect(self.next_hit)
        self.header.previous_hit.connect(self.previous_hit)
        self.header.find_wanted.connect(self.search_here)
        self.header.lines.line_chosen.connect(self._line_chosen)
        self.find_bar.words_changed.connect(self._words_changed)
        self.find_bar.next_wanted.connect(self.next_hit)
        self.find_bar.previous_wanted.connect(self.previous_hit)
        self.find_bar.closed.connect(self.stop_finding)
        jumps = (
            ("F3", self.next_hit),
            ("N", self.next_hit),
            ("Shift+F3", self.previous_hit),
            ("Shift+N", self.previous_hit),
        )
        for keys, slot in jumps:
            owner = self if keys.endswith("F3") else self.turns
            shortcut = QShortcut(QKeySequence(keys), owner)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    @property
    def session_id(self) -> int | None:
        """The session that is shown."""
        return None if self._transcript is None else self._transcript.session.id

    @property
    def place(self) -> int | None:
        """The event at the top, to come back to."""
        kept = self.turns.place()
        return kept[0] if kept is not None and isinstance(kept[0], int) else None

    def clear(self) -> None:
        """Show nothing: another store."""
        self._transcript = None
        self._hits, self._awaited, self._place = (), None, None
        self._line, self._passing = MAIN, None
        self.rows.opened.clear()
        self.turns.start_over()
        self.model.show((), other_session=True)

    def show_transcript(self, transcript: Transcript, *, found: bool) -> None:
        """Show a session, or what is new in it when it is the one that is shown already."""
        other = self.session_id != transcript.session.id
        self._transcript = transcript
        self.header.show_transcript(transcript, found=found)
        if other or self._line not in transcript.branches.lines:
            self._line = transcript.branches.lines[0]
        if other:
            self._hits, self._passing = (), None
            self.turns.start_over()
            if not transcript.has_gate:
                self.header.set_sieve(Sieve.ALL)
        else:
            self.model.outdate()
        self._set_style()
        if self.header.sieve is Sieve.ALL:
            self._show_line(other_session=other)
        elif other:
            self.model.show((), other_session=True)
        self._sift()

    def show_event(self, event_id: int) -> None:
        """Bring a turn of this session into view and make it the current one, as soon as it is there."""
        self._awaited = event_id
        self._reveal_awaited()

    def return_to(self, event_id: int) -> None:
        """Scroll to a turn as soon as it is there, without making it the current one."""
        self._place = event_id

    def search_for(self, pattern: Pattern[str] | None) -> None:
        """Show where the words of the window's search stand; what is searched for in here goes first."""
        if pattern == self._searched:
            return
        before, self._searched = self._pattern, pattern
        if self._pattern != before:
            self._search_again()

    def search_here(self) -> None:
        """Open the bar that searches in this transcript."""
        self.find_bar.open()
        self._show_hits()

    def stop_finding(self) -> None:
        """Close it: the words of the window's search are shown again."""
        self.find_bar.hide()
        self._seek = False
        self.turns.setFocus(Qt.FocusReason.OtherFocusReason)
        self._search_again()

    def event(self, event: QEvent) -> bool:
        """Ctrl+F in here searches in here; Escape closes that search before it does anything else."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._takes(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What `event` kept from the window."""
        if not self._takes(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self.stop_finding()
        else:
            self.search_here()

    def _takes(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            return self.find_bar.isVisible()
        return self._transcript is not None and event.matches(QKeySequence.StandardKey.Find)

    @property
    def _pattern(self) -> Pattern[str] | None:
        """What is marked: the words of the bar in here, else those of the window's search."""
        asked = None if self.find_bar.isHidden() else self.find_bar.pattern
        return self._searched if asked is None else asked

    def _words_changed(self) -> None:
        self._seek = self.find_bar.pattern is not None
        self._search_again()

    def _search_again(self) -> None:
        self._hits = ()
        self._set_style()
        self._sift()

    def next_hit(self) -> None:
        """To the next turn that holds the searched words; after the last comes the first."""
        self._jump(1)

    def previous_hit(self) -> None:
        """To the turn before that holds the searched words."""
        self._jump(-1)

    def _set_style(self) -> None:
        gate = self._transcript is not None and self._transcript.has_gate
        people = self._transcript is not None and not self._transcript.session.agent
        store = self._context.store
        rescue = store is not None and not store.read_only
        style = TurnStyle(gate=gate, people=people, pattern=self._pattern, rescue=rescue)
        threshold = self._transcript.threshold if self._transcript is not None else 0.0
        bar_width = self.turns.verticalScrollBar().sizeHint().width()
        self.columns.show_style(style, threshold=threshold, bar_width=bar_width)
        forks = {} if self._transcript is None else forks_of(self._transcript.branches, self._line)
        if style != self.rows.style or forks != self.rows.forks:
            self.rows.style, self.rows.forks = style, forks
            self.turns.relayout()

    # Reading

    def _read_page(self, wanted: PageWanted) -> None:
        store = self._context.store
        if store is None:
            return
        self._context.jobs.read(
            "Read a transcript",
            functools.partial(read_events, store, wanted.generation, wanted.ids),
            self._take_page,
            failed=functools.partial(self._page_failed, wanted),
            key=f"sessions.page.{wanted.number}",
        )

    def _take_page(self, read: EventsRead) -> None:
        self.model.take(read)

    def _page_failed(self, wanted: PageWanted, error: Exception) -> None:
        self.model.failed(wanted)
        self._context.report_error(error)

    def _sift(self) -> None:
        """Find out which turns pass the sieve, and which hold the searched words."""
        store, transcript, sieve = self._context.store, self._transcript, self.header.sieve
        if store is None or transcript is None:
            return
        self._show_hits()
        if sieve is Sieve.ALL and self._pattern is None:
            self._context.jobs.drop("sessions.sift")
            return
        self._context.jobs.read(
            "Search a transcript",
            functools.partial(sift, store, transcript, sieve, self._pattern),
            functools.partial(self._take_sifted, transcript.session.id, sieve),
            key="sessions.sift",
        )

    def _take_sifted(self, session_id: int, sieve: Sieve, sifted: Sifted) -> None:
        if session_id != self.session_id:
            return
        self._hits = sifted.hits
        self._passing = None if sieve is Sieve.ALL else frozenset(sifted.passing)
        self._show_line()
        seek, self._seek = self._seek, False
        if seek and self._hits:
            self._show_hit(self._from_here())
        self._show_hits()

    def _sieve_chosen(self, _key: str) -> None:
        if self._transcript is not None and self.header.sieve is Sieve.ALL:
            self._passing = None
            self._show_line()
        self._sift()

    # Lines

    def _line_chosen(self, choice: ShowLine) -> None:
        transcript = self._transcript
        if transcript is None or choice.line == self._line:
            return
        at = self.turns.current_key
        self._line = choice.line
        self._set_style()
        self._show_line()
        branch = transcript.branches.branch(choice.line)
        if branch is not None:
            at = branch.fork if branch.fork is not None else branch.ids[0]
        if isinstance(at, int) and self.model.row_of(at) >= 0:
            self.turns.choose(at, aim=Aim.CENTRE)
        self._show_hits()

    def _show_line(self, *, other_session: bool = False) -> None:
        """Show the turns of the line that pass the sieve."""
        transcript = self._transcript
        if transcript is None:
            return
        ids = transcript.branches.shown(self._line)
        if self._passing is not None:
            ids = tuple(event_id for event_id in ids if event_id in self._passing)
        self.header.lines.show_line(self._line)
        self.model.show(ids, other_session=other_session)
        self._reveal_awaited()

    def _bring_line_of(self, event_id: int) -> None:
        """Show a line on which a turn stands."""
        assert self._transcript is not None
        line = self._transcript.branches.line_of(event_id, now=self._line)
        if line != self._line:
            self._line = line
            self._set_style()
            self._show_line()

    # Moving

    def _reveal_awaited(self) -> None:
        if self._place is not None and self.model.row_of(self._place) >= 0:
            self.turns.show_at_top(self._place)
            self._place = None
        event_id, transcript = self._awaited, self._transcript
        if event_id is None or transcript is None or event_id not in transcript.event_ids:
            return
        if self.turns.choose(event_id, aim=Aim.CENTRE):
            self._awaited = None
        elif transcript.branches.line_of(event_id, now=self._line) != self._line:
            self._bring_line_of(event_id)
        elif self.header.sieve is not Sieve.ALL:
            self.header.set_sieve(Sieve.ALL)

    def _jump(self, by: int) -> None:
        if self._hits:
            event_id = self._from_here(by)
            self._show_hit(event_id)
            self._pass_choice(Chosen(event_id))

    def _from_here(self, by: int = 0) -> int:
        """The next hit, the one before, or with 0 the first that is not before the current turn."""
        assert self._transcript is not None
        order = {event_id: place for place, event_id in enumerate(self._transcript.event_ids)}
        key = self.turns.current_key
        here = order.get(key, -1) if isinstance(key, int) else -1
        places = [order.get(hit, -1) for hit in self._hits]
        if by < 0:
            number = next((n for n in reversed(range(len(places))) if places[n] < here), len(places) - 1)
        else:
            number = next(
                (n for n, place in enumerate(places) if place > here or (not by and place == here)), 0
            )
        return self._hits[number]

    def _show_hit(self, event_id: int) -> None:
        self._bring_line_of(event_id)
        self.turns.choose(event_id, aim=Aim.CENTRE)
        self._open_for_hit(event_id)

    def _open_for_hit(self, event_id: int) -> None:
        laid = self.turns.laid_row(self.model.row_of(event_id))
        if not isinstance(laid, TurnRow):
            return
        if laid.said.hit_top is None and laid.said.foldable and event_id not in self.rows.opened:
            self.rows.toggle(event_id)
            self.turns.row_changed(event_id)
            laid = self.turns.laid_row(self.model.row_of(event_id))
        if isinstance(laid, TurnRow) and laid.said.hit_top is not None:
            self.turns.bring_part(event_id, round(laid.said.hit_top))

    def _pass_choice(self, choice: Chosen) -> None:
        self._show_hits()
        self.turn_chosen.emit(choice)

    def _show_hits(self) -> None:
        current = self.turns.current_key
        number = self._hits.index(current) + 1 if current in self._hits else 0
        finding = not self.find_bar.isHidden()
        self.find_bar.show_hits(number, len(self._hits))
        self.header.show_hits(number, len(self._hits), searching=self._pattern is not None and not finding)
        remembered = () if self._transcript is None else self._transcript.remembered
        row_of = self.model.row_of
        self.turns.mark_rows([row_of(hit) for hit in self._hits], [row_of(item) for item in remembered])

    def _act(self, activation: Activation) -> None:
        match activation.action:
            case ShowMemory(memory_id):
                self._context.show_memory(memory_id)
            case ToggleFold(event_id):
                self.rows.toggle(event_id)
                self.turns.row_changed(event_id)
            case Rescue(verdict_id):
                self._context.run("session.rescue", verdict_id=verdict_id)
            case ShowLine() as choice:
                self._line_chosen(choice)
