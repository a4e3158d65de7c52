"""The card itself: what is asked, the memories side by side, their lives, what is suggested. Decides nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.ui.inspector.asked_words import asked_question
from engramma.ui.models.dates import day_text
from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.views.review.asked_panel import AskedPanel
from engramma.ui.views.review.card_reading import ShownCard
from engramma.ui.views.review.cards import KINDS, Card, CardKind
from engramma.ui.views.review.dates_ahead import DatesAhead, coming_days
from engramma.ui.views.review.life_strip import LifeStrip
from engramma.ui.views.review.memory_panel import MemoryPanel, panel_texts
from engramma.ui.views.review.statement_panel import StatementPanel
from engramma.ui.widgets import ElidedLabel, IconButton, IconLabel, StatusBadge
from engramma.ui.widgets.content_area import ContentArea
from engramma.ui.widgets.span_text import SpanText

ENOUGH_FOR_ALL = 350


class CardView(ContentArea):
    """`stepped` carries a tuple of +1 or -1; `event_wanted` and `memory_wanted` an id in a tuple of one.

    `day_wanted` carries a ComingDay.
    """

    stepped = Signal(object)
    day_wanted = Signal(object)
    event_wanted = Signal(object)
    memory_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("The card", parent)
        metrics = theme().metrics
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content = QWidget()
        set_surface(content, "window")
        column = QVBoxLayout(content)
        padding = metrics.space_20
        column.setContentsMargins(padding, metrics.space_14, padding, metrics.space_8)
        column.setSpacing(metrics.space_14)
        column.addLayout(self._head())
        self._body = QVBoxLayout()
        self._body.setSpacing(metrics.space_14)
        column.addLayout(self._body, 1)
        self.setWidget(content)
        self.shown: ShownCard | None = None
        self._narrow = False

    def _head(self) -> QHBoxLayout:
        metrics = theme().metrics
        self._icon = IconLabel("warning", size=metrics.px(20), role="warning")
        self._title = QLabel()
        set_text_role(self._title, TextRole.TITLE)
        self._stakes = StatusBadge("High stakes", "warning", icon_name="shield-warning")
        self._reason = QLabel()
        self._reason.setWordWrap(True)
        set_text_role(self._reason, TextRole.SMALL, tone="secondary")
        self._count = ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True)
        back = IconButton("caret-left", "Previous card", keys="K", size="small")
        forward = IconButton("caret-right", "Next card", keys="J", size="small")
        back.clicked.connect(self._on_back)
        forward.clicked.connect(self._on_forward)
        first = QHBoxLayout()
        first.setSpacing(metrics.space_8)
        first.addWidget(self._title)
        first.addWidget(self._stakes)
        first.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(metrics.space_4)
        words.addLayout(first)
        words.addWidget(self._reason)
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        for widget in (self._count, back, forward):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def show_place(self, place: int, total: int) -> None:
        """ "1 of 51"."""
        self._count.set_text(f"{place + 1:,} of {total:,}" if total else "")

    def begin(self, card: Card) -> None:
        """Say at once which card it is; the rest is being read."""
        words = KINDS[card.kind]
        conflict = card.kind is CardKind.CONFLICT
        self._icon.set_icon(words.icon, role="warning" if conflict else "text_secondary")
        question = words.question if card.asked is None else asked_question(card.asked)
        self._title.setText(question)
        self._stakes.setVisible(card.high)
        self._reason.setText(reason_words(card))
        self.setAccessibleName(f"{question}: {card.title}")

    def show_card(self, shown: ShownCard) -> None:
        """Show everything on a card."""
        self.shown = shown
        self._narrow = self._is_narrow(shown)
        self.begin(shown.card)
        self._clear()
        card = shown.card
        if card.asked is not None:
            self._body.addWidget(AskedPanel(card.asked, shown.memories))
        if shown.sides:
            self._body.addLayout(self._panels(shown))
            self._body.addWidget(LifeStrip(shown.sides, shown.now))
            if shown.ahead is not None and coming_days(shown.ahead):
                dates = DatesAhead(shown.ahead)
                dates.day_wanted.connect(self.day_wanted)
                self._body.addWidget(dates)
        elif card.verdict is not None:
            self._body.addWidget(self._statement(shown))
        elif card.asked is None:
            self._body.addWidget(self._words(card))
        if shown.more or shown.gone:
            self._body.addWidget(_note(shown))
        if shown.suggestion is not None:
            self._body.addWidget(self._suggested(shown))
        self._body.addStretch(1)
        self.fit()
        self.verticalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Panels that have become too narrow, or wide enough again, are made anew."""
        super().resizeEvent(event)
        if self.shown is not None and self.shown.sides and self._is_narrow(self.shown) != self._narrow:
            self.show_card(self.shown)

    def _is_narrow(self, shown: ShownCard) -> bool:
        metrics = theme().metrics
        room = self.viewport().width() - 2 * metrics.space_20
        return room / max(1, len(shown.sides)) < metrics.px(ENOUGH_FOR_ALL)

    def _clear(self) -> None:
        while (item := self._body.takeAt(0)) is not None:
            widget, layout = item.widget(), item.layout()
            if layout is not None:
                while (inner := layout.takeAt(0)) is not None:
                    _discard(inner.widget())
            _discard(widget)

    def _panels(self, shown: ShownCard) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme().metrics.space_14)
        pair = shown.card.is_pair and len(shown.sides) > 1
        texts = panel_texts(shown.memories, compared=pair)
        for number, (side, text) in enumerate(zip(shown.sides, texts, strict=True), start=1):
            last = number == len(shown.sides)
            place = ("later" if last else "earlier") if pair else ""
            panel = MemoryPanel(
                side,
                number=number if shown.card.is_pair else 0,
                text=text,
                place=place,
                now=shown.now,
                threshold=shown.threshold,
                narrow=self._narrow,
            )
            panel.event_wanted.connect(self.event_wanted)
            row.addWidget(panel, 1)
        return row

    def _statement(self, shown: ShownCard) -> QWidget:
        panel = StatementPanel(shown.card, shown.turns, threshold=shown.gate_threshold)
        panel.open_requested.connect(self._on_event)
        return panel

    def _words(self, card: Card) -> QWidget:
        box = QWidget()
        set_surface(box, "card")
        column = QVBoxLayout(box)
        column.addWidget(SpanText(card.title, role=TextRole.CARD))
        return box

    def _suggested(self, shown: ShownCard) -> QWidget:
        metrics, suggestion = theme().metrics, shown.suggestion
        assert suggestion is not None
        box = QWidget()
        set_surface(box, "card")
        row = QHBoxLayout(box)
        row.setContentsMargins(metrics.space_14, metrics.space_12, metrics.space_14, metrics.space_12)
        row.setSpacing(metrics.space_12)
        row.addWidget(IconLabel("flow-arrow", size=metrics.icon_large, role="accent"))
        words = QVBoxLayout()
        words.setSpacing(metrics.space_2)
        first = QHBoxLayout()
        first.setSpacing(metrics.space_4)
        strong = QLabel(f"Suggested: {suggestion.words}.")
        set_text_role(strong, TextRole.STRONG)
        why = ElidedLabel(suggestion.why, TextRole.BODY)
        first.addWidget(strong)
        first.addWidget(why, 1)
        outcome = QLabel(suggestion.outcome)
        outcome.setWordWrap(True)
        set_text_role(outcome, TextRole.SMALL, tone="secondary")
        words.addLayout(first)
        words.addWidget(outcome)
        row.addLayout(words, 1)
        return box

    def _on_back(self) -> None:
        self.stepped.emit((-1,))

    def _on_forward(self) -> None:
        self.stepped.emit((1,))

    def _on_event(self) -> None:
        if self.shown is not None and self.shown.card.event is not None:
            self.event_wanted.emit((self.shown.card.event,))


def reason_words(card: Card) -> str:
    """Why it waits, by whom, since when."""
    reason = card.reason[:1].upper() + card.reason[1:]
    parts = [reason.rstrip(".")] if reason else []
    if card.proposal is not None:
        actor = card.proposal.actor
        if actor.startswith("agent:"):
            parts.append(f"Proposed by {actor.removeprefix('agent:')}")
        parts.append(f"Since {day_text(card.since)}")
    return ". ".join(parts) + "." if parts else ""


def _note(shown: ShownCard) -> QWidget:
    parts = []
    if shown.more:
        parts.append(f"{shown.more} more {'memory belongs' if shown.more == 1 else 'memories belong'} to it")
    if shown.gone:
        parts.append(f"{shown.gone} {'is' if shown.gone == 1 else 'are'} gone meanwhile")
    return ElidedLabel("; ".join(parts), TextRole.SMALL, tone="muted")


def _discard(widget: QWidget | None) -> None:
    if widget is not None:
        widget.hide()
        widget.deleteLater()
