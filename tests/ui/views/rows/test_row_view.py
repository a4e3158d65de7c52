"""The list of rows of any height: places, keys and targets, with rows that are plain rectangles."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QPoint, QRectF, QStringListModel, Qt
from PySide6.QtGui import QGuiApplication, QPainter
from pytestqt.qtbot import QtBot

from engramma.ui.delegates.kit import Kit
from engramma.ui.theme import ThemeSource
from engramma.ui.views.rows import Activation, Aim, Chosen, RowState, RowView, Target


@dataclass(frozen=True, slots=True)
class Brick:
    """A row of a given height with two targets."""

    height: int
    targets: tuple[Target, ...]
    enter_action: object = "enter"
    space_action: object = None

    def paint(self, painter: QPainter, kit: Kit, state: RowState) -> None:
        painter.fillRect(state.clip, Qt.GlobalColor.gray)


class Bricks:
    """Lays out the strings of a model: a name, a colon, a height; names in capitals are headings."""

    def __init__(self, model: QStringListModel) -> None:
        self.model = model

    def key(self, row: int) -> Hashable:
        return self.model.stringList()[row].split(":")[0]

    def row_of(self, key: Hashable) -> int:
        names = [text.split(":")[0] for text in self.model.stringList()]
        return names.index(key) if isinstance(key, str) and key in names else -1

    def estimates(self, first: int, count: int) -> NDArray[np.int64]:
        return np.full(count, 30, dtype=np.int64)

    def lay_out(self, row: int, width: int) -> Brick:
        name, height = self.model.stringList()[row].split(":")
        one = Target(QRectF(10, 2, 20, 10), f"first of {name}", ("one", name), "tip")
        two = Target(QRectF(60, 2, 20, 10), f"second of {name}", ("two", name))
        return Brick(int(height), (one, Target(QRectF(100, 2, 20, 10), "only a tip"), two))

    def can_choose(self, row: int) -> bool:
        return not self.model.stringList()[row].isupper()

    def copy_text(self, row: int) -> str:
        return self.model.stringList()[row]


def names(count: int, *, height: int = 50, prefix: str = "row") -> list[str]:
    return [f"{prefix}{number}:{height + number % 7 * 10}" for number in range(count)]


@pytest.fixture
def view(qtbot: QtBot, theme_source: ThemeSource) -> RowView:
    model = QStringListModel(["A:20", *names(40), "B:20", "tall:900", "last:40"])
    view = RowView(Bricks(model), "Bricks")
    model.setParent(view)
    view.setModel(model)
    qtbot.addWidget(view)
    view.resize(300, 400)
    view.show()
    qtbot.wait(10)
    return view


def bricks(view: RowView) -> QStringListModel:
    model = view.model()
    assert isinstance(model, QStringListModel)
    return model


def top(view: RowView, name: str) -> int:
    return view.visualRect(view.model().index(view._layouter.row_of(name), 0)).top()


def test_rows_follow_one_another_without_gaps(view: RowView) -> None:
    y = 0
    for row in range(6):
        area = view.visualRect(view.model().index(row, 0))
        assert area.top() == y
        assert view.indexAt(QPoint(5, y)).row() == row
        y += area.height()
    assert view.indexAt(QPoint(5, -5)).row() == -1


def test_arrows_skip_headings_and_pass_through_tall_rows(qtbot: QtBot, view: RowView) -> None:
    view.setFocus()
    chosen: list[Chosen] = []
    view.chosen.connect(chosen.append)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert chosen[-1].key == "row0"
    view.choose("row39")
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert chosen[-1].key == "tall"
    assert top(view, "tall") == 0
    steps = 0
    while view.current_key == "tall" and steps < 50:
        qtbot.keyClick(view, Qt.Key.Key_Down)
        steps += 1
    assert 8 <= steps <= 14
    assert view.current_key == "last"


def test_a_program_may_choose_without_being_taken_for_a_person(view: RowView) -> None:
    chosen: list[Chosen] = []
    view.chosen.connect(chosen.append)
    assert view.choose("row20", aim=Aim.CENTRE)
    assert not view.choose("nobody")
    assert chosen == []
    assert 100 < top(view, "row20") < 250


def test_rows_that_come_above_push_nothing_about(qtbot: QtBot, view: RowView) -> None:
    view.choose("row25", aim=Aim.CENTRE)
    before = top(view, "row25")
    model = bricks(view)
    model.insertRows(3, 4)
    for number in range(4):
        model.setData(model.index(3 + number, 0), f"new{number}:123")
    qtbot.wait(10)
    assert top(view, "row25") == before
    model.removeRows(0, 2)
    qtbot.wait(10)
    assert top(view, "row25") == before
    assert view.current_key == "row25"


def test_a_reset_keeps_place_and_current_row_by_key(qtbot: QtBot, view: RowView) -> None:
    view.choose("row30", aim=Aim.CENTRE)
    before = top(view, "row30")
    bricks(view).setStringList([*names(15, prefix="other"), *names(40)])
    qtbot.wait(10)
    assert view.currentIndex().row() == 45
    assert top(view, "row30") == before


def test_paging_reaches_both_ends(qtbot: QtBot, view: RowView) -> None:
    view.setFocus()
    view.choose("row0")
    for _ in range(20):
        qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert view.current_key == "last"
    for _ in range(20):
        qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert view.current_key == "row0"
    assert view.verticalOffset() <= 20


def test_targets_by_mouse_and_keys(qtbot: QtBot, view: RowView) -> None:
    asked: list[Activation] = []
    view.activated_target.connect(asked.append)
    place = QPoint(15, top(view, "row1") + 5)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == [Activation("row1", ("one", "row1"))]
    assert view.current_key == "row1"
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(90, 0))
    assert len(asked) == 1
    view.setFocus()
    for keys, action in (
        ((Qt.Key.Key_Return,), "enter"),
        ((Qt.Key.Key_Right, Qt.Key.Key_Return), ("one", "row1")),
        ((Qt.Key.Key_Right, Qt.Key.Key_Space), ("two", "row1")),
        ((Qt.Key.Key_Right, Qt.Key.Key_Return), ("one", "row1")),
        ((Qt.Key.Key_Escape, Qt.Key.Key_Return), "enter"),
    ):
        for key in keys:
            qtbot.keyClick(view, key)
        assert asked[-1] == Activation("row1", action)


def test_a_press_that_leaves_its_target_does_nothing(qtbot: QtBot, view: RowView) -> None:
    asked: list[Activation] = []
    view.activated_target.connect(asked.append)
    place = QPoint(15, top(view, "row1") + 5)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(50, 0))
    assert asked == []


def test_copy_takes_the_text_of_the_row(qtbot: QtBot, view: RowView) -> None:
    view.setFocus()
    view.choose("row2")
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "row2:70"


def test_near_the_end_it_asks_for_more(qtbot: QtBot, view: RowView) -> None:
    with qtbot.assertNotEmitted(view.near_end):
        view.choose("row3")
    with qtbot.waitSignal(view.near_end, timeout=1_000):
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())


def test_nothing_to_show(qtbot: QtBot, view: RowView) -> None:
    bricks(view).setStringList([])
    qtbot.wait(10)
    assert view.verticalScrollBar().maximum() == 0
    assert view.indexAt(QPoint(5, 5)) == QModelIndex()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.current_key is None or view.currentIndex().row() == -1
