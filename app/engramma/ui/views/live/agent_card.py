"""One agent: whether it is there, what it did today, and the three things that a person may let it do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from engramma.model.agent import AGENT, AgentPresence, Scope, narrower
from engramma.model.records import dataclass
from engramma.model.watching import Did
from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.models.dates import age_text
from engramma.ui.theme import TextRole, qcolor, set_surface, set_text_role, theme
from engramma.ui.views.live.act_words import counted
from engramma.ui.views.live.reading import AgentLine
from engramma.ui.widgets import ElidedLabel, IconButton, Segment, SegmentedControl
from engramma.ui.widgets.badge_labels import PaintedLabel

WRITES, PROPOSES, READS, PAUSED = "writes", "proposes", "reads", "paused"
_SCOPES = {WRITES: Scope.WRITE, PROPOSES: Scope.PROPOSE, READS: Scope.READ}
_SEGMENTS = (
    Segment(WRITES, "Writes", "pencil-simple", "It may change memories; every change can be undone"),
    Segment(PROPOSES, "Proposes", "hand", "What it would change waits for you"),
    Segment(PAUSED, "Paused", "pause", "Its writes are refused until you let it go on; it may still read"),
)
NARROWEST, TIGHTEST, WIDEST = 262, 218, 330


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a person lets an agent do from now on: at most `scope`, nothing written while `paused`."""

    name: str
    scope: Scope
    paused: bool


class DayBars(PaintedLabel):
    """What an agent did in each hour of the day."""

    def __init__(self) -> None:
        super().__init__()
        self._bars: Sequence[int] = ()

    def show_bars(self, bars: Sequence[int]) -> None:
        """Show counts by hour."""
        self._bars = bars
        busiest = max(range(len(bars)), key=bars.__getitem__) if any(bars) else -1
        words = f"most at {busiest}:00, {bars[busiest]:,}" if busiest >= 0 else "nothing"
        self.setAccessibleName(f"Today by the hour: {words}")
        self.setToolTip(tooltip(f"Today by the hour: {words}"))
        self.update()

    def sizeHint(self) -> QSize:
        """24 bars."""
        kit = current_kit()
        return QSize(kit.px(24 * 4 - 1), kit.px(30))

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint bars on a line."""
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), qcolor(kit.tokens.line))
        most = max(self._bars, default=0)
        if not most:
            return
        step = kit.px(4)
        for hour, count in enumerate(self._bars):
            if count:
                tall = max(2.0, count / most * (self.height() - 3))
                box = QRectF(hour * step, self.height() - 1 - tall, step - 1, tall)
                painter.fillRect(box, qcolor(kit.tokens.accent))


class Presence(PaintedLabel):
    """A dot or a sign, and whether the agent is there."""

    def __init__(self) -> None:
        super().__init__()
        self._words, self._short, self._colour = "", "", "text_muted"
        self._tight = False

    def say(self, words: str, colour: str, *, short: str = "") -> None:
        """Show a state, as `short` where there is little room."""
        self._words, self._short, self._colour = words, short, colour
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def set_tight(self, *, tight: bool) -> None:
        """Whether there is little room."""
        self._tight = tight
        self.updateGeometry()
        self.update()

    @property
    def _shown(self) -> str:
        return self._short if self._tight and self._short else self._words

    def sizeHint(self) -> QSize:
        """Dot and words."""
        kit = current_kit()
        advance = kit.pen(TextRole.SMALL).measures.horizontalAdvance(self._shown)
        return QSize(int(kit.px(14) + advance + 2), kit.px(18))

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint a full dot for one that is there, a ring for one that is not."""
        colour = qcolor(getattr(kit.tokens, self._colour))
        size = kit.px(8)
        dot = QRectF(0.5, (self.height() - size) / 2, size, size)
        painter.setPen(colour)
        if self._colour != "text_muted":
            painter.setBrush(colour)
        painter.drawEllipse(dot)
        words = QRectF(kit.px(14), 0, self.width() - kit.px(14), self.height())
        ink = getattr(kit.tokens, self._colour)
        kit.text(painter, self._shown, rect=words, pen=kit.pen(TextRole.SMALL), colour=ink)


