"""Chips, segments, section heads and flow: by mouse and by keyboard, with names."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engramma.ui.theme import ThemeSource
from engramma.ui.widgets import Chip, FlowLayout, SectionHeader, Segment, SegmentedControl, Tag

WEEKS = [Segment("w", "Week"), Segment("m", "Month"), Segment("a", "All")]


@pytest.fixture
def chip(qtbot: QtBot, theme_source: ThemeSource) -> Chip:
    made = Chip("tmp", field="not tag", key="-tag:tmp")
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_a_chip_is_removed_by_keyboard(chip: Chip, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.waitSignal(chip.removed) as caught:
        qtbot.keyClick(chip, key)
    assert caught.args == ["-tag:tmp"]


def test_a_chip_by_mouse(chip: Chip, qtbot: QtBot) -> None:
    cross = QPoint(chip.width() - 12, chip.height() // 2)
    with qtbot.waitSignal(chip.removed), qtbot.assertNotEmitted(chip.activated):
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=cross)
    with qtbot.waitSignal(chip.activated), qtbot.assertNotEmitted(chip.removed):
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(14, chip.height() // 2))


def test_a_chip_names_itself(chip: Chip) -> None:
    assert chip.accessibleName() == "Filter: not tag tmp"
    assert chip.height() == 22
    assert chip.focusPolicy() == Qt.FocusPolicy.TabFocus


def test_a_fixed_chip_cannot_be_removed(qtbot: QtBot, theme_source: ThemeSource) -> None:
    fixed = Chip("hybrid", removable=False)
    qtbot.addWidget(fixed)
    with qtbot.assertNotEmitted(fixed.removed):
        qtbot.keyClick(fixed, Qt.Key.Key_Delete)


@pytest.fixture
def weeks(qtbot: QtBot, theme_source: ThemeSource) -> SegmentedControl:
    control = SegmentedControl(WEEKS, "Range", value="m")
    qtbot.addWidget(control)
    control.show()
    return control


def test_segments_by_mouse(weeks: SegmentedControl, qtbot: QtBot) -> None:
    button = next(item for item in weeks.findChildren(QToolButton) if item.text() == "All")
    with qtbot.waitSignal(weeks.changed) as caught:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert caught.args == ["a"]
    assert weeks.value == "a"
    assert [item.isChecked() for item in weeks.findChildren(QToolButton)] == [False, False, True]


def test_segments_by_arrows_wrap_around(weeks: SegmentedControl, qtbot: QtBot) -> None:
    seen: list[str] = []
    weeks.changed.connect(seen.append)
    for _ in range(3):
        qtbot.keyClick(weeks, Qt.Key.Key_Right)
    qtbot.keyClick(weeks, Qt.Key.Key_Left)
    assert seen == ["a", "w", "m", "w"]
    assert (
        sum(button.focusPolicy() == Qt.FocusPolicy.TabFocus for button in weeks.findChildren(QToolButton))
        == 1
    )


def test_choosing_the_chosen_says_nothing(weeks: SegmentedControl, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(weeks.changed):
        weeks.set_value("m")
    with pytest.raises(KeyError):
        weeks.set_value("year")


def test_a_control_needs_segments() -> None:
    with pytest.raises(ValueError):
        SegmentedControl([], "Nothing")


def test_a_section_folds_by_keyboard(qtbot: QtBot, theme_source: ThemeSource) -> None:
    box = QWidget()
    qtbot.addWidget(box)
    header, content = SectionHeader("Tags", detail="38", parent=box), QLabel("content", box)
    header.set_content(content)
    box.show()
    button = header.findChild(QWidget)
    seen: list[bool] = []
    header.toggled.connect(seen.append)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert seen == [False]
    assert not content.isVisible()
    assert button.accessibleName() == "Tags, folded"
    header.set_expanded(True)
    assert content.isVisible()


def test_a_fixed_section_stays_open(qtbot: QtBot, theme_source: ThemeSource) -> None:
    header = SectionHeader("Strength", foldable=False)
    qtbot.addWidget(header)
    qtbot.mouseClick(header.findChild(QWidget), Qt.MouseButton.LeftButton)
    assert header.expanded


def test_flow_wraps_and_measures(qtbot: QtBot, theme_source: ThemeSource) -> None:
    box = QWidget()
    qtbot.addWidget(box)
    flow = FlowLayout(box, gap=6, line_gap=4)
    for tag in ("payments", "webhooks", "runbook", "checkout"):
        flow.addWidget(Tag(tag))
    line = flow.itemAt(0).sizeHint().height()
    assert flow.heightForWidth(1000) == line
    assert flow.heightForWidth(100) == 4 * line + 3 * 4
    flow.setGeometry(QRect(0, 0, 140, 200))
    tops = [flow.itemAt(position).geometry().top() for position in range(flow.count())]
    assert tops == sorted(tops)
    assert all(flow.itemAt(position).geometry().right() < 140 for position in range(flow.count()))
    assert flow.itemAt(9) is None
    flow.clear()
    assert flow.count() == 0
