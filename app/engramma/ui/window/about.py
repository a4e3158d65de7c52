"""Says what this program is, which version, and where it keeps its files."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from engramma import __version__
from engramma.engine.home import home_folder
from engramma.ui.theme import TextRole, app_icon, set_text_role, theme


class AboutDialog(QDialog):
    """Not modal."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Engramma")
        self.setAccessibleName("About Engramma")
        metrics = theme().metrics
        column = QVBoxLayout(self)
        margin = metrics.space_24
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(metrics.space_8)
        mark = QLabel()
        mark.setPixmap(app_icon().pixmap(QSize(metrics.px(56), metrics.px(56)), self.devicePixelRatioF()))
        column.addWidget(mark)
        for text, role, tone in (
            (f"Engramma {__version__}", TextRole.TITLE, "primary"),
            ("See what your agents remember, put it right, and decide what stays.", TextRole.BODY, "primary"),
            ("Everything stays on this computer. Apache License 2.0.", TextRole.SMALL, "secondary"),
            (f"Its own files: {home_folder()}", TextRole.SMALL, "secondary"),
        ):
            label = QLabel(text)
            set_text_role(label, role, tone="secondary" if tone == "secondary" else "primary")
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setWordWrap(True)
            column.addWidget(label)
        self.setMinimumWidth(metrics.px(420))
