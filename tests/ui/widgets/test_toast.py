"""The toast: undo by keyboard, details, time, hovering, place, no movement when motion is reduced."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engramma.ui.theme import ThemeSource, motion, theme
from engramma.ui.widgets import Toast, ToastMessage

MERGED = ToastMessage("Merged 3 memories into M-412", icon_name="git-merge", action="Details", operation=7)


@pytest.fixture
def still() -> Iterator[None]:
    """Reduced motion."""
    motion.set_reduced_motion(True)
    yield
    motion.set_reduced_motion(None)


@pytest.fixture
def view(qtbot: QtBot, theme_source: ThemeSource) -> QWidget:
    """A view with one button, 800 × 500, that owns a toast."""
    widget = QWidget()
    qtbot.addWidget(widget)
    QVBoxLayout(widget).addWidget(QPushButton("something else"))
    widget.resize(800, 500)
    widget.show()
    return widget


@pytest.fixture
def toast(view: QWidget, still: None) -> Toast:
    return Toast(view)


def named(toast: Toast, name: str) -> QWidget:
    """The control with an accessible name."""
    return next(widget for widget in toast.findChildren(QWidget) if widget.accessibleName() == name)


def test_hidden_until_something_happened(toast: Toast) -> None:
    assert not toast.isVisible()
    assert toast.message is None


def test_undo_by_keyboard(toast: Toast, view: QWidget, qtbot: QtBot) -> None:
    toast.show_message(MERGED)
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.findChild(QPushButton).setFocus()
    undo = named(toast, "Undo")
    for _ in range(8):
        if undo.hasFocus():
            break
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert undo.hasFocus()
    with qtbot.waitSignal(toast.undo_requested) as caught:
        qtbot.keyClick(undo, Qt.Key.Key_Space)
    assert caught.args == [MERGED]
    assert not toast.isVisible()


def test_details_keep_it_open(toast: Toast, qtbot: QtBot) -> None:
    toast.show_message(MERGED)
    with qtbot.waitSignal(toast.action_requested) as caught:
        qtbot.mouseClick(named(toast, "Details"), Qt.MouseButton.LeftButton)
    assert caught.args == [MERGED]
    assert toast.isVisible()


def test_only_what_applies_is_offered(toast: Toast) -> None:
    toast.show_message(ToastMessage("Copied", undo=False))
    assert not named(toast, "Undo").isVisible()
    assert not toast._action.isVisible()
    assert named(toast, "Dismiss this message").isVisible()


def test_escape_dismisses(toast: Toast, qtbot: QtBot) -> None:
    toast.show_message(MERGED)
    with qtbot.waitSignal(toast.dismissed) as caught:
        qtbot.keyClick(toast, Qt.Key.Key_Escape)
    assert caught.args == [MERGED]
    assert toast.message is None


def test_it_goes_by_itself(toast: Toast, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "TOAST_STAYS", 40)
    with qtbot.waitSignal(toast.dismissed, timeout=2000):
        toast.show_message(MERGED)
    assert not toast.isVisible()


def test_it_stays_while_the_mouse_is_over_it(
    toast: Toast, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(motion, "TOAST_STAYS", 40)
    toast.show_message(MERGED)
    spot = QPointF(20, 20)
    QApplication.sendEvent(toast, QEnterEvent(spot, spot, spot))
    qtbot.wait(120)
    assert toast.isVisible()
    with qtbot.waitSignal(toast.dismissed, timeout=2000):
        QApplication.sendEvent(toast, QEvent(QEvent.Type.Leave))


def test_a_new_message_replaces_the_old_one(toast: Toast, qtbot: QtBot) -> None:
    toast.show_message(MERGED)
    toast.show_message(ToastMessage("Trashed 2 memories", operation=8))
    assert toast.accessibleName() == "Trashed 2 memories"
    with qtbot.waitSignal(toast.undo_requested) as caught:
        qtbot.mouseClick(named(toast, "Undo"), Qt.MouseButton.LeftButton)
    assert caught.args[0].operation == 8


def test_bottom_centre_at_any_size(toast: Toast, view: QWidget) -> None:
    toast.show_message(MERGED)
    for size in ((800, 500), (600, 300), (120, 200)):
        view.resize(*size)
        QApplication.processEvents()
        assert abs(toast.geometry().center().x() - view.rect().center().x()) <= 1 or size[0] < 160
        assert view.height() - 20 <= toast.geometry().bottom() <= view.height()


def test_it_stands_above_what_must_stay_free(toast: Toast, view: QWidget) -> None:
    toast.show_message(MERGED)
    low = toast.geometry().bottom()
    toast.keep_above(lambda: 120)
    toast.show_message(MERGED)
    assert toast.geometry().bottom() < low
    card_bottom = toast.geometry().bottom() - (toast.height() - theme().metrics.toast) // 2
    assert card_bottom <= view.height() - 120
    toast.keep_above(lambda: 10_000)
    toast.show_message(MERGED)
    assert toast.y() == 0


def test_it_slides_up_when_things_may_move(view: QWidget, qtbot: QtBot) -> None:
    motion.set_reduced_motion(False)
    toast = Toast(view)
    toast.show_message(MERGED)
    places = {toast.y()}
    qtbot.waitUntil(lambda: bool(places.add(toast.y())) or len(places) > 1, timeout=2000)
    qtbot.wait(motion.TOAST_IN + 60)
    assert toast.y() == min(places | {toast.y()})
    motion.set_reduced_motion(None)


def test_it_stands_at_once_when_motion_is_reduced(toast: Toast, qtbot: QtBot) -> None:
    toast.show_message(MERGED)
    place = toast.pos()
    qtbot.wait(motion.TOAST_IN + 60)
    assert toast.pos() == place


def test_the_end_of_a_long_sentence_is_read_where_the_view_has_room(toast: Toast, view: QWidget) -> None:
    view.resize(1000, 500)
    words = "Merged laptop.engramma-bundle into work: 129 memories came in, 28 stay as they were, 29 wait"
    toast.show_message(ToastMessage(words, action="Details"))
    (label,) = (one for one in toast.findChildren(QLabel) if one.text() == words)
    height = toast.height()
    assert label.width() >= label.fontMetrics().horizontalAdvance(words)
    view.resize(700, 500)
    assert (label.text(), toast.width() <= 700, toast.height() > height) == (words, True, True)
    assert label.heightForWidth(label.width()) <= 2 * label.fontMetrics().lineSpacing() + 2
    view.resize(400, 500)
    assert label.text().endswith("…")


def test_memory_text_is_plain(toast: Toast) -> None:
    toast.show_message(ToastMessage("Edited “<b>x</b>”"))
    assert toast.accessibleName() == "Edited “<b>x</b>”"
    assert not toast.grab().isNull()
