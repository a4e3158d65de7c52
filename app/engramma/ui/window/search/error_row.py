"""The sentence below the search bar that says what cannot be read in it; hidden while all is well."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.widgets import IconLabel


class SearchErrorRow(QWidget):
    """One line; the list below stays as it is."""

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self._text = QLabel()
        self._text.setWordWrap(True)
        set_text_role(self._text, TextRole.SMALL, tone="danger")
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.px(58), metrics.space_4, metrics.space_14, metrics.space_6)
        row.setSpacing(metrics.space_6)
        icon = IconLabel("warning-circle", size=metrics.icon, role="danger")
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text() if not self.isHidden() else ""

    def tell(self, sentence: str) -> None:
        """Say a sentence, or hide for none."""
        self._text.setText(sentence)
        self.setAccessibleName(sentence)
        self.setVisible(bool(sentence))
