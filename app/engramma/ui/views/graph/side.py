"""The right side of the Graph: the memory, what joins two, activation, path, and the choices."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from engramma.ui.bridge import WindowContext
from engramma.ui.theme import set_edge, set_surface, theme
from engramma.ui.views.graph.activation_part import ActivationPart
from engramma.ui.views.graph.choices_part import ChoicesPart
from engramma.ui.views.graph.link_part import LinkPart
from engramma.ui.views.graph.memory_part import MemoryPart
from engramma.ui.views.graph.path_part import PathPart

WIDTH, NARROW, GONE = 344, 288, 960


class GraphSide(QWidget):
    """Holds the parts; the view connects them."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "left")
        self.setAccessibleName("Side of the graph")
        self.memory, self.link = MemoryPart(context), LinkPart(context)
        self.activation, self.path, self.choices = ActivationPart(context), PathPart(), ChoicesPart()
        inside = QWidget()
        set_surface(inside, "panel")
        column = QVBoxLayout(inside)
        padding = metrics.pane_padding
        column.setContentsMargins(padding, metrics.space_8, padding, metrics.space_12)
        column.setSpacing(metrics.space_14)
        for part in (self.memory, self.link, self.activation, self.path, self.choices):
            column.addWidget(part)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName("Memory, activation and choices")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        outer.addWidget(area)

    def fit_to(self, width: int) -> None:
        """As wide as the view has room for; it gives way in a very narrow one."""
        px = theme().metrics.px
        self.setVisible(width >= px(GONE))
        self.setFixedWidth(px(WIDTH) if width >= px(1100) else px(NARROW))
