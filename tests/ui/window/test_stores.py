"""Opening and closing stores, what is kept until the next start, dropped files, and what goes wrong."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.ui.window.conftest import MakeWindow, Settle
from tests.ui.window_on_store import Stocked

from engramma.engine import open_store
from engramma.model.clock import FixedClock
from engramma.model.progress import CancelToken, Report
from engramma.ui.bridge import Selection
from engramma.ui.theme import ThemeSource
from engramma.ui.views.export.page import ExportPage
from engramma.ui.views.transfer_merge.decide_each import DecideEach
from engramma.ui.views.transfer_merge.page import StoreMergePage
from engramma.ui.window.importing.page import ImportPage
from engramma.ui.window.main_window import MainWindow
from engramma.ui.window.welcome.page import WelcomePage

GRAPH = [
    {
        "type": "entity",
        "name": "Gift_card",
        "entityType": "policy",
        "observations": ["Pays part of an order."],
    },
    {
        "type": "entity",
        "name": "Refund_run",
        "entityType": "procedure",
        "observations": ["First list, then refund."],
    },
]


@pytest.fixture
def graph_file(tmp_path: Path) -> Path:
    """A small file that can be imported, with one line that cannot."""
    file = tmp_path / "memory.jsonl"
    lines = [*(json.dumps(line) for line in GRAPH), '{"type": "entity", "name": "cut']
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def drop(window: MainWindow, *paths: Path) -> None:
    """Drag files in and let them go, as the platform would."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(300, 300), copy, data, left, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    assert window.parts.drops.overlay.isVisible()
    QApplication.sendEvent(window, QDropEvent(QPointF(300, 300), copy, data, left, none))
    assert not window.parts.drops.overlay.isVisible()


def test_the_first_start_shows_the_welcome_page(
    qtbot: QtBot, make_window: MakeWindow, settle_window: Settle
) -> None:
    window = make_window()
    settle_window(window)
    assert window.centre.name == "welcome"
    assert not window.sidebar.isVisible()
    assert not window.parts.tools.isVisible()
    assert window.parts.status.store_name.accessibleName() == "No store open"
    focused = window.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "Open the sample store"
    asked: list[object] = []
    page = window.centre.front
    assert isinstance(page, WelcomePage)
    page.command_wanted.disconnect()
    page.command_wanted.connect(asked.append)
    qtbot.keyClick(focused, Qt.Key.Key_Return)
    assert asked == ["store.sample"]
    window.shell.run_command("view.memories")
    assert window.centre.name == "welcome"


def test_state_is_found_again_after_a_restart(
    make_window: MakeWindow, window: MainWindow, settle_window: Settle, small: Stocked, store_path: Path
) -> None:
    window.resize(1300, 820)
    window.shell.toggle_inspector()
    window.context.set_query("tag:ports importance:>0.5")
    settle_window(window)
    chosen = small.notes[30]
    window.context.select(Selection.one("memory", chosen))
    window.shell.open_view("activity")
    settle_window(window)
    window.shell.open_view("memories")
    settle_window(window)
    window.close()

    again = make_window()
    again.shell.open_store(store_path)
    settle_window(again)
    assert (again.width(), again.height()) == (1300, 820)
    assert again.inspector is not None
    assert not again.inspector.isVisible()
    assert again.centre.name == "memories"
    assert again.context.query == "tag:ports importance:>0.5"
    assert again.search.edit.text() == "tag:ports importance:>0.5"
    assert again.context.selection == Selection.one("memory", chosen)


def test_state_is_written_while_the_window_runs(
    qtbot: QtBot, window: MainWindow, settle_window: Settle, store_path: Path
) -> None:
    window.context.set_query("tag:money")
    file = window.settings.path
    qtbot.waitUntil(lambda: file.exists() and "tag:money" in file.read_text("utf-8"), timeout=4_000)
    if os.name == "posix":
        assert window.settings.path.stat().st_mode & 0o077 == 0
    settle_window(window)
    stamp = window.settings.path.stat().st_mtime_ns
    qtbot.wait(1_800)
    assert window.settings.path.stat().st_mtime_ns == stamp


def test_recent_stores_are_listed(
    make_window: MakeWindow, window: MainWindow, settle_window: Settle, store_path: Path, tmp_path: Path
) -> None:
    window.close()
    again = make_window()
    settle_window(again)
    page = again.centre.front
    rows = page.recent.rows  # type: ignore[union-attr]
    assert [row.text() for row in rows] == ["store.engramma"]
    assert "44 memories" in rows[0].accessibleName()
    rows[0].click()
    settle_window(again)
    assert again.context.store is not None
    assert again.windowTitle() == "store – Engramma"

    again.shell.close_store()
    settle_window(again)
    store_path.rename(tmp_path / "moved.engramma")
    again.shell.open_view("welcome")
    assert "not found" in page.recent.rows[0].accessibleName()  # type: ignore[union-attr]


