"""One side of a card: a memory, marked where it differs from the other, its strength, facts and evidence."""

from __future__ import annotations

import functools

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from engramma.engine.memories.values import MemoryDetails
from engramma.model.memory import Memory, State
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.inspector.memory.provenance_section import quote_of
from engramma.ui.inspector.words import actor_word, word
from engramma.ui.models.dates import day_text, exact_text, short_day_text
from engramma.ui.theme import TextRole, set_edge, set_surface, theme
from engramma.ui.widgets import (
    ElidedLabel,
    FlowLayout,
    IconLabel,
    KeyHint,
    KindLabel,
    StatusBadge,
    StrengthBar,
    Tag,
    TierBadge,
)
from engramma.ui.widgets.diff_text import DiffText
from engramma.ui.widgets.quote_block import QuoteBlock
from engramma.ui.widgets.span_text import SpanText

MOST_QUOTES, MOST_TAGS = 2, 8
BAR, NARROW_BAR = 144, 64


class MemoryPanel(QWidget):
    """`event_wanted` and `memory_wanted` carry an id in a tuple of one."""

    event_wanted = Signal(object)
    memory_wanted = Signal(object)

    def __init__(
        self,
        side: MemoryDetails,
        *,
        number: int,
        text: SpanText,
        place: str,
        now: int,
        threshold: float,
        narrow: bool = False,
    ) -> None:
        super().__init__()
        self._side, self._now, self._threshold, self._narrow = side, now, threshold, narrow
        set_surface(self, "card")
        memory = side.memory
        self.setAccessibleName(f"{memory.label}: {memory.text}")
        metrics = theme().metrics
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, metrics.space_12)
        column.setSpacing(0)
        column.addWidget(self._head(number, place))
        body = QVBoxLayout()
        padding = metrics.px(16)
        body.setContentsMargins(padding, metrics.space_14, padding, 0)
        body.setSpacing(metrics.space_12)
        body.addWidget(text)
        body.addLayout(self._strength())
        body.addLayout(self._facts())
        body.addStretch(1)
        for source in side.provenance[:MOST_QUOTES]:
            quote = quote_of(source, tier=str(memory.tier), now=now)
            block = QuoteBlock(
                quote, link="Open turn" if source.event_id is not None else "", surface="panel"
            )
            if source.event_id is not None:
                block.open_requested.connect(functools.partial(self.event_wanted.emit, (source.event_id,)))
            body.addWidget(block)
        column.addLayout(body, 1)

    def _head(self, number: int, place: str) -> QWidget:
        metrics, memory = theme().metrics, self._side.memory
        head = QWidget()
        set_edge(head, "bottom")
        head.setFixedHeight(metrics.px(40))
        row = QHBoxLayout(head)
        row.setContentsMargins(metrics.space_14, 0, metrics.space_14, 0)
        row.setSpacing(metrics.space_8)
        if number:
            row.addWidget(KeyHint(str(number)))
        label = ElidedLabel(memory.label, TextRole.MONO)
        label.setMinimumWidth(label.sizeHint().width())
        row.addWidget(label)
        row.addWidget(TierBadge(str(memory.tier), short=self._narrow))
        if not self._narrow:
            row.addWidget(KindLabel(str(memory.kind)))
        for shown, name, what in (
            (memory.pinned, "push-pin-fill", "Pinned"),
            (memory.dormant, "moon", "Dormant"),
            (memory.state is State.SUPERSEDED, "arrow-bend-up-left", "Superseded"),
            (memory.state is State.TRASHED, "trash", "In the Trash"),
        ):
            if shown:
                sign = IconLabel(name, size=metrics.icon)
                sign.setToolTip(tooltip(what))
                sign.setAccessibleName(what)
                row.addWidget(sign)
        row.addStretch(1)
        if self._narrow:
            place = "" if place == "earlier" else place
        if place == "later":
            row.addWidget(StatusBadge("later", "ok", icon_name="clock"))
        elif place:
            row.addWidget(ElidedLabel(place, TextRole.SMALL, tone="secondary"))
        return head

    def _strength(self) -> QHBoxLayout:
        memory = self._side.memory
        bar = StrengthBar(width=NARROW_BAR if self._narrow else BAR)
        bar.set_strength(memory.strength, self._threshold, tier=str(memory.tier), dormant=memory.dormant)
        row = QHBoxLayout()
        row.setSpacing(theme().metrics.space_8)
        row.addWidget(bar)
        number = ElidedLabel(f"{memory.strength:.2f}", TextRole.SMALL, tabular=True)
        number.setMinimumWidth(number.sizeHint().width())
        number.setToolTip(f"Strength {memory.strength:.4f}, dormant below {self._threshold:g}")
        row.addWidget(number)
        row.addStretch(1)
        fades = ElidedLabel(fades_words(memory, self._now), TextRole.SMALL, tone="secondary", right=True)
        if memory.fades_at is not None:
            fades.setToolTip(tooltip(exact_text(memory.fades_at)))
        row.addWidget(fades)
        return row

    def _facts(self) -> QGridLayout:
        metrics, memory = theme().metrics, self._side.memory
        grid = QGridLayout()
        grid.setHorizontalSpacing(metrics.space_12)
        grid.setVerticalSpacing(metrics.space_6)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, metrics.px(64 if self._narrow else 84))
        edited = [version.actor for version in self._side.versions[1:]]
        kind = [("Kind", word(str(memory.kind)))] if self._narrow else []
        facts = [
            *kind,
            ("Created", day_text(memory.created_at)),
            ("Category", word(str(memory.category))),
            ("Importance", f"{memory.importance:.2f}"),
            ("Recalled", recalled_words(memory, self._now)),
            ("Edited by", ", ".join(dict.fromkeys(_editor(actor) for actor in edited)) or "nobody"),
        ]
        for row, (name, words) in enumerate(facts):
            grid.addWidget(ElidedLabel(name, TextRole.SMALL, tone="secondary"), row, 0)
            value = ElidedLabel(words, TextRole.SMALL, tabular=True)
            if name == "Created":
                value.setToolTip(tooltip(exact_text(memory.created_at)))
            grid.addWidget(value, row, 1)
        if memory.tags:
            tags = QWidget()
            flow = FlowLayout(tags)
            for tag in memory.tags[:MOST_TAGS]:
                flow.addWidget(Tag(tag))
            label = ElidedLabel("Tags", TextRole.SMALL, tone="secondary")
            grid.addWidget(label, len(facts), 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(tags, len(facts), 1)
        return grid


def panel_texts(memories: tuple[Memory, ...], *, compared: bool) -> tuple[SpanText, ...]:
    """The wordings, large; of two, what differs is struck in the earlier and underlined in the later."""
    if not compared:
        return tuple(SpanText(memory.text, role=TextRole.CARD) for memory in memories)
    if len(memories) == 2:
        one, other = memories
        return (
            DiffText(one.text, other.text, side="before", role=TextRole.CARD),
            DiffText(one.text, other.text, side="after", role=TextRole.CARD),
        )
    first = SpanText(memories[0].text, role=TextRole.CARD)
    others = (
        DiffText(memories[0].text, memory.text, side="after", role=TextRole.CARD) for memory in memories[1:]
    )
    return (first, *others)


def fades_words(memory: Memory, now: int) -> str:
    """When a memory fades: a date, or why it does not."""
    if memory.pinned:
        return "pinned, never fades"
    if memory.fades_at is None:
        return "never fades"
    when = day_text(memory.fades_at)
    return f"fades {when}" if memory.fades_at > now else f"faded {when}"


def recalled_words(memory: Memory, now: int) -> str:
    """ "5 times, last 27 Jul"."""
    if not memory.recalls:
        return "never"
    times = "once" if memory.recalls == 1 else f"{memory.recalls:,} times"
    if memory.last_recalled_at is None:
        return times
    return f"{times}, last {short_day_text(memory.last_recalled_at, now)}"


def _editor(actor: str) -> str:
    return "you" if actor == "person" else actor_word(actor)
