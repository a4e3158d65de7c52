"""Whether the layout runs, and the zoom, in a card over the picture."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from engramma.ui.graph.canvas import ZOOM_STEP
from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.widgets import IconButton, KeyButton

SETTLED, RUNNING = "Layout settled", "Stop layout"


class ZoomChip(QWidget):
    """`layout_pressed`: stop the layout, or let it run again; `zoom_wanted` carries a factor."""

    layout_pressed = Signal()
    zoom_wanted = Signal(float)
    fit_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "card")
        self.setAccessibleName("Layout and zoom")
        self.layout_button = KeyButton(SETTLED, icon_name="play", variant="flat", size="small")
        self.smaller = IconButton("magnifying-glass-minus", "Zoom out", keys="-", size="small")
        self.larger = IconButton("magnifying-glass-plus", "Zoom in", keys="+", size="small")
        self.all = IconButton("arrows-out", "Show everything", keys="0", size="small")
        self._percent = QLabel("100 %")
        set_text_role(self._percent, TextRole.SMALL, tone="secondary", tabular=True)
        self._percent.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._percent.setFixedWidth(metrics.px(46))
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.space_4, metrics.space_4, metrics.space_4, metrics.space_4)
        row.setSpacing(metrics.space_2)
        for part in (self.layout_button, self.smaller, self._percent, self.larger, self.all):
            row.addWidget(part)
        self.layout_button.clicked.connect(self.layout_pressed)
        self.smaller.clicked.connect(self._on_smaller)
        self.larger.clicked.connect(self._on_larger)
        self.all.clicked.connect(self.fit_wanted)
        self.show_running(False)

    def show_running(self, running: bool) -> None:
        """Say whether nodes still move by themselves."""
        self.layout_button.setText(RUNNING if running else SETTLED)
        self.layout_button.set_icon_name("pause" if running else "play")
        tip = "Leave the nodes where they are" if running else "Let the nodes find better places"
        self.layout_button.setToolTip(tip)
        self.layout_button.setAccessibleName(f"{self.layout_button.text()}: {tip.lower()}")
        self.updateGeometry()

    def show_zoom(self, zoom: float) -> None:
        """Say how near one is; 1 where everything fits."""
        self._percent.setText(f"{zoom * 100:,.0f} %")
        self._percent.setAccessibleName(f"Zoom {self._percent.text()}")

    def _on_smaller(self) -> None:
        self.zoom_wanted.emit(1 / ZOOM_STEP)

    def _on_larger(self) -> None:
        self.zoom_wanted.emit(ZOOM_STEP)
