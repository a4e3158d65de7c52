"""What an agent asks for, on its card: the wording that it proposes against the old one, and how it is filed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from engramma.model.asked import Asked
from engramma.model.memory import Memory
from engramma.ui.inspector.asked_words import asked_facts, asks_to
from engramma.ui.inspector.words import actor_word
from engramma.ui.theme import TextRole, set_surface, theme
from engramma.ui.widgets import ElidedLabel, FlowLayout, IconLabel, Tag
from engramma.ui.widgets.diff_text import DiffText
from engramma.ui.widgets.span_text import SpanText

MOST_TAGS = 20


class AskedPanel(QWidget):
    """Not for interaction. `memories` are those that it is about."""

    def __init__(self, asked: Asked, memories: tuple[Memory, ...]) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "card")
        self.words = f"{actor_word(asked.actor)} asks to {asks_to(asked)}"
        self.setAccessibleName(f"{self.words}: {asked.text}" if asked.text else self.words)
        padding = metrics.px(16)
        column = QVBoxLayout(self)
        column.setContentsMargins(padding, metrics.space_14, padding, metrics.space_14)
        column.setSpacing(metrics.space_12)
        head = QHBoxLayout()
        head.setSpacing(metrics.space_8)
        head.addWidget(IconLabel("robot", size=metrics.icon))
        head.addWidget(ElidedLabel(self.words, TextRole.STRONG), 1)
        column.addLayout(head)
        if asked.text:
            column.addWidget(_wording(asked, memories))
        facts = asked_facts(asked, memories)
        if facts or asked.tags:
            column.addLayout(_grid(facts, asked.tags))


def _wording(asked: Asked, memories: tuple[Memory, ...]) -> QWidget:
    if len(memories) == 1 and asked.action != "remember":
        return DiffText(memories[0].text, asked.text, role=TextRole.CARD)
    return SpanText(asked.text, role=TextRole.CARD)


def _grid(facts: tuple[tuple[str, str], ...], tags: tuple[str, ...]) -> QGridLayout:
    metrics = theme().metrics
    grid = QGridLayout()
    grid.setHorizontalSpacing(metrics.space_12)
    grid.setVerticalSpacing(metrics.space_6)
    grid.setColumnStretch(1, 1)
    grid.setColumnMinimumWidth(0, metrics.px(84))
    for row, (name, words) in enumerate(facts):
        grid.addWidget(ElidedLabel(name, TextRole.SMALL, tone="secondary"), row, 0)
        grid.addWidget(ElidedLabel(words, TextRole.SMALL, tabular=True), row, 1)
    if tags:
        box = QWidget()
        flow = FlowLayout(box)
        for tag in tags[:MOST_TAGS]:
            flow.addWidget(Tag(tag))
        label = ElidedLabel("Tags", TextRole.SMALL, tone="secondary")
        grid.addWidget(label, len(facts), 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(box, len(facts), 1)
    return grid
