"""Associations of a memory, strongest first, and what it is about; each leads somewhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engramma.model.association import Association
from engramma.model.search import Mode, field_term
from engramma.ui.inspector.link_row import LinkLine, LinkRow
from engramma.ui.inspector.memory.tag_buttons import TagButton
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.inspector.words import association_words
from engramma.ui.theme import set_variant, theme
from engramma.ui.widgets import FlowLayout, SectionHeader

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

FEW = 4


class AssociationsSection(QWidget):
    """Shows four, and all of them when asked."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._memory_id: int | None = None
        self._associations: tuple[Association, ...] = ()
        self._shown: tuple[object, ...] = ()
        self._all = False
        self._head = SectionHeader("Associations", foldable=False)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._more = QPushButton()
        set_variant(self._more, "link")
        self._more.clicked.connect(self._on_more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().metrics.space_2)
        column.addWidget(self._head)
        column.addLayout(self._rows)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)

    def show_memory(self, shown: ShownMemory) -> None:
        """Show a memory's associations; hidden when it has none."""
        if shown.details.memory.id != self._memory_id:
            self._memory_id = shown.details.memory.id
            self._all = False
        self._associations = shown.details.associations
        self.setVisible(bool(self._associations))
        self._fill()

    def _fill(self) -> None:
        total = len(self._associations)
        listed = self._associations if self._all else self._associations[:FEW]
        if listed == self._shown:
            return
        self._shown = listed
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for association in listed:
            row = LinkRow(_line(association))
            row.clicked.connect(partial(self._open, association.other_id))
            self._rows.addWidget(row)
        self._head.set_detail(f"{len(listed)} of {total}" if total > len(listed) else str(total))
        self._more.setVisible(total > FEW)
        self._more.setText("Show fewer" if self._all else f"Show all {total}")
        self._more.setAccessibleName(self._more.text())

    def _open(self, memory_id: int, _checked: bool = False) -> None:
        self._context.show_memory(memory_id)

    def _on_more(self) -> None:
        self._all = not self._all
        self._fill()


class EntitiesSection(QWidget):
    """What a memory is about, as chips that filter."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._context = context
        self._shown: tuple[object, ...] = ()
        self._head = SectionHeader("About", foldable=False)
        names = QWidget()
        self._flow = FlowLayout(names, gap=metrics.space_6, line_gap=metrics.space_4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_4)
        column.addWidget(self._head)
        column.addWidget(names)

    def show_memory(self, shown: ShownMemory) -> None:
        """Show what a memory is about; hidden when nothing is known."""
        entities = shown.details.entities
        self.setVisible(bool(entities))
        if entities == self._shown:
            return
        self._shown = entities
        self._flow.clear()
        for entity in entities:
            chip = TagButton(entity.name, removable=False)
            chip.setAccessibleName(f"About: {entity.name}")
            chip.clicked.connect(partial(self._filter, entity.name))
            self._flow.addWidget(chip)

    def _filter(self, name: str, _checked: bool = False) -> None:
        self._context.edit_query(field_term("about", name), Mode.REPLACE)


def _line(association: Association) -> LinkLine:
    word, icon = association_words(association)
    relation = association.relation or word
    return LinkLine(
        text=association.other_text,
        icon=icon,
        word=word,
        bar=association.weight,
        tip=f"{relation} M-{association.other_id}, weight {association.weight:.2f}\n\n{association.other_text}",
        struck=association.other_state == "superseded",
    )
