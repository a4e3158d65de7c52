"""Going from view to view and from store to store: where the keys are, what is still said, what is still shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked

from engramma.engine import open_store
from engramma.model.clock import FixedClock
from engramma.ui.window.main_window import MainWindow

Settle = Callable[[], None]
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_the_keys_go_to_the_view_that_comes(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    for pressed in (Qt.Key.Key_8, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_1):
        qtbot.keyClick(window, pressed, CONTROL)
        settle()
        target = window.centre.list_of_front()
        assert target is not None
        assert target.hasFocus() or not target.isVisible(), "a store without sessions has no list of them"


def test_a_person_in_the_side_bar_or_searching_stays_there(
    qtbot: QtBot, window: MainWindow, settle: Settle
) -> None:
    row = window.sidebar.views["sessions"]
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Return)
    settle()
    assert window.centre.name == "sessions"
    assert row.hasFocus()
    qtbot.keyClick(row, Qt.Key.Key_8, CONTROL)
    settle()
    assert window.centre.isAncestorOf(QApplication.focusWidget()), "a key of the view itself leads into it"
    window.search.take_focus()
    qtbot.keyClick(window.search.edit, Qt.Key.Key_1, CONTROL)
    settle()
    assert window.centre.name == "memories"
    assert window.search.edit.hasFocus()


def test_a_key_goes_round_the_parts_of_the_window(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    def part() -> str:
        focused = QApplication.focusWidget()
        parts = {"search": window.search, "side": window.sidebar, "list": window.centre}
        parts["inspector"] = window.inspector  # type: ignore[assignment]
        return next(name for name, widget in parts.items() if widget.isAncestorOf(focused))

    window.focus_list()
    gone = []
    for held in [Qt.KeyboardModifier.NoModifier] * 4 + [Qt.KeyboardModifier.ShiftModifier] * 2:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6, held)
        settle()
        gone.append(part())
    assert gone == ["inspector", "search", "side", "list", "side", "search"]
    window.shell.toggle_inspector()
    window.focus_list()
    window.shell.next_part()
    assert part() == "search", "a part that does not show is passed over"


def test_the_key_that_edits_edits_what_the_search_found(
    qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked
) -> None:
    assert window.context.selection.current == small.cents
    window.search.take_focus()
    qtbot.keyClicks(window.search.edit, f"id:{small.outage}")
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Return)
    settle()
    focused = QApplication.focusWidget()
    assert focused is window.centre.list_of_front()
    qtbot.keyClick(focused, Qt.Key.Key_F2)
    settle()
    view = window.centre.view("memories")
    assert view.row_editor.memory_id == small.outage  # type: ignore[attr-defined]


def test_the_keys_stay_in_the_view_when_its_rows_go_and_come(window: MainWindow, settle: Settle) -> None:
    window.focus_list()
    window.context.set_query("tag:nowhere")
    settle()
    assert window.centre.isAncestorOf(QApplication.focusWidget())
    window.context.set_query("")
    settle()
    assert QApplication.focusWidget() is window.centre.list_of_front()


def test_what_is_said_stays_in_front_of_the_next_view(
    qtbot: QtBot, window: MainWindow, settle: Settle
) -> None:
    window.context.toast("Something was done")
    window.shell.open_view("sessions")
    settle()
    toast = window.parts.toasts.toast
    middle = toast.mapTo(window.centre, toast.rect().center())
    found = window.centre.childAt(middle)
    assert toast.isVisible()
    assert found is toast or toast.isAncestorOf(found)


def test_another_store_shows_nothing_of_the_last_one(
    window: MainWindow, settle: Settle, tmp_path: Path, frozen_clock: FixedClock
) -> None:
    other = tmp_path / "other.engramma"
    open_store(other, clock=frozen_clock, create=True).close()
    window.context.toast("Remembered as M-1", undo=True)
    seen: list[tuple[str, ...]] = []

    def look() -> None:
        facets = window.sidebar.facets.sections
        seen.append(
            (
                window.sidebar.views["memories"].count_text,
                *(row.count_text for section in facets.values() for row in section.rows),
            )
        )

    window.context.store_changed.connect(look)
    window.shell.open_store(other)
    settle()
    assert seen
    assert not any(seen[0]), "counts of the last store beside the memories of another"
    assert window.sidebar.views["memories"].count_text == "0"
    assert window.parts.toasts.toast.message is None, "its Undo would undo something else"


def test_a_facet_tells_what_its_clicks_do(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    settle()
    facets = window.sidebar.facets
    row = facets.sections["Kind"].row("kind:episodic")
    at = row.mapTo(facets, QPoint(5, 5))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, facets.mapToGlobal(at))
    QApplication.sendEvent(facets, event)
    menu = facets.findChild(QMenu)
    assert menu is not None
    choices = {action.text().split("\t")[0]: action for action in menu.actions()}
    choices["Not this"].trigger()
    menu.close()
    settle()
    assert window.context.query == "-kind:episodic"
