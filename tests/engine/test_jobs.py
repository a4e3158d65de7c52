"""Jobs: progress, cancelling before and while, failures in one sentence, and a runner that nothing stops."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from engramma.engine.jobs import Job, JobRunner
from engramma.model.errors import EngrammaError, InvalidValueError
from engramma.model.jobs import JobState, JobStatus
from engramma.model.progress import Cancelled, CancelToken, Progress, Report


@pytest.fixture
def runner() -> Iterator[JobRunner]:
    made = JobRunner()
    yield made
    made.close()


def heard(runner: JobRunner) -> list[JobStatus]:
    statuses: list[JobStatus] = []
    runner.subscribe(statuses.append)
    return statuses


def quick(_report: Report, _cancel: CancelToken) -> int:
    return 42


def test_a_job_from_start_to_end(runner: JobRunner) -> None:
    statuses = heard(runner)
    ended: list[JobState] = []
    job = runner.read("Count", quick)
    job.add_done(lambda done: ended.append(done.status.state))
    assert job.result == 42
    assert job.wait(1)
    assert job.error is None
    job.add_done(lambda done: ended.append(done.status.state))
    assert runner.close() == ()
    assert ended == [JobState.DONE, JobState.DONE]
    assert [status.state for status in statuses] == [JobState.RUNNING, JobState.DONE]
    assert statuses[-1].result == 42
    assert {status.title for status in statuses} == {"Count"}


def test_who_waits_sees_the_end(runner: JobRunner) -> None:
    for _ in range(200):
        job = runner.read("Count", quick)
        job.wait()
        assert job.status.state is JobState.DONE


def test_progress_comes_at_most_ten_times_a_second(runner: JobRunner) -> None:
    statuses = heard(runner)

    def work(report: Report, _cancel: CancelToken) -> None:
        until = time.perf_counter() + 0.65
        done = 0
        while time.perf_counter() < until:
            done += 1
            report(Progress(done, 1_000_000_000, "Counting"))

    _ = runner.write("Count", work).result
    told = [status for status in statuses if status.progress.label == "Counting"]
    assert 2 <= len(told) <= 9
    assert any(status.seconds_left for status in told)


def test_a_job_cancelled_before_it_began_never_begins(runner: JobRunner) -> None:
    gate = threading.Event()
    first = runner.write("Wait", lambda _report, _cancel: gate.wait(5))
    began: list[int] = []
    second = runner.write("Write", lambda _report, _cancel: began.append(1))
    assert second.status.state is JobState.WAITING
    second.cancel()
    gate.set()
    with pytest.raises(Cancelled):
        _ = second.result
    assert first.result is True
    assert began == []
    assert second.status.state is JobState.CANCELLED


def test_a_job_cancelled_while_it_runs_stops_at_its_next_report(runner: JobRunner) -> None:
    statuses = heard(runner)
    running = threading.Event()

    def work(report: Report, _cancel: CancelToken) -> None:
        while True:
            report(Progress(1, 2, "Working"))
            running.set()
            time.sleep(0.001)

    job = runner.write("Work", work)
    assert running.wait(5)
    job.cancel()
    assert job.wait(5)
    assert isinstance(job.error, Cancelled)
    runner.close()
    assert statuses[-1].state is JobState.CANCELLED
    assert statuses[-1].error == ""


def test_an_expected_failure_is_its_sentence(runner: JobRunner) -> None:
    def work(_report: Report, _cancel: CancelToken) -> None:
        raise InvalidValueError("A memory needs some text.")

    job = runner.read("Work", work, quiet=True)
    statuses = heard(runner)
    with pytest.raises(InvalidValueError):
        _ = job.result
    assert job.status.error == "A memory needs some text."
    assert all(status.state is JobState.FAILED for status in statuses)


def test_an_unexpected_failure_is_logged(runner: JobRunner, expected_log: Callable[[str], None]) -> None:
    expected_log("job Divide failed")
    job = runner.read("Divide", lambda _report, _cancel: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        _ = job.result
    assert job.status.error == "Divide failed. The log has the details."


def test_quiet_jobs_are_heard_of_only_when_they_fail(runner: JobRunner) -> None:
    statuses = heard(runner)
    _ = runner.read("Quiet", quick, quiet=True).result
    _ = runner.read("Loud", quick).result
    runner.close()
    assert {status.title for status in statuses} == {"Loud"}


def test_writes_come_one_after_another_and_reads_beside_them(runner: JobRunner) -> None:
    order: list[str] = []
    gate = threading.Event()

    def slow(_report: Report, _cancel: CancelToken) -> None:
        gate.wait(5)
        order.append("first")

    first = runner.write("First", slow)
    second = runner.write("Second", lambda _report, _cancel: order.append("second"))
    _ = runner.read("Read", lambda _report, _cancel: order.append("read")).result
    assert set(runner.live()) == {first, second}
    gate.set()
    _ = second.result
    assert order == ["read", "first", "second"]


def test_faulty_listeners_and_callbacks_stop_nothing(
    runner: JobRunner, expected_log: Callable[[str], None]
) -> None:
    expected_log("a listener to job .* failed")
    expected_log("what waited for job Write failed")

    def faulty(_what: object) -> None:
        raise RuntimeError("no")

    runner.subscribe(faulty)
    statuses = heard(runner)
    gate = threading.Event()
    job = runner.write("Write", lambda _report, _cancel: gate.wait(5))
    job.add_done(faulty)
    gate.set()
    assert job.result is True
    assert runner.write("Next", quick).result == 42
    assert runner.close() == ()
    assert [status.state for status in statuses if status.title == "Next"][-1] is JobState.DONE


def test_no_more_is_heard_after_unsubscribing(runner: JobRunner) -> None:
    statuses: list[JobStatus] = []
    stop = runner.subscribe(statuses.append)
    stop()
    stop()
    _ = runner.read("Count", quick).result
    assert statuses == []


def test_closing_cancels_and_names_what_hangs() -> None:
    runner = JobRunner()
    release = threading.Event()
    stuck = threading.Event()

    def hang(_report: Report, _cancel: CancelToken) -> None:
        stuck.set()
        release.wait(10)

    runner.write("Import of a large file", hang)
    waiting = runner.write("Never begun", quick)
    assert stuck.wait(5)
    assert runner.close(0.1) == ("Import of a large file", "Never begun")
    assert runner.close() == ()
    with pytest.raises(EngrammaError, match="closing"):
        runner.read("Too late", quick)
    release.set()
    assert waiting.wait(5)
    assert waiting.status.state is JobState.CANCELLED


def test_a_job_may_close_the_runner() -> None:
    runner = JobRunner()
    names: list[tuple[str, ...]] = []

    def work(_report: Report, _cancel: CancelToken) -> None:
        names.append(runner.close(0.2))

    job: Job = runner.read("Close", work)
    assert job.wait(5)
    assert job.error is None
    assert names == [("Close",)]
