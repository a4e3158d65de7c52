"""The guards of tests/conftest.py fail the tests that they should, and no others."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CASES = """
import logging, threading, time, warnings
import pytest

kept = []

def test_good(frozen_clock, store_path, own_home, qtbot):
    from PySide6.QtWidgets import QComboBox, QMainWindow
    assert frozen_clock.now() == 1772443800000000 and not store_path.exists() and not own_home.exists()
    window = QMainWindow()
    QComboBox(window).showPopup()
    qtbot.addWidget(window)
    window.show()

def test_good_expected_record(expected_log):
    expected_log("WARNING shop: sold out$")
    logging.getLogger("shop").warning("sold out")

def test_good_short_thread():
    threading.Thread(target=time.sleep, args=(0.1,)).start()

def test_bad_record():
    logging.getLogger("shop").warning("sold out")

def test_bad_missing_record(expected_log):
    expected_log("sold out")

def test_bad_warning():
    warnings.warn("old", DeprecationWarning)

def test_bad_thread():
    threading.Thread(target=time.sleep, args=(3,), name="sleeper").start()

def test_bad_window(qtbot):
    from PySide6.QtWidgets import QLabel
    kept.append(QLabel("forgotten"))
    kept[-1].show()

def test_bad_qt_message(qtbot):
    from PySide6.QtCore import qWarning
    qWarning("during")

@pytest.fixture
def late(qtbot):
    yield
    from PySide6.QtCore import qWarning
    qWarning("afterwards")

def test_bad_late_qt_message(late):
    pass
"""


@pytest.mark.slow
def test_guards_fail_what_they_should(project_root: Path, tmp_path: Path) -> None:
    for file in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(project_root / file, tmp_path)
    (tmp_path / "test_cases.py").write_text(CASES, encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "test_cases.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(project_root / "app"), str(project_root)))},
        capture_output=True,
        text=True,
        check=False,
    )

    bad = set(re.findall(r"^(?:FAILED|ERROR) test_cases\.py::(\w+)", done.stdout, re.MULTILINE))
    assert bad == set(re.findall(r"def (test_bad\w*)", CASES)), done.stdout
    assert done.returncode == 1
