"""The lanes of the job runner: counts stand in nobody's way, and a lane has no thread before its first job."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from engramma.engine.jobs import JobRunner
from engramma.model.progress import CancelToken, Report


@pytest.fixture
def runner() -> Iterator[JobRunner]:
    made = JobRunner()
    yield made
    assert made.close() == ()


def thread_name(_report: Report, _cancel: CancelToken) -> str:
    return threading.current_thread().name


def lanes() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("engramma-")}


def test_readers_do_not_wait_for_counts(runner: JobRunner) -> None:
    counting, release = threading.Event(), threading.Event()

    def slow(_report: Report, _cancel: CancelToken) -> int:
        counting.set()
        assert release.wait(5)
        return 7

    first, second = runner.count("Count facets", slow), runner.count("Count sessions", slow)
    assert counting.wait(5)
    assert runner.read("Read rows", thread_name).result.startswith("engramma-reader")
    assert not first.wait(0)
    assert not second.wait(0)
    release.set()
    assert (first.result, second.result) == (7, 7)


def test_counts_are_made_one_after_another(runner: JobRunner) -> None:
    names = {runner.count(f"Count {number}", thread_name).result for number in range(3)}
    assert names == {"engramma-counter-1"}


def test_a_lane_starts_with_its_first_job(runner: JobRunner) -> None:
    assert lanes() == set()
    assert runner.read("Read", thread_name).wait(5)
    assert lanes() == {"engramma-reader-1", "engramma-reader-2"}
    assert runner.write("Write", thread_name).result == "engramma-writer-1"
    runner.close()
    assert lanes() == set()
