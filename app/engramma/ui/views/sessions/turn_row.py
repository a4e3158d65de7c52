"""One turn of a transcript, laid out for a width: number, role, speaker, text with its marks, gate column.

Colours are taken when it is laid out or painted; a theme switch lays rows out anew. Knows no model and no view.
"""

from __future__ import annotations

from dataclasses import dataclass
from re import Pattern

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engramma.model.session import Event, Role
from engramma.ui.delegates.kit import CENTRE, RIGHT, Kit, rounded
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.rows import RowState, Target
from engramma.ui.views.sessions.fork_lines import Fork, ForkLines
from engramma.ui.views.sessions.gate_cell import GateCell
from engramma.ui.views.sessions.said import Said
from engramma.ui.views.sessions.turn_actions import ShowMemory, ToggleFold
from engramma.ui.views.sessions.turn_words import (
    REWOUND,
    ROLE_BADGES,
    ROLE_ICONS,
    SIDE_CHAIN,
    gate_words,
    speaker_words,
    time_words,
)

TEXT_LEFT, NUMBER_RIGHT, CIRCLE = 76, 34, 22
GATE_WIDTH, WIDEST_TEXT = 190, 780
NARROWEST_WITH_GATE = 440


@dataclass(frozen=True, slots=True)
class TurnStyle:
    """What the transcript decides for all its turns: a gate column or none, people or an agent, searched words.

    Among people, circles hold initials: no robot stands for a person. `rescue`: what the gate dropped may be kept.
    """

    gate: bool = True
    people: bool = False
    pattern: Pattern[str] | None = None
    rescue: bool = False


def gate_width(kit: Kit, width: int, style: TurnStyle) -> int:
    """Width in px of the gate column in a view of this width; 0 where there is none, or no room for one."""
    return kit.px(GATE_WIDTH) if style.gate and width >= kit.px(NARROWEST_WITH_GATE) else 0