class AgentCard(QWidget):
    """`allowed` carries what a person chose. A choice that the agent's own server forbids is not offered.

    `only_wanted` carries the actor whose acts alone are to be listed, "" for everybody's.
    """

    allowed = Signal(object)
    only_wanted = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        metrics = theme().metrics
        self._name = name
        self._line: AgentLine | None = None
        set_surface(self, "card")
        self.setMinimumWidth(metrics.px(NARROWEST))
        self.setMaximumWidth(metrics.px(WIDEST))
        self._title = ElidedLabel(single_line(name), TextRole.STRONG)
        self._pid = QLabel("")
        set_text_role(self._pid, TextRole.SMALL, tone="muted", tabular=True)
        self.only = IconButton(
            "robot", f"List only what {single_line(name)} does", role="accent", size="small"
        )
        self.only.setCheckable(True)
        self.only.clicked.connect(self._on_only)
        self.presence = Presence()
        self._recalls, self._recall_word = _figure()
        self._writes, self._write_word = _figure()
        self._bars = DayBars()
        self.choice = SegmentedControl(_SEGMENTS, f"What {single_line(name)} may do")
        # Three cards stand side by side in the usual window: the words would be cut with the usual padding.
        self.choice.setStyleSheet(f"QToolButton[segment] {{ padding: 0 {metrics.px(5)}px; }}")
        self.choice.changed.connect(self._on_choice)
        self._place()

    def _place(self) -> None:
        metrics = theme().metrics
        head = QHBoxLayout()
        head.setSpacing(metrics.space_6)
        head.addWidget(self.only)
        head.addWidget(self._title, 1)
        head.addWidget(self._pid)
        head.addSpacing(metrics.space_4)
        head.addWidget(self.presence)
        figures = QHBoxLayout()
        figures.setSpacing(metrics.space_14)
        for number, word in ((self._recalls, self._recall_word), (self._writes, self._write_word)):
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(number)
            pair.addWidget(word)
            figures.addLayout(pair)
        figures.addStretch(1)
        figures.addWidget(self._bars)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_8, metrics.space_8, metrics.space_8, metrics.space_8)
        column.setSpacing(metrics.space_8)
        column.addLayout(head)
        column.addLayout(figures)
        column.addWidget(self.choice)

    def set_tight(self, *, tight: bool) -> None:
        """Leave out what can be done without, so that more of them stand side by side."""
        self.setMinimumWidth(theme().metrics.px(TIGHTEST if tight else NARROWEST))
        self._pid.setHidden(tight)
        self._bars.setHidden(tight)
        self.presence.set_tight(tight=tight)
        style = (
            Qt.ToolButtonStyle.ToolButtonTextOnly if tight else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        for button in self.choice.findChildren(QToolButton):
            button.setToolButtonStyle(style)

    @property
    def name(self) -> str:
        """The agent's."""
        return self._name

    def show_line(self, line: AgentLine, *, now: int, writable: bool) -> None:
        """Bring it up to date."""
        self._line = line
        agent, day = line.agent, line.day
        pids = sorted({one.pid for one in agent.connections})
        self._pid.setText(f"pid {pids[0]}" if len(pids) == 1 else f"{len(pids)} processes" if pids else "")
        self._say_presence(line, now=now)
        recalls, writes = day.counts.get(Did.RECALL, 0), day.counts.get(Did.WRITE, 0)
        proposals = day.counts.get(Did.PROPOSAL, 0)
        self._recalls.setText(f"{recalls:,}")
        self._recall_word.setText("recall today" if recalls == 1 else "recalls today")
        asks = agent.standing.scope is Scope.PROPOSE or (proposals and not writes)
        self._writes.setText(f"{proposals if asks else writes:,}")
        self._write_word.setText(_word("proposal" if asks else "write", proposals if asks else writes))
        self._bars.show_bars(day.bars)
        self.choice.blockSignals(True)
        self.choice.set_value(_chosen(line))
        self.choice.blockSignals(False)
        most = most_scope(agent.connections)
        self.choice.setEnabled(writable and most is not Scope.READ)
        change = self.choice.findChildren(QToolButton)[0]
        change.setEnabled(writable and most is Scope.WRITE)
        forbidden = f"Its server was started with --scope {most.value}"
        change.setToolTip(tooltip(_SEGMENTS[0].tip if most is Scope.WRITE else forbidden))
        self.setAccessibleName(f"Agent {single_line(self._name)}")
        spoken = f"{counted(recalls, 'recall')}, {counted(writes, 'write')}, {counted(proposals, 'proposal')} today"
        self.setAccessibleDescription(spoken)

    def _say_presence(self, line: AgentLine, *, now: int) -> None:
        agent = line.agent
        seen = max(agent.last_seen_at, line.day.last_at)
        refused = sum(one.refused for one in agent.connections)
        tried = f", {refused:,} refused" if refused else ""
        if agent.standing.paused:
            self.presence.say(f"paused{tried}", "warning")
        elif agent.connections:
            reads = narrower(agent.standing.scope, most_scope(agent.connections)) is Scope.READ
            state = f"reads only{tried}" if reads else "connected"
            self.presence.say(state, "warning" if reads and refused else "ok")
        else:
            ago = age_text(seen, now)
            self.presence.say(f"seen {ago}", "text_muted", short=ago)

    def set_only(self, only: bool) -> None:
        """Whether its acts alone are listed."""
        self.only.setChecked(only)

    def _on_only(self, checked: bool) -> None:
        self.only_wanted.emit(f"{AGENT}{self._name}" if checked else "")

    def _on_choice(self, key: str) -> None:
        if self._line is not None:
            scope = self._line.agent.standing.scope if key == PAUSED else _SCOPES[key]
            self.allowed.emit(Allowed(self._name, scope, paused=key == PAUSED))


def most_scope(connections: tuple[AgentPresence, ...]) -> Scope:
    """The most that its servers, as they were started, let it do; everything when none runs."""
    scopes = [one.scope for one in connections]
    return max(scopes, key=lambda scope: scope.rank, default=Scope.WRITE)


def _chosen(line: AgentLine) -> str:
    standing = line.agent.standing
    if standing.paused:
        return PAUSED
    scope = narrower(standing.scope, most_scope(line.agent.connections))
    return WRITES if scope is Scope.WRITE else PROPOSES


def _figure() -> tuple[QLabel, QLabel]:
    number, word = QLabel("0"), QLabel("")
    set_text_role(number, TextRole.TITLE, tabular=True)
    set_text_role(word, TextRole.CAPTION, tone="secondary")
    return number, word


def _word(one: str, count: int) -> str:
    return one if count == 1 else f"{one}s"
