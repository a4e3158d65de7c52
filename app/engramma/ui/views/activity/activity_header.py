"""The head of Activity: how much is new, Mark as seen; the filter by actor, the legend of the bars."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.theme import TextRole, qcolor, set_surface, theme
from engramma.ui.views.activity.actors import GROUPS, Group, group_counts
from engramma.ui.views.activity.agent_choice import AgentChoice
from engramma.ui.views.activity.day_bars import group_colour
from engramma.ui.widgets import ElidedLabel, KeyButton, Segment, SegmentedControl, ViewHead

LEGEND = (
    (Group.YOU, "you"),
    (Group.AGENTS, "agents"),
    (Group.WORKER, "worker passes"),
    (Group.IMPORT, "import"),
)


class ActivityHeader(ViewHead):
    """Title, what is new, and the button that marks it as seen."""

    seen = Signal()
    several = Signal()

    def __init__(self) -> None:
        super().__init__("Activity", surface="panel", even=True)
        self._count = ElidedLabel("", TextRole.BODY, tone="secondary", tabular=True)
        self._button = KeyButton("Mark as seen", "Shift+Esc", icon_name="eye", variant="flat")
        self._button.clicked.connect(self._on_seen)
        self._several = KeyButton(
            "Revert several…", "Shift+R", icon_name="arrow-counter-clockwise", variant="flat"
        )
        self._several.clicked.connect(self._on_several)
        self.put(self._count, self._button, self._several)

    def show_news(self, fresh: int, *, more: bool, total: int) -> None:
        """Say how many operations came since a person last looked, and how many there are."""
        if fresh:
            number = f"{fresh:,}{' or more' if more else ''}"
            text = f"{number} operation{'' if fresh == 1 else 's'} since you last looked"
        else:
            text = f"{total:,} operations, none since you last looked" if total else ""
        self._count.set_text(text)
        self._button.setEnabled(fresh > 0)
        self._several.setEnabled(total > 0)

    def _on_several(self) -> None:
        self.several.emit()

    def _on_seen(self) -> None:
        self.seen.emit()


class ActivityFilter(QWidget):
    """`group_chosen` carries the key of a Group, `agent_chosen` an agent's actor or ""."""

    group_chosen = Signal(str)
    agent_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "base")
        segments = [
            Segment(group.value, words.title, words.icon, _tip(group)) for group, words in GROUPS.items()
        ]
        self._groups = SegmentedControl(segments, "Whose operations", value=Group.ALL.value)
        self._groups.changed.connect(self._on_group)
        self.agent = AgentChoice()
        self.agent.chosen.connect(self.agent_chosen)
        self._buttons = {
            Group(segment.key): button
            for segment, button in zip(segments, self._groups.findChildren(QToolButton), strict=True)
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.pane_padding, metrics.space_8, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_8)
        row.addWidget(self._groups)
        row.addWidget(self.agent)
        row.addStretch(1)
        row.addWidget(Legend())

    @property
    def group(self) -> Group:
        """Whose operations are listed."""
        return Group(self._groups.value)

    @property
    def actor(self) -> str | None:
        """Whose operations are listed, as the history is asked for them; None for everybody's."""
        if self.group is Group.AGENTS and self.agent.actor:
            return self.agent.actor
        return GROUPS[self.group].actor

    def set_group(self, group: Group) -> None:
        """Choose whose operations are listed."""
        self._groups.set_value(group.value)

    def show_counts(self, actors: Mapping[str, int]) -> None:
        """Put the numbers behind the words; the shell has a segment only if it was used."""
        counts = group_counts(actors)
        self.agent.offer(actors, wanted=self.group is Group.AGENTS)
        for group, button in self._buttons.items():
            number = counts.get(group, 0)
            button.setText(f"{GROUPS[group].title} {number:,}")
            button.setAccessibleName(f"{_tip(group)}: {number:,}")
        self._buttons[Group.SHELL].setVisible(counts.get(Group.SHELL, 0) > 0 or self.group is Group.SHELL)

    def _on_group(self, key: str) -> None:
        self.agent.setVisible(False)
        self.group_chosen.emit(key)


class Legend(QWidget):
    """Which colour of the bars is whose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(0)
        self.setAccessibleName("Legend: you, agents, worker passes, import")

    def sizeHint(self) -> QSize:
        """Wide enough for all words."""
        kit = current_kit()
        pen = kit.pen(TextRole.CAPTION)
        words = sum(pen.measures.horizontalAdvance(word) + kit.px(26) for _group, word in LEGEND)
        return QSize(round(words), kit.px(16))

    def minimumSizeHint(self) -> QSize:
        """It gives way to the filter."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Squares and words, a triangle for imports."""
        kit = current_kit()
        if self.width() < self.sizeHint().width():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = kit.pen(TextRole.CAPTION)
        left = float(self.width() - self.sizeHint().width())
        for group, word in LEGEND:
            self._paint_sign(painter, kit, group, left + kit.px(10))
            box = QRectF(left + kit.px(24), 0, kit.px(120), self.height())
            left += kit.text(painter, word, rect=box, pen=pen, colour=kit.tokens.text_secondary) + kit.px(26)

    def _paint_sign(self, painter: QPainter, kit: Kit, group: Group, left: float) -> None:
        size = kit.px(9)
        top = (self.height() - size) / 2
        if group is not Group.IMPORT:
            painter.fillRect(QRectF(left, top, size, size), qcolor(group_colour(kit.tokens, group)))
            return
        painter.setBrush(qcolor(kit.tokens.text_secondary))
        painter.setPen(qcolor(kit.tokens.text_secondary))
        corners = [
            QPointF(left, top + 1),
            QPointF(left + size, top + 1),
            QPointF(left + size / 2, top + size - 1),
        ]
        painter.drawPolygon(QPolygonF(corners))


def _tip(group: Group) -> str:
    return "All operations" if group is Group.ALL else f"Operations {GROUPS[group].by}"
