"""Every control has a name for screen readers, and the window can be walked by Tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked

from engramma.ui.bridge import Selection
from engramma.ui.window.main_window import MainWindow

Settle = Callable[[], None]
INTERACTIVE = (
    QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractSlider, QAbstractItemView, QPlainTextEdit,
)  # fmt: skip


def nameless(root: QWidget) -> Iterator[str]:
    """Interactive widgets below `root` without a name, apart from those that Qt makes inside its own widgets."""
    for widget in root.findChildren(QWidget):
        inside = isinstance(widget.parent(), QAbstractSpinBox | QComboBox | QAbstractScrollArea)
        qt_own = isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_") or inside
        if qt_own or not isinstance(widget, INTERACTIVE) or not widget.isVisibleTo(root):
            continue
        if not widget.accessibleName():
            path = " < ".join(type(parent).__name__ for parent in ancestors(widget))
            yield f"{type(widget).__name__} < {path}"


def ancestors(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()


@pytest.mark.parametrize(
    "view", ["memories", "sessions", "tiers", "graph", "review", "activity", "import", "plan", "welcome"]
)
def test_every_control_has_a_name(window: MainWindow, settle: Settle, small: Stocked, view: str) -> None:
    window.context.set_query("tag:ports")
    window.shell.open_view(view)
    window.context.select(Selection.one("memory", small.verify))
    settle()
    assert list(nameless(window)) == []


def test_dialogs_and_popups_have_names(window: MainWindow, settle: Settle, small: Stocked) -> None:
    window.context.select(Selection.one("memory", small.verify))
    settle()
    for command_id in (
        "memory.new",
        "memory.tag",
        "memory.set_importance",
        "help.keys",
        "help.about",
        "search.help",
    ):
        window.shell.run_command(command_id)
        settle()
    window.shell.open_palette()
    assert list(nameless(window)) == []
    for popup in QApplication.topLevelWidgets():
        if popup is not window and not isinstance(popup, QMenu):
            popup.close()


def test_pages_with_files_have_names(window: MainWindow, settle: Settle, tmp_path: Path) -> None:
    file = tmp_path / "nothing.txt"
    file.write_text("nothing", "utf-8")
    window.shell.look_into((file,))
    settle()
    assert list(nameless(window)) == []


def test_menus_and_actions_have_names(window: MainWindow) -> None:
    assert [menu.accessibleName() for menu in window.parts.menus.values()].count("") == 0
    assert all(window.parts.actions[command.id].text() for command in window.table)


def test_tab_goes_through_the_parts_in_their_order(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    window.search.take_focus()
    visited: list[QPoint] = []
    seen: list[QWidget] = []
    for _step in range(60):
        focused = QApplication.focusWidget()
        if focused is None or focused in seen:
            break
        seen.append(focused)
        visited.append(focused.mapTo(window, QPoint(0, 0)))
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    below_sidebar = [widget for widget in seen if window.sidebar.isAncestorOf(widget)]
    in_centre = [widget for widget in seen if window.centre.isAncestorOf(widget)]
    assert below_sidebar
    assert in_centre
    assert seen.index(below_sidebar[0]) < seen.index(in_centre[0])


def test_the_state_of_a_facet_is_said_not_only_coloured(window: MainWindow, settle: Settle) -> None:
    window.context.set_query("-is:pinned tag:ports")
    settle()
    names = [row.accessibleName() for row in window.sidebar.facets.sections["State"].rows]
    assert any(name.startswith("Pinned") and name.endswith("excluded") for name in names)
    names = [row.accessibleName() for row in window.sidebar.facets.sections["Tags"].rows]
    assert any(name.startswith("ports") and name.endswith("active") for name in names)
