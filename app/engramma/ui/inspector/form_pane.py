"""The frame of every form of the inspector: a head of fixed height over a body that scrolls, padded alike."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engramma.ui.theme import set_edge, set_surface, theme


class FormPane(QWidget):
    """Add widgets to `head` and `body`. It knows what it shows, so that a refresh keeps the scroll position."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self.setAccessibleName(name)
        self._showing: object = None
        head = QWidget()
        head.setFixedHeight(metrics.view_header)
        set_surface(head, "panel")
        set_edge(head, "bottom")
        self.head = QHBoxLayout(head)
        self.head.setContentsMargins(metrics.pane_padding, 0, metrics.space_8, 0)
        self.head.setSpacing(metrics.space_8)
        content = QWidget()
        set_surface(content, "panel")
        self.body = QVBoxLayout(content)
        self.body.setContentsMargins(
            metrics.pane_padding, metrics.space_12, metrics.pane_padding, metrics.space_20
        )
        self.body.setSpacing(metrics.space_6)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._scroll, 1)

    @property
    def scroll_area(self) -> QScrollArea:
        """The scrolling part."""
        return self._scroll

    def finish(self) -> None:
        """Let the sections stand at the top."""
        self.body.addStretch(1)

    def now_showing(self, subject: object) -> None:
        """Another subject begins at the top; the same one stays where it is."""
        if subject != self._showing:
            self._showing = subject
            self._scroll.verticalScrollBar().setValue(0)
