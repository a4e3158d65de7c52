"""What matters and fades within days waits in Review: kept, pinned or let go by one key, each of it undoable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import end_context, make_context, settler

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.operation import PERSON
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.review import ReviewView
from engramma.ui.views.review.cards import CardKind

Settle = Callable[[], None]
TEXTS = ("Refunds need two signatures.", "The courier comes at 15:30.", "Never rebuild the index by hand.")


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> Iterator[MemoryStore]:
    """Three important memories and a small one, made so long ago that they fade within a week."""
    end = frozen_clock.now()
    made = open_store(store_path, clock=frozen_clock, create=True)
    frozen_clock.instant = end - 60 * DAY
    for text in TEXTS:
        made.memories.remember(text, importance=0.9)
    made.memories.remember("The fair had 312 visitors.", importance=0.2)
    fades = made.memories.get(1).fades_at
    assert fades is not None
    frozen_clock.instant = fades - 3 * DAY
    yield made
    made.close()


@pytest.fixture
def context(qtbot: QtBot, theme_source: ThemeSource, store: MemoryStore) -> Iterator[WindowContext]:
    made = make_context(theme_source, store)
    yield made
    end_context(made)


@pytest.fixture
def settle(qtbot: QtBot, context: WindowContext) -> Settle:
    return settler(qtbot, context)


def test_one_key_each_and_one_undo_each(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    view = ReviewView(context)
    qtbot.addWidget(view)
    view.resize(1200, 850)
    view.show()
    view.activate()
    settle()
    view.list.setFocus()
    cards = view.waiting()
    assert [card.kind for card in cards] == [CardKind.FADING] * 3
    assert {card.memories for card in cards} == {(1,), (2,), (3,)}
    assert cards[0].reason.startswith("Importance 0.90, no recall. Without a recall it is dormant in ")
    before = store.memories.get(1).fades_at
    for key in (Qt.Key.Key_Y, Qt.Key.Key_P, Qt.Key.Key_N):
        qtbot.keyClick(view.list, key)
    settle()
    assert view.waiting() == ()
    kept, pinned, left = (store.memories.get(memory) for memory in (1, 2, 3))
    assert kept.fades_at is not None
    assert before is not None
    assert kept.fades_at > before + 7 * DAY
    assert pinned.pinned
    assert (left.fades_at, left.state) == (before, "active")
    assert [found.label for found in store.history.recent(actor=PERSON, limit=1)] == ["M-3 may fade"]
    assert store.consolidation.fading() == ()
    qtbot.keyClick(view, Qt.Key.Key_U)
    settle()
    assert [card.memories for card in view.waiting()] == [(3,)]
    qtbot.keyClick(view.list, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert view.panel.isHidden(), "one alone needs no preview"
    view._timer.stop()


def test_asked_again_once_it_was_recalled_and_never_answered_by_agents(
    store: MemoryStore, frozen_clock: FixedClock
) -> None:
    assert store.consolidation.fading() == (1, 2, 3)
    assert store.consolidation.fading(limit=2) == (1, 2)
    with pytest.raises(InvalidValueError):
        store.acting_as("agent:claude").consolidation.let_fade(1)
    with pytest.raises(NotFoundError):
        store.consolidation.let_fade(99)
    store.consolidation.let_fade(1)
    assert store.consolidation.fading() == (2, 3)
    assert store.consolidation.waiting() == 0, "the answer is no proposal that waits"
    frozen_clock.instant += 1
    store.memories.rehearse([1])
    fades = store.memories.get(1).fades_at
    assert fades is not None
    frozen_clock.instant = fades - DAY
    assert 1 in store.consolidation.fading()
