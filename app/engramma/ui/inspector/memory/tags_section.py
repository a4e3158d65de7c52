"""The tags of a memory in a flow, "+ tag" behind them, and the link to its versions at the right."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget

from engramma.model.progress import CancelToken, Report
from engramma.model.search import Mode, field_term
from engramma.ui.inspector.memory.tag_buttons import AddTagButton, TagButton, TagField
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.theme import set_variant, theme
from engramma.ui.widgets import FlowLayout

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore
    from engramma.ui.bridge import WindowContext

MODES = {
    Qt.KeyboardModifier.ControlModifier: Mode.AND,
    Qt.KeyboardModifier.ShiftModifier: Mode.OR,
    Qt.KeyboardModifier.AltModifier: Mode.NOT,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier: Mode.SWAP,
}


class TagsSection(QWidget):
    """Runs `memory.tag` for what is added or removed; `versions_toggled` says whether the versions are wanted."""

    versions_toggled = Signal(bool)

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._context = context
        self._memory_id: int | None = None
        self._shown: tuple[object, ...] = ()
        self._tags = QWidget()
        self._flow = FlowLayout(self._tags, gap=metrics.space_6, line_gap=metrics.space_4)
        self._add = AddTagButton(self._tags)
        self._field = TagField(self._tags)
        self._field.hide()
        self._versions = QPushButton()
        self._versions.setCheckable(True)
        set_variant(self._versions, "link")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_8)
        row.addWidget(self._tags, 1)
        row.addWidget(self._versions, 0, Qt.AlignmentFlag.AlignTop)
        self._add.clicked.connect(self.add_tag)
        self._field.accepted.connect(self._on_accepted)
        self._field.left.connect(self._on_left)
        self._versions.toggled.connect(self._on_versions)

    def show_memory(self, shown: ShownMemory) -> None:
        """Show a memory's tags and how many versions it has."""
        memory = shown.details.memory
        if memory.id != self._memory_id:
            self._on_left()
            self._versions.setChecked(False)
        self._memory_id = memory.id
        look = (memory.id, memory.tags, shown.writable)
        if look != self._shown:
            self._shown = look
            self._fill(memory.tags, writable=shown.writable)
        count = len(shown.details.versions)
        current = max((version.number for version in shown.details.versions), default=1)
        text = f"version {current} of {max(count, current)}"
        self._versions.setText(text)
        self._versions.setAccessibleName(f"Show the versions, {text}")
        self._versions.setVisible(count > 1)

    def add_tag(self) -> None:
        """Turn "+ tag" into a field, with the known tags to complete from."""
        self._add.hide()
        self._field.show()
        self._field.setFocus()
        store = self._context.store
        if store is not None:
            self._context.jobs.read(
                "Read tags", partial(_tag_names, store), self._field.set_known, key="inspector.tags"
            )

    def _fill(self, tags: tuple[str, ...], *, writable: bool) -> None:
        for kept in (self._add, self._field):
            self._flow.removeWidget(kept)
        self._flow.clear()
        for tag in tags:
            button = TagButton(tag, removable=writable)
            button.clicked.connect(partial(self._filter, tag))
            button.removed.connect(self._on_removed)
            self._flow.addWidget(button)
        for kept in (self._add, self._field):
            self._flow.addWidget(kept)
        self._add.setVisible(writable and self._field.isHidden())
        self._tags.updateGeometry()

    def _filter(self, tag: str, _checked: bool = False) -> None:
        modifiers = QApplication.keyboardModifiers()
        self._context.edit_query(field_term("tag", tag), MODES.get(modifiers, Mode.REPLACE))

    def _on_removed(self, tag: str) -> None:
        if self._memory_id is not None:
            self._context.run("memory.tag", ids=(self._memory_id,), remove=(tag,))

    def _on_accepted(self, tag: str) -> None:
        if self._memory_id is not None:
            self._context.run("memory.tag", ids=(self._memory_id,), add=(tag,))

    def _on_left(self) -> None:
        focused = self._field.hasFocus()
        self._field.clear()
        self._add.show()
        if focused:
            self._add.setFocus(Qt.FocusReason.OtherFocusReason)
        self._field.hide()

    def _on_versions(self, shown: bool) -> None:
        self.versions_toggled.emit(shown)


def _tag_names(store: MemoryStore, _report: Report, _cancel: CancelToken) -> list[str]:
    return [name for name, _count in store.search.values("tag", "")]
