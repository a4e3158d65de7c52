"""The form for one memory: puts the sections in their order and hands each the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from engramma.ui.inspector.form_pane import FormPane
from engramma.ui.inspector.memory.asked_bar import AskedBar
from engramma.ui.inspector.memory.associations_section import AssociationsSection, EntitiesSection
from engramma.ui.inspector.memory.curve_section import CurveSection
from engramma.ui.inspector.memory.facts_section import FactsSection
from engramma.ui.inspector.memory.head import MemoryHead
from engramma.ui.inspector.memory.history_section import HistorySection
from engramma.ui.inspector.memory.provenance_section import ProvenanceSection
from engramma.ui.inspector.memory.tags_section import TagsSection
from engramma.ui.inspector.memory.text_section import TextSection
from engramma.ui.inspector.memory.versions_section import VersionsSection
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.theme import theme

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext


class MemoryForm(FormPane):
    """Shows a `ShownMemory`."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__("Memory", parent)
        self._shown: ShownMemory | None = None
        self._head = MemoryHead(context)
        self._asked = AskedBar(context)
        self._text = TextSection(context)
        self._tags = TagsSection(context)
        self._versions = VersionsSection(context)
        self._facts = FactsSection()
        self._curve = CurveSection()
        self._provenance = ProvenanceSection(context)
        self._associations = AssociationsSection(context)
        self._entities = EntitiesSection(context)
        self._history = HistorySection(context)
        self.head.addWidget(self._head, 1)
        self.body.setSpacing(theme().metrics.space_8)
        self._sections = (
            self._tags,
            self._versions,
            self._facts,
            self._curve,
            self._provenance,
            self._associations,
            self._entities,
            self._history,
        )
        self.body.addWidget(self._asked)
        self.body.addWidget(self._text)
        for section in self._sections:
            self.body.addWidget(section)
        self.finish()
        self._head.edit_asked.connect(self._text.edit)
        self._tags.versions_toggled.connect(self._versions.set_wanted)

    @property
    def shown(self) -> ShownMemory | None:
        """What is shown."""
        return self._shown

    @property
    def asked_bar(self) -> AskedBar:
        """What agents ask for."""
        return self._asked

    @property
    def text_section(self) -> TextSection:
        """The text and its editor."""
        return self._text

    @property
    def tags_section(self) -> TagsSection:
        """The tags."""
        return self._tags

    @property
    def versions_section(self) -> VersionsSection:
        """The wordings it has had."""
        return self._versions

    @property
    def facts_section(self) -> FactsSection:
        """The facts."""
        return self._facts

    @property
    def curve_section(self) -> CurveSection:
        """The curve."""
        return self._curve

    def show_memory(self, shown: ShownMemory) -> None:
        """Show a memory, or fresh news of the one that shows."""
        self._shown = shown
        memory = shown.details.memory
        self.setAccessibleName(f"Memory {memory.label}")
        self._head.show_memory(memory, writable=shown.writable)
        self._asked.show_memory(shown)
        self._text.show_memory(memory)
        for section in self._sections:
            section.show_memory(shown)
        self.now_showing(memory.id)

    def edit_text(self) -> None:
        """Begin to edit the text."""
        if self._shown is not None and self._shown.writable:
            self.scroll_area.verticalScrollBar().setValue(0)
            self._text.edit()
