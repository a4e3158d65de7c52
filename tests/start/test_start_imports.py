"""What a start loads and in which order: little before the window shows, the rest with the store."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engramma.engine import open_store

LATER = {
    "numpy",
    "alembic",
    "pyqtgraph",
    "engramma.engine.memory_store",
    "engramma.store.tables",
    "engramma.cli.commands",
    "engramma.ui.views.memories.view",
    "engramma.ui.inspector.inspector",
    "engramma.model.agent",
    "engramma.model.plan",
    "engramma.model.projects",
    "engramma.model.purging",
    "engramma.ui.actions.palette",
    "engramma.ui.dialogs.memory_dialog",
    "engramma.ui.views.export.scope",
    "engramma.ui.window.importing.page",
    "engramma.ui.window.search.popup",
    "engramma.ui.window.stores.switching",
    "engramma.ui.window.welcome.page",
}
FREE_OF_QT = ("engramma.model.", "engramma.engine.", "engramma.store.")
BEFORE_THE_WINDOW = """
import json, sys
import engramma.start.command
from engramma.start import window
window.load_libraries()
import engramma.ui.window.application
print(json.dumps(list(sys.modules)))
"""
WHOLE_START = """
import gc, json, sys
from pathlib import Path
from engramma.start import window
from PySide6.QtCore import QTimer
from engramma.ui.window import application

found = {}
opened = application.open_window

def watched(*arguments):
    shown = opened(*arguments)

    def look():
        view = shown.centre.made("memories")
        if view is None or not view.model.rowCount() or shown.inspector is None or shown.jobs.busy:
            return
        found.update(rows=view.model.rowCount(), interval=sys.getswitchinterval(), collecting=gc.isenabled())
        timer.stop()
        shown.close()

    timer = QTimer(shown)
    timer.timeout.connect(look)
    timer.start(20)
    return shown

application.open_window = watched
code = window.open_window(Path(sys.argv[1]))
print(json.dumps({**found, "code": code, "collecting_after": gc.isenabled()}))
"""


def run(code: str, *arguments: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_little_is_loaded_before_the_window_shows() -> None:
    loaded = run(BEFORE_THE_WINDOW)
    assert set(loaded) & LATER == set()
    before_qt = loaded[: loaded.index("PySide6")]
    late = {name for name in loaded if name.startswith(FREE_OF_QT)} - set(before_qt)
    assert late == set(), (
        "Qt's import hook slows what comes after it: it belongs into engramma.start.before_qt"
    )
    assert "sqlalchemy" in before_qt


@pytest.mark.slow
def test_a_start_shows_the_store_and_ends_cleanly(own_home: Path, store_path: Path) -> None:
    with open_store(store_path, create=True) as store:
        store.memories.remember("Deploys happen on Tuesdays.")
    found = run(WHOLE_START, str(store_path))
    assert found.pop("interval") == pytest.approx(0.000_2), "painting must not wait 5 ms for every cell"
    assert found == {"rows": 1, "collecting": False, "code": 0, "collecting_after": True}
