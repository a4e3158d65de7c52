"""A field for tags: chips of those that are there, a line to type another, and the store's tags as one types."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from engramma.model.search import Completion
from engramma.ui.bridge import WindowContext
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.dialogs.completion_list import ROW, CompletionList
from engramma.ui.theme import theme
from engramma.ui.widgets import Chip, FlowLayout

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

JOB_KEY = "tag completion"
ASK_AFTER, ROWS = 80, 6


class TagField(QWidget):
    """`changed` says that the tags are others; `submitted` that Enter was pressed with nothing typed."""

    changed = Signal()
    submitted = Signal()

    def __init__(
        self, context: WindowContext, tags: Sequence[str] = (), *, suggest_always: bool = True
    ) -> None:
        super().__init__()
        self._context = context
        self._tags: list[str] = []
        metrics = theme().metrics
        self._chips = QWidget()
        self._flow = FlowLayout(self._chips, gap=metrics.space_4, line_gap=metrics.space_4)
        self.line = QLineEdit()
        self.line.setPlaceholderText("Add a tag")
        self.line.setAccessibleName("Add a tag")
        self.line.installEventFilter(self)
        self._suggest_always = suggest_always
        self._list = CompletionList()
        self._list.setAccessibleName("Tags of this store")
        self._list.setFixedHeight(ROWS * metrics.px(ROW))
        self._list.clicked.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        column.addWidget(self._chips)
        column.addWidget(self.line)
        column.addWidget(self._list)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ASK_AFTER)
        self._timer.timeout.connect(self._ask)
        self.line.textChanged.connect(self._on_text)
        self.set_tags(tags)
        self._list.setVisible(suggest_always)
        self._ask()

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags, in order; what is typed and not yet added counts."""
        typed = self.line.text().strip().strip(",")
        extra = [typed] if typed and typed not in self._tags else []
        return (*self._tags, *extra)

    def set_tags(self, tags: Sequence[str]) -> None:
        """Show others."""
        self._tags = list(dict.fromkeys(tags))
        self._show_chips()

    def _show_chips(self) -> None:
        self._flow.clear()
        for tag in self._tags:
            chip = Chip(tag, key=tag)
            chip.setAccessibleName(f"Tag {single_line(tag)}")
            chip.removed.connect(self._remove)
            self._flow.addWidget(chip)
        self._chips.setVisible(bool(self._tags))
        self._chips.updateGeometry()

    def _add(self, tag: str) -> None:
        tag = tag.strip().strip(",").strip()
        if tag and tag not in self._tags:
            self._tags.append(tag)
            self._show_chips()
            self.changed.emit()
        self.line.clear()

    def _remove(self, tag: str) -> None:
        if tag in self._tags:
            self._tags.remove(tag)
            self._show_chips()
            self.changed.emit()

    def _on_text(self, text: str) -> None:
        if text.endswith(","):
            self._add(text)
        self._list.setVisible(self._suggest_always or bool(text.strip()))
        self._timer.start()

    def _ask(self) -> None:
        store = self._context.store
        if store is not None:
            work = functools.partial(_tags, store, self.line.text().strip())
            self._context.jobs.read("Complete a tag", work, self._offer, key=JOB_KEY)

    def _offer(self, found: tuple[tuple[str, int | None], ...]) -> None:
        self._list.show_entries(
            [
                Completion(tag, 0, 0, tag, "" if count is None else f"{count:,}", 0)
                for tag, count in found
                if tag not in self._tags
            ]
        )

    def _on_clicked(self, index: QModelIndex) -> None:
        self._add(self._list.entry_at(index).text)
        self.line.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows choose, Enter adds, Backspace in an empty line takes the last tag away."""
        if (
            watched is not self.line
            or event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
        ):
            return False
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self._list.isVisible():
            self._list.step(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            entry = self._list.current
            typed = self.line.text().strip()
            if entry is not None:
                self._add(entry.text)
            elif typed:
                self._add(typed)
            else:
                self.submitted.emit()
        elif key == Qt.Key.Key_Backspace and not self.line.text() and self._tags:
            self._remove(self._tags[-1])
        else:
            return False
        return True


def _tags(
    store: MemoryStore, prefix: str, _report: Report, _cancel: CancelToken
) -> tuple[tuple[str, int | None], ...]:
    return tuple(store.search.values("tag", prefix))[:ROWS]
