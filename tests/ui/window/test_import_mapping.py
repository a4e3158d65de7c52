"""The side of the import page: columns, kinds and tiers are chosen by keyboard and come in as chosen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from tests.exchange.hostile_folder import HTML, write_hostile_folder
from tests.ui.window.conftest import Settle

from engramma.ui.window.importing.choices import ChoiceBox
from engramma.ui.window.importing.page import JOB_KEY, ImportPage
from engramma.ui.window.importing.start import TITLE
from engramma.ui.window.main_window import MainWindow

TABLE = (
    "Id;Note;Saying;Sort;When\n"
    "1;Rye keeps for a week;Old bread is toast;recipe;2026-01-02\n"
    "2;Salt before the oil;Salt is patient;rule;2026-01-03T10:00:00Z\n"
    "3;Bought a mill;Mills grind;recipe;\n"
    "4;;;;\n"
)


def test_a_table_comes_in_as_it_is_mapped(
    qtbot: QtBot, window: MainWindow, settle_window: Settle, tmp_path: Path
) -> None:
    store = window.context.store
    assert store is not None
    file, other = tmp_path / "bread.csv", tmp_path / "colours.csv"
    file.write_text(TABLE, "utf-8")
    other.write_text("a,b\nOchre is warm,1\n", "utf-8")
    window.shell.look_into((file, other))
    settle_window(window)
    page = window.centre.view("import")
    assert isinstance(page, ImportPage)
    assert page.plan is not None
    assert page.plan.files[0].outlook.words() == (("semantic", "semantic", 3),)
    assert dict(page.plan.files[0].outlook.times) == {"day": 1, "exact": 1, "none": 1}

    pick(qtbot, box(page, "Column for Kind"), "Sort")
    settle_window(window)
    assert page.plan.files[0].outlook.words() == (("recipe", "semantic", 2), ("rule", "procedural", 1))
    assert QApplication.focusWidget() is box(page, "Column for Kind")

    pick(qtbot, box(page, "Kind of recipe"), "Episodic")
    pick(qtbot, box(page, "Tier of what is read as Long-term"), "Short-term")
    assert {(row.text, row.kind, row.tier) for row in page.plan.files[0].rows("new")} == {
        ("Rye keeps for a week", "episodic", "short_term"),
        ("Salt before the oil", "procedural", "short_term"),
        ("Bought a mill", "episodic", "short_term"),
    }
    (skipped,) = page.plan.files[0].rows("skipped")
    assert (skipped.line, skipped.verdict) == (5, "skipped")

    page.files.selectRow(1)
    settle_window(window)
    assert page.plan.files[1].title == "Not recognised"
    pick(qtbot, box(page, "Column for Text"), "a")
    settle_window(window)
    assert page.plan.files[1].report.new == 1
    assert page.import_button.text() == "Import 4 items"

    before = store.statistics().total
    page.import_wanted.emit(page.plan)
    settle_window(window)
    assert store.statistics().total == before + 4
    found = {
        line.memory.text: line.memory for line in store.memories.page(store.search.order("").ids.tolist())
    }
    rye, salt = found["Rye keeps for a week"], found["Salt before the oil"]
    assert (rye.kind, rye.tier, salt.kind, salt.tier) == (
        "episodic",
        "short_term",
        "procedural",
        "short_term",
    )
    assert found["Ochre is warm"].kind == "semantic"
    assert page._nothing.accessibleName() == "Imported 4 items from 2 files"

    window.shell.run_command("edit.undo")
    settle_window(window)
    assert store.statistics().total == before


def box(page: ImportPage, name: str) -> ChoiceBox:
    """The choice of that name in the side."""
    return next(
        found
        for found in page.side.findChildren(ChoiceBox)
        if found.accessibleName() == name and found.isVisible()
    )


def pick(qtbot: QtBot, choice: ChoiceBox, words: str) -> None:
    """Choose by the first letters of the words, as a person at the keyboard does."""
    choice.setFocus()
    for _step in range(choice.count()):
        if choice.currentText() == words:
            break
        place = choice.findText(words)
        qtbot.keyClick(choice, Qt.Key.Key_Down if place > choice.currentIndex() else Qt.Key.Key_Up)
    assert choice.currentText() == words


def test_a_hostile_folder_is_shown_as_plain_text(
    window: MainWindow, settle_window: Settle, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = write_hostile_folder(outside)
    window.shell.look_into((folder,))
    settle_window(window)
    page = window.centre.view("import")
    assert isinstance(page, ImportPage)
    assert page.plan is not None
    files = {file.path.name: file for file in page.plan.files}
    assert HTML in {row.text for row in files["good.csv"].rows("new")}
    assert {
        file.title for name, file in files.items() if name in ("bomb.zip", "forged.db", "points.pkl")
    } == {"Not recognised"}
    assert all(file.detail for file in files.values())
    for place in range(len(files)):
        page.files.selectRow(place)
    settle_window(window)
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in page.findChildren(QLabel))
    assert [path.name for path in outside.iterdir()] == ["hostile"]

    window.shell.look_into((folder / "good.csv",))
    window.jobs.cancel_key(JOB_KEY)
    settle_window(window)
    assert (page.plan, page._nothing.accessibleName()) == (None, TITLE)
