"""The Review view: cards with their evidence, single keys, decisions that end in the file and can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot
from tests.ui.messy_store import Messy, make_messy, propose_stale
from tests.ui.window_on_store import end_context, make_context, settler

from engramma.engine.live_sessions import Judgement, SaidEvent, record_gate, record_session
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import NotFoundError
from engramma.model.memory import State
from engramma.model.plan import PlanStep
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.views.review import ReviewView
from engramma.ui.views.review.card_list import CardList, CardModel
from engramma.ui.views.review.card_order import CardOrder
from engramma.ui.views.review.cards import CardKind

Settle = Callable[[], None]
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def messy(store_path: Path, frozen_clock: FixedClock) -> Iterator[Messy]:
    made = make_messy(store_path, frozen_clock)
    propose_stale(made.store)
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
def view(qtbot: QtBot, context: WindowContext, settle: Settle) -> Iterator[ReviewView]:
    made = ReviewView(context)
    qtbot.addWidget(made)
    made.resize(1200, 850)
    made.show()
    made.activate()
    settle()
    made.list.setFocus()
    yield made
    made._timer.stop()


def go_to(view: ReviewView, settle: Settle, kind: CardKind) -> None:
    view.filter.set_value(kind.value)
    settle()
    view.list.setFocus()


def current(view: ReviewView):  # type: ignore[no-untyped-def]
    assert view.list.card is not None
    return view.list.card


def test_what_is_most_at_stake_comes_first(view: ReviewView, messy: Messy) -> None:
    kinds = [card.kind for card in view.list.cards.cards]
    assert kinds[:3] == [CardKind.CONFLICT] * 3
    assert view.list.cards.cards[0].high
    assert kinds == sorted(kinds, key=list(CardKind).index)
    assert len(kinds) == messy.store.consolidation.waiting()


def test_a_conflict_stands_side_by_side_with_what_differs_marked(view: ReviewView, messy: Messy) -> None:
    card = current(view)
    one, other = messy.conflicts[0]
    assert card.memories == (one, other)
    assert card.title.endswith("10 or 60") or "10 minutes" in card.title
    shown = view.card.shown
    assert shown is not None
    assert [side.memory.id for side in shown.sides] == [one, other]
    assert "10 against 60" in view.card._reason.text()


def test_two_keeps_the_later_and_the_next_card_is_there_at_once(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    one, other = messy.conflicts[0]
    qtbot.keyClick(view.list, Qt.Key.Key_2)
    assert current(view).memories == messy.conflicts[1]
    settle()
    assert messy.store.memories.get(one).state is State.SUPERSEDED
    assert messy.store.memories.get(other).state is State.ACTIVE
    assert "1 of" in view.foot.text
    assert "conflict" not in {found.key for found in view.waiting() if found.memories == (one, other)}


def test_u_takes_the_last_decision_back_and_goes_to_its_card(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    one, other = messy.conflicts[0]
    qtbot.keyClick(view.list, Qt.Key.Key_1)
    settle()
    assert messy.store.memories.get(other).state is State.SUPERSEDED
    qtbot.keyClick(view.list, Qt.Key.Key_U)
    settle()
    assert messy.store.memories.get(other).state is State.ACTIVE
    assert current(view).memories == (one, other)
    assert view.foot.text.startswith("0 of")


def test_both_leaves_both_and_the_conflict_is_gone(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    pair = messy.conflicts[0]
    qtbot.keyClick(view.list, Qt.Key.Key_B)
    settle()
    assert {messy.store.memories.get(memory).state for memory in pair} == {State.ACTIVE}
    assert pair not in {card.memories for card in view.waiting()}


def test_a_merged_wording_supersedes_both(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    pair = messy.conflicts[0]
    qtbot.keyClick(view.list, Qt.Key.Key_M)
    assert view.wording.isVisible()
    assert view.wording.field.hasFocus() or not view.window().isActiveWindow()
    view.wording.field.setPlainText("The checkout 0 waits for 60 minutes, 10 at night.")
    qtbot.keyClick(view.wording.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    states = {messy.store.memories.get(memory).state for memory in pair}
    assert states == {State.SUPERSEDED}
    newest = messy.store.memories.get(int(messy.store.search.order('"10 at night"').ids[0]))
    assert newest.category == "correction"


def test_escape_leaves_the_wording_and_decides_nothing(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    before = current(view)
    qtbot.keyClick(view.list, Qt.Key.Key_M)
    qtbot.keyClick(view.wording.field, Qt.Key.Key_Escape)
    assert not view.wording.isVisible()
    assert current(view) == before


def test_letters_typed_into_the_wording_decide_nothing(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    qtbot.keyClick(view.list, Qt.Key.Key_M)
    view.wording.field.clear()
    qtbot.keyClicks(view.wording.field, "b1l u")
    settle()
    assert view.wording.field.toPlainText() == "b1l u"
    assert {messy.store.memories.get(memory).state for memory in messy.conflicts[0]} == {State.ACTIVE}


def test_enter_does_what_is_suggested(qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle) -> None:
    go_to(view, settle, CardKind.DUPLICATES)
    card = current(view)
    suggestion = view.card.shown.suggestion  # type: ignore[union-attr]
    assert suggestion is not None
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    settle()
    others = [memory for memory in card.memories if memory != suggestion.memory]
    merged = [messy.store.memories.get(memory) for memory in others]
    assert {memory.merged_into for memory in merged} == {suggestion.memory}
    newest = messy.store.history.recent(limit=1)[0]
    assert (newest.kind, newest.actor) == ("merge", "person")


def test_one_operation_a_merge_so_that_the_windows_undo_takes_all_of_it_back(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle, context: WindowContext
) -> None:
    go_to(view, settle, CardKind.DUPLICATES)
    card = current(view)
    waiting = messy.store.consolidation.waiting()
    qtbot.keyClick(view.list, Qt.Key.Key_1)
    settle()
    assert messy.store.consolidation.waiting() == waiting - 1
    messy.store.history.undo()
    context.poll()
    qtbot.waitUntil(lambda: card.key in {found.key for found in view.waiting()}, timeout=5_000)
    assert messy.store.consolidation.waiting() == waiting
    assert view.decider.tally.decided == 0


def test_a_stale_memory_is_confirmed_or_goes(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    go_to(view, settle, CardKind.STALE)
    first = current(view).memories[0]
    qtbot.keyClick(view.list, Qt.Key.Key_Y)
    settle()
    assert messy.store.memories.get(first).strength == 1.0
    second = current(view).memories[0]
    qtbot.keyClick(view.list, Qt.Key.Key_T)
    settle()
    assert messy.store.memories.get(second).state is State.TRASHED


def test_later_moves_a_card_to_the_end(qtbot: QtBot, view: ReviewView, settle: Settle) -> None:
    before = [card.key for card in view.list.cards.cards]
    qtbot.keyClick(view.list, Qt.Key.Key_L)
    assert [card.key for card in view.list.cards.cards] == [*before[1:], before[0]]
    assert current(view).key == before[1]


def test_j_and_k_walk(qtbot: QtBot, view: ReviewView, settle: Settle) -> None:
    qtbot.keyClick(view.list, Qt.Key.Key_J)
    assert view.list.place == 1
    qtbot.keyClick(view.list, Qt.Key.Key_K)
    assert view.list.place == 0


def test_the_same_for_all_like_this_shows_them_first_and_is_taken_back_as_one(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    go_to(view, settle, CardKind.STALE)
    olds = {card.memories[0] for card in view.list.cards.cards}
    assert olds >= set(messy.stale)
    qtbot.keyClick(view.list, Qt.Key.Key_T, SHIFT)
    assert view.panel.isVisible()
    assert len(view.panel.lines) == len(olds)
    settle()
    assert {messy.store.memories.get(memory).state for memory in olds} == {State.ACTIVE}
    qtbot.keyClick(view.panel._do, Qt.Key.Key_Return)
    settle()
    assert {messy.store.memories.get(memory).state for memory in olds} == {State.TRASHED}
    qtbot.keyClick(view.list, Qt.Key.Key_U)
    settle()
    assert {messy.store.memories.get(memory).state for memory in olds} == {State.ACTIVE}


def test_what_is_high_at_stake_is_never_decided_in_bulk(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    said: list[object] = []
    view._context.toast_requested.connect(said.append)
    qtbot.keyClick(view.list, Qt.Key.Key_2, SHIFT)
    assert not view.panel.isVisible()
    assert "decided by itself" in said[0].text  # type: ignore[attr-defined]


def test_a_pinned_memory_gives_way_only_when_a_person_says_so_twice(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle, context: WindowContext
) -> None:
    one, _other = messy.conflicts[0]
    messy.store.memories.pin([one])
    context.poll()
    qtbot.wait(600)
    settle()
    view.refresh()
    settle()
    view._on_card(view.list.card)
    settle()
    qtbot.keyClick(view.list, Qt.Key.Key_2)
    settle()
    assert view.panel.isVisible()
    assert messy.store.memories.get(one).state is State.ACTIVE
    qtbot.keyClick(view.panel._do, Qt.Key.Key_Return)
    settle()
    assert messy.store.memories.get(one).state is State.SUPERSEDED


def test_what_an_agent_changes_meanwhile_takes_the_card_away(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle, context: WindowContext
) -> None:
    pair = messy.conflicts[0]
    messy.store.acting_as("agent:claude").memories.trash([pair[0]])
    context.poll()
    qtbot.waitUntil(lambda: pair not in {card.memories for card in view.waiting()}, timeout=5_000)
    assert current(view).memories == messy.conflicts[1]


def test_a_refused_decision_brings_the_card_back_and_says_why(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle, context: WindowContext
) -> None:
    errors: list[object] = []
    context.error_reported.connect(errors.append)
    go_to(view, settle, CardKind.DUPLICATES)
    card = current(view)
    assert card.proposal is not None
    messy.store.consolidation.reject(card.proposal.id)
    qtbot.keyClick(view.list, Qt.Key.Key_1)
    settle()
    assert "already" in str(errors[0])
    assert view.decider.tally.decided == 0


def test_the_filter_counts_what_waits(view: ReviewView, settle: Settle) -> None:
    conflicts = view.filter._buttons[CardKind.CONFLICT.value]
    count = sum(card.kind is CardKind.CONFLICT for card in view.waiting())
    assert count >= 3
    assert conflicts.text() == f"Conflicts {count}"
    go_to(view, settle, CardKind.CONFLICT)
    assert {card.kind for card in view.list.cards.cards} == {CardKind.CONFLICT}
    assert view.save_state() == {"kind": "conflict", "order": "stakes"}


def test_without_anything_it_says_so_and_offers_the_plan(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle, context: WindowContext
) -> None:
    opened: list[object] = []
    context.view_requested.connect(opened.append)
    view._on_store()
    assert view.list.card is None
    context.set_store(None)
    settle()
    assert view.empty.accessibleName() == "No store is open"


def test_the_evidence_leads_to_memories_where_there_is_no_turn(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle, context: WindowContext
) -> None:
    qtbot.keyClick(view.list, Qt.Key.Key_Space)
    settle()
    assert context.selection.current == messy.conflicts[0][1]


def test_erasing_for_good_names_every_place_first_and_offers_no_undo(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle, context: WindowContext
) -> None:
    gone = messy.stale[0]
    messy.store.memories.trash([gone])
    messy.clock.advance(40 * DAY)
    plan = messy.store.consolidation.plan(steps=(PlanStep.PURGE,))
    messy.store.consolidation.apply(plan)
    said: list[Any] = []
    context.toast_requested.connect(said.append)
    view.refresh()
    settle()
    go_to(view, settle, CardKind.PURGE)
    assert current(view).memories == (gone,)
    qtbot.keyClick(view.list, Qt.Key.Key_P)
    settle()
    assert view.panel.isVisible()
    view.list.show_cards(tuple(replace(card, badge="news") for card in view.list.cards.cards))
    settle()
    assert view.panel.isVisible(), "news about a card do not take the question away"
    assert any("erased" in line for line in view.panel.lines)
    assert messy.store.memories.get(gone).state is State.TRASHED
    qtbot.keyClick(view.panel._do, Qt.Key.Key_Return)
    settle()
    with pytest.raises(NotFoundError):
        messy.store.memories.get(gone)
    assert said[-1].operations == ()
    assert view.decider.tally.last is None


def test_a_statement_that_was_dropped_by_a_hair_is_kept_with_its_turn(
    qtbot: QtBot, view: ReviewView, messy: Messy, settle: Settle
) -> None:
    text = "The label printer needs a queue of its own."
    turn = SaidEvent(turn=1, role="user", speaker="", text=text, at=messy.clock.now())
    session, [event] = record_session(
        messy.store.workspace, "Printers", [turn], agent="a", topics=[], summary="", started_at=1, ended_at=2
    )
    verdict = Judgement(event_id=event, score=0.47, reasons=(("detail", 0.47),), kept=None)
    record_gate(messy.store.workspace, session, "Printers", statements=[], judgements=[verdict])
    view.refresh()
    settle()
    go_to(view, settle, CardKind.RESCUE)
    assert current(view).title == text
    qtbot.keyClick(view.list, Qt.Key.Key_Y)
    settle()
    [found] = messy.store.search.order('"queue of its own"').ids.tolist()
    [source] = messy.store.memories.details(found).provenance
    assert source.event_id == event
    qtbot.keyClick(view._stack, Qt.Key.Key_U)
    settle()
    assert messy.store.search.count('"queue of its own"') == 0
    assert current(view).title == text


def test_a_long_queue_is_asked_only_for_what_is_seen(view: ReviewView, qtbot: QtBot) -> None:
    """A list that asks a model about each of 100,000 rows would hold the window up on every look at the queue."""

    class Asked(CardModel):
        rows: set[int]
        times: int

        def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
            self.times += 1
            return super().rowCount(parent)

        def data(self, index: QModelIndex, role: int = 0) -> object:  # type: ignore[override]
            self.rows.add(index.row())
            return super().data(index, role)

    (card,) = view.list.cards.cards[:1]
    many = tuple(replace(card, key=f"card {number}") for number in range(20_000))
    cards = CardList()
    qtbot.addWidget(cards)
    model = Asked(cards)
    model.rows, model.times = set(), 0
    cards.cards = model
    cards.setModel(model)
    cards.resize(300, 400)
    with qtbot.waitExposed(cards):
        cards.show()
    cards.show_cards(many, key="card 15000")
    qtbot.waitUntil(lambda: 15_000 in model.rows)
    assert (cards.place, cards.card) == (15_000, many[15_000])
    assert len(model.rows) < 60
    assert model.times < 1_000
    qtbot.keyClick(cards, Qt.Key.Key_End)
    assert cards.card is many[-1]
    qtbot.keyClick(cards, Qt.Key.Key_Home)
    assert cards.card is many[0]


def test_the_order_is_chosen_in_the_head_and_remembered(
    view: ReviewView, settle: Settle, messy: Messy
) -> None:
    actions = view.head.order.findChildren(QAction)
    next(action for action in actions if action.text() == "Longest waiting first").trigger()
    settle()
    since = [card.since for card in view.list.cards.cards]
    assert since == sorted(since)
    assert view.list.place == 0
    next(action for action in actions if action.text() == "Newest first").trigger()
    settle()
    since = [card.since for card in view.list.cards.cards]
    assert since == sorted(since, reverse=True)
    assert view.list.place == 0
    assert view.list.hasFocus()
    state = view.save_state()
    view.head.order.set_order(CardOrder.STAKES)
    view.restore_state(state)
    assert view.head.order.accessibleName() == "Order: Newest first"
