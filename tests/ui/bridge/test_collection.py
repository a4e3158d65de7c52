"""Whole collections are put off while long work runs, but not for ever."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from engramma.engine.jobs import JobRunner
from engramma.model.jobs import JobState, JobStatus
from engramma.model.progress import Progress
from engramma.ui.bridge import JobBridge
from engramma.ui.bridge.collection import (
    INTERVAL,
    MOST_PUT_OFF,
    WORKING_INTERVAL,
    GuiThreadCollector,
)


def status(state: JobState) -> JobStatus:
    return JobStatus(7, "Consolidate", state, Progress(0, 0, ""))


def test_only_young_objects_are_collected_while_a_job_runs(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge = JobBridge(JobRunner())
    collector = GuiThreadCollector(qapp)
    collected: list[int] = []
    monkeypatch.setattr(gc, "get_count", lambda: (10_000, 10_000, 10_000))
    monkeypatch.setattr(gc, "collect", collected.append)
    try:
        collector.watch(bridge)
        collector.collect()
        bridge.status_changed.emit(status(JobState.RUNNING))
        collector.collect()
        bridge.status_changed.emit(status(JobState.DONE))
        collector.collect()
        assert collected == [2, 1, 2]

        collected.clear()
        bridge.status_changed.emit(status(JobState.RUNNING))
        for _time in range(MOST_PUT_OFF + 1):
            collector.collect()
        assert collected == [1] * MOST_PUT_OFF + [2]

        (timer,) = collector.findChildren(QTimer)
        assert timer.interval() == WORKING_INTERVAL
        bridge.status_changed.emit(status(JobState.DONE))
        assert timer.interval() == INTERVAL
    finally:
        monkeypatch.undo()
        collector.stop()
        collector.deleteLater()
        bridge.close()
        bridge.deleteLater()
