"""What every test stands on: no screen, a home of its own, a still clock, and guards against leaks.

The guards fail a test for what it leaves behind or says behind one's back: log records, Qt messages, windows,
threads. pytest-qt watches Qt's messages while a test runs; the guard here takes over while it is torn down.
Nothing here imports Qt for a test that does not use it.
"""

from __future__ import annotations

import gc
import logging
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from tests.compiled_statements import share_compiled_statements

from engramma.model.clock import FixedClock, parse_iso

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

# Set before anything creates a QApplication. ENGRAMMA_TEST_PLATFORM=xcb shows the windows of a test.
os.environ["QT_QPA_PLATFORM"] = os.environ.get("ENGRAMMA_TEST_PLATFORM", "offscreen")
os.environ["QT_API"] = "pyside6"
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_OFFLINE"] = "1"
# A test that wants vectors asks for them: `hash`, or `host` for the model.
os.environ["ENGRAMMA_EMBEDDER"] = "off"
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()

settings.register_profile("suite", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("suite")
share_compiled_statements()

FROZEN_AT = "2026-03-02T09:30:00Z"
# What the offscreen platform says when asked for what only a real screen can do.
HARMLESS_QT_MESSAGE = "This plugin does not support "
THREAD_PATIENCE = 2.0
WINDOWS_BEFORE = pytest.StashKey[frozenset[int]]()

ExpectLog = Callable[[str], None]


class RecordGuard(logging.Handler):
    """Collects records of level WARNING and higher and knows which of them a test expects."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.expected: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def complaints(self) -> list[str]:
        """Records that nobody expected, and expectations that nothing met."""
        texts = [f"{record.levelname} {record.name}: {record.getMessage()}" for record in self.records]
        unexpected = [
            f"unexpected log record: {text}"
            for text in texts
            if not any(re.search(pattern, text) for pattern in self.expected)
        ]
        missing = [
            f"expected log record never came: {pattern}"
            for pattern in self.expected
            if not any(re.search(pattern, text) for text in texts)
        ]
        return unexpected + missing


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty ENGRAMMA_HOME for this test alone."""
    home = tmp_path / "home"
    monkeypatch.setenv("ENGRAMMA_HOME", str(home))
    return home


@pytest.fixture
def frozen_clock() -> FixedClock:
    """A clock that stands at Monday 2 March 2026, 09:30 UTC, until the test moves it."""
    return FixedClock(parse_iso(FROZEN_AT))


@pytest.fixture
def store_path(tmp_path: Path) -> Path:
    """Where this test may create its store; the file does not exist yet."""
    return tmp_path / "store.engramma"


@pytest.fixture(autouse=True)
def record_guard() -> Iterator[RecordGuard]:
    """Fails the test for a log record of level WARNING or higher that it did not expect."""
    guard = RecordGuard()
    root = logging.getLogger()
    root.addHandler(guard)
    yield guard
    root.removeHandler(guard)
    if complaints := guard.complaints():
        pytest.fail("\n".join(complaints), pytrace=False)


@pytest.fixture
def expected_log(record_guard: RecordGuard) -> ExpectLog:
    """Call it with a regular expression for `LEVEL logger: message`: such records may, and must, come."""
    return record_guard.expected.append


@pytest.fixture(autouse=True)
def thread_guard() -> Iterator[None]:
    """Fails the test when a non-daemon thread that it started outlives it."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + THREAD_PATIENCE
    for thread in set(threading.enumerate()) - before:
        if not thread.daemon:
            thread.join(max(0.0, deadline - time.monotonic()))
    left = [t.name for t in threading.enumerate() if t not in before and not t.daemon]
    if left:
        pytest.fail(f"threads still running after the test: {', '.join(left)}", pytrace=False)


@pytest.fixture(autouse=True)
def qt_guard(request: pytest.FixtureRequest) -> None:
    """Remembers for a Qt test which windows were there before it; the check follows its whole teardown."""
    if {"qtbot", "qapp"} & set(request.fixturenames):
        request.node.stash[WINDOWS_BEFORE] = frozenset(_top_level_widgets())


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Fail a Qt test for windows that outlive it, and for Qt messages while it is torn down."""
    before = item.stash.get(WINDOWS_BEFORE, None)
    if before is None:
        return (yield)
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler

    complaints: list[str] = []

    def keep(kind: QtMsgType, _context: object, message: str) -> None:
        loud = kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg)
        if loud and not message.startswith(HARMLESS_QT_MESSAGE):
            complaints.append(f"Qt message while torn down: {message}")

    previous = qInstallMessageHandler(keep)
    try:
        result = yield
        complaints += [f"window left open: {name}" for name in _close_windows_except(before)]
    finally:
        qInstallMessageHandler(previous)
    if complaints:
        pytest.fail("\n".join(complaints), pytrace=False)
    return result


def _close_windows_except(before: frozenset[int]) -> list[str]:
    """Free what is waiting to be deleted; close, and name, the windows that are left all the same."""
    _delete_later_now()
    if _top_level_widgets().keys() - before:
        gc.collect()
        _delete_later_now()
    names = []
    for address, widget in _top_level_widgets().items():
        if address not in before:
            names.append(_describe(widget))
            widget.close()
            widget.deleteLater()
    _delete_later_now()
    return names


def _delete_later_now() -> None:
    """Do what deleteLater promised: it waits for an event loop, which a finished test no longer has."""
    from PySide6.QtCore import QCoreApplication, QEvent

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _top_level_widgets() -> dict[int, QWidget]:
    """The application's windows by the address of the C++ object, without Qt's own tool tip."""
    from PySide6.QtWidgets import QApplication
    from shiboken6 import getCppPointer

    if QApplication.instance() is None:
        return {}
    return {
        getCppPointer(widget)[0]: widget
        for widget in QApplication.topLevelWidgets()
        if widget.metaObject().className() != "QTipLabel"
    }


def _describe(widget: QWidget) -> str:
    title = widget.windowTitle() or widget.objectName() or widget.accessibleName()
    return f"{type(widget).__name__} {title!r}"


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a pytest without the options that the guards rest on, such as `-p no:pytest-qt`."""
    del config
    if "pytestqt" not in sys.modules:
        raise pytest.UsageError("the tests need pytest-qt: install the extra `dev`.")
