"""The button in the head of Review with the order of the cards, and its menu."""

from __future__ import annotations

import functools

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engramma.ui.theme import set_menu, set_variant
from engramma.ui.views.review.card_order import ORDER_WORDS, CardOrder


class OrderButton(QPushButton):
    """`chosen` carries the CardOrder."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.order = CardOrder.STAKES
        menu = QMenu(self)
        menu.setAccessibleName("Order of the cards")
        self._group = QActionGroup(self)
        for order, words in ORDER_WORDS.items():
            action = menu.addAction(words)
            action.setData(order.value)
            action.setCheckable(True)
            self._group.addAction(action)
            action.triggered.connect(functools.partial(self._on_chosen, order))
        set_variant(self, "flat", size="small")
        set_menu(self, menu)
        self.set_order(self.order)

    def set_order(self, order: CardOrder) -> None:
        """Show an order, without saying so."""
        self.order = order
        for action in self._group.actions():
            action.setChecked(action.data() == order.value)
        self.setText(ORDER_WORDS[order])
        self.setAccessibleName(f"Order: {ORDER_WORDS[order]}")

    def _on_chosen(self, order: CardOrder, _checked: bool = True) -> None:
        self.set_order(order)
        self.chosen.emit(order)
