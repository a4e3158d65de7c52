"""Where the parts of Review stand: the head, the queue at the left, the card with its decisions at the right."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engramma.ui.theme import set_edge, set_surface, theme
from engramma.ui.views.review.ask_panel import AskPanel
from engramma.ui.views.review.card_list import CardList
from engramma.ui.views.review.card_view import CardView
from engramma.ui.views.review.choice_row import ChoiceRow
from engramma.ui.views.review.frame import KindFilter, ReviewFoot, ReviewHead
from engramma.ui.views.review.wording import Wording
from engramma.ui.widgets import EmptyState, lead_keys

LIST_WIDTH = 300


class ReviewLayout(QWidget):
    """Only makes and places the parts; `ReviewView` joins them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Review")
        self.head, self.filter, self.foot = ReviewHead(), KindFilter(), ReviewFoot()
        self.list, self.card = CardList(), CardView()
        self.choices, self.wording, self.panel = ChoiceRow(), Wording(), AskPanel()
        self.empty = EmptyState(
            "check-square-offset", "Nothing waits for you", sentence="Looking what waits."
        )
        self._stack = QStackedWidget()
        self._stack.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._stack.setAccessibleName("What waits")
        filled = QWidget()
        row = QHBoxLayout(filled)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._left())
        row.addWidget(self._right(), 1)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(filled)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.head)
        outer.addWidget(self._stack, 1)
        lead_keys(self, self.list)

    def show_filled(self, *, filled: bool) -> None:
        """The queue and its card, or why there is none."""
        index = 1 if filled else 0
        if index == self._stack.currentIndex():
            return
        # Hiding what has the keys would give them to some button: they stay in the view.
        had_keys = self.list.hasFocus() or self._stack.hasFocus()
        if had_keys:
            self._stack.setFocus()
        self._stack.setCurrentIndex(index)
        if had_keys and filled:
            self.list.setFocus()

    def toast_room(self) -> int:
        """The buttons and what is written stay free of messages: how high they are from the bottom, in px."""
        parts = (self.panel, self.wording, self.choices, self.foot)
        tops = [part.mapTo(self, QPoint(0, 0)).y() for part in parts if part.isVisible()]
        return self.height() - min(tops) if tops else 0

    def end_panels(self) -> None:
        """Put away what asks or is written in; the buttons are back."""
        focused = self.window().focusWidget()
        had_keys = focused is not None and any(
            panel.isAncestorOf(focused) for panel in (self.wording, self.panel)
        )
        self.wording.hide()
        self.panel.hide()
        self.choices.show()
        if had_keys:
            self.list.setFocus()

    def _left(self) -> QWidget:
        left = QWidget()
        set_surface(left, "panel")
        set_edge(left, "right")
        left.setFixedWidth(theme().metrics.px(LIST_WIDTH))
        set_surface(self.list, "panel")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(0)
        column.addWidget(self.filter)
        column.addWidget(self.list, 1)
        return left

    def _right(self) -> QWidget:
        metrics = theme().metrics
        right = QWidget()
        set_surface(right, "window")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, metrics.space_12)
        column.setSpacing(metrics.space_8)
        column.addWidget(self.card, 1)
        below = QVBoxLayout()
        below.setContentsMargins(metrics.space_20, 0, metrics.space_20, 0)
        below.setSpacing(metrics.space_12)
        for part in (self.panel, self.wording, self.choices, self.foot):
            below.addWidget(part)
        column.addLayout(below)
        return right
