"""The import page tells how many secrets each file would bring, shows them veiled, and keeps names readable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from tests.ui.window.conftest import Settle

from engramma.engine.incoming_secrets import find_incoming
from engramma.model.progress import CancelToken, silent
from engramma.ui.window.importing import secret_search
from engramma.ui.window.importing.file_table import FORMAT, NAME, NUMBERS_FROM, SECRETS, fitting_widths
from engramma.ui.window.importing.page import ImportPage
from engramma.ui.window.importing.veiled_text import TextPart, veiled
from engramma.ui.window.main_window import MainWindow

KEY = "sk-test-4eC39HqLyjWDarjtT1zdp7dc3f"


def test_secrets_are_counted_shown_and_searched_for_on_demand(
    qtbot: QtBot,
    window: MainWindow,
    settle_window: Settle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = tmp_path / "memory.jsonl", tmp_path / "notes.md"
    said = [f"Key {KEY}, rotate it.", "Ask mara@example.org.", "Rye keeps."]
    entity = {"type": "entity", "name": "Gateway", "entityType": "x", "observations": said}
    first.write_text(json.dumps(entity) + "\n", "utf-8")
    second.write_text(
        f"# Large\n\n- Key {KEY} again\n" + "\n".join(f"- Line {n}" for n in range(200)), "utf-8"
    )
    monkeypatch.setattr(secret_search, "LARGEST", second.stat().st_size)
    window.shell.look_into((first, second))
    settle_window(window)
    page = window.centre.view("import")
    assert isinstance(page, ImportPage)
    model = page.files.model()
    assert [model.index(row, SECRETS).data() for row in range(2)] == ["2", "?"]

    page._filter.choose("secrets")
    page._show_samples("secrets")
    rows = page.samples.model()
    texts = [rows.index(row, 2).data() for row in range(rows.rowCount())]
    assert texts == ["Key sk-t…3f, rotate it.", "Ask mara@example.org."]
    assert KEY not in rows.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)

    page.files.selectRow(1)
    settle_window(window)
    button = next(
        found for found in page.side.findChildren(QPushButton) if found.text() == "Search for secrets"
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle_window(window)
    assert model.index(1, SECRETS).data() == "1"
    assert page.plan is not None
    assert page.plan.sums()[-1] == 3

    qtbot.keyClick(page.files, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle_window(window)
    assert page.plan is None
    assert page._nothing.accessibleName().startswith("Imported ")


@pytest.mark.parametrize("width", [690, 740, 885, 1200])
def test_names_keep_their_room_and_nothing_is_wider_than_the_table(qtbot: QtBot, width: int) -> None:
    widths = fitting_widths(width)
    assert sum(widths) == width
    assert widths[NAME] >= max(150, widths[FORMAT])
    assert min(widths[NUMBERS_FROM:]) >= 50


def test_a_secret_is_never_shown_whole(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    said = f"Test key is {KEY}, rotate monthly."
    file.write_text(f"# Notes\n\n- {said}\n", "utf-8")
    hits = find_incoming(None, file, "markdown", report=silent, cancel=CancelToken()).findings.hits
    shown = hits[0].shown
    assert veiled(said, hits) == (
        TextPart("Test key is "),
        TextPart(shown, secret=True),
        TextPart(", rotate monthly."),
    )
    cut = veiled(f"Cut inside {KEY[:20]}", hits)
    assert cut == (TextPart("Cut inside "), TextPart(f"{shown.partition('…')[0]}…", secret=True))
    assert veiled("Rye keeps.", hits) == (TextPart("Rye keeps."),)
    assert veiled("", hits) == ()
