"""A scroll area for a column of texts: as wide as it is, as high as they need at that width, never squeezed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget


class ContentArea(QScrollArea):
    """Call `fit` when the content changed; a change of the width is noticed here."""

    def __init__(self, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(accessible_name)

    def fit(self) -> None:
        """Qt's scroll areas do not ask a content how high it is at a width: they would squeeze it."""
        content = self.widget()
        layout = content.layout() if content is not None else None
        if content is not None and layout is not None:
            content.setMinimumHeight(max(0, layout.totalHeightForWidth(self.viewport().width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need another height."""
        super().resizeEvent(event)
        self.fit()