class TurnRow:
    """A laid out turn; see `LaidRow`."""

    def __init__(
        self,
        kit: Kit,
        event: Event,
        *,
        width: int,
        style: TurnStyle,
        open_: bool,
        forks: tuple[Fork, ...] = (),
    ) -> None:
        self._event = event
        gate = gate_width(kit, width, style)
        left, top = kit.px(TEXT_LEFT), kit.px(8)
        right = width - (gate + kit.px(14) if gate else kit.px(24))
        self._name_box = QRectF(left, top, max(40, right - left), kit.px(16))
        text_width = min(right - left, kit.px(WIDEST_TEXT))
        self.said = Said(
            kit, event, left=left, top=top + kit.px(18), width=text_width, open_=open_, pattern=style.pattern
        )
        bottom = self.said.bottom
        words = gate_words(event)
        self._gate: GateCell | None = None
        if gate:
            self._gate = GateCell(
                kit, words, left=width - gate, top=top, width=gate - kit.px(14), rescue=style.rescue
            )
        elif style.gate and (words.badges or words.score):
            self._gate = GateCell(
                kit, words, left=left, top=bottom + kit.px(6), width=text_width, rescue=style.rescue
            )
        if self._gate is not None:
            bottom = max(bottom, self._gate.bottom)
        self._forks = ForkLines(
            kit, forks, left=left, top=bottom + kit.px(6), width=width - left - kit.px(14)
        )
        bottom = max(bottom, self._forks.bottom)
        self._height = round(bottom + kit.px(10))
        self._width = width
        self._number_box = QRectF(0, top, kit.px(NUMBER_RIGHT), kit.px(16))
        name, more = speaker_words(event)
        self._name, self._more = name, more
        spoken = event.role in (Role.USER, Role.AGENT) and name not in ("User", "Agent")
        self._initial = name[:1].upper() if style.people and spoken else ""
        self._time, exactly = time_words(event)
        targets = [Target(self._name_box, f"{name} {self._time}", None, exactly)] if exactly else []
        targets += self.said.targets
        if self._gate is not None:
            targets += self._gate.targets
        targets += self._forks.targets
        self._targets = tuple(targets)

    @property
    def height(self) -> int:
        """In px."""
        return self._height

    @property
    def targets(self) -> tuple[Target, ...]:
        """Fold, marked spans, badges, and areas with tooltips."""
        return self._targets

    @property
    def enter_action(self) -> object:
        """Show the memory that the turn became, else fold or unfold it."""
        marks = self._event.marks
        return ShowMemory(marks[0].memory_id) if marks else self.space_action

    @property
    def space_action(self) -> object:
        """Fold or unfold, where there is something to fold."""
        return ToggleFold(self._event.id) if self.said.foldable else None

    def paint(self, painter: QPainter, kit: Kit, state: RowState) -> None:
        """Paint the whole turn."""
        tokens = kit.tokens
        area = QRectF(0, 0, self._width, self._height)
        quiet = not self._event.active
        base = tokens.selection if state.selected else tokens.panel if quiet else tokens.base
        painter.fillRect(area, qcolor(base))
        painter.fillRect(QRectF(0, self._height - 1, self._width, 1), qcolor(tokens.grid))
        if state.current and state.focused:
            painter.fillRect(QRectF(0, 0, kit.px(2), self._height - 1), qcolor(tokens.accent))
        self._paint_head(painter, kit, state, quiet=quiet)
        lit = self._targets[state.target] if 0 <= state.target < len(self._targets) else None
        self.said.paint(painter, kit, state, quiet=quiet, lit=lit)
        if self._gate is not None:
            self._gate.paint(painter, kit, state, lit=lit)
        self._forks.paint(painter, kit, state, lit=lit)

    def _paint_head(self, painter: QPainter, kit: Kit, state: RowState, *, quiet: bool) -> None:
        tokens = kit.tokens
        numbers = kit.pen(TextRole.SMALL, tabular=True)
        faint = tokens.text_secondary if state.selected else tokens.text_muted
        kit.text(
            painter, str(self._event.turn), rect=self._number_box, pen=numbers, colour=faint, align=RIGHT
        )
        self._paint_circle(painter, kit, state, quiet=quiet)
        box = QRectF(self._name_box)
        name = kit.pen(TextRole.SECTION)
        used = kit.text(
            painter, self._name, rect=box, pen=name, colour=faint if quiet else tokens.text_secondary
        )
        box.setLeft(box.left() + used + kit.px(6))
        small = kit.pen(TextRole.SMALL, tabular=True)
        for words in (self._time, self._more):
            if words and box.width() > kit.px(20):
                used = kit.text(painter, words, rect=box, pen=small, colour=faint)
                box.setLeft(box.left() + used + kit.px(6))
        if not self._event.active:
            self._paint_word(painter, kit, box, "arrow-counter-clockwise", REWOUND, state)
        if self._event.sidechain:
            self._paint_word(painter, kit, box, "git-branch", SIDE_CHAIN, state)

    def _paint_circle(self, painter: QPainter, kit: Kit, state: RowState, *, quiet: bool) -> None:
        colour, tint = kit.tokens.badge(ROLE_BADGES[self._event.role])
        if quiet:
            colour, tint = kit.tokens.text_muted, kit.tokens.fill
        elif state.selected and tint in (kit.tokens.accent_tint, kit.tokens.fill):
            tint = kit.tokens.base
        size = kit.px(CIRCLE)
        circle = QRectF(kit.px(45), kit.px(7), size, size)
        rounded(painter, circle, radius=size / 2, colour=qcolor(tint))
        if self._initial:
            pen = kit.pen(TextRole.SECTION)
            kit.text(painter, self._initial, rect=circle, pen=pen, colour=colour, align=CENTRE)
            return
        icon = kit.metrics.icon_small
        image = pixmap(ROLE_ICONS[self._event.role], icon, colour, state.ratio)
        painter.drawPixmap(circle.center() - QPointF(icon / 2, icon / 2), image)

    def _paint_word(
        self, painter: QPainter, kit: Kit, box: QRectF, icon: str, word: str, state: RowState
    ) -> None:
        """A small framed word after the time; moves the left edge of `box` behind it."""
        pen = kit.pen(TextRole.CAPTION)
        width = pen.measures.horizontalAdvance(word) + kit.px(24)
        frame = QRectF(box.left() + 0.5, box.top() - 0.5, width, kit.px(17))
        painter.setPen(QPen(qcolor(kit.tokens.button_border), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, kit.metrics.radius_tag, kit.metrics.radius_tag)
        colour = kit.tokens.text_secondary
        size = kit.px(11)
        spot = QPointF(frame.left() + kit.px(5), frame.center().y() - size / 2)
        painter.drawPixmap(spot, pixmap(icon, size, colour, state.ratio))
        text = QRectF(spot.x() + size + kit.px(3), frame.top(), width, frame.height())
        kit.text(painter, word, rect=text, pen=pen, colour=colour)
        box.setLeft(frame.right() + kit.px(6))
