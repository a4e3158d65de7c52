"""The line in Activity that says what the search leaves of it."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from engramma.ui.theme import TextRole, set_text_role, theme

FOLLOWS = "Only what touched the memories that the search finds."
NONE = "Nothing that is listed here touched the memories that the search finds."


class SearchNotice(QLabel):
    """Shown while there is a search."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(FOLLOWS, parent)
        set_text_role(self, TextRole.SMALL, tone="muted")
        self.setContentsMargins(theme().metrics.pane_padding, 0, 0, theme().metrics.space_6)

    def show_search(self, query: str, *, found: bool) -> None:
        """Say what a search leaves; nothing without one."""
        self.setText(FOLLOWS if found else NONE)
        self.setVisible(bool(query.strip()))
