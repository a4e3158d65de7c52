"""Somebody whose agent wrote much puts right what waits, by single keys, and takes one decision back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.scenarios.conftest import CONTROL, Keyboard, MakeWindow, Settle
from tests.ui.messy_store import Messy, make_messy, propose_stale

from engramma.engine import open_store
from engramma.model.clock import FixedClock
from engramma.model.memory import State
from engramma.ui.views.review import ReviewView
from engramma.ui.views.review.cards import CardKind
from engramma.ui.window.main_window import MainWindow

KEYS_A_CARD = 1.5


@pytest.fixture
def messy(store_path: Path, frozen_clock: FixedClock) -> Messy:
    """Fifty duplicates, twenty conflicts and thirty stale memories, made by an agent."""
    made = make_messy(store_path, frozen_clock, conflicts=20, duplicates=50, stale=30)
    made.store.close()
    return made


@pytest.fixture
def window(make_window: MakeWindow, messy: Messy, settle: Settle, store_path: Path) -> MainWindow:
    """The window on that store, in Review."""
    made = make_window()
    made.shell.open_store(store_path)
    settle(made)
    made.shell.run_command("view.review")
    settle(made)
    return made


def review(window: MainWindow) -> ReviewView:
    view = window.centre.front
    assert isinstance(view, ReviewView)
    return view


def test_a_hundred_cards_with_little_more_than_a_key_each(
    qtbot: QtBot, window: MainWindow, messy: Messy, settle: Settle, store_path: Path
) -> None:
    """Every card by itself, nine of them put off and met again; at the end of the pass the stale ones come, too."""
    store = window.context.store
    assert store is not None
    propose_stale(store)
    window.shell.run_command("view.refresh")
    settle(window)
    view, keyboard = review(window), Keyboard(qtbot, window)
    cards = view.waiting()
    assert len(cards) >= 100
    answers = {
        CardKind.CONFLICT: Qt.Key.Key_2,
        CardKind.DUPLICATES: Qt.Key.Key_1,
        CardKind.STALE: Qt.Key.Key_Y,
    }
    decided: Counter[CardKind] = Counter()
    put_off: set[str] = set()
    while (card := view.list.card) is not None:
        if card.kind is CardKind.DUPLICATES and card.key not in put_off and len(put_off) < 9:
            put_off.add(card.key)
            keyboard.press(Qt.Key.Key_L)
            continue
        both = card.kind is CardKind.CONFLICT and decided[card.kind] % 4 == 0
        keyboard.press(Qt.Key.Key_B if both else answers.get(card.kind, Qt.Key.Key_N))
        decided[card.kind] += 1
    settle(window)
    assert view.waiting() == ()
    assert (decided[CardKind.CONFLICT], decided[CardKind.DUPLICATES]) == (20, 50)
    assert sum(decided.values()) == len(cards) >= 100
    assert keyboard.pressed == len(cards) + 9 <= KEYS_A_CARD * len(cards)
    assert view.empty.accessibleName() == "All done"

    keyboard.press(Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: len(view.waiting()) == 1, timeout=10_000)
    settle(window)

    window.close()
    with open_store(store_path, clock=messy.clock) as store:
        assert store.consolidation.waiting() == 1
        earlier = [store.memories.get(one) for one, _other in messy.conflicts]
        later = [store.memories.get(other) for _one, other in messy.conflicts]
        assert {memory.state for memory in later} == {State.ACTIVE}
        assert sum(memory.state is State.SUPERSEDED for memory in earlier) == 15
        assert not any(memory.conflicted for memory in later)
        members = [store.memories.get(other) for _one, other in messy.duplicates]
        assert sum(memory.merged_into is not None for memory in members) >= 49
        kept = store.memories.get(messy.duplicates[0][0])
        assert kept.tags == ("shop",)


def test_thirty_alike_in_three_keys_after_a_pass_and_all_of_them_back(
    qtbot: QtBot, window: MainWindow, messy: Messy, settle: Settle
) -> None:
    store = window.context.store
    assert store is not None
    propose_stale(store)
    window.shell.run_command("view.refresh")
    settle(window)
    view, keyboard = review(window), Keyboard(qtbot, window)
    view.filter.set_value(CardKind.STALE.value)
    settle(window)
    alike = [card for card in view.list.cards.cards if card.memories[0] in messy.stale]
    assert len(alike) >= 20
    keyboard.press(Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    listed = len(view.panel.lines)
    keyboard.press(Qt.Key.Key_Return)
    settle(window)
    gone = [card for card in alike if store.memories.get(card.memories[0]).state is State.TRASHED]
    assert len(gone) == len(alike) <= listed
    keyboard.press(Qt.Key.Key_U)
    settle(window)
    assert keyboard.pressed == 3
    states = {store.memories.get(card.memories[0]).state for card in alike}
    assert State.TRASHED not in states
