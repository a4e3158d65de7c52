"""How the vectors of the open store stand: looked at quietly for the status bar, worked on when a person says so.

New texts get their vectors from the engine's own background work; this only tells how far it is. One for each
window, made by `embedding_watch`.
"""

from __future__ import annotations

import functools
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from engramma.model.errors import EngrammaError
from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.embedding import EmbeddingFailure, EmbeddingStatus, EmbedReport
    from engramma.model.progress import CancelToken, Report
    from engramma.ui.bridge.context import WindowContext

AFTER_OPENING, AFTER_CHANGE, WHILE_WAITING = 1_500, 1_000, 2_000
LONGEST_PAUSE = 60_000
MOST_FAILURES = 50
SHARE = 0.05
KEY, JOB_KEY = "embedding status", "embedding"
OFF = "off"


@dataclass(frozen=True, slots=True)
class Meaning:
    """How vectors stand. `moving`: fewer texts wait than at the last look, or a job of this window runs.

    `failures`: the first texts that got none. `seconds`: how long the look took. `problem`: why the last job of this
    window ended early, in a sentence.
    """

    status: EmbeddingStatus
    failures: tuple[EmbeddingFailure, ...] = ()
    moving: bool = False
    seconds: float = 0.0
    problem: str = ""

    @property
    def share(self) -> float:
        """How much has its vector, 0 to 1."""
        whole = self.status.embedded + self.status.waiting
        return self.status.embedded / whole if whole else 1.0

    @property
    def words(self) -> str:
        """The state in a word or two."""
        status = self.status
        if status.kind == OFF:
            return "off"
        if status.changed:
            return "other model"
        if self.moving and status.waiting:
            return f"embedding {int(self.share * 100)} %"
        if status.waiting:
            return f"{status.waiting:,} waiting"
        if status.failed:
            return f"{status.failed:,} failed"
        return "ready"


class EmbeddingWatch(QObject):
    """`changed` carries the Meaning, or None without a store."""

    changed = Signal(object)

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context
        self.meaning: Meaning | None = None
        self._running = self._begun = False
        self._problem = ""
        self._pause = WHILE_WAITING
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.look)
        context.store_changed.connect(self._on_store)
        context.data_changed.connect(self._on_data)

    def begin(self) -> None:
        """Look a moment from now, unless that was asked for since the store was opened."""
        if self._context.store is not None and not self._begun:
            self._begun = True
            self._timer.start(AFTER_OPENING)

    @property
    def running(self) -> bool:
        """Whether a job of this window embeds."""
        return self._running

    def look(self) -> None:
        """Look how it stands."""
        self._timer.stop()
        store = self._context.store
        if store is not None:
            self._context.jobs.count(
                "Look at the vectors", functools.partial(read_meaning, store), self._take, key=KEY
            )

    def run(self, *, retry: bool = False) -> None:
        """Embed what waits, with `retry` also what failed; a change of model embeds everything anew."""
        store = self._context.store
        if store is None or store.read_only or self._running:
            return
        changed = self.meaning is not None and self.meaning.status.changed
        self._running, self._problem = True, ""
        self._context.jobs.work_beside(
            "Embed all texts anew" if changed else "Embed",
            functools.partial(embed, store, retry),
            self._on_done,
            failed=self._on_failed,
            ended=self._on_ended,
            key=JOB_KEY,
        )
        self._timer.start(WHILE_WAITING)

    def cancel(self) -> None:
        """Stop the job of this window; what it wrote stays."""
        self._context.jobs.cancel_key(JOB_KEY)

    def _take(self, found: Meaning) -> None:
        before = self.meaning
        moved = before is not None and found.status.waiting < before.status.waiting
        still = found.status.waiting and before is not None and before.moving and not _same(before, found)
        moving = bool(moved or still or self._running)
        self.meaning = replace(found, moving=moving, problem=self._problem)
        self.changed.emit(self.meaning)
        status = found.status
        if self._running or (status.waiting and status.kind != OFF and not status.changed):
            # Where nothing moves, as there is no model, it is looked at ever more seldom.
            self._pause = WHILE_WAITING if self.meaning.moving else min(2 * self._pause, LONGEST_PAUSE)
            self._timer.start(max(self._pause, int(found.seconds * 1_000 / SHARE)))
        else:
            self._pause = WHILE_WAITING

    def _on_store(self) -> None:
        self._running = self._begun = False
        self._problem = ""
        self._pause = WHILE_WAITING
        self._timer.stop()
        self.meaning = None
        self.changed.emit(None)

    def _on_data(self, _notice: object) -> None:
        self._pause = WHILE_WAITING
        # Not put off again and again while agents write without a pause.
        if not self._timer.isActive() or self._timer.remainingTime() > AFTER_CHANGE:
            self._timer.start(AFTER_CHANGE)

    def _on_done(self, report: EmbedReport) -> None:
        failed = f"; {report.failed:,} failed" if report.failed else ""
        if report.written or report.failed:
            texts = (
                "1 text has its vector" if report.written == 1 else f"{report.written:,} texts have vectors"
            )
            self._context.toast(f"{texts}{failed}", icon="cube", quiet=True)

    def _on_failed(self, error: Exception) -> None:
        self._problem = str(error) if isinstance(error, EngrammaError) else ""
        self._context.report_error(error)

    def _on_ended(self) -> None:
        self._running = False
        self.look()


def embedding_watch(context: WindowContext) -> EmbeddingWatch:
    """The one of this window."""
    return context.findChild(EmbeddingWatch) or EmbeddingWatch(context)


def read_meaning(store: MemoryStore, _report: Report, _cancel: CancelToken) -> Meaning:
    """How it stands now."""
    started = time.perf_counter()
    status = store.embedding.status()
    failures = store.embedding.failures(limit=MOST_FAILURES) if status.failed else ()
    return Meaning(status, failures, seconds=time.perf_counter() - started)


def embed(store: MemoryStore, retry: bool, report: Report, cancel: CancelToken) -> EmbedReport:
    """The job. Raises what embedding raises, Cancelled too."""
    return store.embedding.run(retry=retry, report=report, cancel=cancel)


def _same(before: Meaning, found: Meaning) -> bool:
    return before.status.waiting == found.status.waiting