def test_a_dropped_file_is_previewed_imported_and_undone(
    qtbot: QtBot, window: MainWindow, settle_window: Settle, graph_file: Path
) -> None:
    store = window.context.store
    assert store is not None
    before = store.statistics().total
    drop(window, graph_file)
    settle_window(window)

    page = window.centre.view("import")
    assert isinstance(page, ImportPage)
    assert window.centre.name == "import"
    assert page.plan is not None
    (file,) = page.plan.files
    assert (file.report.new, len(file.report.skipped)) == (4, 1)
    assert page.import_button.text() == "Import 4 items"
    assert window.inspector is not None
    assert not window.inspector.isVisible()
    assert store.statistics().total == before

    qtbot.mouseClick(page.import_button, Qt.MouseButton.LeftButton)
    settle_window(window)
    assert store.statistics().total == before + 2
    message = window.parts.toasts.toast.message
    assert message is not None
    assert (message.text, message.undo) == ("Imported 4 items from memory.jsonl", True)
    assert window.centre.name == "memories"

    window.shell.run_command("edit.undo")
    settle_window(window)
    assert store.statistics().total == before

    drop(window, graph_file)
    settle_window(window)
    assert not page.import_button.isEnabled()
    assert "Activity brings back" in page._notice_text.text()


def test_an_unknown_file_says_why(window: MainWindow, settle_window: Settle, tmp_path: Path) -> None:
    contract = tmp_path / "contract.pdf"
    contract.write_bytes(b"%PDF-1.7\n")
    drop(window, contract)
    settle_window(window)
    page = window.centre.view("import")
    assert isinstance(page, ImportPage)
    assert page.plan is not None
    assert page.plan.files[0].title == "Not recognised"
    assert page.plan.files[0].detail
    assert page.import_button.text() == "Nothing to import"
    assert not page.import_button.isEnabled()


def test_files_are_left_out_by_choice(
    qtbot: QtBot, window: MainWindow, settle_window: Settle, graph_file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({**GRAPH[0], "name": "Other", "observations": ["Something else."]}), "utf-8")
    window.shell.look_into((graph_file, other))
    settle_window(window)
    page = window.centre.view("import")
    assert isinstance(page, ImportPage)
    assert page.import_button.text() == "Import 6 items"
    page.files.setFocus()
    qtbot.keyClick(page.files, Qt.Key.Key_Space)
    assert page.import_button.text() == "Import 2 items"
    assert page.plan is not None
    assert page.plan.paths == (other,)


def test_without_a_store_files_are_previewed_all_the_same(
    make_window: MakeWindow, settle_window: Settle, graph_file: Path, tmp_path: Path
) -> None:
    window = make_window()
    drop(window, graph_file)
    settle_window(window)
    page = window.centre.view("import")
    assert isinstance(page, ImportPage)
    assert page.import_button.text() == "Import 4 items"
    fresh = tmp_path / "fresh.engramma"
    assert page.plan is not None
    plan = page.plan
    window.pages._create_then(lambda: window.pages._importing.start(plan), fresh)
    settle_window(window)
    assert window.context.store is not None
    assert window.context.store.path == fresh
    assert window.context.store.statistics().total == 2


def test_a_dropped_store_is_opened(
    make_window: MakeWindow, settle_window: Settle, small: Stocked, store_path: Path
) -> None:
    window = make_window()
    drop(window, store_path)
    settle_window(window)
    assert window.context.store is not None
    assert window.context.store.path == store_path


def test_a_file_that_is_no_store_is_refused_in_one_sentence(
    make_window: MakeWindow, settle_window: Settle, tmp_path: Path
) -> None:
    file = tmp_path / "notes.engramma"
    file.write_text("just text", "utf-8")
    window = make_window()
    window.shell.open_store(file)
    settle_window(window)
    assert window.context.store is None
    assert window.centre.name == "welcome"
    assert "notes.engramma" in window.parts.banner.text
    assert window.parts.banner.isVisible()


