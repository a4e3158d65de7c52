"""The button that says which line of a transcript is shown, with a menu of all of them; gone where there is one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engramma.ui.theme import icon, set_menu, set_variant
from engramma.ui.views.sessions.branches import EVERY, MAIN, Branches
from engramma.ui.views.sessions.turn_actions import ShowLine
from engramma.ui.views.sessions.turn_words import count_of

MOST_LISTED = 30


class LineButton(QPushButton):
    """`line_chosen` carries a ShowLine."""

    line_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._branches = Branches()
        self._line = MAIN
        self._menu = QMenu(self)
        self._menu.setAccessibleName("Branches of this transcript")
        set_variant(self, "plain", size="small")
        set_menu(self, self._menu)
        self.setIcon(icon("git-branch"))
        self.hide()

    def show_branches(self, branches: Branches) -> None:
        """Offer the lines of a transcript."""
        if branches != self._branches:
            self._branches = branches
            self._fill()
        self.setVisible(bool(branches.rewound))

    def show_line(self, line: int) -> None:
        """Say which line is shown."""
        self._line = line
        self._fill()

    def _fill(self) -> None:
        words = line_words(self._branches, self._line)
        self.setText(words)
        self.setAccessibleName(f"Branch shown: {words}")
        self._menu.clear()
        group = QActionGroup(self._menu)
        lines = self._branches.lines
        listed = [MAIN, *lines[1:-1][:MOST_LISTED], EVERY] if self._branches.rewound else []
        for line in listed:
            action = QAction(line_words(self._branches, line), self._menu)
            action.setCheckable(True)
            action.setChecked(line == self._line)
            action.triggered.connect(partial(self._choose, line))
            group.addAction(action)
            self._menu.addAction(action)

    def _choose(self, line: int, _checked: bool = True) -> None:
        self.line_chosen.emit(ShowLine(line))


def line_words(branches: Branches, line: int) -> str:
    """What a line is called."""
    branch = branches.branch(line)
    if branch is not None:
        return f"Left behind {branch.number}: {count_of(len(branch.ids), 'turn')}"
    if line == EVERY:
        return f"Every branch, {count_of(len(branches.every), 'turn')}"
    return f"As it went on, {count_of(len(branches.main), 'turn')}"
