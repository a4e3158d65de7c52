"""The card of a statement that the gate dropped: its words, its score with reasons, what was said around it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from engramma.model.session import Event
from engramma.ui.inspector.words import role_icon, role_word
from engramma.ui.models.dates import day_text
from engramma.ui.theme import TextRole, set_surface, theme
from engramma.ui.views.review.cards import Card
from engramma.ui.widgets import ElidedLabel
from engramma.ui.widgets.quote_block import Quote, QuoteBlock
from engramma.ui.widgets.span_text import SpanText

LONGEST_TURN = 600


class StatementPanel(QWidget):
    """`open_requested`: the turn is wanted."""

    open_requested = Signal()

    def __init__(self, card: Card, turns: tuple[Event, ...], *, threshold: float) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "card")
        self.setAccessibleName(f"Dropped statement: {card.text}")
        padding = metrics.px(16)
        column = QVBoxLayout(self)
        column.setContentsMargins(padding, metrics.space_14, padding, metrics.space_14)
        column.setSpacing(metrics.space_12)
        column.addWidget(SpanText(card.text, role=TextRole.CARD))
        column.addLayout(self._facts(card, turns, threshold=threshold))
        for turn in turns:
            own = turn.id == card.event
            block = QuoteBlock(
                _quote(turn, card if own else None), link="Open turn" if own else "", surface="panel"
            )
            block.open_requested.connect(self.open_requested)
            column.addWidget(block)

    def _facts(self, card: Card, turns: tuple[Event, ...], *, threshold: float) -> QGridLayout:
        metrics = theme().metrics
        verdict = next((turn.verdict for turn in turns if turn.id == card.event), None)
        reasons = (
            "" if verdict is None else ", ".join(f"{name} {points:+.2f}" for name, points in verdict.reasons)
        )
        facts = [
            ("Score", f"{card.badge}, kept from {threshold:.2f}"),
            ("Why", reasons or "no reason was noted"),
            ("Said", day_text(card.since) if card.since else "at an unknown time"),
        ]
        grid = QGridLayout()
        grid.setHorizontalSpacing(metrics.space_12)
        grid.setVerticalSpacing(metrics.space_6)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, metrics.px(84))
        for row, (name, words) in enumerate(facts):
            grid.addWidget(ElidedLabel(name, TextRole.SMALL, tone="secondary"), row, 0)
            grid.addWidget(ElidedLabel(words, TextRole.SMALL, tabular=True), row, 1)
        return grid


def _quote(turn: Event, card: Card | None) -> Quote:
    text = turn.text
    start = max(0, text.find(card.text)) if card is not None else 0
    first = max(0, start - LONGEST_TURN // 2) if len(text) > LONGEST_TURN else 0
    shown = text[first : first + LONGEST_TURN]
    before, after = ("…" if first else ""), ("…" if first + LONGEST_TURN < len(text) else "")
    length = len(card.text) if card is not None else 0
    source = f"{role_word(turn.role, turn.speaker)}, turn {turn.turn}"
    return Quote(
        f"{before}{shown}{after}",
        start - first + len(before),
        length,
        "sensory",
        source,
        role_icon(turn.role),
    )
