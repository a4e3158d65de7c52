"""Views with counts, facets that edit the query by modifiers, saved searches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engramma.ui.window.main_window import MainWindow
from engramma.ui.window.sidebar.nav_row import NavRow

Settle = Callable[[], None]
CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def facet(window: MainWindow, section: str, label: str) -> NavRow:
    rows = window.sidebar.facets.sections[section].rows
    return next(row for row in rows if row.text() == label)


def click(qtbot: QtBot, row: NavRow, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, held)


def test_only_views_that_exist_are_shown_with_counts(window: MainWindow) -> None:
    assert [row.text() for row in window.sidebar.views.values()] == [
        "Memories",
        "Sessions",
        "Tiers",
        "Decay",
        "Graph",
        "Recall Lab",
        "Review",
        "Activity",
    ]
    assert window.sidebar.views["memories"].count_text == "44"
    assert window.sidebar.views["sessions"].count_text == "0"
    assert window.sidebar.views["memories"].mark == "active"


def test_a_view_is_opened(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    click(qtbot, window.sidebar.views["activity"])
    settle()
    assert window.centre.name == "activity"
    assert window.sidebar.views["activity"].mark == "active"
    assert window.sidebar.views["memories"].mark == ""


def test_counts_are_those_of_the_store(window: MainWindow) -> None:
    assert facet(window, "Tags", "ports").count_text == "40"
    assert facet(window, "Tier", "Long-term").count_text == "2"
    assert facet(window, "Kind", "Episodic").count_text == "1"
    assert facet(window, "State", "Pinned").count_text == "1"


@pytest.mark.parametrize(
    ("held", "query"),
    [
        (Qt.KeyboardModifier.NoModifier, "tag:payments"),
        (CONTROL, "tag:ports tag:payments"),
        (SHIFT, "tag:ports OR tag:payments"),
        (ALT, "tag:ports -tag:payments"),
        (CONTROL | SHIFT, "tag:payments"),
    ],
)
def test_a_click_with_a_modifier_edits_the_query(
    qtbot: QtBot, window: MainWindow, settle: Settle, held: Qt.KeyboardModifier, query: str
) -> None:
    window.sidebar.facets.sections["Category"].header.set_expanded(True)
    window.context.set_query("tag:ports")
    settle()
    click(qtbot, facet(window, "Tags", "payments"), held)
    settle()
    assert window.context.query == query
    assert window.search.edit.text() == query


def test_active_facets_are_marked_and_let_go(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    click(qtbot, facet(window, "Kind", "Episodic"))
    settle()
    row = facet(window, "Kind", "Episodic")
    assert row.mark == "active"
    assert row.accessibleName().endswith("active")
    assert facet(window, "Kind", "Semantic").count_text == "43"

    click(qtbot, row)
    settle()
    assert window.context.query == ""
    assert facet(window, "Kind", "Episodic").mark == ""

    click(qtbot, facet(window, "Kind", "Episodic"), ALT)
    settle()
    assert facet(window, "Kind", "Episodic").mark == "excluded"


def test_facets_work_by_keyboard(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    row = facet(window, "State", "Pinned")
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Space)
    settle()
    assert window.context.query == "is:pinned"
    row = facet(window, "State", "Pinned")
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Down)
    assert window.focusWidget() is facet(window, "State", "Fades within 7 days")


def test_a_search_is_saved_renamed_and_deleted(qtbot: QtBot, window: MainWindow, settle: Settle) -> None:
    window.context.set_query("tag:payments")
    settle()
    window.shell.run_command("search.save")
    popup = popup_of(window, "Save this search as")
    assert popup.field.text() == "Payments"
    popup.field.setText("Money")
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    settle()

    section = window.sidebar.saved.section
    assert [(row.text(), row.count_text, row.mark) for row in section.rows] == [("Money", "2", "active")]

    window.context.set_query("")
    settle()
    click(qtbot, section.rows[0])
    settle()
    assert window.context.query == "tag:payments"

    qtbot.keyClick(section.rows[0], Qt.Key.Key_F2)
    popup = popup_of(window, "Rename the saved search")
    popup.field.setText("Payment")
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    settle()
    assert [row.text() for row in section.rows] == ["Payment"]

    qtbot.keyClick(section.rows[0], Qt.Key.Key_Delete)
    settle()
    assert section.rows == ()
    window.shell.run_command("edit.undo")
    settle()
    assert [row.text() for row in section.rows] == ["Payment"]


def popup_of(window: MainWindow, name: str):  # type: ignore[no-untyped-def]
    from engramma.ui.dialogs.name_popup import NamePopup

    return next(p for p in window.findChildren(NamePopup) if p.accessibleName() == name and p.isVisible())


def test_sections_fold_and_stay_so(make_window, window: MainWindow, settle: Settle) -> None:  # type: ignore[no-untyped-def]
    window.sidebar.facets.sections["Kind"].header.set_expanded(False)
    settle()
    window.close()
    again = make_window()
    assert not again.sidebar.facets.sections["Kind"].header.expanded
    assert again.sidebar.facets.sections["Tier"].header.expanded
