"""The search bar is the one filter: typing, errors, chips, completion, history, and keys that go on to the list."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked

from engramma.ui.window.main_window import MainWindow

Settle = Callable[[], None]


def type_search(qtbot: QtBot, window: MainWindow, text: str) -> None:
    window.search.take_focus()
    window.search.edit.clear()
    qtbot.keyClicks(window.search.edit, text)


def rows(window: MainWindow) -> int:
    return window.centre.view("memories").model.rowCount()  # type: ignore[attr-defined, no-any-return]


def test_typing_filters(qtbot: QtBot, window: MainWindow, settle: Settle, small: Stocked) -> None:
    everything = rows(window)
    type_search(qtbot, window, "tag:payments")
    settle()

    assert window.context.query == "tag:payments"
    assert 0 < rows(window) < everything
    assert window.parts.status.results.text.startswith(f"{rows(window)} result")


def test_an_error_is_told_inline_and_leaves_the_list(
    qtbot: QtBot, window: MainWindow, settle: Settle
) -> None:
    type_search(qtbot, window, "tag:payments")
    settle()
    before = rows(window)

    type_search(qtbot, window, 'tag:payments "open')
    qtbot.waitUntil(lambda: bool(window.parts.error.text), timeout=3_000)

    assert "quote" in window.parts.error.text
    assert window.search.edit.error is not None
    assert window.context.query == "tag:payments"
    assert rows(window) == before

    type_search(qtbot, window, "tag:ports")
    settle()
    assert window.parts.error.text == ""
    assert window.search.edit.error is None


def test_chips_say_and_edit_the_query(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    assert not window.parts.chips.isVisible()
    type_search(qtbot, window, "tag:ports -is:pinned")
    settle()
    assert window.parts.chips.isVisible()
    assert [chip.accessibleName() for chip in window.parts.chips.chips] == [
        "Filter: tag ports",
        "Filter: not is Pinned",
    ]

    chip = window.parts.chips.chips[1]
    qtbot.keyClick(chip, Qt.Key.Key_Delete)
    settle()

    assert window.context.query == "tag:ports"
    assert window.search.edit.text() == "tag:ports"
    assert len(window.parts.chips.chips) == 1


def test_escape_clears(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    type_search(qtbot, window, "tag:p")
    settle()
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Escape)
    assert not window.search.popup.isVisible()
    assert window.context.query == "tag:p"
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Escape)
    settle()
    assert window.context.query == ""
    assert window.search.edit.text() == ""
    assert not window.parts.chips.isVisible()


def test_escape_clears_what_cannot_be_read(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    settle()
    type_search(qtbot, window, "after:")
    qtbot.waitUntil(lambda: bool(window.search.edit.error))
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Escape)
    settle()
    assert window.search.edit.text() == ""
    assert window.search.error == ""
    assert window.parts.toasts.toast.message is None


def test_a_value_that_is_complete_offers_nothing_more(
    qtbot: QtBot, window: MainWindow, settle: Settle
) -> None:
    type_search(qtbot, window, "kind:semanti")
    settle()
    assert window.search.popup.isVisible()
    qtbot.keyClicks(window.search.edit, "c")
    settle()
    assert not window.search.popup.isVisible()
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Escape)
    settle()
    assert window.context.query == ""
    window.search.show_history()
    assert "kind:semantic" in [entry.text for entry in window.search.popup.entries], (
        "Escape forgets no search"
    )


def test_arrow_keys_of_the_bar_move_in_the_list(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    settle()
    first = window.context.selection.current
    window.search.take_focus()
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Down)
    settle()

    assert window.context.selection.current not in (None, first)
    assert window.search.edit.hasFocus()


def test_completion_comes_with_counts(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    type_search(qtbot, window, "tag:p")
    settle()
    popup = window.search.popup
    assert popup.isVisible()
    offered = {entry.label: entry.detail for entry in popup.entries}
    assert offered["ports"] == "40"

    qtbot.keyClick(window.search.edit, Qt.Key.Key_Tab)
    settle()
    assert not popup.isVisible()
    assert window.context.query.startswith("tag:p")
    assert window.search.edit.hasFocus()


def test_ctrl_space_lists_fields(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    type_search(qtbot, window, "imp")
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert [entry.label for entry in window.search.popup.entries] == ["importance:"]
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Escape)
    assert not window.search.popup.isVisible()
    assert window.search.edit.text() == "imp"


def test_earlier_searches_come_back(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    for text in ("tag:ports", "tag:payments"):
        type_search(qtbot, window, text)
        settle()
        qtbot.keyClick(window.search.edit, Qt.Key.Key_Return)
        settle()
    window.search.take_focus()
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert [entry.label for entry in window.search.popup.entries] == ["tag:payments", "tag:ports"]
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Down)
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Down)
    qtbot.keyClick(window.search.edit, Qt.Key.Key_Return)
    settle()
    assert window.context.query == "tag:ports"


def test_a_query_from_elsewhere_shows_in_the_bar(window: MainWindow, settle: Settle) -> None:
    window.context.set_query("is:pinned")
    settle()
    assert window.search.edit.text() == "is:pinned"


def test_an_example_of_the_help_is_put_in(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    window.context.set_query("is:pinned")
    window.search.show_help()
    help_popover = window.search.findChild(type(window.search._help_popover))
    help_popover.example_chosen.emit("importance:>0.7")
    settle()
    assert window.context.query == "is:pinned importance:>0.7"
    help_popover.close()
