"""The bar at the top of a view, a page or a pane: title, what is said about it, tools at the right edge.

It knows where things stand and how high the bar is; what is said and what the tools do is whose head it is.
"""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.theme.properties import Surface


class ViewHead(QWidget):
    """Make it with its title, then `put` the rest once. A pane's title is STRONG, a view's or page's TITLE."""

    def __init__(
        self,
        title: str,
        *,
        surface: Surface = "base",
        role: TextRole = TextRole.TITLE,
        lead: QWidget | None = None,
        even: bool = False,
        tall: bool = False,
    ) -> None:
        """`lead`, an icon, stands before the title.

        `even`: as much room right as left; `tall`: a page's head, of two lines.
        """
        super().__init__()
        metrics = theme().metrics
        set_surface(self, surface)
        set_edge(self, "bottom")
        self.setFixedHeight(metrics.page_header if tall else metrics.view_header)
        self._tall = tall
        self.title = QLabel(title)
        set_text_role(self.title, role)
        self._row = QHBoxLayout(self)
        right = metrics.pane_padding if even or tall else metrics.space_8
        self._row.setContentsMargins(metrics.pane_padding, 0, right, 0)
        self._row.setSpacing(metrics.space_8)
        if lead is not None:
            self._row.addWidget(lead)

    def put(self, about: QWidget, *tools: QWidget, gap: int | None = None) -> None:
        """What is said stands beside the title, below it in a tall head, and takes the room; then the tools.

        `gap`: between the tools, where many stand close together.
        """
        if self._tall:
            words = QVBoxLayout()
            words.setSpacing(0)
            words.addStretch(1)
            words.addWidget(self.title)
            words.addWidget(about)
            words.addStretch(1)
            self._row.addLayout(words, 1)
        else:
            self._row.addWidget(self.title)
            if gap is not None:
                self._row.addSpacing(self._row.spacing() - gap)
                self._row.setSpacing(gap)
            self._row.addWidget(about, 1)
        for tool in tools:
            self._row.addWidget(tool)
