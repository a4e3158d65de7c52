"""Old cycles are collected while nobody uses the window; until then only what is new is walked."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from engramma.engine.jobs import JobRunner
from engramma.model.jobs import JobState, JobStatus
from engramma.model.progress import Progress
from engramma.ui.bridge import JobBridge
from engramma.ui.bridge.collection import ALONE, BUSY_INTERVAL, INTERVAL, PATIENCE, GuiThreadCollector


class Knot:
    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A monotonic clock that a test sets."""
    now = [1_000.0]
    monkeypatch.setattr("engramma.ui.bridge.collection.time.monotonic", lambda: now[0])
    return now


@pytest.fixture
def jobs() -> Iterator[JobBridge]:
    bridge = JobBridge(JobRunner())
    yield bridge
    bridge.close()
    bridge.deleteLater()


@pytest.fixture
def collector(qapp: QApplication, jobs: JobBridge, seconds: list[float]) -> Iterator[GuiThreadCollector]:
    made = GuiThreadCollector(qapp)
    made.watch(qapp, jobs)
    (timer,) = made.findChildren(QTimer)
    timer.stop()
    seconds[0] += 1
    yield made
    made.stop()
    made.deleteLater()


def old_knot(collector: GuiThreadCollector) -> weakref.ref[Knot]:
    """A cycle that lives through a collection of young objects before it is garbage."""
    knot = Knot()
    _kept: list[list[int]] = [[] for _ in range(3_000)]
    collector.collect()
    return weakref.ref(knot)


def test_an_old_cycle_stays_while_the_window_is_used(
    collector: GuiThreadCollector, seconds: list[float], qtbot: QtBot
) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    field.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is not None)
    knot = old_knot(collector)
    for _time in range(5):
        seconds[0] += ALONE - 1
        QTest.keyClick(field.windowHandle(), Qt.Key.Key_X)
        gc.collect(0)
        collector.collect()
    assert knot() is not None

    seconds[0] += ALONE + 1
    collector.collect()
    assert knot() is None


def test_long_work_counts_as_use(
    collector: GuiThreadCollector, seconds: list[float], jobs: JobBridge
) -> None:
    def tell(state: JobState) -> None:
        jobs.status_changed.emit(JobStatus(7, "Consolidate", state, Progress(0, 0, "")))

    (timer,) = collector.findChildren(QTimer)
    tell(JobState.RUNNING)
    knot = old_knot(collector)
    seconds[0] += ALONE + 1
    collector.collect()
    assert knot() is not None
    assert timer.interval() == BUSY_INTERVAL

    tell(JobState.DONE)
    gc.collect(0)
    seconds[0] += ALONE + 1
    collector.collect()
    assert knot() is None
    assert timer.interval() == INTERVAL


def test_nothing_is_walked_again_while_nobody_is_there(
    collector: GuiThreadCollector, seconds: list[float]
) -> None:
    collector._on_window(None)
    seconds[0] += ALONE + 1
    collector.collect()
    knot = old_knot(collector)
    seconds[0] += ALONE + 1
    collector.collect()
    assert knot() is not None

    seconds[0] += PATIENCE
    collector.collect()
    assert knot() is None
