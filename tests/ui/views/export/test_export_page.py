"""The export page by keyboard: what goes out, every private value decided, a file that holds just that."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Settle, Stocked

from engramma.engine.exporting.values import Hit
from engramma.exchange.bundle.reader import BundleReader
from engramma.exchange.redaction.finds import HitKind
from engramma.model.export_parts import ExportPart
from engramma.model.progress import CancelToken, Report
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.export.decisions import Decisions, Verdict
from engramma.ui.views.export.hit_model import HitModel
from engramma.ui.views.export.page import ExportPage
from engramma.ui.views.export.scope import Choices, Scope
from engramma.ui.views.export.target import proposed
from engramma.ui.widgets import Chip
from engramma.ui.window.private_words import SettingsPrivateWords
from engramma.ui.window.settings import Settings

KEY = "AKIA" + "QZ7XW2MBN4VCL9KD"
TEXTS = (
    f"Ask mara.lind@shop.example for the key {KEY} of the Orion project.",
    "The courier answers at 030 1234 5678 after ten.",
    "Write to ops@shop.example when a replay fails.",
)


@pytest.fixture
def private(stocked: Stocked) -> tuple[int, ...]:
    """Memories with private words."""
    return tuple(stocked.store.memories.remember(text, tags=["private"]).id for text in TEXTS)


@pytest.fixture
def page(
    qtbot: QtBot, context: WindowContext, settle: Settle, private: tuple[int, ...], own_home: Path
) -> ExportPage:
    """The page on the results of a search, shown and at rest."""
    context.set_query("tag:private")
    context.select(Selection.one("memory", private[1]))
    made = ExportPage(context, SettingsPrivateWords(Settings(own_home)))
    qtbot.addWidget(made)
    made.resize(1180, 760)
    made.begin(Choices.of(context.selection, context.query), Scope.RESULTS, came_from="memories")
    made.show()
    qtbot.waitExposed(made)
    made.activate()
    settle()
    return made


def shown(page: ExportPage) -> dict[str, Verdict]:
    return {hit.value: page.decisions.of(hit) for hit in page.hits.list.rows.hits}


def test_every_value_is_decided_and_the_file_holds_just_that(
    page: ExportPage, qtbot: QtBot, settle: Settle, context: WindowContext, own_home: Path, tmp_path: Path
) -> None:
    phone, mara, ops = "030 1234 5678", "mara.lind@shop.example", "ops@shop.example"
    assert shown(page) == {
        mara: Verdict.MASK, KEY: Verdict.MASK, phone: Verdict.OPEN, ops: Verdict.MASK,
    }  # fmt: skip
    assert page.head.about == "3 memories as a redacted bundle. Nothing has been written yet"
    assert page.head.primary.text() == "Export, masking 1 undecided"
    row = page.hits.list.row
    assert row is not None
    assert row.hit.value == phone, "the keys begin at what is undecided"
    assert "undecided" in row.words
    qtbot.keyClick(page.hits.list, Qt.Key.Key_Home)
    qtbot.keyClick(page.hits.list, Qt.Key.Key_K)
    assert shown(page)[mara] is Verdict.KEEP
    qtbot.keyClick(page.hits.list, Qt.Key.Key_K, Qt.KeyboardModifier.ShiftModifier)
    assert shown(page)[ops] is Verdict.KEEP
    qtbot.keyClick(page.hits.list, Qt.Key.Key_A)
    assert shown(page)[ops] is Verdict.MASK, "all that is sure"
    qtbot.keyClick(page.hits.list, Qt.Key.Key_K)
    page.side.hit.mask_button.click()
    page.side.hit.keep_button.click()

    page.hits.names.field.setFocus()
    qtbot.keyClicks(page.hits.names.field, "orion, nowhere")
    qtbot.keyClick(page.hits.names.field, Qt.Key.Key_Return)
    settle()
    assert SettingsPrivateWords(Settings(own_home)).names == ("orion", "nowhere"), "kept for the next time"
    said = {chip.key: chip.accessibleName() for chip in page.hits.names.findChildren(Chip)}
    assert said == {"orion": "Private word: orion", "nowhere": "Private word: nowhere, 0 found"}
    assert (shown(page)["Orion"], shown(page)[mara]) == (Verdict.MASK, Verdict.KEEP)
    assert [hit.kind for hit in page.hits.list.rows.hits].count(HitKind.NAME) == 1

    page.content.formats.choose("json")
    settle()
    assert page.side.target.path.name.endswith("-tag-private.json")
    assert page.content.formats.button("json").accessibleDescription().startswith("Not in it: 3 strengths")
    theirs = tmp_path / "out.json"
    theirs.write_text("mine")
    page.side.target.take(theirs)
    assert not page.head.primary.isEnabled()
    page.carry_out()
    settle()
    assert theirs.read_text() == "mine", "never overwritten silently"
    page.side.target.replace_box.click()
    assert page.head.primary.isEnabled()
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert page.notice.text == (
        "Wrote 3 memories to out.json, 1 kB. Verified by a second search: 0 secrets left, 4 masks in it."
    )
    assert not page.head.primary.isEnabled(), "it was exported"
    leaving = {button.text() for button in page.findChildren(QPushButton) if button.isVisible()}
    assert leaving & {"Cancel", "Close"} == {"Close"}
    texts = {item["text"] for item in json.loads(theirs.read_text("utf-8"))}
    assert texts == {
        f"Ask {mara} for the key [key 1] of the [name 1] project.",
        "The courier answers at [phone 1] after ten.",
        "Write to [email 2] when a replay fails.",
    }
    page.content.formats.choose("csv")
    settle()
    assert page.side.target.path.name == "out.csv", "the name is the person's own, the ending the format's"
    assert not page.notice.isVisible()


def test_scopes_plain_exports_and_what_cannot_be_written(
    page: ExportPage, settle: Settle, context: WindowContext, stocked: Stocked, tmp_path: Path
) -> None:
    page.hits.switch.click()
    page.begin(Choices.of(context.selection, context.query), Scope.SELECTION, came_from="memories")
    settle()
    assert page.head.about.startswith("1 memory as a bundle.")
    page.side.target.take(stocked.store.path)
    assert not page.side.target.is_right, "a store is never the target"
    page.side.target.take(tmp_path / "plain.engramma-bundle")
    page.side.target.field.setText("../plain.engramma-bundle")
    assert page.side.target.path == tmp_path.parent / "plain.engramma-bundle"
    page.side.target.field.setText("plain.engramma-bundle")
    page.carry_out()
    settle()
    assert page.notice.text.startswith("Wrote 1 memory to plain.engramma-bundle")
    found = proposed(tmp_path, "plain", Scope.ALL, "", ".engramma-bundle")
    assert found.name == "plain-2.engramma-bundle"
    page.content.formats.choose("basic-memory")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.md").touch()
    page.side.target.take(tmp_path / "notes")
    assert not page.side.target.is_right
    assert not page.side.target.replace_box.isVisible(), "a folder with something in it never gives way"


def test_parts_stay_behind_and_the_key_to_the_masks_is_kept(
    page: ExportPage, settle: Settle, stocked: Stocked, private: tuple[int, ...], tmp_path: Path
) -> None:
    stocked.store.memories.edit(private[0], text=f"{TEXTS[0]} Soon.")
    page.begin(Choices(), Scope.ALL)
    settle()
    bundle = page.content.formats.button("engramma-bundle")
    wordings, sessions, turns = map(
        page.content.along.box, (ExportPart.VERSIONS, ExportPart.SESSIONS, ExportPart.EVENTS)
    )
    assert bundle.accessibleDescription() == "Carries everything."
    wordings.click()
    settle()
    assert re.fullmatch(r"Not in it: \d+ earlier wordings?\.", bundle.accessibleDescription())
    sessions.click()
    assert (turns.isChecked(), turns.isEnabled()) == (False, False)
    sessions.click()
    assert (turns.isChecked(), turns.isEnabled()) == (True, True)
    page.content.formats.choose("csv")
    settle()
    assert wordings.isHidden(), "this format carries none"
    page.content.formats.choose("engramma-bundle")
    settle()
    page.side.target.take(tmp_path / "part.engramma-bundle")
    page.side.key.box.click()
    page.carry_out()
    settle()
    assert page.notice.text.endswith("The key to them is part.engramma-bundle.key.json.")
    key = json.loads((tmp_path / "part.engramma-bundle.key.json").read_text("utf-8"))
    assert KEY in {item["value"] for item in key["masks"]}
    with BundleReader(tmp_path / "part.engramma-bundle") as reader:
        rows = {part.table: part.rows for part in reader.manifest.files}
    assert rows["version"] == rows["memory"]
    page.begin(Choices(), Scope.ALL)
    settle()
    assert wordings.isChecked(), "the next export takes everything again"


def test_a_cancelled_export_writes_nothing_and_says_so(
    page: ExportPage, settle: Settle, context: WindowContext, tmp_path: Path
) -> None:
    gate, left = threading.Event(), []

    def hold(_report: Report, _cancel: CancelToken) -> None:
        gate.wait(10)

    context.jobs.work_beside("Hold the lane", hold)
    page.left.connect(left.append)
    page.side.target.take(tmp_path / "late.engramma-bundle")
    page.carry_out()
    assert page.head.primary.text() == "Writing…"
    page.leave()
    gate.set()
    settle()
    assert (left, list(tmp_path.glob("late*"))) == ([], [])
    assert page.head.primary.isEnabled()
    page.hits.list.opened.emit(page.hits.list.rows.hits[0])
    page.leave()
    assert left == ["memories"]


def test_the_model_is_sound(qtmodeltester: ModelTester, page: ExportPage) -> None:
    model = HitModel(Decisions())
    hits: tuple[Hit, ...] = page.hits.list.rows.hits
    model.show(hits)
    qtmodeltester.check(model)
    assert KEY not in "".join(model.row(place).words for place in range(len(hits))), (
        "a key is never shown whole"
    )
