"""How a file comes in: which column of a table is what, and which kinds and tiers its memories get.

Every choice is a box of a closed list, so that it is made by keyboard alone. Nothing is read or written here.
"""

from __future__ import annotations

import functools

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QWheelEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QSizePolicy, QWidget

from engramma.exchange.tabular.look import TableLook
from engramma.exchange.tabular.mapping import ColumnMap
from engramma.model.import_choice import FileChoice
from engramma.ui.delegates.badges import TIER_FULL_WORDS, kind_word
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, kind_icon, set_field_size, theme, tier_icon
from engramma.ui.widgets import ElidedLabel, SectionHeader
from engramma.ui.window.importing.plan import PlannedFile

KINDS = ("semantic", "episodic", "procedural")
TIERS = ("short_term", "long_term")
PARTS = {
    "text": "Text",
    "title": "Title",
    "time": "Created",
    "tags": "Tags",
    "kind": "Kind",
    "tier": "Tier",
    "importance": "Importance",
    "category": "Category",
    "pinned": "Pinned",
    "session": "Session",
    "role": "Role",
    "key": "Id",
}
NOTHING = "None"
MOST_WORDS = 12


class ChoiceBox(QComboBox):
    """A closed list in the side. The wheel scrolls the side and never changes a choice by accident."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_field_size(self, "small")

    def offer(self, items: tuple[tuple[str, str, QIcon | None], ...], value: str) -> None:
        """Offer (value, words, icon), with one chosen."""
        for key, words, image in items:
            if image is None:
                self.addItem(words, key)
            else:
                self.addItem(image, words, key)
        self.setCurrentIndex(max(self.findData(value), 0))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to the side."""
        event.ignore()


class ImportChoices(QWidget):
    """The choices for one file. `changed` carries the FileChoice that they amount to."""

    changed = Signal(object)

    def __init__(self, file: PlannedFile) -> None:
        super().__init__()
        metrics = theme().metrics
        self._choice, self._table = file.choice, file.table
        self._mapping = file.table.mapping if file.table is not None else ColumnMap()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(metrics.space_8)
        self._grid.setVerticalSpacing(metrics.space_6)
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(2, 3)
        if file.table is not None:
            self._add_columns(file.table)
        words, tiers = file.outlook.words(), file.outlook.tiers()
        if words:
            self._header("Kinds")
        for word, kind, count in words[:MOST_WORDS]:
            box = self._row(
                word if word not in KINDS else kind_word(word), count, f"Kind of {single_line(word)}"
            )
            items = tuple((name, kind_word(name), kind_icon(name)) for name in KINDS)
            box.offer(items, self._choice.kind_of(word, kind))
            box.activated.connect(functools.partial(self._on_kind, box, word))
        if len(words) > MOST_WORDS:
            more = f"and {len(words) - MOST_WORDS} more kinds, as they are read"
            self._whole(ElidedLabel(more, TextRole.CAPTION, tone="muted"))
        if tiers:
            self._header("Tiers")
        for tier, count in tiers:
            words_of = TIER_FULL_WORDS.get(tier, tier)
            box = self._row(words_of, count, f"Tier of what is read as {words_of}")
            box.offer(
                tuple((name, TIER_FULL_WORDS[name], tier_icon(name)) for name in TIERS),
                self._choice.tier_of(tier),
            )
            box.activated.connect(functools.partial(self._on_tier, box, tier))

    def _add_columns(self, table: TableLook) -> None:
        self._header("Columns")
        if len(table.tables) > 1:
            box = self._row("Table", None, "Table to read")
            box.offer(tuple((name, single_line(name), None) for name in table.tables), self._mapping.table)
            box.activated.connect(functools.partial(self._on_table, box))
        items = (
            ("", NOTHING, None),
            *((column.name, single_line(column.name), None) for column in table.columns),
        )
        for part, words in PARTS.items():
            column = self._mapping.of(part)
            box = self._row(words, None, f"Column for {words}")
            box.offer(items, column)
            box.activated.connect(functools.partial(self._on_column, box, part))
            values = " · ".join(table.values_of(column)) if column else ""
            if values:
                self._grid.addWidget(
                    ElidedLabel(single_line(values), TextRole.CAPTION, tone="muted"),
                    self._grid.rowCount(),
                    0,
                    1,
                    3,
                )

    def _header(self, title: str) -> None:
        line = self._grid.rowCount()
        if line > 1:
            self._grid.setRowMinimumHeight(line, theme().metrics.space_6)
        self._whole(SectionHeader(title, foldable=False))

    def _whole(self, widget: QWidget) -> None:
        self._grid.addWidget(widget, self._grid.rowCount(), 0, 1, 3)

    def _row(self, words: str, count: int | None, name: str) -> ChoiceBox:
        line = self._grid.rowCount()
        self._grid.addWidget(ElidedLabel(single_line(words), TextRole.SMALL, tone="secondary"), line, 0)
        if count is not None:
            number = ElidedLabel(f"{count:,}", TextRole.SMALL, tone="secondary", tabular=True, right=True)
            number.setMinimumWidth(theme().metrics.px(40))
            self._grid.addWidget(number, line, 1)
        box = ChoiceBox(name)
        self._grid.addWidget(box, line, 2)
        return box

    def _on_kind(self, box: ChoiceBox, word: str, _place: int) -> None:
        self._choose(self._choice.with_kind(word, str(box.currentData())))

    def _on_tier(self, box: ChoiceBox, tier: str, _place: int) -> None:
        self._choose(self._choice.with_tier(tier, str(box.currentData())))

    def _on_column(self, box: ChoiceBox, part: str, _place: int) -> None:
        column = str(box.currentData())
        if column != self._mapping.of(part):
            self._map(self._mapping.with_column(part, column))

    def _on_table(self, box: ChoiceBox, _place: int) -> None:
        if box.currentData() != self._mapping.table:
            self._map(ColumnMap(table=str(box.currentData())))

    def _map(self, mapping: ColumnMap) -> None:
        if self._table is not None:
            self._mapping = mapping
            self._choose(FileChoice(self._table.named(mapping), self._choice.kinds, self._choice.tiers))

    def _choose(self, choice: FileChoice) -> None:
        self._choice = choice
        self.changed.emit(choice)
