"""Keeps a person's recall checks run: after every change, when a store was opened, and when the person says so.

Quiet: in the lane of counts, some seconds after the last change, and never if a model had to be loaded for it. A
check that passed and fails now is told once. One for each window, made by `check_watch`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.records import dataclass
from engramma.ui.bridge.pacing import PacedTimer

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.operation import Operation
    from engramma.model.progress import CancelToken, Report
    from engramma.model.recall_check import RecallCheck
    from engramma.ui.bridge.context import WindowContext

StoreWork = Callable[["MemoryStore", "Report", "CancelToken"], "CheckBook"]
AFTER_OPENING, AFTER_CHANGE, WITHOUT_MODEL = 4_000, 2_500, 60_000
GAP = 15_000
"""Milliseconds between two runs while agents write without a pause."""
READ_KEY, RUN_KEY = "recall checks", "recall checks run"


@dataclass(frozen=True, slots=True)
class CheckBook:
    """All checks of a store; for those that fail, what was done since they passed, newest first.

    `broke`: those that passed before the run that this book comes from, and do not now. `skipped`: they were not run,
    as the model is not there.
    """

    checks: tuple[RecallCheck, ...] = ()
    since: tuple[tuple[int, tuple[Operation, ...]], ...] = ()
    broke: tuple[int, ...] = ()
    skipped: bool = False

    @property
    def failing(self) -> int:
        """How many failed when they were last run."""
        return sum(check.last_passed is False for check in self.checks)

    def operations_since(self, check_id: int) -> tuple[Operation, ...]:
        """What was done since a check passed; empty for one that passes or never did."""
        return next((found for known, found in self.since if known == check_id), ())


class CheckWatch(QObject):
    """`changed` carries the CheckBook; `told` the sentence about checks that have just begun to fail."""

    changed = Signal(object)
    told = Signal(str)

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context
        self.book = CheckBook()
        self._begun = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.run_quietly)
        self._paced = PacedTimer(self, soon=AFTER_CHANGE, gap=GAP)
        self._paced.timeout.connect(self.run_quietly)
        context.store_changed.connect(self._on_store)
        context.data_changed.connect(self._on_data)

    def begin(self) -> None:
        """Run them some seconds from now, unless that was asked for since the store was opened."""
        if self._context.store is not None and not self._begun:
            self._begun = True
            self._timer.start(AFTER_OPENING)

    def refresh(self) -> None:
        """Read how they went last."""
        self._start("Read the checks", read_book, key=READ_KEY)

    def run_quietly(self) -> None:
        """Run them all, if no model has to be loaded for it."""
        self._wait_for_nothing()
        self._start("Run the checks", functools.partial(run_book, None, True), key=RUN_KEY)

    def run(self, check_ids: tuple[int, ...] | None = None) -> None:
        """Run these, all by default, because the person wants it."""
        self._wait_for_nothing()
        store = self._context.store
        if store is not None:
            work = functools.partial(run_book, check_ids, False, store)
            self._context.jobs.read("Run the checks", work, self._take, quiet=False, key=RUN_KEY)

    def rename(self, check_id: int, question: str) -> None:
        """Ask something else."""
        self._write("Rename a check", functools.partial(rename_check, check_id, question))

    def remove(self, check_id: int) -> None:
        """Delete one; undo brings it back."""
        self._write("Delete a check", functools.partial(remove_check, check_id))

    def _start(self, title: str, work: StoreWork, *, key: str) -> None:
        store = self._context.store
        if store is None:
            self._take(CheckBook())
        else:
            self._context.jobs.count(title, functools.partial(work, store), self._take, key=key)

    def _write(self, title: str, work: StoreWork) -> None:
        store = self._context.store
        if store is not None:
            self._context.jobs.write(title, functools.partial(work, store), self._take)

    def _on_store(self) -> None:
        self._begun = False
        self._wait_for_nothing()
        self._take(CheckBook())

    def _wait_for_nothing(self) -> None:
        self._timer.stop()
        self._paced.stop()

    def _on_data(self, _notice: object) -> None:
        self._paced.start()

    def _take(self, book: CheckBook) -> None:
        self.book = book
        self.changed.emit(book)
        if book.skipped and not self._timer.isActive():
            self._timer.start(WITHOUT_MODEL)
        count = len(book.broke)
        if count:
            fail = "1 recall check fails" if count == 1 else f"{count:,} recall checks fail"
            sentence = f"{fail} since the last change"
            self.told.emit(sentence)
            self._context.toast(sentence, icon="warning", quiet=True)


def check_watch(context: WindowContext) -> CheckWatch:
    """The one of this window."""
    return context.findChild(CheckWatch) or CheckWatch(context)


def read_book(store: MemoryStore, _report: Report, _cancel: CancelToken) -> CheckBook:
    """The checks as they went last."""
    return _book(store, ())


def run_book(
    check_ids: tuple[int, ...] | None,
    quietly: bool,
    store: MemoryStore,
    report: Report,
    cancel: CancelToken,
) -> CheckBook:
    """Run checks, `quietly` only if no model has to be loaded. Raises Cancelled."""
    checks = store.recall.checks
    if quietly:
        # Who has no checks pays nothing for them.
        found = checks.run_quietly(report=report, cancel=cancel) if checks.list() else ()
        if found is None:
            return replace(_book(store, ()), skipped=True)
        runs = found
    else:
        runs = checks.run(check_ids, report=report, cancel=cancel)
    return _book(store, tuple(run.check.id for run in runs if run.broke))


def rename_check(
    check_id: int, question: str, store: MemoryStore, _report: Report, _cancel: CancelToken
) -> CheckBook:
    """Put another question to a check."""
    store.recall.checks.rename(check_id, question)
    return _book(store, ())


def remove_check(check_id: int, store: MemoryStore, _report: Report, _cancel: CancelToken) -> CheckBook:
    """Delete a check."""
    store.recall.checks.remove(check_id)
    return _book(store, ())


def _book(store: MemoryStore, broke: tuple[int, ...]) -> CheckBook:
    checks = store.recall.checks.list()
    since = tuple(
        (check.id, store.recall.checks.changed_since(check.id))
        for check in checks
        if check.last_passed is False and check.passed_sequence is not None
    )
    return CheckBook(checks, since, broke)
