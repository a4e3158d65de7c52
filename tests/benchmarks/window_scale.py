"""How the Memories view behaves at the size of a store: first paint, jump, sort, Ctrl+A, filter, arrow keys.

    python -m tests.benchmarks.window_scale STORE [--json FILE] [--rounds N]

Make a store with tests.benchmarks.generate. Times are milliseconds until the rows were painted; the last column is
the ratio to a full repaint of the same table in the same run, since machines differ.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np  # noqa: F401  before Qt, whose import hook slows it down
from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from engramma.engine import MemoryStore, open_store
from engramma.engine.jobs import JobRunner
from engramma.model.clock import FixedClock, parse_iso
from engramma.model.search import Sort, SortKey
from engramma.ui.bridge import JobBridge, WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.memories import MemoriesView
from engramma.ui.views.memories.table import MemoryTable

NOW = "2026-09-15T12:00:00Z"
PATIENCE = 60.0
WORDS = ("the", "pay", "webhook", "tag:pay", "tier:long importance:>0.8", "is:pinned")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured thing: times in ms."""

    name: str
    median: float
    worst: float
    rounds: int
    bar: float | None = None


class Bench:
    """The view over one store, in a window of usual size."""

    def __init__(self, app: QApplication, store: MemoryStore) -> None:
        self.app = app
        self.runner = JobRunner()
        self.jobs = JobBridge(self.runner)
        self.context = WindowContext(self.jobs, ThemeSource(app, "light", scale=1.0), store=store)
        self.heartbeat = QTimer()
        self.heartbeat.start(1)
        started = time.perf_counter()
        self.view = MemoriesView(self.context)
        self.view.resize(884, 740)
        self.view.show()
        self.view.activate()
        self.until(self.painted)
        self.first_rows = ms_since(started)
        self.until(self.settled)
        self.all_rows = ms_since(started)

    @property
    def table(self) -> MemoryTable:
        return self.view.table

    def painted(self) -> bool:
        """Whether every visible row has its content."""
        rows = self.table.visible_rows()
        return len(rows) > 0 and all(self.view.model.row(row) is not None for row in rows)

    def settled(self) -> bool:
        return not self.jobs.busy and not self.view.loading

    def until(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        # Wait inside Qt: a loop in Python would keep the interpreter's lock from the reading thread.
        while not condition():
            self.app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if time.monotonic() > deadline:
                raise SystemExit("The view did not settle.")
        self.table.viewport().repaint()

    def measure(self, name: str, rounds: int, act: Callable[[int], None], done: Callable[[], bool], *,
                bar: float | None = None) -> Figure:  # fmt: skip
        """Time `act` until `done` and painted."""
        times = []
        for number in range(rounds):
            self.until(self.settled)
            started = time.perf_counter()
            act(number)
            self.until(done)
            times.append(ms_since(started))
        self.until(self.settled)
        return Figure(name, statistics.median(times), max(times), rounds, bar)

    def close(self) -> None:
        self.context.set_store(None)
        self.view.close()
        self.view.deleteLater()
        self.app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.runner.close()


def ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1_000


def press(
    table: MemoryTable, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(table, QKeyEvent(kind, int(key), modifiers))


def run(app: QApplication, store: MemoryStore, rounds: int) -> list[Figure]:
    bench = Bench(app, store)
    table, view, rng = bench.table, bench.view, Random(1)
    count = view.model.rowCount()
    print(f"{count:,} rows", file=sys.stderr)
    figures = [
        Figure("repaint (reference)", *repaint(bench, rounds)),
        Figure("new view to first rows", bench.first_rows, bench.first_rows, 1),
        Figure("new view to all ids", bench.all_rows, bench.all_rows, 1),
        first_paint(bench, rounds),
    ]

    def jump(_number: int) -> None:
        table.verticalScrollBar().setValue(rng.randrange(max(1, table.verticalScrollBar().maximum())))

    def jump_blank() -> bool:
        return True

    figures.append(bench.measure("jump, placeholders painted", rounds, jump, jump_blank, bar=30.0))
    figures.append(bench.measure("jump, rows painted", rounds, jump, bench.painted, bar=30.0))
    table.scrollToTop()
    bench.until(bench.painted)
    figures.append(
        bench.measure(
            "wheel step", rounds * 4, lambda n: table.verticalScrollBar().setValue(n * 120), bench.painted
        )
    )
    table.scrollToTop()
    bench.until(bench.painted)

    def down(_number: int) -> None:
        press(table, Qt.Key.Key_Down)

    figures.append(bench.measure("arrow key", rounds * 4, down, bench.painted))
    control = Qt.KeyboardModifier.ControlModifier

    def select_all(_number: int) -> None:
        press(table, Qt.Key.Key_A, control)

    figures.append(bench.measure("Ctrl+A", rounds, select_all, lambda: table.all_selected, bar=30.0))
    press(table, Qt.Key.Key_Home)
    figures += [
        sorted_by(bench, key) for key in (SortKey.TEXT, SortKey.STRENGTH, SortKey.FADES, SortKey.IMPORTANCE)
    ]
    figures.append(
        bench.measure(
            "comfortable to compact rows", rounds, lambda n: table.set_compact(n % 2 == 0), bench.painted
        )
    )
    view.set_sort(Sort(SortKey.NEWEST))
    bench.until(bench.settled)
    figures += [filtered(bench, text) for text in WORDS]
    bench.close()
    return figures


def repaint(bench: Bench, rounds: int) -> tuple[float, float, int]:
    times = []
    for _ in range(rounds * 3):
        started = time.perf_counter()
        bench.table.viewport().repaint()
        times.append(ms_since(started))
    return statistics.median(times), max(times), len(times)


def first_paint(bench: Bench, rounds: int) -> Figure:
    """A new table widget over the loaded model: made, shown and painted."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        table = MemoryTable(bench.view.model)
        table.resize(884, 700)
        table.show()
        table.viewport().repaint()
        times.append(ms_since(started))
        table.close()
        table.deleteLater()
        bench.app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return Figure("first paint of a table", statistics.median(times), max(times), rounds, 50.0)


def sorted_by(bench: Bench, key: SortKey) -> Figure:
    return answered(
        bench, f"sort by {key.value}, first rows", lambda: bench.view.set_sort(Sort(key)), bar=None
    )


def filtered(bench: Bench, text: str) -> Figure:
    figure = answered(bench, f"search {text!r}, first rows", lambda: bench.context.set_query(text), bar=150.0)
    bench.context.set_query("")
    bench.until(bench.settled)
    return figure


def answered(bench: Bench, name: str, act: Callable[[], None], *, bar: float | None) -> Figure:
    """Time until the first rows of an answer were painted."""
    shown: list[bool] = []

    def arrived(_results: object) -> None:
        shown.append(True)

    bench.view.results_arrived.connect(arrived)
    figure = bench.measure(
        name,
        1,
        lambda _n: act(),
        lambda: bool(shown) and (bench.painted() or not bench.view.model.rowCount()),
        bar=bar,
    )
    bench.view.results_arrived.disconnect(arrived)
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("store", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    app = QApplication([])
    store = open_store(given.store, clock=FixedClock(parse_iso(NOW)), read_only=True)
    figures = run(app, store, given.rounds)
    store.close()
    reference = figures[0].median
    print(f"{'':34}{'median':>9}{'worst':>9}{'bar':>7}{'ratio':>8}")
    for figure in figures:
        bar = "" if figure.bar is None else f"{figure.bar:.0f}"
        print(
            f"{figure.name:34}{figure.median:9.1f}{figure.worst:9.1f}{bar:>7}{figure.median / reference:8.1f}"
        )
    if given.json:
        given.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
