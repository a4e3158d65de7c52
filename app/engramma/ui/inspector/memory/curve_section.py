"""The strength curve of a memory under its title, which also says when it fades and reads the curve under the mouse.

The plot library is imported when the first curve is shown and the pane has been painted without it. Never by a
worker: PySide makes each of its classes when it is first named, and two threads that do so at once crash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engramma.model.memory import Memory, State
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.models.dates import day_text
from engramma.ui.theme import theme
from engramma.ui.widgets import SectionHeader

if TYPE_CHECKING:
    from engramma.ui.plots.decay_plot import DecayPlot

HEIGHT = 112
SETTLE = 50


class CurveSection(QWidget):
    """Draws at most one curve for a burst of selections."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._shown: ShownMemory | None = None
        self._plot: DecayPlot | None = None
        self._head = SectionHeader("Strength", foldable=False)
        self._frame = QWidget()
        self._frame.setFixedHeight(metrics.px(HEIGHT))
        self._inside = QVBoxLayout(self._frame)
        self._inside.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_2)
        column.addWidget(self._head)
        column.addWidget(self._frame)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE)
        self._timer.timeout.connect(self._draw)

    @property
    def plot(self) -> DecayPlot | None:
        """The plot, None until the first curve was drawn."""
        return self._plot

    def show_memory(self, shown: ShownMemory) -> None:
        """Show a memory's curve, in a moment."""
        self._shown = shown
        self._head.set_detail(fading_words(shown))
        self._timer.start()

    def _draw(self) -> None:
        if self._shown is None:
            return
        if self._plot is None:
            from engramma.ui.plots.decay_plot import DecayPlot

            self._plot = DecayPlot(surface="panel")
            self._plot.hovered.connect(self._on_hovered)
            self._inside.addWidget(self._plot)
        self._plot.set_curve(self._shown.curve)
        self._plot.setAccessibleDescription(fading_words(self._shown))

    def _on_hovered(self, reading: str) -> None:
        if self._shown is not None:
            self._head.set_detail(reading or fading_words(self._shown))


def awake_in_conflict(memory: Memory, now: int) -> bool:
    """Whether only an open conflict keeps an active memory from being dormant."""
    fades_at = memory.fades_at
    return memory.conflicted and memory.state is State.ACTIVE and fades_at is not None and fades_at <= now


def fading_words(shown: ShownMemory) -> str:
    """When the memory fades: "fades 26 Mar 2027", "never fades", "faded 3 Jun 2026", "not dormant: in conflict"."""
    memory = shown.details.memory
    if memory.pinned:
        return "pinned, never fades"
    if memory.fades_at is None:
        return "never fades"
    if awake_in_conflict(memory, shown.now):
        return "not dormant: in conflict"
    verb = "faded" if memory.fades_at <= shown.now else "fades"
    return f"{verb} {day_text(memory.fades_at)}"
