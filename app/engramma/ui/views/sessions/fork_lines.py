"""The lines below a turn that say where somebody went back, and lead to what was left behind or came instead."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engramma.ui.delegates.kit import Kit
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.views.rows import RowState, Target
from engramma.ui.views.sessions.branches import EVERY, MAIN, Branches
from engramma.ui.views.sessions.turn_actions import ShowLine
from engramma.ui.views.sessions.turn_words import count_of

LINE, ICON, MOST_FORKS = 20, 12, 4


@dataclass(frozen=True, slots=True)
class Fork:
    """What is said below a turn, and where its link leads."""

    words: str
    link: str
    line: int


def forks_of(branches: Branches, line: int) -> dict[int, tuple[Fork, ...]]:
    """What to say below which turns while a line is shown."""
    if not branches.rewound or line == EVERY:
        return {}
    shown = frozenset(branches.shown(line))
    present = branches.branch(line)
    found: dict[int, tuple[Fork, ...]] = {}
    for event_id in {item.fork or branches.main[0] for item in branches.rewound}:
        forks = tuple(
            Fork(
                f"{_where(item.fork)}: {count_of(len(item.ids), 'turn')} left behind.",
                "Show them",
                item.number,
            )
            for item in branches.leaving(event_id)
            if item.number != line
        )
        found[event_id] = _at_most(forks)
    if present is not None:
        words = f"{count_of(len(present.ids), 'turn')} from here on {_was(len(present.ids))} left behind."
        first = present.ids[0]
        instead = Fork(words, "Show what came instead", MAIN)
        kept = found.get(first, ())
        found[first] = (instead, *kept)
    return {event_id: forks for event_id, forks in found.items() if forks and event_id in shown}


def _where(fork: int | None) -> str:
    return "Rewound here" if fork is not None else "Another beginning"


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _at_most(forks: tuple[Fork, ...]) -> tuple[Fork, ...]:
    if len(forks) <= MOST_FORKS:
        return forks
    rest = len(forks) - MOST_FORKS + 1
    return (*forks[: MOST_FORKS - 1], Fork(f"And {rest} more branches.", "Show every turn", EVERY))


class ForkLines:
    """Laid out at `left`, `top`, relative to the row; nothing at all without forks."""

    def __init__(self, kit: Kit, forks: tuple[Fork, ...], *, left: float, top: float, width: float) -> None:
        pen = kit.pen(TextRole.SMALL)
        self._forks = forks
        self._places: list[tuple[QRectF, QRectF]] = []
        targets = []
        inset, gap, line = kit.px(ICON + 5), kit.px(6), kit.px(LINE)
        for number, fork in enumerate(forks):
            y = top + number * line
            words = pen.measures.horizontalAdvance(fork.words)
            link = pen.measures.horizontalAdvance(fork.link) + 2
            words = min(words, max(0.0, width - inset - gap - link))
            said = QRectF(left + inset, y, words + 1, line)
            led = QRectF(said.right() + gap, y, link, line)
            self._places.append((said, led))
            targets.append(Target(led, f"{fork.words} {fork.link}", ShowLine(fork.line)))
        self._left = left
        self.targets = tuple(targets)
        self.bottom = top + len(forks) * line if forks else 0.0

    def paint(self, painter: QPainter, kit: Kit, state: RowState, *, lit: Target | None) -> None:
        """Paint the lines."""
        pen, size = kit.pen(TextRole.SMALL), kit.px(ICON)
        muted = kit.tokens.text_secondary if state.selected else kit.tokens.text_muted
        for fork, (said, led) in zip(self._forks, self._places, strict=True):
            spot = QPointF(self._left, said.center().y() - size / 2)
            painter.drawPixmap(spot, pixmap("git-branch", size, muted, state.ratio))
            kit.text(painter, fork.words, rect=said, pen=pen, colour=muted)
            used = kit.text(painter, fork.link, rect=led, pen=pen, colour=kit.tokens.accent)
            if lit is not None and lit.rect == led:
                under = QRectF(led.left(), led.bottom() - 3, used, 1)
                painter.fillRect(under, qcolor(kit.tokens.accent))
