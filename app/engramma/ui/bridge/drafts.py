"""Keeps what is being typed as drafts in the store, and knows those that an earlier sitting left behind.

One for a window. A write follows a pause in typing, a lost focus or the end; without typing nothing is written. It
never saves a text and never drops one that nobody saved or dismissed.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.changes import ChangeNotice
from engramma.model.draft import OWNED_BY, TEXT, Draft
from engramma.model.errors import EngrammaError, NotFoundError
from engramma.model.progress import CancelToken, Report

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.ui.bridge.context import WindowContext

PAUSE, LONGEST = 700, 3_000
"""Milliseconds after the last key, and at most after the first one, until a draft is written."""

log = logging.getLogger(__name__)


class Sitting:
    """One text being written: what it says, and what of that is in the store. Safe between threads, free of Qt."""

    def __init__(self, store: MemoryStore, key: str, *, memory_id: int | None, base_version: int) -> None:
        self.store = store
        self.key = key
        # Two, as who types must never wait for a store that somebody else is writing to.
        self._lock, self._settling = threading.Lock(), threading.Lock()
        self._draft = Draft(key, memory_id, base_version, "", 0)
        self._newest = self._written = 0
        self._wanted = False
        self._stored = False
        self._former: Draft | None = None

    @property
    def draft(self) -> Draft:
        """What it says now."""
        return self._draft

    @property
    def wanted(self) -> bool:
        """Whether there is something to keep."""
        return self._wanted

    def begin(self, draft: Draft) -> None:
        """Go on with a draft that is in the store."""
        self._former = draft if draft.key != self.key else None
        self._draft, self._wanted, self._stored = replace(draft, key=self.key), True, True

    def say(self, draft: Draft | None) -> bool:
        """What it says from now on, None for nothing to keep; whether that is news."""
        with self._lock:
            if draft is None:
                if not self._wanted:
                    return False
                self._wanted = False
            elif self._wanted and replace(draft, updated_at=self._draft.updated_at) == self._draft:
                return False
            else:
                self._draft, self._wanted = draft, True
            self._newest += 1
            return True

    def settle(self) -> None:
        """Bring the store up to date. Raises StoreError; an erased memory's draft is not written and no error."""
        with self._settling:
            if self._former is not None:
                self.store.drafts.adopt(self._former)
                self._former = None
            with self._lock:
                newest, now, wanted = self._newest, self._draft, self._wanted
            if self._written == newest:
                return
            if wanted:
                try:
                    self.store.drafts.keep(
                        self.key,
                        now.text,
                        memory_id=now.memory_id,
                        base_version=now.base_version,
                        fields=now.fields,
                    )
                    self._stored = True
                except NotFoundError:
                    self._stored = False
            elif self._stored:
                self.store.drafts.drop(self.key)
                self._stored = False
            self._written = newest


