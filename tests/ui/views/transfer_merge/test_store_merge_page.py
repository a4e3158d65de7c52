"""The merge of another store by keyboard: conflicts decided one by one, one operation, and it can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import CENTS, NEVER_LOG, Settle, Stocked

from engramma.engine import open_store
from engramma.model.clock import HOUR
from engramma.ui.bridge import WindowContext
from engramma.ui.views.transfer_merge.conflict_model import ConflictModel
from engramma.ui.views.transfer_merge.page import StoreMergePage
from engramma.ui.views.transfer_merge.verdicts import BOTH, OURS, THEIRS, Verdicts


@pytest.fixture
def other(stocked: Stocked, tmp_path: Path) -> Path:
    """Another store that began as this one: two texts were changed, one contradicts, one is pinned."""
    bundle, path = tmp_path / "begin.engramma-bundle", tmp_path / "old-laptop.engramma"
    stocked.store.transfer.export(bundle)
    with open_store(path, clock=stocked.clock, create=True) as store:
        store.transfer.import_files([bundle])
        stocked.clock.instant += HOUR
        ids = {store.memories.get(number).text: number for number in store.search.order("").ids.tolist()}
        store.memories.edit(ids[CENTS], CENTS.replace("integer", "whole"))
        store.memories.edit(ids[NEVER_LOG], "Never log card numbers, not even masked.")
        store.memories.remember("The staging database listens on port 5433.", importance=0.5)
        store.memories.pin([store.memories.remember("Ship on Fridays never.", importance=0.5).id])
    stocked.store.memories.remember("The staging database listens on port 5432.", importance=0.5)
    return path


def test_conflicts_are_decided_by_key_and_merged_as_one_operation(
    qtbot: QtBot,
    qtmodeltester: ModelTester,
    context: WindowContext,
    settle: Settle,
    stocked: Stocked,
    other: Path,
) -> None:
    page, left, told = StoreMergePage(context), [], []
    qtbot.addWidget(page)
    page.resize(1180, 760)
    page.left.connect(left.append)
    context.toast_requested.connect(told.append)
    page.begin(stocked.store.path)
    page.show()
    settle()
    assert page.preview is None
    assert "is the store that is open" in page.empty.accessibleDescription()
    page.begin(other, came_from="memories")
    settle()
    assert page.preview is not None
    assert (
        page.head.about == "“old-laptop.engramma” into this store, 3 conflicts. Nothing has been written yet"
    )
    assert page.head.primary.text() == "Merge 1 item", "one new one; ours stays where the two disagree"
    kinds = {row.ours.text: page.list.rows.row(at) for at, row in enumerate(page.list.rows.conflicts)}
    assert kinds[NEVER_LOG].conflict.guarded == "yours is pinned"
    assert kinds["The staging database listens on port 5432."].why == "contradicts: 5432 against 5433"

    model = ConflictModel(Verdicts())
    model.show(page.preview.conflicts)
    qtmodeltester.check(model)

    places = [conflict.ours.text for conflict in page.list.rows.conflicts]
    page.list.setCurrentIndex(page.list.rows.index(places.index(NEVER_LOG)))
    qtbot.keyClick(page.list, Qt.Key.Key_T)
    assert "yours is pinned" in page.notice.text
    assert page.verdicts.of(page.list.rows.conflicts[places.index(NEVER_LOG)]) is OURS
    qtbot.keyClick(page.list, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    assert page.verdicts.counts(page.list.rows.conflicts) == {OURS: 1, THEIRS: 2, BOTH: 0}
    page.list.setCurrentIndex(page.list.rows.index(places.index(NEVER_LOG)))
    page.side.buttons[BOTH].click()
    assert page.head.primary.text() == "Merge 4 items"
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert left == ["memories"]
    [toast] = told
    assert toast.text.startswith("Merged old-laptop.engramma: 3 memories")
    assert toast.text.endswith("waits in Review")
    count = stocked.store.search.count
    assert [count(text) for text in ("5433", "5432", "whole cents", "masked", '"Ship on Fridays"')] == [
        1,
        0,
        1,
        1,
        1,
    ]
    stocked.store.history.undo(toast.operations[0])
    assert [count(text) for text in ("5433", "5432", "whole cents", "masked")] == [0, 1, 0, 0]


def test_without_conflicts_the_keys_still_merge_and_cancel_does_not_take_them(
    qtbot: QtBot, context: WindowContext, settle: Settle, stocked: Stocked, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new.engramma", clock=stocked.clock, create=True) as store:
        store.memories.remember("Kettles are descaled on Mondays.")
    page, left = StoreMergePage(context), []
    qtbot.addWidget(page)
    page.left.connect(left.append)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.begin(tmp_path / "new.engramma", came_from="memories")
    page.activate()
    settle()
    assert page.hasFocus()
    cancel = page.head._leave
    cancel.setFocus()
    qtbot.keyClick(cancel, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert left == ["memories"]
    assert stocked.store.search.count("kettles") == 1
