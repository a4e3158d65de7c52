"""The window's worker: passes by the schedule, held up, cancelled, quiet beside others, never read-only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked, context, settle, stocked

from engramma.engine import open_store
from engramma.engine.schedule import BETWEEN, IDLE_AFTER, Rhythm
from engramma.model.clock import DAY, HOUR, MINUTE
from engramma.model.jobs import JobState, JobStatus
from engramma.store.leases import held_lease
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.consolidating import Consolidator
from engramma.ui.bridge.passes import PassDone
from engramma.ui.window.pass_book import SettingsPassBook
from engramma.ui.window.settings import Settings

__all__ = ["context", "settle", "stocked"]
Settle = Callable[[], None]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "home")


@pytest.fixture
def book(settings: Settings, tmp_path: Path) -> SettingsPassBook:
    return SettingsPassBook(settings, sample_folder=tmp_path / "sample")


@pytest.fixture
def worker(context: WindowContext, book: SettingsPassBook) -> Iterator[Consolidator]:
    made = Consolidator(context, book)
    made._on_store()
    yield made
    made._timer.stop()


@pytest.fixture
def done(worker: Consolidator) -> list[PassDone]:
    found: list[PassDone] = []
    worker.finished.connect(found.append)
    return found


def proposals(stocked: Stocked) -> int:
    return len(stocked.store.consolidation.proposals())


def test_a_pass_now_writes_as_the_worker_and_says_what_it_did(
    worker: Consolidator, done: list[PassDone], stocked: Stocked, settle: Settle, book: SettingsPassBook
) -> None:
    assert proposals(stocked) == 0
    worker.run_now()
    assert worker.running
    settle()
    assert not worker.running
    [told] = done
    assert told.proposed == proposals(stocked) > 0
    assert told.asked
    newest = stocked.store.history.recent(limit=1)[0]
    assert newest.actor == "worker"
    assert told.operations[-1] == newest.id
    assert book.last_pass(stocked.store.path) == stocked.clock.now()


def test_when_idle_it_runs_by_itself_and_not_again_within_the_hour(
    worker: Consolidator, done: list[PassDone], stocked: Stocked, settle: Settle
) -> None:
    assert worker.rhythm is Rhythm.WHEN_IDLE
    worker.look()
    assert not worker.running
    stocked.clock.advance(IDLE_AFTER)
    worker.look()
    assert worker.running
    settle()
    assert len(done) == 1
    stocked.clock.advance(IDLE_AFTER)
    worker.look()
    assert not worker.running
    stocked.clock.advance(BETWEEN)
    worker.look()
    assert not worker.running, "nobody changed anything since"
    stocked.store.acting_as("agent:claude").memories.remember("The lamp is green.")
    worker._context.poll()
    settle()
    stocked.clock.advance(IDLE_AFTER)
    worker.look()
    assert worker.running
    settle()


def test_what_a_person_does_puts_it_off(worker: Consolidator, stocked: Stocked) -> None:
    stocked.clock.advance(IDLE_AFTER)
    worker.note_activity()
    worker.look()
    assert not worker.running


def test_never_means_never_and_is_kept(
    worker: Consolidator, stocked: Stocked, book: SettingsPassBook, settings: Settings
) -> None:
    worker.set_rhythm(Rhythm.NEVER)
    stocked.clock.advance(40 * DAY)
    worker.look()
    assert not worker.running
    again = SettingsPassBook(Settings(settings.path.parent), sample_folder=Path("/nowhere"))
    assert again.rhythm(stocked.store.path) is Rhythm.NEVER


def test_the_sample_is_left_alone_until_a_rhythm_is_chosen(book: SettingsPassBook, tmp_path: Path) -> None:
    sample = tmp_path / "sample" / "larkspur-shop.engramma"
    assert book.rhythm(sample) is Rhythm.NEVER
    book.set_rhythm(Rhythm.HOURLY)
    assert book.rhythm(sample) is Rhythm.HOURLY


def test_another_pass_elsewhere_is_no_error_and_is_not_tried_at_once(
    worker: Consolidator, done: list[PassDone], stocked: Stocked, settle: Settle
) -> None:
    errors: list[object] = []
    worker._context.error_reported.connect(errors.append)
    worker.set_rhythm(Rhythm.HOURLY)
    database = stocked.store.workspace.database
    with held_lease(database, "consolidation", at=stocked.clock.now(), what="A consolidation pass"):
        worker.look()
        settle()
    assert [told.busy for told in done] == [True]
    assert errors == []
    assert proposals(stocked) == 0
    worker.look()
    assert not worker.running
    stocked.clock.advance(5 * MINUTE)
    worker.look()
    settle()
    assert proposals(stocked) > 0


def test_paused_it_waits_at_its_next_step_and_then_goes_on(
    qtbot: QtBot, worker: Consolidator, done: list[PassDone], stocked: Stocked, settle: Settle
) -> None:
    told: list[JobStatus] = []
    worker._context.jobs.status_changed.connect(told.append)
    worker.set_rhythm(Rhythm.HOURLY)
    worker.set_paused(paused=True)
    worker.look()
    assert not worker.running
    worker._pause.set(paused=True)
    worker._paused = False
    worker.look()
    assert worker.running
    qtbot.waitUntil(lambda: any(status.progress.label == "paused" for status in told), timeout=3_000)
    assert done == []
    assert proposals(stocked) == 0
    worker.set_paused(paused=False)
    settle()
    assert len(done) == 1


def test_cancelled_it_leaves_nothing_and_does_not_come_back_at_once(
    qtbot: QtBot, worker: Consolidator, done: list[PassDone], stocked: Stocked, settle: Settle
) -> None:
    told: list[JobStatus] = []
    worker._context.jobs.status_changed.connect(told.append)
    worker.set_rhythm(Rhythm.HOURLY)
    worker._pause.set(paused=True)
    worker.look()
    qtbot.waitUntil(lambda: any(status.progress.label == "paused" for status in told), timeout=3_000)
    worker.cancel()
    settle()
    assert not worker.running
    assert told[-1].state is JobState.CANCELLED
    assert (done, proposals(stocked)) == ([], 0)
    worker._pause.set(paused=False)
    stocked.clock.advance(HOUR - MINUTE)
    worker.look()
    assert not worker.running


def test_closing_ends_a_pass_that_is_held_up(
    qtbot: QtBot, worker: Consolidator, stocked: Stocked, context: WindowContext
) -> None:
    worker._pause.set(paused=True)
    worker.run_now()
    qtbot.wait(50)
    assert context.jobs.close() == ()
    assert proposals(stocked) == 0


def test_a_read_only_store_is_left_alone(
    context: WindowContext, worker: Consolidator, stocked: Stocked
) -> None:
    with open_store(stocked.store.path, clock=stocked.clock, read_only=True) as looked_at:
        context.set_store(looked_at)
        worker.set_rhythm(Rhythm.HOURLY)
        stocked.clock.advance(2 * HOUR)
        worker.look()
        worker.run_now()
        assert not worker.running
        context.set_store(None)
