"""Keeps what Live lists up to date: reads agents and acts in jobs, soon after changes but not after each of many."""

from __future__ import annotations

import functools

from PySide6.QtCore import QObject, Signal

from engramma.model.watching import Did
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.pacing import PacedTimer
from engramma.ui.views.live.reading import (
    ActChanges,
    ActLine,
    LiveRead,
    OlderActs,
    read_changes,
    read_live,
    read_older,
)

SOON, GAP = 60, 700


class ActFeed(QObject):
    """`changed`: other agents or acts are known; `details_read`: what an act changed is known.

    `read` is None before the first look. `did` is the sort that is read, None for all; `actor` whose acts, "" for
    everybody's.
    """

    changed = Signal()
    details_read = Signal()

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.read: LiveRead | None = None
        self.lines: tuple[ActLine, ...] = ()
        self.did: Did | None = None
        self.actor = ""
        self._complete = True
        self._reading_older = False
        self._changes: dict[int, ActChanges] = {}
        self._timer = PacedTimer(self, soon=SOON, gap=GAP)
        self._timer.timeout.connect(self.reload)

    def changes_of(self, line: ActLine | None) -> ActChanges | None:
        """What an act changed, once that was asked for and read."""
        return None if line is None else self._changes.get(line.id)

    def forget(self) -> None:
        """Another store."""
        self.read = None
        self.actor = ""
        self._changes.clear()
        self._let_go()

    def start_over(self, did: Did | None, actor: str) -> None:
        """Read another sort, or another agent's."""
        self.did, self.actor = did, actor
        self._let_go()
        self._context.jobs.drop("live older")
        self.reload()

    def _let_go(self) -> None:
        self.lines, self._complete, self._reading_older = (), True, False

    def soon(self) -> None:
        """Something changed."""
        self._timer.start()

    def reload(self) -> None:
        """Read the newest now."""
        store = self._context.store
        if store is None:
            self.changed.emit()
            return
        work = functools.partial(read_live, store, self.actor, self.did, len(self.lines))
        self._context.jobs.read("Read what agents did", work, self._take, key="live")

    def _take(self, read: LiveRead) -> None:
        older: tuple[ActLine, ...] = ()
        if read.acts and not read.complete:
            last = read.acts[-1].id
            older = tuple(line for line in self.lines if line.id < last)
        self.read = read
        self.lines = (*read.acts, *older)
        self._complete = read.complete or (self._complete and bool(older))
        self.changed.emit()

    def read_older(self) -> None:
        """Read the next page, unless there is none."""
        store = self._context.store
        if store is None or self._complete or self._reading_older or not self.lines:
            return
        self._reading_older = True
        before = self.lines[-1].id
        work = functools.partial(read_older, store, self.actor, self.did, before)
        done = functools.partial(self._take_older, before)
        self._context.jobs.read("Read older acts", work, done, failed=self._on_failed, key="live older")

    def _take_older(self, before: int, older: OlderActs) -> None:
        self._reading_older = False
        if self.lines and self.lines[-1].id == before:
            self.lines += older.acts
            self._complete = older.complete
            self.changed.emit()

    def _on_failed(self, error: Exception) -> None:
        self._reading_older = False
        self._context.report_error(error)

    def ask_changes(self, line: ActLine | None) -> None:
        """Read what a write changed, once."""
        store = self._context.store
        if store is None or line is None or line.act.did is not Did.WRITE or line.id in self._changes:
            return
        work = functools.partial(read_changes, store, line.id)
        self._context.jobs.read("Read what an act changed", work, self._take_changes, key="live changes")

    def _take_changes(self, changes: ActChanges) -> None:
        self._changes[changes.act_id] = changes
        self.details_read.emit()
