"""Switching between stores and projects by keys, and sending memories from one to another; nothing else crosses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import NEVER_LOG, Stocked

from engramma.engine import MemoryStore, open_store
from engramma.engine.home import project_store
from engramma.model.clock import FixedClock
from engramma.model.memory import State
from engramma.ui.bridge import Selection
from engramma.ui.window.main_window import MainWindow
from engramma.ui.window.stores.store_rows import NewProjectRow, StoreRow

Wait = Callable[[], None]


@pytest.fixture
def project(frozen_clock: FixedClock, own_home: Path) -> Path:
    """The store of another project, in use."""
    path = project_store("greenhouse")
    path.parent.mkdir(parents=True)
    with open_store(path, clock=frozen_clock, create=True) as store:
        store.memories.remember("The greenhouse is watered at six.")
    return path


def at(window: MainWindow) -> Path | None:
    """Which store is open."""
    return None if window.context.store is None else window.context.store.path


def known(window: MainWindow) -> bool:
    """Whether every store that is listed was looked into."""
    rows = window.switching.switcher.model.rows
    return window.switching.switcher.isVisible() and all(
        row.glance is not None for row in rows if isinstance(row, StoreRow)
    )


def states(store: MemoryStore, ids: tuple[int, ...]) -> set[State]:
    """In which states these are."""
    return {store.memories.get(one).state for one in ids}


def listed(window: MainWindow) -> list[str]:
    """What the switcher shows."""
    rows = window.switching.switcher.model.rows
    return [f"new {row.name}" if isinstance(row, NewProjectRow) else row.name for row in rows]


def test_letters_and_enter_open_another_store_or_make_a_project(
    qtbot: QtBot, project: Path, window: MainWindow, settle: Wait, store_path: Path
) -> None:
    window.context.set_query("tag:money")
    qtbot.keyClick(
        window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    qtbot.waitUntil(lambda: len(listed(window)) == 2 and known(window), timeout=20_000)
    switcher = window.switching.switcher
    assert listed(window) == ["store", "greenhouse"]
    here, there = switcher.model.rows
    assert isinstance(here, StoreRow)
    assert isinstance(there, StoreRow)
    assert here.current
    assert here.glance is not None
    assert here.glance.memories == 44
    assert there.glance is not None
    assert there.glance.memories == 1
    qtbot.keyClicks(switcher.field, "gre")
    assert listed(window) == ["greenhouse", "new gre"]
    qtbot.keyClick(switcher.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: at(window) == project, timeout=20_000)
    assert window.context.query == "", "the search of one store is none of another's"

    window.shell.run_command("store.switch")
    qtbot.keyClicks(switcher.field, "New thing")
    assert listed(window) == ["new New thing"]
    qtbot.keyClick(switcher.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: at(window) == project_store("New thing"), timeout=20_000)
    assert window.context.store is not None
    assert window.context.store.statistics().total == 0

    window.shell.run_command("store.switch")
    assert listed(window) == ["new thing", "greenhouse", "store"]
    qtbot.keyClick(switcher.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: at(window) == project, timeout=20_000)
    settle()


def test_a_move_asks_where_to_and_is_undone_here(
    qtbot: QtBot, project: Path, window: MainWindow, small: Stocked
) -> None:
    store = window.context.store
    assert store is not None
    ids = (small.never_log, small.outage)
    window.context.select(Selection("memory", ids, current=ids[0]))
    window.shell.run_command("memory.move_to_store")
    window.context.select(Selection.one("memory", small.verify))
    qtbot.waitUntil(lambda: listed(window) == ["greenhouse"], timeout=20_000)
    qtbot.keyClick(window.switching.switcher.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: states(store, ids) == {State.TRASHED} and not window.jobs.busy, timeout=20_000)
    assert store.memories.get(small.verify).state is State.ACTIVE
    with open_store(project, clock=small.clock) as other:
        there = other.memories.page(other.search.order("card").ids.tolist())
        assert [(line.memory.text, line.memory.pinned) for line in there] == [(NEVER_LOG, False)]
        assert {asked.action for asked in other.consolidation.asked()} == {"pin", "change"}
        assert other.history.undo(other.history.recent(limit=1)[0].id).operation_id is not None
        assert other.statistics().total == 1
    qtbot.waitUntil(lambda: window.table.reason("edit.undo") == "", timeout=20_000)
    window.shell.run_command("edit.undo")
    qtbot.waitUntil(lambda: states(store, ids) == {State.ACTIVE}, timeout=20_000)


def test_a_copy_can_be_opened_and_what_is_taken_back_there_is_selected_no_more(
    qtbot: QtBot, project: Path, window: MainWindow, small: Stocked, settle: Callable[[], None]
) -> None:
    window.context.select(Selection.one("memory", small.outage))
    window.shell.run_command("memory.copy_to_store")
    qtbot.waitUntil(lambda: listed(window) == ["greenhouse"], timeout=20_000)
    qtbot.keyClick(window.switching.switcher.field, Qt.Key.Key_Return)
    toast = window.parts.toasts.toast
    qtbot.waitUntil(lambda: toast.message is not None, timeout=20_000)
    assert toast.message.action == "Open that store"
    qtbot.mouseClick(toast._action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: at(window) == project, timeout=20_000)
    settle()
    store = window.context.store
    assert store is not None
    [copied] = store.search.order("gateway").ids.tolist()
    [own] = set(store.search.order("").ids.tolist()) - {copied}
    window.context.select(Selection("memory", (copied, own), current=copied))
    settle()
    window.shell.run_command("edit.undo")
    qtbot.waitUntil(lambda: window.context.selection == Selection.one("memory", own), timeout=20_000)
    assert store.existing("memory", (copied, own)) == {own}
    window.context.select(Selection.one("session", 4711))
    store.memories.rehearse([own])
    qtbot.waitUntil(lambda: window.context.selection.is_empty, timeout=20_000)
