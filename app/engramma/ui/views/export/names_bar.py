"""Words of a person's own that are private, too: a field that adds one, and the list of those that are kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from engramma.ui.theme import set_edge, set_surface, set_variant, theme
from engramma.ui.widgets import Chip, ElidedLabel, FlowLayout, IconLabel
from engramma.ui.widgets.content_area import ContentArea

LONGEST, MOST = 200, 1_000
MOST_HEIGHT = 60


class PrivateWords(Protocol):
    """Where the list is kept."""

    @property
    def names(self) -> tuple[str, ...]:
        """The words."""

    def keep(self, names: tuple[str, ...]) -> None:
        """Remember these instead."""


class NamesBar(QWidget):
    """`changed`: the list is another one. The window keeps it from one time to the next."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "top")
        self._names: tuple[str, ...] = ()
        self._missing: frozenset[str] = frozenset()
        self.field = QLineEdit()
        self.field.setPlaceholderText("Find and mask another word, such as a customer’s name")
        self.field.setAccessibleName("Another word that is private")
        self.field.setMaxLength(LONGEST)
        self.add_button = QPushButton("Search for it")
        self.add_button.setAccessibleName("Search for it")
        set_variant(self.add_button, "plain")
        self.add_button.setEnabled(False)
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        row.addWidget(IconLabel("plus", size=metrics.icon))
        row.addWidget(self.field, 1)
        row.addWidget(self.add_button)
        content = QWidget()
        set_surface(content, "panel")
        self._flow = FlowLayout(content)
        self._kept = ContentArea("Your own private words")
        self._kept.setWidget(content)
        self._kept.hide()
        column = QVBoxLayout(self)
        padding = metrics.pane_padding
        column.setContentsMargins(padding, metrics.space_8, padding, metrics.space_8)
        column.setSpacing(metrics.space_6)
        column.addLayout(row)
        column.addWidget(self._kept)
        self.field.textChanged.connect(self._on_text)
        self.field.returnPressed.connect(self.add)
        self.add_button.clicked.connect(self.add)

    @property
    def names(self) -> tuple[str, ...]:
        """The words, in the order in which they came."""
        return self._names

    def set_names(self, names: tuple[str, ...]) -> None:
        """Another list; says nothing."""
        self._names = tuple(dict.fromkeys(" ".join(name.split())[:LONGEST] for name in names if name.strip()))
        self._names = self._names[:MOST]
        self._show()

    def show_missing(self, names: Iterable[str]) -> None:
        """These words of the list were searched for and stand nowhere."""
        missing = frozenset(names)
        if missing != self._missing:
            self._missing = missing
            self._show()

    def add(self) -> None:
        """Add what is in the field; commas and semicolons part several words."""
        given = self.field.text().replace(";", ",").split(",")
        before = self._names
        known = {name.casefold() for name in before}
        fresh = tuple(
            name for name in given if name.strip() and " ".join(name.split()).casefold() not in known
        )
        self.field.clear()
        self.set_names((*before, *fresh))
        if self._names != before:
            self.changed.emit()

    def _remove(self, name: str) -> None:
        self.set_names(tuple(known for known in self._names if known != name))
        self.changed.emit()

    def _on_text(self, text: str) -> None:
        self.add_button.setEnabled(bool(text.strip()))

    def _show(self) -> None:
        self._flow.clear()
        if self._names:
            self._flow.addWidget(ElidedLabel("Your own words, kept for all stores:"))
        for name in self._names:
            found = ", 0 found" if name in self._missing else ""
            chip = Chip(f"{name}{found}", key=name)
            chip.setAccessibleName(f"Private word: {name}{found}")
            chip.removed.connect(self._remove)
            self._flow.addWidget(chip)
        self._kept.setVisible(bool(self._names))
        self._fit()

    def _fit(self) -> None:
        self._kept.fit()
        wanted = self._flow.heightForWidth(max(200, self._kept.viewport().width()))
        self._kept.setFixedHeight(min(theme().metrics.px(MOST_HEIGHT), max(theme().metrics.chip, wanted)))

    def resizeEvent(self, event: object) -> None:
        """Another width may need another height."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()
