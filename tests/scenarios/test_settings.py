"""A person changes the policy after a look at what it would do, takes it back, and gives a command other keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle, by_name
from tests.ui.window_on_store import stock

from engramma.engine import open_store
from engramma.model.clock import DAY, FixedClock
from engramma.ui.views.settings.page import SettingsPage
from engramma.ui.views.settings.shortcuts.shortcuts_section import ShortcutsSection
from engramma.ui.window.main_window import MainWindow


def page_of(window: MainWindow) -> SettingsPage:
    page = window.centre.front
    assert isinstance(page, SettingsPage)
    return page


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def test_the_policy_is_changed_after_a_look_and_taken_back(
    qtbot: QtBot,
    make_window: MakeWindow,
    settle: Settle,
    store_path: Path,
    frozen_clock: FixedClock,
    own_home: Path,
) -> None:
    stocked = stock(store_path, frozen_clock)
    stocked.store.close()
    window = make_window()
    window.shell.open_store(store_path)
    settle(window)
    keys = Keyboard(qtbot, window)
    before = window.context.store.policy()  # type: ignore[union-attr]

    keys.press(Qt.Key.Key_Comma, CONTROL)
    settle(window)
    page = page_of(window)
    keys.type("short-term half")
    keys.press(Qt.Key.Key_Return)
    assert focused().accessibleName() == "Short-term half-life"
    keys.type("10")
    settle(window)
    with open_store(store_path, clock=frozen_clock, read_only=True) as file:
        assert file.policy() == before, "nothing is applied yet"
        after = before.with_values({"short_term_half_life": 10})
        foretold = file.policy_preview().effect(before, after, at=frozen_clock.now())
        asleep = file.statistics().dormant
        fading = {line.memory.id: line.memory.fades_at for line in file.memories.page(list(stocked.notes))}
    assert foretold.wakes == asleep - foretold.after.dormant > 0
    assert page.preview.headline == f"{foretold.wakes} memories wake up"
    assert page.preview.counts.value("Dormant") == str(foretold.after.dormant)
    assert page.preview.counts.value("Recalled by default") == str(foretold.after.recalled)

    keys.press(Qt.Key.Key_Return, CONTROL)
    settle(window)
    with open_store(store_path, clock=frozen_clock, read_only=True) as file:
        assert file.policy().short_term_half_life == 10
        assert file.statistics().dormant == foretold.after.dormant
        moved = {line.memory.id: line.memory.fades_at for line in file.memories.page(list(stocked.notes))}
    assert all(moved[number] - fading[number] > 9 * DAY for number in fading)  # type: ignore[operator]

    keys.press(Qt.Key.Key_Z, CONTROL)
    settle(window)
    with open_store(store_path, clock=frozen_clock, read_only=True) as file:
        assert file.policy() == before
        assert file.statistics().dormant == asleep
        assert [step.undone for step in file.policy_history()] == [True]
    qtbot.waitUntil(lambda: page.policy.fields["short_term_half_life"].field.value() == 7, timeout=3_000)

    _give_other_keys(keys, page, partial(settle, window))
    saved = json.loads((own_home / "window.json").read_text("utf-8"))["keys"]
    assert saved == {"memory.pin": [], "memory.rehearse": ["Ctrl+P"]}
    keys.press(Qt.Key.Key_Escape)
    keys.press(Qt.Key.Key_Escape)
    settle(window)
    assert window.centre.name == "memories"
    window.context.show_memory(stocked.outage)
    settle(window)
    keys.press(Qt.Key.Key_P, CONTROL)
    settle(window)
    with open_store(store_path, clock=frozen_clock, read_only=True) as file:
        told = file.memories.details(stocked.outage)
    assert told.segments[-1].reason == "rehearsed"
    assert not told.memory.pinned


def _give_other_keys(keys: Keyboard, page: SettingsPage, settle: Callable[[], None]) -> None:
    """By search, record, a conflict, and taking the keys away."""
    page.head.field.setFocus()
    page.head.field.selectAll()
    keys.type("rehearse")
    section = page.section("shortcuts")
    assert isinstance(section, ShortcutsSection)
    row = section.by_command["memory.rehearse"]
    for _match in page.section("shortcuts").rows:
        keys.press(Qt.Key.Key_Return)
        if focused() is row.change:
            break
        page.head.field.setFocus()
        keys.press(Qt.Key.Key_Down)
    keys.press(Qt.Key.Key_Space)
    recorder = row.recorder
    assert recorder is not None
    keys.press(Qt.Key.Key_J)
    assert "is for typing" in recorder.says, "single keys belong to views"
    assert not recorder.take.isVisible()
    keys.press(Qt.Key.Key_P, CONTROL)
    assert recorder.says == "Ctrl P is Pin (Memory)"
    assert focused() is by_name(page, "Take these keys for Rehearse")
    keys.press(Qt.Key.Key_Space)
    settle()
    assert focused() is row.change
