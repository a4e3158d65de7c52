"""The head of Live: who is here, whether the list follows what happens, pausing everybody, connecting another."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QToolButton, QWidget

from engramma.model.watching import Did
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.live.act_words import counted, sort_words
from engramma.ui.views.live.reading import AgentLine
from engramma.ui.widgets import ElidedLabel, KeyButton, Segment, SegmentedControl, ViewHead

ALL = "all"


class LiveHead(ViewHead):
    """`pause_wanted`: all of them, or let them go on; `connect_wanted`: show how an agent is connected."""

    pause_wanted = Signal()
    connect_wanted = Signal()
    follow_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__("Live", surface="panel", even=True)
        self._words = ElidedLabel("", TextRole.BODY, tone="secondary", tabular=True)
        self.follow = QCheckBox("Follow")
        self.follow.setChecked(True)
        self.follow.setToolTip("Keep the newest in view")
        self.follow.toggled.connect(self.follow_changed)
        self.pause = KeyButton("Pause all", "Ctrl+.", icon_name="pause")
        self.pause.clicked.connect(self.pause_wanted)
        self.connect_button = KeyButton("Connect…", icon_name="plus", variant="flat")
        self.connect_button.clicked.connect(self.connect_wanted)
        self.put(self._words, self.follow, self.pause, self.connect_button)

    def show_agents(self, lines: tuple[AgentLine, ...], counts: Mapping[Did, int], *, writable: bool) -> None:
        """Say who is here."""
        self._words.set_text(here_words(lines, recalls=counts.get(Did.RECALL, 0)))
        going = [line for line in lines if not line.agent.standing.paused]
        self.pause.setText("Pause all" if going or not lines else "Let all go on")
        self.pause.setAccessibleName(self.pause.text())
        self.pause.setEnabled(bool(lines) and writable)
        self.pause.updateGeometry()


class ActFilter(QWidget):
    """`chosen` carries the value of a Did, or "all"."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "base")
        set_edge(self, "bottom")
        segments = [Segment(ALL, "All", tip="Everything agents did")]
        segments += [Segment(did.value, sort_words(did), tip=f"{sort_words(did)} only") for did in Did]
        self.choice = SegmentedControl(segments, "What is listed", value=ALL)
        self.choice.changed.connect(self.chosen)
        self._buttons = dict(
            zip((ALL, *(did.value for did in Did)), self.choice.findChildren(QToolButton), strict=True)
        )
        self._since = QLabel("")
        set_text_role(self._since, TextRole.SMALL, tone="muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(
            metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_8 + 1
        )
        row.addWidget(self.choice)
        row.addStretch(1)
        row.addWidget(self._since)

    @property
    def did(self) -> Did | None:
        """The sort that is listed; None for all."""
        return None if self.choice.value == ALL else Did(self.choice.value)

    def set_did(self, key: str) -> None:
        """List a sort, by its value."""
        if key in self._buttons:
            self.choice.set_value(key)

    def show_counts(self, counts: Mapping[Did, int], *, searched: bool) -> None:
        """Put the numbers of today behind the words; sessions have a place only if there are any."""
        today = sum(counts.values())
        for key, button in self._buttons.items():
            number = sum(counts.values()) if key == ALL else counts.get(Did(key), 0)
            word = "All" if key == ALL else sort_words(Did(key))
            button.setText(f"{word} {number:,}" if today else word)
            button.setAccessibleName(f"{word}: {number:,} today")
        talk = Did.TALK.value
        self._buttons[talk].setVisible(counts.get(Did.TALK, 0) > 0 or self.choice.value == talk)
        newest = "counts of today, newest first" if today else "nothing today yet, newest first"
        self._since.setText("the search does not filter Live" if searched else newest)


def here_words(lines: tuple[AgentLine, ...], *, recalls: int) -> str:
    """ "3 agents, 1 paused by you, 52 recalls today"."""
    here = sum(1 for line in lines if line.agent.connections)
    paused = sum(1 for line in lines if line.agent.standing.paused)
    parts = [counted(here, "agent connected", "agents connected") if lines else "No agent yet"]
    if paused:
        parts.append(f"{paused} paused by you")
    if lines:
        parts.append(counted(recalls, "recall today", "recalls today"))
    return ", ".join(parts)
