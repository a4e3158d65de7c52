"""Lets decisions be carried out and taken back, in jobs, and keeps count of them."""

from __future__ import annotations

import functools
from collections.abc import Set
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.operation import UndoResult
from engramma.ui.views.review.deciding import (
    Decided,
    Order,
    Question,
    decide_all,
    question_about,
    take_back,
)
from engramma.ui.views.review.said import decided_words
from engramma.ui.views.review.tally import Tally

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

WORTH_A_LINE = 20


class Decider(QObject):
    """`changed`: cards were decided or came back; `asks` carries a Question; `undone` the key of a card to go to.

    `decisions` grows with each one that begins or ends: a queue that was read meanwhile does not know of it.
    """

    changed = Signal()
    asks = Signal(object)
    undone = Signal(str)

    def __init__(self, context: WindowContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.tally = Tally()
        self.decisions = 0
        self._gone: set[str] = set()

    @property
    def gone(self) -> frozenset[str]:
        """The keys of cards that are being decided, or were and are still in the queue that was read before."""
        return frozenset(self._gone)

    def start_over(self) -> None:
        """Another store."""
        self._gone.clear()
        self.tally = Tally()

    def compare(self, waiting: Set[str]) -> None:
        """The queue was read: what was decided and waits again was taken back by other means."""
        if not self.tally.deciding:
            self._gone.clear()
            self.tally.forget_waiting(waiting)

    def consider(self, order: Order) -> None:
        """Decide, or first ask where that cannot be taken back or a pinned memory would give way."""
        store = self._context.store
        if store is None:
            return
        work = functools.partial(question_about, store, order)
        self._context.jobs.read("Look before deciding", work, functools.partial(self._on_question, order))

    def _on_question(self, order: Order, question: Question | None) -> None:
        if question is None:
            self.decide((order,))
        else:
            self.asks.emit(question)

    def decide(self, orders: tuple[Order, ...], *, final: bool = False) -> None:
        """Carry decisions out; `final` ones cannot be taken back."""
        store = self._context.store
        if store is None or store.read_only:
            return
        self.decisions += 1
        self._gone.update(order.card.key for order in orders)
        self.tally.begin(len(orders))
        self.changed.emit()
        self._context.jobs.write(
            "Decide",
            functools.partial(decide_all, store, orders),
            functools.partial(self._on_decided, orders, final),
            failed=functools.partial(self._on_failed, orders),
            quiet=len(orders) < WORTH_A_LINE,
        )

    def undo_last(self) -> None:
        """Take back the last decision of this visit."""
        store, last = self._context.store, self.tally.last
        if store is not None and last is not None:
            work = functools.partial(take_back, store, last.operations)
            self._context.jobs.write("Undo a decision", work, functools.partial(self._on_undone, last))

    def _on_decided(self, orders: tuple[Order, ...], final: bool, decided: Decided) -> None:
        self.decisions += 1
        done = {order.card.key for order in decided.orders}
        self._gone.difference_update(order.card.key for order in orders if order.card.key not in done)
        self.tally.end(len(orders), decided, final=final)
        if decided.refused:
            self._context.report_error(decided.refused[0][1])
        elif decided.orders:
            undo = () if final else decided.operations
            self._context.toast(decided_words(decided.orders), operations=undo)
        self.changed.emit()

    def _on_failed(self, orders: tuple[Order, ...], error: Exception) -> None:
        self._gone.difference_update(order.card.key for order in orders)
        self.tally.end(len(orders), None)
        self._context.report_error(error)
        self.changed.emit()

    def _on_undone(self, decided: Decided, result: UndoResult | None) -> None:
        if result is not None and result.operation_id is None and result.conflicts:
            self._context.run("edit.undo", operation_id=result.undone)
            return
        self.tally.forget(decided)
        self._gone.difference_update(order.card.key for order in decided.orders)
        self._context.toast(f"Took back: {decided_words(decided.orders)}", icon="arrow-u-up-left")
        self.undone.emit(decided.orders[0].card.key if decided.orders else "")
