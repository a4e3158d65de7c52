"""The daily copy: made by itself, by the plan that a person set; what fails is said once, read-only is left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.conftest import ExpectLog
from tests.ui.window_on_store import Stocked, context, settle, stocked

from engramma.engine import open_store
from engramma.engine.backup import kept_backups
from engramma.engine.backup_plan import BackupPlan
from engramma.engine.home import backups_folder
from engramma.model.clock import DAY
from engramma.ui.bridge import ToastRequest, WindowContext
from engramma.ui.bridge.daily_backup import AFTER_OPENING, EVERY, DailyBackup
from engramma.ui.views.settings.health.daily_row import OFF, DailyRow
from engramma.ui.window.backup_book import SettingsBackupBook
from engramma.ui.window.settings import Settings

__all__ = ["context", "settle", "stocked"]


def test_a_copy_a_day_by_the_plan_and_what_fails_is_said_once(
    qtbot: QtBot,
    context: WindowContext,
    stocked: Stocked,
    settle: Callable[[], None],
    tmp_path: Path,
    expected_log: ExpectLog,
) -> None:
    store, settings = stocked.store, Settings(tmp_path / "settings")
    daily = DailyBackup(context, SettingsBackupBook(settings))
    row = DailyRow(daily)
    qtbot.addWidget(row)
    daily._on_store()
    assert daily._timer.isActive()
    assert daily._timer.interval() == AFTER_OPENING
    assert daily.plan == BackupPlan(daily=True, keep=7)
    toasts: list[ToastRequest] = []
    context.toast_requested.connect(toasts.append)
    told: list[object] = []
    context.jobs.status_changed.connect(told.append)

    for _day in range(3):
        daily.look()
        settle()
        stocked.clock.advance(DAY)
    assert daily._timer.isActive()
    assert daily._timer.interval() == EVERY
    assert len(kept_backups(store.workspace)) == 3
    assert (toasts, told) == ([], []), "quiet"

    row.keep.setValue(2)
    daily.look()
    settle()
    assert len(kept_backups(store.workspace)) == 2
    row.switch.set_value(OFF)
    assert not row.keep.isEnabled()
    assert SettingsBackupBook(Settings(tmp_path / "settings")).plan() == BackupPlan(daily=False, keep=2)
    stocked.clock.advance(DAY)
    newest = kept_backups(store.workspace)[0]
    daily.look()
    settle()
    assert kept_backups(store.workspace)[0] == newest

    daily.set_plan(BackupPlan())
    for path in backups_folder().iterdir():
        path.unlink()
    backups_folder().rmdir()
    backups_folder().write_text("in the way")
    expected_log(
        "WARNING engramma.ui.bridge.daily_backup: The daily backup was not made: The folder .* be made"
    )
    for _hour in range(2):
        daily.look()
        settle()
    assert len(toasts) == 1
    assert toasts[0].quiet
    assert toasts[0].text.startswith("The daily backup was not made. The folder ")
    daily._timer.stop()


def test_what_is_open_read_only_is_left_alone(
    context: WindowContext, stocked: Stocked, settle: Callable[[], None], tmp_path: Path
) -> None:
    daily = DailyBackup(context, SettingsBackupBook(Settings(tmp_path / "settings")))
    with open_store(stocked.store.path, clock=stocked.clock, read_only=True) as reading:
        context.set_store(reading)
        daily.look()
        settle()
        assert not backups_folder().exists()
        context.set_store(None)
    daily._timer.stop()


@pytest.mark.parametrize("saved", [{"daily": 1, "keep": True}, {"keep": 0}, {"keep": "7"}, ["daily"], {}])
def test_a_plan_that_cannot_be_read_is_the_usual_one(tmp_path: Path, saved: object) -> None:
    settings = Settings(tmp_path)
    settings.put("backup", saved)
    assert SettingsBackupBook(settings).plan() == BackupPlan()
