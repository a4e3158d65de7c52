"""Nothing but the window itself ever shows as a window: a part shown before it has a parent would flash up."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.ui.window.conftest import MakeWindow, Settle
from tests.ui.window_on_store import Stocked


class ShownWindows(QObject):
    """Notes every top-level widget that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.names.append(f"{type(watched).__name__} {watched.accessibleName()}".strip())
        return False


def test_opening_a_store_and_every_view_shows_one_window(
    qtbot: QtBot,
    qapp: QApplication,
    make_window: MakeWindow,
    settle_window: Settle,
    small: Stocked,
    store_path: Path,
) -> None:
    watch = ShownWindows()
    qapp.installEventFilter(watch)
    try:
        window = make_window()
        window.shell.open_store(store_path)
        settle_window(window)
        for name in ("sessions", "tiers", "activity", "import", "welcome", "memories"):
            window.shell.open_view(name)
            settle_window(window)
        window.context.set_query("nothingatall")
        settle_window(window)
    finally:
        qapp.removeEventFilter(watch)
    assert watch.names == ["MainWindow"]
