"""Starts the application with one window, and ends it: what lives as long as the process belongs here.

Imported only by who really shows a window.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtWidgets import QApplication

from engramma import __version__
from engramma.engine.home import last_store
from engramma.ui.bridge.collection import GuiThreadCollector
from engramma.ui.theme import ThemeSource, app_icon
from engramma.ui.window.main_window import MainWindow
from engramma.ui.window.window_state import keep_on_screen

log = logging.getLogger(__name__)

SWITCH_SECONDS = 0.000_2
"""How long a worker may keep Python's lock while the window waits for it.

Painting a table takes the lock for every cell: with Python's own 5 ms a busy worker makes one repaint last half a
second, with this 25 ms, and two busy workers lose some hundredths of their speed.
"""


def make_application(arguments: list[str]) -> QApplication:
    """The QApplication with its names; the one that there is, if there is one."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    application = QApplication(arguments)
    application.setApplicationName("engramma")
    application.setApplicationDisplayName("Engramma")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("engramma")
    application.setWindowIcon(app_icon())
    return application


def open_window(theme: ThemeSource, store: Path | None = None) -> MainWindow:
    """Show a window on `store`, or else on the last one, or else the welcome page.

    The store is opened once the window has been painted.
    """
    path = store or last_store()
    window = MainWindow(theme, opening=path is not None)
    keep_on_screen(window)
    window.show()
    if path is not None:
        window.first_store.open_when_painted(path)
    return window


def run_window(store: Path | None) -> int:
    """Run the application until its window is closed; returns the exit code."""
    sys.setswitchinterval(SWITCH_SECONDS)
    application = make_application(sys.argv[:1])
    theme = ThemeSource(application)
    collector = GuiThreadCollector(application)
    window = open_window(theme, store)
    collector.watch(application, window.jobs)
    sys.excepthook = _Excepthook(window)
    try:
        return application.exec()
    finally:
        sys.excepthook = sys.__excepthook__
        collector.stop()


class _Excepthook:
    """An error in a slot is told in one sentence and logged in full; it never ends the window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not isinstance(error, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        self._window.context.report_error(error)
