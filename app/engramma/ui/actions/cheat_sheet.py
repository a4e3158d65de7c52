"""The cheat sheet: every command that has a key, by menu, to be searched by words or by the key itself.

Reads the command table and changes nothing.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from engramma.ui.actions.command import MENUS, Command
from engramma.ui.actions.fuzzy import fuzzy_match
from engramma.ui.actions.table import CommandTable
from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.widgets import KeyHint
from engramma.ui.widgets.key_hint import key_words

OTHER_KEYS = (
    ("Down, Up", "in the search bar: move in the list"),
    ("Ctrl+Space", "in the search bar: complete"),
    ("Alt+Down", "in the search bar: earlier searches"),
    ("Click, Ctrl, Shift, Alt", "on a facet: replace, and, or, not"),
)


class CheatSheet(QDialog):
    """A window of its own that may stay open."""

    def __init__(self, table: CommandTable, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table
        self.setWindowTitle("Keyboard shortcuts")
        self.setAccessibleName("Keyboard shortcuts")
        metrics = theme().metrics
        self._field = QLineEdit()
        self._field.setPlaceholderText("Find a command, or a key such as Ctrl+P")
        self._field.setAccessibleName("Find a shortcut")
        self._field.setClearButtonEnabled(True)
        self._field.textChanged.connect(self._fill)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setAccessibleName("Shortcuts")
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_20, metrics.space_20, metrics.space_20, metrics.space_14)
        column.setSpacing(metrics.space_12)
        column.addWidget(self._field)
        column.addWidget(self._area, 1)
        self.resize(metrics.px(520), metrics.px(620))
        self._fill()

    def refresh(self) -> None:
        """Some command has other keys now."""
        self._fill()

    @property
    def field(self) -> QLineEdit:
        """The search field."""
        return self._field

    def shown(self) -> tuple[tuple[str, str], ...]:
        """(keys, words) of the rows that fit what is typed."""
        rows = [
            (self._table.shown_key(command.id), self._title(command))
            for command in self._table
            if self._table.shown_key(command.id)
        ]
        return tuple(row for row in (*rows, *OTHER_KEYS) if self._fits(row))

    def _title(self, command: Command) -> str:
        return command.title.removesuffix("…")

    def _fits(self, row: tuple[str, str]) -> bool:
        wanted = self._field.text().strip()
        keys = key_words(row[0]).casefold()
        return wanted.replace("+", " ").casefold() in keys or fuzzy_match(wanted, row[1]) is not None

    def _fill(self) -> None:
        metrics = theme().metrics
        body = QWidget()
        set_surface(body, "window")
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, metrics.space_12, 0)
        grid.setHorizontalSpacing(metrics.space_20)
        grid.setVerticalSpacing(metrics.space_6)
        grid.setColumnStretch(0, 1)
        line = 0
        for menu in MENUS:
            commands = [c for c in self._table if c.menu == menu and self._table.shown_key(c.id)]
            rows = [(self._table.shown_key(c.id), self._title(c)) for c in commands]
            line = self._add_rows(grid, menu, [row for row in rows if self._fits(row)], line)
        line = self._add_rows(grid, "Search and facets", [row for row in OTHER_KEYS if self._fits(row)], line)
        if not line:
            label = QLabel("No command has such a name or key.")
            set_text_role(label, TextRole.BODY, tone="muted")
            grid.addWidget(label, 0, 0)
        grid.setRowStretch(line + 1, 1)
        self._area.setWidget(body)

    def _add_rows(self, grid: QGridLayout, title: str, rows: list[tuple[str, str]], line: int) -> int:
        if not rows:
            return line
        head = QLabel(title)
        set_text_role(head, TextRole.SECTION, tone="secondary")
        head.setContentsMargins(0, theme().metrics.space_12 if line else 0, 0, theme().metrics.space_2)
        grid.addWidget(head, line, 0, 1, 2)
        for keys, words in rows:
            line += 1
            label = QLabel(words)
            set_text_role(label, TextRole.BODY)
            grid.addWidget(label, line, 0)
            grid.addWidget(KeyHint(keys), line, 1, Qt.AlignmentFlag.AlignRight)
        return line + 1
