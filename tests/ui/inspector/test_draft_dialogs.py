"""The dialog for a new memory and for a correction keeps what is typed; a late correction is a choice."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import CENTS, Settle, Stocked

from engramma.model.draft import CORRECTION, NEW
from engramma.model.errors import StaleEditError
from engramma.ui.bridge import WindowContext
from engramma.ui.dialogs.draft_list import DraftList
from engramma.ui.dialogs.drafts import MemoryDraft
from engramma.ui.dialogs.memory_dialog import MemoryDialog
from engramma.ui.inspector.editing import EditTarget
from engramma.ui.inspector.stale_choice import Choice


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    """What dialogs stand over."""
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def press(qtbot: QtBot, root: QWidget, name: str) -> None:
    found = next(
        b for b in root.findChildren(QAbstractButton) if b.accessibleName() == name and b.isVisible()
    )
    qtbot.mouseClick(found, Qt.MouseButton.LeftButton)


def test_closing_keeps_a_new_memory_with_all_its_fields_and_cancel_drops_it(
    qtbot: QtBot, parent: QWidget, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    dialog = MemoryDialog(parent, context)
    dialog.show()
    dialog.text.setPlainText("Ask Ana before a deploy.")
    dialog.kind.setCurrentIndex(dialog.kind.findData("procedural"))
    dialog.importance.set_value(0.9)
    dialog.tags.set_tags(["deploy", "ops"])
    dialog.text.setPlainText("Ask Ana before each deploy.")
    dialog.close()
    settle()
    (draft,) = stocked.store.drafts.list()
    assert (draft.editor, draft.text, draft.title) == (NEW, "Ask Ana before each deploy.", "New memory")
    listed = DraftList(parent, context)
    listed.show()
    resumed: list[object] = []
    listed.resumed.connect(resumed.append)
    press(qtbot, listed, "Resume New memory")
    assert resumed == [draft]

    again = MemoryDialog(parent, context, draft=draft)
    again.show()
    assert again.text.toPlainText() == "Ask Ana before each deploy."
    assert again.kind.currentData() == "procedural"
    assert again.importance.value == pytest.approx(0.9)
    assert again.tags.tags == ("deploy", "ops")
    assert context.drafts.waiting == ()
    press(qtbot, again, "Cancel")
    settle()
    assert stocked.store.drafts.list() == ()


def test_a_correction_of_what_was_changed_meanwhile_is_refused_and_decided(
    qtbot: QtBot, parent: QWidget, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    written: list[MemoryDraft] = []
    dialog = MemoryDialog(parent, context, corrects=EditTarget(stocked.store.memories.get(stocked.cents)))
    dialog.written.connect(written.append)
    dialog.show()
    dialog.text.setPlainText(CENTS.replace("every layer", "all layers"))
    context.drafts.write_soon()
    settle()
    assert [draft.editor for draft in stocked.store.drafts.list()] == [CORRECTION]
    stocked.store.memories.edit(stocked.cents, CENTS.replace("integer", "whole"))
    press(qtbot, dialog, "Correct")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible(), "it is being written, and may be refused"
    with pytest.raises(StaleEditError) as stale:
        stocked.store.memories.correct(stocked.cents, written[0].text, base_version=written[0].base_version)
    dialog.refuse(stale.value)
    settle()
    assert dialog.choice.offered[0] is Choice.BOTH
    qtbot.keyClick(dialog.choice, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not dialog.choice.isVisible()
    press(qtbot, dialog, "Correct")
    dialog.refuse(stale.value)
    settle()
    press(qtbot, dialog, "Correct with both")
    assert written[-1].text == "Checkout totals are whole cents in all layers."
    assert written[-1].base_version == 2
    dialog.settle()
    settle()
    assert stocked.store.drafts.list() == ()
