"""The line above the sample rows: what is to be known before the button is pressed."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.widgets import IconLabel
from engramma.ui.window.importing.plan import ImportPlan


class ImportNotice(QWidget):
    """Hidden when there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self.words = QLabel()
        set_surface(self, "tint")
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.pane_padding, metrics.space_6, metrics.pane_padding, metrics.space_6)
        row.setSpacing(metrics.space_8)
        row.addWidget(IconLabel("info", size=metrics.icon, role="accent"))
        set_text_role(self.words, TextRole.BODY)
        self.words.setWordWrap(True)
        row.addWidget(self.words, 1)

    def tell(self, plan: ImportPlan, *, read_only: bool) -> None:
        """The one thing that matters most about a plan."""
        turns = plan.turns
        deleted = sum(file.report.deleted for file in plan.chosen)
        self.setVisible(turns > 0 or deleted > 0 or read_only)
        if read_only:
            self.words.setText("This store is open read-only, so nothing can be imported into it.")
        elif turns:
            one = turns == 1
            self.words.setText(
                f"{turns:,} of the new items {'is a turn' if one else 'are turns'} of conversations: "
                f"{'it goes' if one else 'they go'} to the sensory register."
            )
        elif deleted:
            one = deleted == 1
            self.words.setText(
                f"{deleted:,} {'item was' if one else 'items were'} deleted here, or an import of "
                f"{'it' if one else 'them'} undone, and {'stays' if one else 'stay'} away. Activity brings back "
                "what was undone there."
            )
