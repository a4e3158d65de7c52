"""Results of worker threads arrive on the GUI thread, in their form, and stale ones never do."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engramma.engine.jobs import JobRunner
from engramma.model.errors import EngrammaError, NotFoundError
from engramma.model.jobs import JobState, JobStatus
from engramma.model.progress import CancelToken, Progress, Report
from engramma.ui.bridge import JobBridge


@pytest.fixture
def bridge(qapp: QApplication) -> Iterator[JobBridge]:
    made = JobBridge(JobRunner())
    yield made
    assert made.close() == ()
    made.deleteLater()


class Receiver(QObject):
    """Notes what arrives, and on which thread."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[object] = []
        self.threads: set[str] = set()

    def take(self, value: object) -> None:
        self.values.append(value)
        self.threads.add(threading.current_thread().name)


def test_a_result_arrives_whole_and_on_the_gui_thread(qtbot: QtBot, bridge: JobBridge) -> None:
    receiver, names = Receiver(), []

    def work(_report: Report, _cancel: CancelToken) -> dict[int, int]:
        names.append(threading.current_thread().name)
        return {2**40: 1, 3: 2}

    bridge.read("Count", work, receiver.take)
    qtbot.waitUntil(lambda: not bridge.busy)
    assert receiver.values == [{2**40: 1, 3: 2}]
    assert receiver.threads == {threading.current_thread().name}
    assert names != [threading.current_thread().name]


def test_a_newer_job_of_a_key_silences_the_older(qtbot: QtBot, bridge: JobBridge) -> None:
    receiver, go = Receiver(), threading.Event()

    def slow(_report: Report, _cancel: CancelToken) -> str:
        go.wait(2)
        return "old"

    bridge.read("Search", slow, receiver.take, key="search")
    bridge.read("Search", lambda _report, _cancel: "new", receiver.take, key="search")
    go.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert receiver.values == ["new"]


def test_a_dropped_job_is_cancelled_and_silent(qtbot: QtBot, bridge: JobBridge) -> None:
    receiver, started = Receiver(), threading.Event()

    def endless(_report: Report, cancel: CancelToken) -> None:
        started.set()
        while True:
            cancel.check()

    bridge.read("Search", endless, receiver.take, failed=receiver.take, key="search")
    assert started.wait(2)
    bridge.drop("search")
    qtbot.waitUntil(lambda: not bridge.busy)
    assert receiver.values == []


def test_an_error_goes_to_failed_or_to_the_window(qtbot: QtBot, bridge: JobBridge) -> None:
    receiver, unhandled = Receiver(), Receiver()
    bridge.unhandled = unhandled.take
    problem = NotFoundError("There is no memory M-9.")

    def work(_report: Report, _cancel: CancelToken) -> None:
        raise problem

    bridge.read("Read", work, receiver.take, failed=receiver.take)
    bridge.read("Read", work, receiver.take)
    qtbot.waitUntil(lambda: not bridge.busy)
    assert receiver.values == [problem]
    assert unhandled.values == [problem]


def test_a_receiver_that_is_gone_is_left_alone(qtbot: QtBot, bridge: JobBridge) -> None:
    go = threading.Event()
    receiver = Receiver()
    bridge.read("Read", lambda _report, _cancel: go.wait(2), receiver.take)
    import shiboken6

    shiboken6.delete(receiver)
    go.set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert receiver.values == []


def test_only_jobs_that_are_not_quiet_are_told_about(qtbot: QtBot, bridge: JobBridge) -> None:
    told: list[JobStatus] = []
    bridge.status_changed.connect(told.append, Qt.ConnectionType.DirectConnection)

    def work(report: Report, _cancel: CancelToken) -> None:
        report(Progress(1, 2, "half"))

    def fails(_report: Report, _cancel: CancelToken) -> None:
        raise EngrammaError("No.")

    bridge.unhandled = lambda _error: None
    bridge.read("Quiet", work)
    bridge.read("Quiet too", fails)
    bridge.write("Loud", work, quiet=False)
    qtbot.waitUntil(lambda: bool(told) and told[-1].state is JobState.DONE)
    assert {status.title for status in told} == {"Loud"}


def test_a_write_says_so_before_its_result(qtbot: QtBot, bridge: JobBridge) -> None:
    order: list[str] = []
    bridge.wrote.connect(lambda: order.append("wrote"))
    bridge.write("Write", lambda _report, _cancel: 1, lambda _value: order.append("done"))
    bridge.read("Read", lambda _report, _cancel: 1)
    qtbot.waitUntil(lambda: not bridge.busy)
    assert order == ["wrote", "done"]


def test_after_closing_nothing_is_started(qtbot: QtBot, qapp: QApplication) -> None:
    bridge = JobBridge(JobRunner())
    assert bridge.close() == ()
    receiver = Receiver()
    bridge.read("Late", lambda _report, _cancel: 1, receiver.take)
    qtbot.wait(30)
    assert receiver.values == []
    bridge.deleteLater()
