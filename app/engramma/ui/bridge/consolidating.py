"""The worker of a window: runs consolidation passes on a thread of their own, by the schedule a person sets.

It decides nothing about memories and shows nothing: what a pass did is told by `finished`. Another pass that runs
elsewhere is no error. Stores that are open read-only are left alone.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QCursor

from engramma.engine.schedule import Occasion, Rhythm, is_due
from engramma.ui.bridge.passes import PassDone, Pause, run_pass

if TYPE_CHECKING:
    from engramma.model.changes import ChangeNotice
    from engramma.ui.bridge.context import WindowContext

TITLE = "Consolidate"
JOB_KEY = "consolidation"
CHECK_EVERY, FIRST_CHECK = 30_000, 10_000


class PassBook(Protocol):
    """What is remembered about passes between starts."""

    def rhythm(self, store: Path) -> Rhythm:
        """How often passes run by themselves in this store."""

    def set_rhythm(self, rhythm: Rhythm) -> None:
        """Set it, for every store."""

    def last_pass(self, store: Path) -> int | None:
        """When the last pass ran (UTC µs), None for never."""

    def note_pass(self, store: Path, *, at: int) -> None:
        """A pass ran."""


class Consolidator(QObject):
    """One for a window. `changed`: it began, ended, paused or got another rhythm; `finished` carries a PassDone."""

    changed = Signal()
    finished = Signal(object)

    def __init__(self, context: WindowContext, book: PassBook) -> None:
        super().__init__(context)
        self._context, self._book = context, book
        self._pause = Pause()
        self._paused = False
        self._running, self._settled = False, True
        self._opened_at = self._active_at = 0
        self._tried_at: int | None = None
        self._dirty = True
        self._mouse = QPoint()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        context.store_changed.connect(self._on_store)
        context.data_changed.connect(self._on_data)
        context.selection_changed.connect(self.note_activity)
        context.query_changed.connect(self.note_activity)

    @property
    def running(self) -> bool:
        """Whether a pass of this window runs."""
        return self._running

    @property
    def paused(self) -> bool:
        """Whether passes are held up: none begins, and one that runs waits at its next step."""
        return self._paused

    @property
    def rhythm(self) -> Rhythm:
        """How often passes run by themselves in the open store."""
        store = self._context.store
        return Rhythm.NEVER if store is None else self._book.rhythm(store.path)

    def set_rhythm(self, rhythm: Rhythm) -> None:
        """Another rhythm, from now on."""
        self._book.set_rhythm(rhythm)
        self.changed.emit()

    def set_paused(self, *, paused: bool) -> None:
        """Hold passes up, or let them go on."""
        self._paused = paused
        self._pause.set(paused=paused)
        self.changed.emit()

    def note_activity(self) -> None:
        """A person did something."""
        store = self._context.store
        if store is not None:
            self._active_at = store.clock.now()

    def look(self) -> None:
        """Begin a pass if one is due."""
        store = self._context.store
        if store is None:
            return
        self._timer.setInterval(CHECK_EVERY)
        place = QCursor.pos()
        if place != self._mouse:
            self._mouse = place
            self.note_activity()
        occasion = Occasion(
            now=store.clock.now(),
            opened_at=self._opened_at,
            last_activity_at=self._active_at,
            last_pass_at=self._book.last_pass(store.path),
            last_try_at=self._tried_at,
            changed=self._dirty,
            paused=self._paused,
            running=self._running,
            read_only=store.read_only,
        )
        if is_due(self.rhythm, occasion):
            self.run_now(by_person=False)

    def run_now(self, *, by_person: bool = True) -> None:
        """Begin a pass, whatever the schedule says. One that runs already goes on."""
        store = self._context.store
        if store is None or store.read_only:
            return
        if by_person and self._paused:
            self.set_paused(paused=False)
        if self._running:
            return
        self._running, self._settled = True, False
        self._context.jobs.work_beside(
            TITLE,
            functools.partial(run_pass, store, self._pause, by_person),
            functools.partial(self._on_done, store.path),
            failed=self._on_failed,
            ended=self._on_ended,
            key=JOB_KEY,
        )
        self.changed.emit()

    def cancel(self) -> None:
        """Stop the pass that runs; what it had written is taken back."""
        self._context.jobs.cancel_key(JOB_KEY)

    def _on_store(self) -> None:
        store = self._context.store
        self._running = False
        self._dirty = True
        self._tried_at = None
        if store is None:
            self._timer.stop()
        else:
            self._opened_at = self._active_at = store.clock.now()
            self._timer.start(FIRST_CHECK)
        self.changed.emit()

    def _on_data(self, notice: ChangeNotice) -> None:
        self._dirty = True
        if notice.own and not self._running:
            self.note_activity()

    def _on_done(self, path: Path, done: PassDone) -> None:
        self._settled = True
        store = self._context.store
        if store is None or store.path != path:
            return
        if done.busy:
            self._tried_at = store.clock.now()
        else:
            self._tried_at = None
            self._dirty = False
            self._book.note_pass(path, at=store.clock.now())
        self.finished.emit(done)

    def _on_failed(self, error: Exception) -> None:
        self._settled = True
        store = self._context.store
        self._tried_at = None if store is None else store.clock.now()
        self._context.report_error(error)

    def _on_ended(self) -> None:
        self._running = False
        store = self._context.store
        if not self._settled and store is not None:
            # Cancelled by a person, who does not want the next one to begin at once.
            self._book.note_pass(store.path, at=store.clock.now())
        self.changed.emit()
