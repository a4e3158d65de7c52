"""Find my memories in the window: what is found is ticked and imported, and a watched folder goes on by itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.engine.tool_home import SESSION, changed, claude_session, fill_home, write
from tests.ui.window.conftest import Settle

from engramma.model.clock import MINUTE, FixedClock
from engramma.ui.bridge import ToastRequest
from engramma.ui.views.settings.folders_section import FoldersSection
from engramma.ui.window.importing.page import ImportPage
from engramma.ui.window.main_window import MainWindow
from engramma.ui.window.settings import Settings
from engramma.ui.window.watch_book import SettingsWatchBook

VARIABLES = (
    "CLAUDE_CONFIG_DIR", "CODEX_HOME", "CURSOR_CONFIG_DIR", "GEMINI_CLI_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME",
    "XDG_DATA_HOME", "XDG_DOWNLOAD_DIR", "CLAUDE_MEM_DATA_DIR", "MEM0_DIR", "NEXO_HOME",
)  # fmt: skip


def test_what_is_found_comes_in_and_a_watched_folder_goes_on_by_itself(
    qtbot: QtBot,
    window: MainWindow,
    settle_window: Settle,
    tmp_path: Path,
    own_home: Path,
    frozen_clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = tmp_path / "person"
    fill_home(home)
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    store = window.context.store
    assert store is not None
    watch = window.settings_desk.folders
    assert watch.folders == ()
    assert not watch._timer.isActive()

    window.shell.run_command("store.find")
    settle_window(window)
    page = window.centre.view("import")
    assert isinstance(page, ImportPage)
    panel = page.panel
    assert [item.title for item in panel.found][:3] == [
        "Claude Code sessions · shop",
        "Claude Code sessions · garden",
        "Claude Code memories · shop",
    ]
    assert not panel.go.isEnabled()
    qtbot.keyClick(panel.table, Qt.Key.Key_Space)
    assert panel.go.text() == "Look into 2 files"
    panel.all.click()
    assert len(panel.ticked) == len(panel.found)
    assert panel.all.text() == "Tick none"
    panel.all.click()
    assert panel.ticked == ()
    qtbot.keyClick(panel.table, Qt.Key.Key_Space)

    panel.watch.click()
    shop = home / ".claude" / "projects" / "-home-me-code-shop"
    assert [folder.path for folder in watch.folders] == [shop]
    assert panel.watch.text() == "Stop watching"
    assert watch._timer.isActive()

    before = store.statistics().sessions
    qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
    settle_window(window)
    assert page.plan is not None
    assert [file.path.name for file in page.plan.files] == [
        f"{SESSION.format(number)}.jsonl" for number in (1, 2)
    ]
    qtbot.mouseClick(page.import_button, Qt.MouseButton.LeftButton)
    settle_window(window)
    assert store.statistics().sessions == before + 2

    changed(
        write(shop / f"{SESSION.format(4)}.jsonl", claude_session(4, cwd=home)),
        at=frozen_clock.now() + MINUTE,
    )
    frozen_clock.advance(2 * MINUTE)
    told: list[ToastRequest] = []
    window.context.toast_requested.connect(told.append)
    watch.look()
    settle_window(window)
    [toast] = told
    assert toast.text == "1 session came in from watched folders"
    assert toast.operations == (store.history.recent(limit=1)[0].id,)
    assert store.statistics().sessions == before + 3
    [folder] = watch.folders
    assert (folder.brought, folder.brought_at) == (2, frozen_clock.now())
    newest = store.history.recent(limit=1)[0]
    assert newest.actor == "import"
    assert SettingsWatchBook(Settings(own_home)).folders(store.path) == (folder,)

    window.settings_desk.open(section="folders")
    section = window.centre.front.section("folders")  # type: ignore[union-attr]
    assert isinstance(section, FoldersSection)
    shown = [row for row in section.folder_rows if row.isVisible()]
    assert [row.title for row in shown] == ["Claude Code sessions · shop"]
    assert shown[0].state.text == "2 items came in, last just now"
    assert section._about.text.startswith("of the open store, looked at 09:32:00, looks again at 09:32:")
    shutil.rmtree(shop)
    watch.look()
    settle_window(window)
    assert shown[0].state.text == "this folder is not there"
    section.search("nothing like it")
    section.search("")
    assert [row.isVisible() for row in section.folder_rows].count(True) == 1
    shown[0].stop.click()
    assert watch.folders == ()
    assert not watch._timer.isActive()
    assert not any(row.isVisible() for row in section.folder_rows)


def test_the_book_leaves_out_what_it_cannot_read(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    store = tmp_path / "s.engramma"
    good = {"path": "/x", "since": 5, "brought": 0, "at": 0}
    settings.put("watched", {str(store): [1, {"path": 3}, good, {**good, "since": "x"}], "other": {}})
    assert [str(folder.path) for folder in SettingsWatchBook(settings).folders(store)] == ["/x"]
    assert SettingsWatchBook(settings).folders(tmp_path / "other") == ()
