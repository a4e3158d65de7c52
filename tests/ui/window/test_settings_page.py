"""The page of the settings in a real window: every section, a search over all, what is kept, what others change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.ui.window.conftest import MakeWindow
from tests.ui.window.test_accessibility import nameless
from tests.ui.window_on_store import Stocked

from engramma.engine import open_store
from engramma.engine.schedule import Rhythm
from engramma.model.clock import FixedClock
from engramma.model.plan import PlanStep, StepMode
from engramma.ui.actions.cheat_sheet import CheatSheet
from engramma.ui.actions.reserved_keys import reserved_for
from engramma.ui.theme import motion
from engramma.ui.views.settings.appearance_section import AppearanceSection
from engramma.ui.views.settings.consolidation_section import ConsolidationSection
from engramma.ui.views.settings.health.health_section import HealthSection
from engramma.ui.views.settings.meaning.model_section import ModelSection
from engramma.ui.views.settings.page import SettingsPage
from engramma.ui.views.settings.privacy_section import PrivacySection
from engramma.ui.views.settings.sections import SECTIONS
from engramma.ui.views.settings.shortcuts.shortcuts_section import ShortcutsSection
from engramma.ui.widgets import IconButton
from engramma.ui.window.main_window import MainWindow

Settle = Callable[[], None]


def opened(window: MainWindow, section: str) -> SettingsPage:
    window.context.run("view.settings", section=section)
    page = window.centre.front
    assert isinstance(page, SettingsPage)
    return page


def test_sections_searches_and_what_others_change(
    qtbot: QtBot,
    window: MainWindow,
    settle: Settle,
    store_path: Path,
    frozen_clock: FixedClock,
) -> None:
    page = opened(window, "policy")
    settle()
    _look_into_every_section(qtbot, window, page)
    _search(qtbot, window, page)
    _follow_others(qtbot, window, page, settle=settle, path=store_path, clock=frozen_clock)


def _look_into_every_section(qtbot: QtBot, window: MainWindow, page: SettingsPage) -> None:
    """Each opens by its link, and every control has a name."""
    for kind in SECTIONS:
        assert opened(window, kind.key).section(kind.key).isVisible()
        QApplication.processEvents()
        assert list(nameless(window)) == [], kind.key
    model = page.section("model")
    assert isinstance(model, ModelSection)
    qtbot.waitUntil(lambda: "switched off" in model.check_label.text.lower(), timeout=3_000)
    assert not model.use.isEnabled()


def _search(qtbot: QtBot, window: MainWindow, page: SettingsPage) -> None:
    """A search looks into all of them."""
    opened(window, "policy")
    page.nav.list.setFocus()
    qtbot.keyClicks(page.nav.list, "h")
    qtbot.keyClicks(QApplication.focusWidget(), "ash")
    assert page.head.field.text() == "hash", "letters in the list begin a search"
    assert page.nav.current == "model"
    assert [row.title for row in page.section("model").rows if row.isVisible()] == ["On this computer"]
    page.head.field.setText("ctrl+t")
    assert page.nav.current == "shortcuts"
    assert [row.title for row in page.section("shortcuts").rows if row.isVisible()] == ["Tags"]
    page.head.field.setText("half-life")
    titles = [row.title for row in page.section("policy").rows if row.isVisible()]
    assert titles == ["Short-term half-life", "Long-term half-life"]
    qtbot.keyClick(page.head.field, Qt.Key.Key_Down)
    qtbot.keyClick(page.head.field, Qt.Key.Key_Return)
    assert QApplication.focusWidget().accessibleName() == "Long-term half-life"
    page.head.field.setText("xyzzy")
    assert page.policy.nothing.isVisible()
    page.head.field.setFocus()
    qtbot.keyClick(page.head.field, Qt.Key.Key_Escape)
    assert page.head.field.text() == ""
    assert all(row.isVisible() for row in page.policy.rows)
    qtbot.keyClick(page.head.field, Qt.Key.Key_Escape)
    assert window.centre.name == "memories"


def _follow_others(
    qtbot: QtBot,
    window: MainWindow,
    page: SettingsPage,
    *,
    settle: Settle,
    path: Path,
    clock: FixedClock,
) -> None:
    """What others change meanwhile is noticed, and the draft stays."""
    opened(window, "policy")
    settle()
    fields = page.policy.fields
    field = fields["retrieval_threshold"].field
    for wrong in ("9999", "abc"):
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, wrong)
        assert (field.text(), field.property("invalid"), field.value()) == (wrong, "true", 0.1)
        field.clearFocus()
        assert (field.text(), field.property("invalid"), field.value()) == ("0.10", "false", 0.1)
    field.setValue(0.3)
    settle()
    assert page.desk.draft is not None
    assert page.desk.draft.changed == ("retrieval_threshold",)
    with open_store(path, actor="cli", clock=clock) as other:
        other.policy_set({"short_term_half_life": 21})
    window.context.poll()
    qtbot.waitUntil(lambda: fields["short_term_half_life"].field.value() == 21, timeout=4_000)
    told = "The command line changed the policy meanwhile: Short-term half-life default → 21 days."
    assert page.notice.text == told
    assert fields["retrieval_threshold"].field.value() == 0.3
    assert page.desk.draft.changed == ("retrieval_threshold",)
    page.preview.discard_button.click()
    assert fields["retrieval_threshold"].field.value() == 0.1
    page.policy.reset.click()
    assert page.desk.draft.only_resets
    settle()
    page.preview.apply_button.click()
    settle()
    with open_store(path, clock=clock, read_only=True) as file:
        assert file.policy().short_term_half_life == 7
        assert [step.actor for step in file.policy_history()] == ["person", "cli"]
    assert page.preview.headline == "Nothing is changed"
    with open_store(path.with_name("other.engramma"), clock=clock, create=True) as other:
        other.policy_set({"due_dormant": 30, "gate_threshold": 0.7})
    page.desk.take_from(path.with_name("other.engramma"))
    settle()
    assert set(page.desk.draft.changed) == {"due_dormant", "gate_threshold"}
    slider = fields["gate_every"].slider
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert fields["gate_every"].field.value() == 6
    assert fields["gate_every"].reset.isVisible()


def test_looks_steps_and_keys_are_kept(
    window: MainWindow,
    settle: Settle,
    make_window: MakeWindow,
    store_path: Path,
    own_home: Path,
    small: Stocked,
    frozen_clock: FixedClock,
) -> None:
    looks = opened(window, "appearance").section("appearance")
    assert isinstance(looks, AppearanceSection)
    looks.rows_control.set_value("compact")
    looks.motion.set_value("full")
    settle()
    assert not motion.reduced_motion()
    steps = opened(window, "consolidation").section("consolidation")
    assert isinstance(steps, ConsolidationSection)
    settle()
    steps.rhythm.set_value(Rhythm.HOURLY.value)
    steps.steps[PlanStep.MERGE].set_value(StepMode.OFF.value)
    settle()
    assert window.worker.rhythm is Rhythm.HOURLY
    with open_store(store_path, clock=frozen_clock, read_only=True) as file:
        assert file.consolidation.modes()[PlanStep.MERGE] is StepMode.OFF
    keys = opened(window, "shortcuts").section("shortcuts")
    assert isinstance(keys, ShortcutsSection)
    desk = window.settings_desk.shortcuts
    of_commands = [key for each in window.table if not desk.is_fixed(each.id) for key in each.keys]
    assert [key for key in of_commands if reserved_for(key)] == []
    window.shell.open_cheat_sheet()
    sheet = window.findChild(CheatSheet)
    assert ("Ctrl+P", "Pin") in sheet.shown()
    desk.assign("memory.pin", "Ctrl+J")
    assert window.parts.actions["memory.pin"].shortcut().toString() == "Ctrl+J"
    assert ("Ctrl+J", "Pin") in sheet.shown()
    sheet.close()
    assert keys.by_command["memory.pin"].reset.isVisible()
    assert any(">Pin  Ctrl J<" in button.toolTip() for button in window.findChildren(IconButton))
    files = opened(window, "privacy").section("privacy")
    assert isinstance(files, PrivacySection)
    settle()
    assert files.sizes["store"].text().endswith("kB")
    health = opened(window, "health").section("health")
    assert isinstance(health, HealthSection)
    health.check.click()
    settle()
    assert health.found is not None
    assert health.found.ok
    copy = own_home / "copy.engramma"
    health.back_up_to(copy)
    settle()
    with open_store(copy, clock=frozen_clock, read_only=True) as file:
        assert file.statistics().total == len(small.notes) + 4
    window.close()
    saved = json.loads((own_home / "window.json").read_text("utf-8"))
    assert saved["looks"] == {"compact": True, "motion": "full"}
    assert saved["keys"] == {"memory.pin": ["Ctrl+J"]}
    again = make_window()
    assert again.parts.actions["memory.pin"].shortcut().toString() == "Ctrl+J"
    looks.motion.set_value("system")
