"""One member of a merge: whether it takes part, whether it stays, its text against the result, what it is.

Works by keys when it has the focus: Space in and out, S stays, T its text.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from engramma.model.memory import Memory
from engramma.model.merging import MergeMember
from engramma.model.records import dataclass
from engramma.ui.models.dates import day_text
from engramma.ui.theme import TextRole, qcolor, set_surface, theme
from engramma.ui.widgets import (
    ElidedLabel,
    FlowLayout,
    KeyButton,
    KindLabel,
    StatusBadge,
    StrengthBar,
    TierBadge,
)
from engramma.ui.widgets.diff_text import DiffText


class CardAct(StrEnum):
    """What is asked for on a card."""

    TOGGLE = "toggle"
    STAY = "stay"
    TEXT = "text"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class CardAsked:
    """An act on the card of a memory."""

    act: CardAct
    memory_id: int


KEYS = {
    Qt.Key.Key_Space: CardAct.TOGGLE,
    Qt.Key.Key_S: CardAct.STAY,
    Qt.Key.Key_T: CardAct.TEXT,
    Qt.Key.Key_O: CardAct.OPEN,
}


class MemberCard(QWidget):
    """`asked` carries a CardAsked, `stepped` a tuple of +1 or -1."""

    asked = Signal(object)
    stepped = Signal(object)

    def __init__(self, member: MergeMember, threshold: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics, memory = theme().metrics, member.memory
        self._memory = memory
        set_surface(self, "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._tick = QCheckBox()
        self._tick.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._tick.setAccessibleName(f"{memory.label} takes part")
        self._tick.setChecked(True)
        self._tick.clicked.connect(self._on_tick)
        self._stay = KeyButton("Let it stay", "S")
        self._stay.setAccessibleName(f"Let {memory.label} stay")
        self._stay.clicked.connect(self._on_stay)
        self._text = KeyButton("Use its text", "T")
        self._text.setAccessibleName(f"Use the text of {memory.label}")
        self._text.clicked.connect(self._on_text)
        for button in (self._stay, self._text):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._badge = StatusBadge("stays", "ok", icon_name="check")
        self._diff = DiffText(role=TextRole.READING)
        self._gives_way: tuple[QWidget, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_14, metrics.space_8, metrics.space_14, metrics.space_12)
        column.setSpacing(metrics.space_8)
        column.addLayout(self._head(memory))
        column.addWidget(self._diff)
        column.addLayout(self._foot(member, threshold))

    @property
    def memory_id(self) -> int:
        """Whose card it is."""
        return self._memory.id

    def set_tight(self, tight: bool) -> None:
        """With little room the facts give way to the buttons."""
        for widget in self._gives_way:
            widget.setVisible(not tight)

    def show_state(self, *, taking_part: bool, stays: bool, result: str, text_used: bool) -> None:
        """In or out, and its text against the result's."""
        self._tick.setChecked(taking_part)
        self._badge.setVisible(stays)
        self._stay.setVisible(taking_part and not stays)
        self._text.setVisible(taking_part and not text_used)
        if taking_part:
            self._diff.set_texts(self._memory.text, result)
        else:
            self._diff.set_text(self._memory.text)
        place = "stays" if stays else "is merged" if taking_part else "takes no part"
        self.setAccessibleName(f"{self._memory.label} {place}: {self._memory.text}")
        self.setAccessibleDescription("Space: in or out. S: let it stay. T: use its text. O: open it.")
        self.setProperty("out", not taking_part)
        self._diff.setEnabled(taking_part)

    def _head(self, memory: Memory) -> QHBoxLayout:
        metrics = theme().metrics
        label = ElidedLabel(memory.label, TextRole.MONO)
        label.setMinimumWidth(label.sizeHint().width())
        self._tick.setFixedHeight(metrics.badge)
        label.setFixedHeight(metrics.badge)
        badges = QWidget()
        flow = FlowLayout(badges, gap=metrics.space_8)
        for widget in (TierBadge(str(memory.tier)), KindLabel(str(memory.kind))):
            flow.addWidget(widget)
        for shown, words, colour, sign in (
            (memory.pinned, "pinned", "accent", "push-pin-fill"),
            (memory.person_edited, "edited by you", "neutral", "pencil-simple"),
            (memory.conflicted, "in conflict", "warning", "warning"),
        ):
            if shown:
                flow.addWidget(StatusBadge(words, colour, icon_name=sign))
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        top = Qt.AlignmentFlag.AlignTop
        row.addWidget(self._tick, 0, top)
        row.addWidget(label, 0, top)
        row.addWidget(badges, 1)
        row.addWidget(self._badge, 0, top)
        return row

    def _foot(self, member: MergeMember, threshold: float) -> QHBoxLayout:
        memory = member.memory
        bar = StrengthBar()
        bar.set_strength(memory.strength, threshold, tier=str(memory.tier), dormant=memory.dormant)
        row = QHBoxLayout()
        row.setSpacing(theme().metrics.space_8)
        number = ElidedLabel(f"{memory.strength:.2f}", TextRole.SMALL, tabular=True)
        number.setMinimumWidth(number.sizeHint().width())
        words = ElidedLabel(card_words(member), TextRole.SMALL, tone="secondary", tabular=True)
        words.setMinimumWidth(theme().metrics.px(60))
        self._gives_way = (bar, words)
        row.addWidget(bar)
        row.addWidget(number)
        row.addWidget(words, 1)
        row.addStretch()
        for button in (self._text, self._stay):
            row.addWidget(button)
        return row

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of a card; arrows go to the next."""
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if plain and key in KEYS:
            self.asked.emit(CardAsked(KEYS[key], self._memory.id))
        elif plain and key in (Qt.Key.Key_Down, Qt.Key.Key_J):
            self.stepped.emit((1,))
        elif plain and key in (Qt.Key.Key_Up, Qt.Key.Key_K):
            self.stepped.emit((-1,))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click takes the keys."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the frame."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No frame."""
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The card, with an accent frame when it has the keys."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(qcolor(theme().tokens.accent), 2))
            radius = theme().metrics.radius_card - 1
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)

    def _on_tick(self) -> None:
        self.asked.emit(CardAsked(CardAct.TOGGLE, self._memory.id))

    def _on_stay(self) -> None:
        self.asked.emit(CardAsked(CardAct.STAY, self._memory.id))

    def _on_text(self) -> None:
        self.asked.emit(CardAsked(CardAct.TEXT, self._memory.id))


def card_words(member: MergeMember) -> str:
    """ "created 30 April 2026, recalled 5 times, 2 sources, 7 links"."""
    memory = member.memory
    times = {0: "never recalled", 1: "recalled once"}.get(
        memory.recalls, f"recalled {memory.recalls:,} times"
    )
    sources, links = len(member.provenance), len([link for link in member.links if link.id])
    parts = [
        f"created {day_text(memory.created_at)}",
        f"importance {memory.importance:.2f}",
        times,
        f"{sources:,} {'source' if sources == 1 else 'sources'}",
        f"{links:,} {'link' if links == 1 else 'links'}",
    ]
    return ", ".join(parts)
