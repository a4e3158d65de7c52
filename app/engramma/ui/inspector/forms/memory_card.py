"""A memory as a card: number, tier, kind, text, strength and when it fades; opens the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.engine.memories.values import MemoryLine
from engramma.model.memory import State
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.inspector.words import word
from engramma.ui.models.dates import day_text
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import ElidedLabel, KindLabel, StrengthBar, TierBadge
from engramma.ui.widgets.span_text import SpanText

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

LONGEST = 400


class MemoryCard(QWidget):
    """Shows one `MemoryLine`."""

    def __init__(
        self,
        context: WindowContext,
        line: MemoryLine,
        *,
        threshold: float,
        now: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        memory = line.memory
        self._context, self._memory_id = context, memory.id
        set_surface(self, "card")
        self.setAccessibleName(f"{memory.label}: {single_line(memory.text)}")
        label = QLabel(memory.label)
        set_text_role(label, TextRole.MONO, tone="secondary")
        link = QPushButton("Open →")
        link.setAccessibleName(f"Open {memory.label}")
        set_variant(link, "link")
        link.clicked.connect(self._on_open)
        head = QHBoxLayout()
        head.setSpacing(metrics.space_6)
        for widget in (label, TierBadge(memory.tier.value, short=True), KindLabel(memory.kind.value)):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(link)
        bar = StrengthBar(width=92)
        bar.set_strength(memory.strength, threshold, tier=memory.tier.value, dormant=memory.dormant)
        number = QLabel(f"{memory.strength:.2f}")
        set_text_role(number, TextRole.SMALL)
        fades = ElidedLabel(_state(line, now), TextRole.CAPTION, tone="muted", right=True)
        foot = QHBoxLayout()
        foot.setSpacing(metrics.space_6)
        foot.addWidget(bar)
        foot.addWidget(number)
        foot.addWidget(fades, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.px(10), metrics.space_8, metrics.px(10), metrics.space_8)
        column.setSpacing(metrics.space_6)
        column.addLayout(head)
        column.addWidget(SpanText(memory.text[:LONGEST]))
        column.addLayout(foot)

    def _on_open(self) -> None:
        self._context.show_memory(self._memory_id)


def _state(line: MemoryLine, now: int) -> str:
    memory = line.memory
    if memory.state is not State.ACTIVE:
        return word(memory.state.value).lower()
    if memory.pinned:
        return "pinned"
    if memory.fades_at is None:
        return "never fades"
    return f"{'faded' if memory.fades_at <= now else 'fades'} {day_text(memory.fades_at)}"
