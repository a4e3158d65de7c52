"""The head of the Recall Lab: what it is, why meaning takes no part if so, and the way to the checks."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton

from engramma.ui.bridge.recall_checks import CheckBook
from engramma.ui.theme import TextRole, icon, set_variant
from engramma.ui.widgets import ElidedLabel, StatusBadge, ViewHead


class LabHead(ViewHead):
    """`checks_shown` carries whether the checks are wanted; `save_wanted`: the hit looked at is to stay right."""

    checks_shown = Signal(bool)
    save_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("Recall Lab", surface="panel")
        self._about = ElidedLabel("", TextRole.BODY, tone="secondary")
        self.checks = QToolButton()
        self.checks.setCheckable(True)
        self.checks.setIcon(icon("check-square-offset", "text_secondary", checked_role="text"))
        self.failing = StatusBadge("", "warning")
        self.save = QToolButton()
        self.save.setText("Save as check")
        self.save.setIcon(icon("bookmark-simple", "text_secondary"))
        self.save.setToolTip(
            "The hit you look at is right for this question: tell me when it no longer comes"
        )
        self.save.setAccessibleName("Save as check")
        for button in (self.checks, self.save):
            button.setToolButtonStyle(button.toolButtonStyle().ToolButtonTextBesideIcon)
            set_variant(button, "flat", size="small")
        self.checks.toggled.connect(self.checks_shown)
        self.save.clicked.connect(self.save_wanted)
        self.put(self._about, self.failing, self.checks, self.save)
        self.say("")
        self.show_book(CheckBook())

    def say(self, notice: str) -> None:
        """Why meaning takes no part, or that this is looking only."""
        self._about.set_tone("warning" if notice else "secondary")
        self._about.set_text(notice or "looking only, nothing is rehearsed")

    def show_book(self, book: CheckBook) -> None:
        """How many checks there are, and how many of them fail."""
        count = len(book.checks)
        words = f"Checks {count:,}" if count else "Checks"
        self.checks.setText(words)
        self.checks.setAccessibleName(words)
        self.failing.setVisible(book.failing > 0)
        if book.failing:
            fail = "1 fails" if book.failing == 1 else f"{book.failing:,} fail"
            self.failing.set_status(fail, "warning", icon_name="warning")
