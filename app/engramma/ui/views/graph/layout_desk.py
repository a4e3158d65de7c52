"""Runs the layout of what is drawn in short jobs, one after another, and says where the nodes are after each.

No job is long, so that nothing else waits for a reader; no two run at once.
"""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.ui.bridge import WindowContext
from engramma.ui.graph.picture import Floats, Ints, Mask
from engramma.ui.theme import motion

if TYPE_CHECKING:
    from engramma.theory.graph_layout import LayoutRun

KEY = "graph.layout"
SLICE, FIRST_SLICE, STILL_SLICE = 0.030, 0.020, 0.400
"""Seconds of work in a job: while it is watched, before the first picture, and when nothing should move."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Where the nodes are, float64 (n, 2)."""

    positions: Floats
    calm: bool


@dataclass(frozen=True, slots=True, eq=False)
class LayoutTask:
    """A graph to lay out: edges as rows, what is kept (NaN where unknown), what stays where it is; `aspect`: width by
    height of the picture.
    """

    count: int
    ends: Ints
    weights: Floats
    groups: Ints
    kept: Floats
    pinned: Mask
    aspect: float = 1.0


class LayoutDesk(QObject):
    """`laid` carries a Laid after each job; `running_changed` whether it goes on."""

    laid = Signal(object)
    running_changed = Signal(bool)

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._run: LayoutRun | None = None
        self._stopped = self._resting = False
        self._running = False

    @property
    def running(self) -> bool:
        """Whether nodes still move by themselves."""
        return self._running

    def begin(self, task: LayoutTask, *, rest: bool) -> None:
        """Lay out another graph; `rest`: leave it where it is kept, until somebody moves something."""
        self._stopped = self._resting = rest
        self._run = None
        self._set_running(not rest)
        work = functools.partial(first_slice, task, 0.0 if rest else _slice(FIRST_SLICE))
        self._context.jobs.read("Lay out the graph", work, self._on_first, key=KEY)

    def stop(self) -> None:
        """Leave everything where it is."""
        self._stopped, self._resting = True, False
        self._context.jobs.drop(KEY)
        self._set_running(False)

    def go_on(self, heat: float = 0.3) -> None:
        """Move again, after it came to rest or was stopped."""
        if self._run is None:
            return
        self._run.reheat(heat)
        self._stopped = False
        if not self._running:
            self._set_running(True)
            self._next()

    def forget(self) -> None:
        """There is no graph."""
        self.stop()
        self._run = None

    def pin(self, place: int, x: float, y: float) -> None:
        """Hold a node where somebody put it."""
        if self._run is not None:
            self._run.pin(place, x, y)
            if not self._stopped or self._resting:
                self.go_on(0.05)

    def release(self, place: int) -> None:
        """Let a node go where it belongs."""
        if self._run is not None:
            self._run.release(place)
            self.go_on(0.2)

    def _on_first(self, found: tuple[LayoutRun, Laid]) -> None:
        self._run, laid = found
        if not self._stopped:
            self._on_laid(laid)

    def _on_laid(self, laid: Laid) -> None:
        self.laid.emit(laid)
        if laid.calm or self._stopped:
            self._set_running(False)
        else:
            self._next()

    def _next(self) -> None:
        if self._run is not None:
            work = functools.partial(next_slice, self._run, _slice(SLICE))
            self._context.jobs.read("Lay out the graph", work, self._on_laid, key=KEY)

    def _set_running(self, running: bool) -> None:
        if running != self._running:
            self._running = running
            self.running_changed.emit(running)


def _slice(seconds: float) -> float:
    return STILL_SLICE if motion.reduced_motion() else seconds


def first_slice(
    task: LayoutTask, seconds: float, report: Report, cancel: CancelToken
) -> tuple[LayoutRun, Laid]:
    """Begin, and go on for so long."""
    from engramma.theory.graph_layout import LayoutRun

    run = LayoutRun(
        task.count,
        task.ends,
        task.weights,
        groups=task.groups,
        kept=task.kept.astype(np.float32),
        pinned=task.pinned,
        aspect=task.aspect,
    )
    if not seconds:
        return run, Laid(run.positions.astype(np.float64), calm=True)
    return run, next_slice(run, seconds, report, cancel)


def next_slice(run: LayoutRun, seconds: float, _report: Report, cancel: CancelToken) -> Laid:
    """Step for so long, or until it is calm."""
    end = time.perf_counter() + seconds
    step = run.step()
    while not step.calm and time.perf_counter() < end:
        cancel.check()
        step = run.step()
    return Laid(step.positions.astype(np.float64), step.calm)
