"""The list of hits: ticks by key, rows made when they are shown, excerpts around the first change."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from engramma.model.replacing import Hit
from engramma.ui.theme import ThemeSource
from engramma.ui.views.replace.hit_rows import excerpts, hit_row
from engramma.ui.views.replace.tick_list import TickList
from engramma.ui.views.replace.tick_model import TICKED_ROLE, TickModel, TickRow, carried_ticks

MANY = 100_000


def test_ticks_by_key(qtbot: QtBot, theme_source: ThemeSource) -> None:
    listed = TickList("Hits")
    qtbot.addWidget(listed)
    made: list[int] = []

    def make(place: int) -> TickRow:
        made.append(place)
        return TickRow(f"M-{place}", (), (), words=f"row {place}")

    listed.show_rows(MANY, make, bytearray(b"\x01\x00" * (MANY // 2)))
    listed.resize(600, 300)
    listed.show()
    qtbot.waitExposed(listed)
    assert listed.rows.ticked == MANY // 2
    assert len(set(made)) < 100, "only what is shown is made"
    qtbot.keyClick(listed, Qt.Key.Key_Down)
    qtbot.keyClick(listed, Qt.Key.Key_Space)
    assert listed.rows.ticked == MANY // 2 + 1
    qtbot.keyClick(listed, Qt.Key.Key_N)
    assert listed.rows.ticked == 0
    qtbot.keyClick(listed, Qt.Key.Key_A)
    assert (listed.rows.ticked, listed.rows.is_ticked(1)) == (MANY // 2, False)
    index = listed.rows.index(1)
    assert index.data(TICKED_ROLE) is False
    assert index.data(int(Qt.ItemDataRole.AccessibleTextRole)) == "Not ticked: row 1"


def test_what_a_person_ticked_stays_when_it_is_looked_for_again() -> None:
    before, usual = (1, 2, 3, 4), bytes((1, 1, 0, 1))
    ticks = bytes((0, 1, 1, 1))
    kept = carried_ticks(before, usual, ticks, (5, 3, 1, 4), bytes((1, 0, 1, 1)))
    assert list(kept) == [1, 1, 0, 1]


def test_the_model_is_sound(qtmodeltester: ModelTester) -> None:
    model = TickModel()
    model.show(3, lambda place: TickRow(str(place), (), ()), bytearray(3))
    qtmodeltester.check(model)


def test_an_excerpt_begins_a_little_before_the_change() -> None:
    lead = "word " * 60
    before, after = excerpts(f"{lead}old end", f"{lead}new end")
    assert before.startswith("…word word")
    assert before.endswith("old end")
    assert after.endswith("new end")
    assert len(before) < 120
    row = hit_row(Hit(4, 1, f"{lead}old end", f"{lead}new end", 2, True, False))
    assert [part.text for part in row.first if part.op == "removed"] == ["old"]
    assert [part.text for part in row.second if part.op == "added"] == ["new"]
    assert (row.badge, row.detail) == ("pinned", "2 places")