def test_a_failed_opening_keeps_the_store_that_is_open(
    window: MainWindow, settle_window: Settle, tmp_path: Path, store_path: Path
) -> None:
    window.shell.open_store(tmp_path / "missing.engramma")
    settle_window(window)
    assert window.context.store is not None
    assert window.context.store.path == store_path
    assert "missing.engramma" in window.parts.banner.text


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a file that may not be written")
def test_a_read_only_file_says_so(
    make_window: MakeWindow, settle_window: Settle, small: Stocked, store_path: Path
) -> None:
    store_path.chmod(0o400)
    window = make_window()
    window.shell.open_store(store_path)
    settle_window(window)
    assert "read-only" in window.parts.banner.text
    store_path.chmod(0o600)


def test_a_store_of_a_newer_version_is_read_only_with_a_reason(
    make_window: MakeWindow, settle_window: Settle, small: Stocked, store_path: Path
) -> None:
    import sqlite3

    connection = sqlite3.connect(store_path)
    connection.execute("PRAGMA user_version = 9999")
    connection.commit()
    connection.close()
    window = make_window()
    window.shell.open_store(store_path)
    settle_window(window)
    assert "newer" in window.parts.banner.text
    assert window.table.reason("memory.new") == "the store is open read-only"
    assert not window.parts.actions["memory.new"].isEnabled()
    assert window.context.store is not None


def test_closing_cancels_and_joins_a_running_job(
    qtbot: QtBot, make_window: MakeWindow, settle_window: Settle
) -> None:
    window = make_window()
    started, ended = threading.Event(), threading.Event()

    def work(_report: Report, cancel: CancelToken) -> None:
        started.set()
        try:
            while True:
                cancel.check()
                time.sleep(0.005)
        finally:
            ended.set()

    window.jobs.write("Take long", work, quiet=False)
    qtbot.waitUntil(window.parts.status.indicator.isVisible, timeout=2_000)
    assert started.is_set()
    window.close()
    assert ended.is_set()
    assert not [t for t in threading.enumerate() if t.name.startswith("engramma-") and t.is_alive()]


def test_a_job_is_cancelled_in_the_status_bar(
    qtbot: QtBot, make_window: MakeWindow, settle_window: Settle
) -> None:
    window = make_window()
    ended = threading.Event()

    def work(report: Report, cancel: CancelToken) -> None:
        from engramma.model.progress import Progress

        try:
            for step in range(10_000):
                report(Progress(step, 10_000, f"step {step}"))
                time.sleep(0.005)
        finally:
            ended.set()

    window.jobs.write("Take long", work, quiet=False)
    indicator = window.parts.status.indicator
    qtbot.waitUntil(lambda: indicator.isVisible() and indicator.job.fraction is not None, timeout=3_000)
    assert indicator.accessibleName().startswith("Take long")
    window.shell.run_command("view.jobs")
    qtbot.mouseClick(indicator._cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not indicator.isVisible(), timeout=2_000)
    assert ended.is_set()


def test_unreadable_settings_are_set_aside(
    qtbot: QtBot, own_home: Path, theme_source: ThemeSource, make_window: MakeWindow, frozen_clock: FixedClock
) -> None:
    own_home.mkdir(parents=True)
    (own_home / "window.json").write_text("{ not json", "utf-8")
    window = make_window()
    assert "set aside" in window.parts.banner.text
    assert (own_home / "window.json.unreadable").read_text("utf-8") == "{ not json"


def test_a_store_is_exported_and_what_was_exported_can_be_merged(
    window: MainWindow, settle_window: Callable[[MainWindow], None], tmp_path: Path
) -> None:
    bundle = tmp_path / "all.engramma-bundle"
    window.shell.run_command("store.export")
    settle_window(window)
    page = window.centre.front
    assert isinstance(page, ExportPage)
    page.side.target.take(bundle)
    page.carry_out()
    settle_window(window)
    assert bundle.is_file()
    assert page.notice.text.startswith("Wrote 44 memories to all.engramma-bundle")
    page.leave()
    assert window.centre.name == "memories"

    drop(window, bundle)
    settle_window(window)
    link = window.centre.view("import").findChild(DecideEach)
    assert link is not None
    assert link.isVisible()
    link.click()
    settle_window(window)
    merging = window.centre.front
    assert isinstance(merging, StoreMergePage)
    assert merging.head.primary.text() == "Nothing to merge"
    merging.leave()
    assert window.centre.name == "import"
    other = tmp_path / "other.engramma"
    with open_store(other, create=True) as made:
        made.memories.remember("The courier comes at noon.")
    drop(window, other)
    settle_window(window)
    assert window.context.store is not None
    assert window.context.store.path != other
    assert merging.head.primary.text() == "Merge 1 item"