class DraftDesk(QObject):
    """`changed` comes when other drafts wait; `resume_asked` carries the Draft that a person wants to go on with.

    `read` comes when those that an earlier sitting left were looked for after opening a store.
    """

    changed = Signal()
    read = Signal()
    resume_asked = Signal(object)

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context
        self._waiting: tuple[Draft, ...] = ()
        self._aside: set[str] = set()
        self._open: dict[str, Sitting] = {}
        self._unsettled: dict[str, Sitting] = {}
        self._settling: set[str] = set()
        self._complained = self._looked = False
        self._ended = False
        context.data_changed.connect(self._on_data_changed)
        self._pause = self._timer(PAUSE)
        self._longest = self._timer(LONGEST)

    def _timer(self, interval: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval)
        timer.timeout.connect(self.write_soon)
        return timer

    @property
    def waiting(self) -> tuple[Draft, ...]:
        """The drafts that nobody is writing, newest first."""
        return tuple(draft for draft in self._not_open() if not draft.elsewhere)

    @property
    def elsewhere(self) -> tuple[Draft, ...]:
        """Those that are being written in another window, newest first; they are left to it."""
        return tuple(draft for draft in self._not_open() if draft.elsewhere)

    def _not_open(self) -> tuple[Draft, ...]:
        # A draft of a program that is gone has another key once an editor of this window goes on with it.
        here = {sitting.draft.sitting for sitting in self._open.values()}
        return tuple(draft for draft in self._waiting if draft.sitting not in here)

    @property
    def marked(self) -> frozenset[int]:
        """The memories that have a waiting draft."""
        return frozenset(draft.memory_id for draft in self.waiting if draft.memory_id is not None)

    def of_memory(self, memory_id: int, *, editor: str = TEXT) -> Draft | None:
        """The newest waiting draft about a memory."""
        fits = (d for d in self.waiting if d.memory_id == memory_id and d.editor == editor)
        return next(fits, None)

    def put_aside(self, memory_id: int) -> Draft | None:
        """The waiting draft of a memory that was being written in this window, if there is one."""
        draft = self.of_memory(memory_id)
        return draft if draft is not None and draft.key in self._aside else None

    def refresh(self) -> None:
        """Look for drafts in the store."""
        store = self._context.store
        if store is not None:
            self._context.jobs.read("Look for drafts", partial(_read, store), self._on_read, key="drafts")

    def open(
        self, editor: str, memory_id: int | None = None, *, base_version: int = 0, draft: Draft | None = None
    ) -> Sitting | None:
        """Begin to write, or go on with a draft. None where nothing can be kept: no store, or read-only."""
        store = self._context.store
        if store is None or store.read_only:
            return None
        key = store.drafts.new_key(editor) if draft is None else store.drafts.own_key(draft)
        sitting = Sitting(store, key, memory_id=memory_id, base_version=base_version)
        if draft is not None:
            sitting.begin(draft)
        self._open[key] = sitting
        if draft is not None:
            if draft.key != key:
                self._waiting = tuple(
                    replace(one, key=key) if one.key == draft.key else one for one in self._waiting
                )
                self._unsettled[key] = sitting
                self.write_soon()
            self.changed.emit()
        return sitting

    def note(
        self,
        sitting: Sitting | None,
        text: str | None,
        *,
        memory_id: int | None = None,
        base_version: int = 0,
        fields: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """What stands in the editor now; None: nothing that would be missed. Written after a pause."""
        if sitting is None:
            return
        now = sitting.store.clock.now()
        draft = None if text is None else Draft(sitting.key, memory_id, base_version, text, now, fields)
        if sitting.say(draft):
            self._unsettled[sitting.key] = sitting
            self._pause.start()
            if not self._longest.isActive():
                self._longest.start()

    def leave(self, sitting: Sitting | None) -> None:
        """The editor closes, and what is in it is not saved: the draft waits."""
        if sitting is None or self._open.pop(sitting.key, None) is None:
            return
        if sitting.wanted and sitting.store is self._context.store:
            self._aside.add(sitting.key)
            others = tuple(d for d in self._waiting if d.sitting != sitting.draft.sitting)
            self._waiting = (sitting.draft, *others)
        self.write_soon()
        self.changed.emit()

    def done(self, sitting: Sitting | None) -> None:
        """The text was saved or dismissed: forget the draft."""
        if sitting is None or self._open.pop(sitting.key, None) is None:
            return
        self._forget(sitting.key)
        if sitting.say(None):
            self._unsettled[sitting.key] = sitting
            self.write_soon()

    def dismiss(self, draft: Draft) -> None:
        """A person does not want a waiting draft."""
        sitting = self.open(draft.editor, draft.memory_id, base_version=draft.base_version, draft=draft)
        self.done(sitting)

    def resume(self, draft: Draft) -> None:
        """A person wants to go on with a waiting draft: the editor that it belongs to opens."""
        self.resume_asked.emit(draft)

    def write_soon(self) -> None:
        """Write what was not written yet, in a job."""
        self._pause.stop()
        self._longest.stop()
        if self._ended:
            return
        unsettled, self._unsettled = self._unsettled, {}
        for sitting in unsettled.values():
            self._settling.add(sitting.key)
            self._context.jobs.keep(
                "Keep a draft",
                partial(_settle, sitting),
                partial(self._on_settled, sitting.key),
                failed=partial(self._on_failed, sitting),
            )

    def flush(self, *, end: bool = False) -> None:
        """Write everything now, on this thread: before another store, and at the `end`, after which nothing is."""
        self._pause.stop()
        self._longest.stop()
        if self._ended:
            return
        for sitting in {**self._open, **self._unsettled}.values():
            try:
                sitting.settle()
            except EngrammaError as error:
                log.warning("A draft was not kept: %s", error)
        self._unsettled.clear()
        self._ended = end

    def forget_store(self) -> None:
        """Another store is shown: nothing of the last one waits here."""
        self._waiting = ()
        self._aside.clear()
        self._settling.clear()
        self._complained = self._looked = False
        self.changed.emit()

    def _forget(self, key: str) -> None:
        self._aside.discard(key)
        # Perhaps still known by the key that it had before it was gone on with here.
        sitting = key.partition(OWNED_BY)[0]
        self._waiting = tuple(draft for draft in self._waiting if draft.sitting != sitting)
        self.changed.emit()

    def _on_read(self, drafts: tuple[Draft, ...]) -> None:
        known = {draft.key for draft in drafts}
        held = self._settling | self._unsettled.keys()
        own = tuple(d for d in self._waiting if d.key in held and d.key not in known)
        waiting = (*own, *drafts)
        if waiting != self._waiting:
            self._waiting = waiting
            self.changed.emit()
        if not self._looked:
            self._looked = True
            self.read.emit()

    def _on_settled(self, key: str, _done: None) -> None:
        self._settling.discard(key)

    def _on_data_changed(self, notice: ChangeNotice) -> None:
        """What drafts are about may be erased, and they with it."""
        if self._waiting and (notice.wide or not notice.memory_ids.isdisjoint(self.marked)):
            self.refresh()

    def _on_failed(self, sitting: Sitting, error: Exception) -> None:
        """It is tried again with the next key; said once, since a person may want to copy the text."""
        self._settling.discard(sitting.key)
        self._unsettled[sitting.key] = sitting
        if not self._complained:
            self._complained = True
            self._context.report_error(error)


def _settle(sitting: Sitting, _report: Report, _cancel: CancelToken) -> None:
    sitting.settle()


def _read(store: MemoryStore, _report: Report, cancel: CancelToken) -> tuple[Draft, ...]:
    """All drafts but those that say what is saved already: their program died between the two."""
    wanted = []
    for draft in store.drafts.list():
        cancel.check()
        if draft.editor == TEXT and draft.memory_id is not None:
            (line,) = store.memories.page([draft.memory_id]) or (None,)
            if line is not None and line.memory.text == draft.text and not draft.elsewhere:
                if not store.read_only:
                    store.drafts.drop(draft.key)
                continue
        wanted.append(draft)
    return tuple(wanted)
