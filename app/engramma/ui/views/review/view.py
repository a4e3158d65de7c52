"""The Review view: joins the queue, the card and the decisions; every decision can be taken back."""

from __future__ import annotations

import functools
import time
from collections import Counter
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from engramma.model.changes import ChangeNotice
from engramma.model.draft import REVIEW, Draft
from engramma.ui.bridge import WindowContext
from engramma.ui.views.review.alike import alike, question_for_all
from engramma.ui.views.review.card_order import CardOrder
from engramma.ui.views.review.card_reading import ShownCard, read_card
from engramma.ui.views.review.cards import Card, CardKind
from engramma.ui.views.review.choices import Act, Choice, choices_of
from engramma.ui.views.review.dates_ahead import ComingDay
from engramma.ui.views.review.decider import Decider
from engramma.ui.views.review.deciding import Order, Question, must_ask
from engramma.ui.views.review.keys import ReviewKeys
from engramma.ui.views.review.layout import ReviewLayout
from engramma.ui.views.review.queue import Queue, read_queue
from engramma.ui.views.review.said import empty_words, wording_title
from engramma.ui.views.review.wording_desk import WordingDesk
from engramma.ui.views.rows.days import local_day

LOOK_AFTER = 700


class ReviewView(ReviewLayout):
    """One of the window's views; see `WindowContext` for what it follows."""

    view_name = "review"

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._queue: Queue | None = None
        self._due = True
        self._asked_at, self._asked_after = 0.0, 0
        self._put_off: dict[str, None] = {}
        self._following = ""
        self._from_the_top = False
        self._card_key = ""
        self.decider = Decider(context, self)
        self.desk = WordingDesk(context, self.wording, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_AFTER)
        self._timer.timeout.connect(self._look_again)
        self._connect()
        self.keys = ReviewKeys(self)

    def _connect(self) -> None:
        context = self._context
        context.store_changed.connect(self._on_store)
        context.data_changed.connect(self._on_data)
        self.filter.changed.connect(self._on_filter)
        self.list.current_card.connect(self._on_card)
        self.card.stepped.connect(self._on_step)
        self.card.event_wanted.connect(self._on_event)
        self.card.day_wanted.connect(self._on_day_wanted)
        self.choices.chosen.connect(self.choose)
        self.wording.written.connect(self._on_written)
        self.wording.dropped.connect(self._on_wording_dropped)
        context.drafts.resume_asked.connect(self._on_resume)
        self.panel.agreed.connect(self._on_agreed)
        self.panel.dropped.connect(self.end_panels)
        self.head.several.connect(self.ask_for_several)
        self.head.order.chosen.connect(self._on_order)
        self.foot.undo.connect(self.decider.undo_last)
        self.decider.changed.connect(self._on_decisions)
        self.decider.asks.connect(self._ask)
        self.decider.undone.connect(self._on_undone)
        self.empty.action_triggered.connect(self._on_empty_action)

    # What the window asks

    def activate(self) -> None:
        """It came to the front."""
        if self._due:
            self.refresh()
        self._tell_results()

    def save_state(self) -> dict[str, Any]:
        """The kind that is looked at, and the order."""
        return {"kind": self.filter.value, "order": self.head.order.order.value}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what `save_state` gave."""
        kind = state.get("kind")
        if isinstance(kind, str):
            self.filter.set_value(kind)
        order = state.get("order")
        if order in tuple(CardOrder):
            self.head.order.set_order(CardOrder(str(order)))

    def showEvent(self, event: QShowEvent) -> None:
        """Read what became due while nobody looked."""
        super().showEvent(event)
        if self._due:
            self.refresh()

    # The queue

    def refresh(self) -> None:
        """Read the queue anew."""
        self._due = False
        store = self._context.store
        if store is None:
            self._show()
            return
        self._asked_at, self._asked_after = time.monotonic(), self.decider.decisions
        work = functools.partial(read_queue, store, self.head.order.order)
        self._context.jobs.read("Read what waits", work, self._on_queue, key="review queue")

    def _on_store(self) -> None:
        self._queue = None
        self._put_off.clear()
        self.decider.start_over()
        self.desk.leave()
        self.end_panels()
        self._show()
        self._look_again()

    def _on_data(self, _notice: ChangeNotice) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _look_again(self) -> None:
        self._due = True
        if self.isVisible():
            self.refresh()

    def _on_queue(self, queue: Queue) -> None:
        self._queue = queue
        # While others write all the time, reading a long queue takes a sixth of it at most.
        self._timer.setInterval(max(LOOK_AFTER, round(5_000 * (time.monotonic() - self._asked_at))))
        if self.decider.decisions == self._asked_after:
            self.decider.compare(queue.by_key.keys())
        if self._from_the_top and queue.cards:
            self._from_the_top = False
            self._following = next((card.key for card in self.waiting(self._kind)), "")
        self._show(key=self._following)
        self._go_on_writing()

    def _on_decisions(self) -> None:
        self._show(key=self._following)

    def _on_undone(self, key: str) -> None:
        self._following = key
        self.refresh()

    def waiting(self, kind: CardKind | None = None) -> tuple[Card, ...]:
        """The cards of a kind, or all, that are not being decided, those put off at the end."""
        if self._queue is None:
            return ()
        aside = self.decider.gone | self._put_off.keys()
        cards = self._queue.of(kind)
        if not aside:
            return cards
        later = [self._queue.by_key[key] for key in self._put_off if key in self._queue.by_key]
        put_off = [card for card in later if card.key not in self.decider.gone and kind in (None, card.kind)]
        return (*(card for card in cards if card.key not in aside), *put_off)

    def _counts(self) -> Counter[CardKind]:
        """How many of each kind wait."""
        if self._queue is None:
            return Counter()
        counts = Counter({kind: len(cards) for kind, cards in self._queue.kinds.items()})
        known = self._queue.by_key
        counts.subtract(known[key].kind for key in self.decider.gone if key in known)
        return counts

    @property
    def _kind(self) -> CardKind | None:
        return CardKind(self.filter.value) if self.filter.value else None

    def _show(self, *, key: str = "") -> None:
        counts, tally = self._counts(), self.decider.tally
        waiting = sum(counts.values())
        self.filter.show_counts(counts)
        shown = self.waiting(self._kind)
        self.head.show_count(waiting, shown=len(shown))
        self.list.show_cards(shown, key=key)
        self.show_filled(filled=bool(shown))
        if not shown:
            open_store = self._context.store is not None
            title, sentence, action = empty_words(open_store, waiting=waiting, decided=tally.decided)
            self.empty.set_texts(title, sentence=sentence, action=action)
        self.card.show_place(self.list.place, len(shown))
        self.foot.show_progress(tally.decided, waiting, seconds=tally.seconds)
        self._tell_results()

    def _tell_results(self) -> None:
        if self.isVisible():
            waiting = sum(self._counts().values())
            words = f"{waiting:,} waiting, {self.decider.tally.decided:,} decided"
            self._context.set_results_text(words)

    def _on_filter(self, _kind: str) -> None:
        self._following = ""
        self._show()
        self.list.setFocus()

    def _on_order(self, _order: CardOrder) -> None:
        """Begin with the first card of another order."""
        self._following = ""
        self._from_the_top = True
        self.refresh()
        self.list.setFocus()

    def _on_empty_action(self) -> None:
        if self.filter.value and self.waiting():
            self.filter.set_value("")
        else:
            self._context.open_view("plan")

    # The card

    def _on_card(self, card: Card | None) -> None:
        # News about the card that is there must not close what is asked or written about it.
        before, self._card_key = self._card_key, "" if card is None else card.key
        if not before or before != self._card_key:
            written_for = self.desk.card
            known = self._queue.by_key if self._queue is not None else {}
            self.desk.leave(gone=written_for is not None and written_for.key not in known)
            self.end_panels()
        self.card.show_place(self.list.place, len(self.list.cards.cards))
        store = self._context.store
        if card is None or store is None:
            self.choices.show_choices((), None, enabled=False)
            return
        self._following = card.key
        self.card.begin(card)
        self.choices.show_choices(choices_of(card), None, enabled=not store.read_only)
        work = functools.partial(read_card, store, card)
        self._context.jobs.read("Read a card", work, self._on_read, key="review card")

    def _on_read(self, shown: ShownCard) -> None:
        current = self.list.card
        if current is not None and current.key == shown.card.key:
            self.card.show_card(shown)
            self.choices.show_choices(choices_of(shown.card), shown.suggestion, enabled=shown.writable)

    def _on_step(self, by: tuple[int]) -> None:
        self.list.step(by[0])

    def _on_event(self, event: tuple[int]) -> None:
        self._context.show_event(event[0])

    def _on_day_wanted(self, day: ComingDay) -> None:
        self._context.run("view.calendar", day=local_day(day.at), fate=day.fate.value)

    def open_source(self) -> None:
        """Go to the turn that the card comes from, or to the memory."""
        if (shown := self.card.shown) is None:
            return
        if (event := shown.source_event) is not None:
            self._context.show_event(event)
        elif shown.card.memories:
            self._context.show_memory(shown.card.memories[-1])

    def open_workbench(self) -> None:
        """Merge the pair by hand, on a page of its own."""
        card = self.list.card
        if card is not None and card.is_pair:
            self._context.run("memory.merge", ids=card.memories)

    # Deciding

    def choose(self, choice: Choice) -> None:
        """Decide the card as this button says."""
        if (card := self.list.card) is None:
            return
        if choice.act is Act.LATER:
            self._put_off.pop(card.key, None)
            self._put_off[card.key] = None
            self._following = self.list.following
            self._show(key=self._following)
        elif choice.opens_editor:
            self._ask_wording(card, choice)
        else:
            self._decide(Order(card, choice.act, choice.memory))

    def ask_for_several(self, choice: Choice | None = None) -> None:
        """Show for which cards the same would be decided; the suggested choice by default."""
        card = self.list.card
        choice = choice or self.choices.suggested() or next(iter(self.choices.choices), None)
        if card is None or choice is None or choice.act is Act.LATER:
            return
        question = question_for_all(choice, alike(card, self.list.cards.cards))
        if question is not None:
            self._ask(question)
            return
        why = "Much is at stake here: each" if card.high else "Each of these"
        self._context.toast(f"{why} is decided by itself", icon="info")

    def _ask(self, question: Question) -> None:
        self.wording.hide()
        self.choices.hide()
        self.panel.ask(question)

    def _ask_wording(self, card: Card, choice: Choice) -> None:
        shown = self.card.shown
        sides = shown.sides if shown is not None and shown.card.key == card.key else ()
        wanted = shown.suggestion.memory if shown is not None and shown.suggestion is not None else None
        texts = [side.memory.text for side in sides if wanted in (None, side.memory.id)]
        self.choices.hide()
        written = card.text if card.asked is not None else texts[-1] if texts else card.title
        self.desk.begin(card, choice, title=wording_title(card, choice), text=written)

    def _on_written(self, text: tuple[str]) -> None:
        card, choice = self.desk.card, self.desk.choice
        self.desk.done()
        self.end_panels()
        if card is not None and choice is not None:
            shown = self.card.shown
            wanted = shown.suggestion.memory if shown is not None and shown.suggestion is not None else None
            self._decide(Order(card, choice.act, choice.memory or wanted, text[0]))

    def _on_wording_dropped(self) -> None:
        self.desk.done()
        self.end_panels()

    def _on_resume(self, draft: Draft) -> None:
        if draft.editor == REVIEW:
            self.desk.want(draft)
            self.filter.set_value("")
            self.refresh()

    def _go_on_writing(self) -> None:
        """Open the wording that a person wants to go on with, on its card."""
        wanted = self.desk.wanted_among(self.waiting())
        if wanted is not None:
            card, choice = wanted
            self._show(key=card.key)
            self._ask_wording(card, choice)

    def _on_agreed(self, question: Question) -> None:
        self.end_panels()
        self._following = self.list.following
        self.decider.decide(question.orders, final=question.final)

    def _decide(self, order: Order) -> None:
        if must_ask(order):
            self.decider.consider(order)
            return
        self._following = self.list.following
        self.decider.decide((order,))
