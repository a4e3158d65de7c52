"""Damage is found, listed first, mended on demand as one step, and a copy is written where a person wants it."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot
from tests.engine.doctored import damage
from tests.ui.window_on_store import Settle, Stocked

from engramma.engine import open_store
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.context import ToastRequest
from engramma.ui.bridge.daily_backup import DailyBackup
from engramma.ui.views.settings.health.check_row import CheckRow
from engramma.ui.views.settings.health.health_section import HealthSection
from engramma.ui.window.backup_book import SettingsBackupBook
from engramma.ui.window.settings import Settings


def test_damage_is_found_mended_and_copied(
    qtbot: QtBot, context: WindowContext, stocked: Stocked, settle: Settle, tmp_path: Path
) -> None:
    damage(stocked.store.path, [f"UPDATE memory SET tier = 'short_term' WHERE id = {stocked.never_log}"])
    section = HealthSection(context, DailyBackup(context, SettingsBackupBook(Settings(tmp_path))))
    qtbot.addWidget(section)
    section.show()
    told: list[ToastRequest] = []
    context.toast_requested.connect(told.append)
    assert not section.mend.isEnabled(), "nothing was looked at yet"
    section.check.click()
    assert section.cancel.isVisible()
    assert not section.copy.isEnabled()
    settle()
    assert section.state.text == "1 check found damage"
    rows = section.findChildren(CheckRow)
    assert [": damaged." in row.accessibleName() for row in rows].index(True) == 0, "damage comes first"
    section.mend.click()
    settle()
    assert section.state.text.startswith("sound: ")
    assert stocked.store.memories.get(stocked.never_log).tier == "long_term"
    assert told[-1].text == "1 check mended"
    assert len(told[-1].operations) == 1, "a repair can be taken back"
    copy = tmp_path / "copies" / "copy.engramma"
    copy.parent.mkdir()
    section.back_up_to(copy)
    settle()
    with open_store(copy, clock=stocked.clock, read_only=True) as other:
        assert other.statistics().total == stocked.store.statistics().total
    assert told[-1].text.startswith("Backed up to copy.engramma, ")
