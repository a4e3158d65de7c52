"""A wording that is written in Review is a draft until it is saved or dismissed; no card that goes takes it along."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.ui.messy_store import Messy, make_messy
from tests.ui.window_on_store import end_context, make_context, settler

from engramma.model.clock import FixedClock
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.review import ReviewView

Settle = Callable[[], None]
WORDING = "The checkout waits for 45 minutes."


@pytest.fixture
def messy(store_path: Path, frozen_clock: FixedClock) -> Iterator[Messy]:
    made = make_messy(store_path, frozen_clock, conflicts=2, duplicates=1, stale=0)
    yield made
    made.store.close()


@pytest.fixture
def context(qtbot: QtBot, theme_source: ThemeSource, messy: Messy) -> Iterator[WindowContext]:
    made = make_context(theme_source, messy.store)
    yield made
    end_context(made)


@pytest.fixture
def settle(qtbot: QtBot, context: WindowContext) -> Settle:
    return settler(qtbot, context)


@pytest.fixture
def open_review(qtbot: QtBot, context: WindowContext, settle: Settle) -> Iterator[Callable[[], ReviewView]]:
    """Makes a view on the store, in front."""
    views: list[ReviewView] = []

    def make() -> ReviewView:
        made = ReviewView(context)
        qtbot.addWidget(made)
        made.resize(1200, 850)
        made.show()
        made.activate()
        settle()
        made.list.setFocus()
        views.append(made)
        return made

    yield make
    for view in views:
        view._timer.stop()


def write(qtbot: QtBot, view: ReviewView, text: str) -> None:
    """M, then this wording over all that stands there."""
    qtbot.keyClick(view.list, Qt.Key.Key_M)
    assert view.wording.isVisible()
    view.wording.field.selectAll()
    qtbot.keyClicks(view.wording.field, text)


def test_it_is_kept_found_by_another_window_and_gone_once_saved(
    qtbot: QtBot,
    open_review: Callable[[], ReviewView],
    context: WindowContext,
    settle: Settle,
    messy: Messy,
) -> None:
    view = open_review()
    write(qtbot, view, WORDING)
    context.drafts.flush()
    (draft,) = messy.store.drafts.list()
    assert (draft.text, draft.title) == (WORDING, f"Wording in Review for M-{messy.conflicts[0][0]}")
    view.hide()
    context.drafts.forget_store()
    context.drafts._open.clear()  # what a killed program leaves behind
    context.drafts.refresh()
    settle()

    view = open_review()
    qtbot.keyClick(view.list, Qt.Key.Key_J)
    (draft,) = context.drafts.waiting
    context.drafts.resume(draft)
    settle()
    assert view.wording.isVisible()
    assert view.list.card is not None
    assert view.list.card.memories == messy.conflicts[0]
    assert view.wording.field.toPlainText() == WORDING
    qtbot.keyClick(view.wording.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert WORDING in {
        line.memory.text for line in messy.store.memories.page(messy.store.search.order("45").ids.tolist())
    }
    assert messy.store.drafts.list() == ()


def test_it_stays_while_others_write_and_waits_when_its_card_goes(
    qtbot: QtBot,
    open_review: Callable[[], ReviewView],
    context: WindowContext,
    settle: Settle,
    messy: Messy,
) -> None:
    view = open_review()
    write(qtbot, view, WORDING)
    messy.store.acting_as("agent:claude").memories.remember("Something else altogether.")
    context.poll()
    view.refresh()
    settle()
    assert view.wording.isVisible()
    assert view.wording.field.toPlainText() == WORDING

    (conflict, _other) = messy.store.consolidation.conflicts()
    with qtbot.waitSignal(context.toast_requested, timeout=5_000) as toast:
        messy.store.consolidation.resolve_conflict(conflict.id, "both")
        context.poll()
        view.refresh()
        settle()
    assert "kept as a draft" in toast.args[0].text
    assert view.wording.isHidden()
    (draft,) = context.drafts.waiting
    assert draft.text == WORDING

    context.drafts.resume(draft)
    settle()
    assert view.wording.isHidden()
    assert QGuiApplication.clipboard().text() == WORDING


def test_escape_dismisses_it(
    qtbot: QtBot, open_review: Callable[[], ReviewView], context: WindowContext, settle: Settle, messy: Messy
) -> None:
    view = open_review()
    write(qtbot, view, WORDING)
    context.drafts.flush()
    qtbot.keyClick(view.wording.field, Qt.Key.Key_Escape)
    settle()
    assert messy.store.drafts.list() == ()
    assert context.drafts.waiting == ()
