"""A session of 10,000 turns in the Sessions view, and 10,000 sessions on its axis: what a person waits for.

Run: python -m tests.benchmarks.sessions_view [TURNS]. Prints milliseconds; the screen is offscreen.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engramma.engine import MemoryStore, create_store
from engramma.engine.jobs import JobRunner
from engramma.engine.live_sessions import SaidEvent, record_session
from engramma.model.clock import DAY, HOUR, MINUTE, FixedClock, parse_iso
from engramma.ui.bridge import JobBridge, Selection, WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.sessions import SessionsView
from engramma.ui.views.sessions.turn_row import TurnRow

START = parse_iso("2026-02-10T09:30:00Z")
ROLES = ("user", "agent", "tool", "agent")


def main(turns: int) -> None:
    """Record, open, scroll, search, zoom."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    with tempfile.TemporaryDirectory() as folder:
        store = create_store(Path(folder) / "long.engramma", clock=FixedClock(START + 400 * DAY))
        long_one = _fill(store, turns)
        runner = JobRunner()
        context = WindowContext(JobBridge(runner), ThemeSource(application, "light"), store=store)
        view = SessionsView(context)
        view.resize(1100, 860)
        view.show()
        _measure(context, view, long_one)
        _measure_axis(context, view)
        context.set_store(None)
        runner.close()
        store.close()


def _fill(store: MemoryStore, turns: int) -> int:
    said = [
        SaidEvent(
            n, ROLES[n % 4], "shop-agent", f"Turn {n}. " + "A sentence that takes some room. " * (n % 40)
            + ("The needle is here. " if n % 97 == 0 else "") + ("\nanother line" * 80 if n % 100 == 0 else ""),
            START + n * MINUTE,
        )
        for n in range(1, turns + 1)
    ]  # fmt: skip
    rng = np.random.default_rng(7)
    starts = START + np.sort(rng.integers(0, 380 * 24, 10_000)) * HOUR
    for number, at in enumerate(starts.tolist()):
        record_session(
            store.workspace, f"Talk {number}", [], agent=f"agent-{number % 3}", topics=[], summary="",
            started_at=at, ended_at=at + HOUR,
        )  # fmt: skip
    session_id, _ids = record_session(
        store.workspace, "A long talk", said, agent="shop-agent", topics=[], summary="",
        started_at=START, ended_at=START + turns * MINUTE,
    )  # fmt: skip
    return session_id


def _wait(context: WindowContext, until: Callable[[], bool]) -> None:
    end = time.perf_counter() + 30
    while time.perf_counter() < end and (context.jobs.busy or not until()):
        QApplication.processEvents()
        time.sleep(0.001)
    QApplication.processEvents()


def _timed(context: WindowContext, words: str, act: Callable[[], object], until: Callable[[], bool]) -> None:
    start = time.perf_counter()
    act()
    _wait(context, until)
    print(f"{words:<46}{(time.perf_counter() - start) * 1000:8.1f} ms")


def _measure(context: WindowContext, view: SessionsView, long_one: int) -> None:
    turns, model = view.transcript.turns, view.transcript.model

    def painted() -> bool:
        row = turns.indexAt(QPoint(100, turns.viewport().height() // 2)).row()
        return row >= 0 and isinstance(turns.laid_row(row), TurnRow)

    def opened() -> bool:
        return view.transcript.session_id == long_one and model.rowCount() > 0 and painted()

    _timed(context, "list and axis of 10,001 sessions, first paint", view.activate, painted_list(view))
    select = Selection.one("session", long_one)
    _timed(context, "open the long session, to its first turns", lambda: context.select(select), opened)
    turns.setFocus()
    steps = []
    for _ in range(60):
        start = time.perf_counter()
        QTest.keyClick(turns, Qt.Key.Key_PageDown)
        turns.viewport().repaint()
        steps.append((time.perf_counter() - start) * 1000)
        _wait(context, painted)
    print(f"{'page down, median and longest of 60':<46}{np.median(steps):8.1f} ms {max(steps):8.1f} ms")
    bar = turns.verticalScrollBar()
    steps = []
    for _ in range(200):
        start = time.perf_counter()
        bar.setValue(bar.value() + 120)
        turns.viewport().repaint()
        steps.append((time.perf_counter() - start) * 1000)
        QApplication.processEvents()
    print(
        f"{'a step of the wheel, median and longest of 200':<46}{np.median(steps):8.1f} ms {max(steps):8.1f} ms"
    )
    _timed(context, "End, to its last turns", lambda: QTest.keyClick(turns, Qt.Key.Key_End), painted)
    _timed(context, "Home", lambda: QTest.keyClick(turns, Qt.Key.Key_Home), painted)
    find = view.transcript.find_bar
    view.transcript.search_here()
    for words in ("needle", "sentence"):
        find.field.setText(words)
        _timed(
            context,
            f"search “{words}” to its marks and first hit",
            find.words_changed.emit,
            lambda: bool(turns.hit_places(500.0)) and painted(),
        )
        hits = find.field.accessibleDescription()
        _timed(context, f"next hit ({hits})", view.transcript.next_hit, painted)
    view.transcript.stop_finding()
    _wait(context, painted)


def painted_list(view: SessionsView) -> Callable[[], bool]:
    """Whether sessions are listed."""
    return lambda: view.sessions.list.listed.rowCount() > 0


def _measure_axis(context: WindowContext, view: SessionsView) -> None:
    axis, steps = view.axis, []
    at = QPointF(axis.width() * 0.6, axis.height() / 2)
    none, plain = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    for number in range(60):
        turn = QPoint(0, 120 if number < 30 else -120)
        wheel = QWheelEvent(
            at, axis.mapToGlobal(at), QPoint(), turn, none, plain, Qt.ScrollPhase.NoScrollPhase, False
        )
        start = time.perf_counter()
        QApplication.sendEvent(axis, wheel)
        axis.repaint()
        steps.append((time.perf_counter() - start) * 1000)
    print(
        f"{'zoom of the axis, median and longest of 60':<46}{np.median(steps):8.1f} ms {max(steps):8.1f} ms"
    )
    query = "started:2026-05-01..2026-06-30"
    listed = view.sessions.list.listed
    _timed(
        context, "brush two months", lambda: context.set_query(query), lambda: 0 < listed.rowCount() < 5_000
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
