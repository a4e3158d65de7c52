"""A container says which of its widgets has the keys first, and Tab still stops at every one."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engramma.ui.theme import ThemeSource
from engramma.ui.widgets import EmptyState, lead_keys, led_to


def pressed(qtbot: QtBot, key: Qt.Key, times: int) -> list[str]:
    names = []
    for _time in range(times):
        focused = QApplication.focusWidget()
        assert focused is not None
        qtbot.keyClick(focused, key)
        focused = QApplication.focusWidget()
        assert focused is not None
        names.append(focused.objectName())
    return names


def test_the_lead_has_the_keys_first_and_nothing_is_skipped(qtbot: QtBot, theme_source: ThemeSource) -> None:
    window, pane = QWidget(), QWidget()
    qtbot.addWidget(window)
    outer, inner = QVBoxLayout(window), QVBoxLayout(pane)
    before, head, line, foot = QPushButton(), QPushButton(), QLineEdit(), QPushButton()
    for name, widget in (("before", before), ("head", head), ("line", line), ("foot", foot)):
        widget.setObjectName(name)
        (outer if widget is before else inner).addWidget(widget)
    outer.addWidget(pane)
    outer.addWidget(
        EmptyState("tray", "Nothing", sentence="There is no action here, and nothing to stop at.")
    )
    assert led_to(pane) is None
    lead_keys(pane, line)
    assert led_to(pane) is line
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

    before.setFocus()
    assert pressed(qtbot, Qt.Key.Key_Tab, 4) == ["head", "line", "foot", "before"]
    assert pressed(qtbot, Qt.Key.Key_Backtab, 4) == ["foot", "line", "head", "before"]

    pane.setFocus()
    assert QApplication.focusWidget() is line
    before.setFocus()
    qtbot.mouseClick(pane, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert QApplication.focusWidget() is line, "beside the controls"

    lead_keys(pane, foot)
    assert led_to(pane) is foot
    pane.setFocus()
    assert QApplication.focusWidget() is foot
