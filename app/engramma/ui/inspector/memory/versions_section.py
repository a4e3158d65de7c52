"""The wordings a memory has had, newest first: who wrote them, any two compared, an earlier one brought back.

Bringing one back makes a new version of it; nothing is taken out of the history.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.model.errors import EngrammaError, GoneEditError, StaleEditError
from engramma.model.memory import State, Version
from engramma.model.progress import CancelToken, Report
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.inspector.words import actor_icon, actor_word
from engramma.ui.models.dates import age_text, exact_text
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import ElidedLabel, IconLabel
from engramma.ui.widgets.diff_text import DiffText

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore
    from engramma.ui.bridge import WindowContext

MOST = 50


class VersionsSection(QWidget):
    """Hidden until asked for; built only then. `Compare` sets two wordings side by side in one difference."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._context = context
        set_surface(self, "card")
        self._shown: ShownMemory | None = None
        self._looks: object = None
        self.earlier, self.later = QComboBox(), QComboBox()
        self.earlier.setAccessibleName("The earlier version")
        self.later.setAccessibleName("The later version")
        self.difference = DiffText(role=TextRole.BODY)
        self._compare = self._comparison()
        self._entries = QVBoxLayout()
        self._entries.setSpacing(metrics.space_4)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.px(10), metrics.space_8, metrics.px(10), metrics.space_8)
        column.setSpacing(metrics.space_8)
        column.addWidget(self._compare)
        column.addLayout(self._entries)
        self.earlier.currentIndexChanged.connect(self._show_difference)
        self.later.currentIndexChanged.connect(self._show_difference)
        self.hide()

    def _comparison(self) -> QWidget:
        metrics = theme().metrics
        part = QWidget()
        row = QHBoxLayout()
        row.setSpacing(metrics.space_6)
        words = QLabel("From")
        to = QLabel("to")
        for label in (words, to):
            set_text_role(label, TextRole.CAPTION, tone="muted")
        row.addWidget(words)
        row.addWidget(self.earlier)
        row.addWidget(to)
        row.addWidget(self.later)
        row.addStretch(1)
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        column.addLayout(row)
        column.addWidget(self.difference)
        return part

    def show_memory(self, shown: ShownMemory) -> None:
        """Show the versions of a memory, if they are wanted."""
        self._shown = shown
        if not self.isHidden():
            self._fill(shown)

    def set_wanted(self, wanted: bool) -> None:
        """Show or put away."""
        if wanted and self._shown is not None:
            self._fill(self._shown)
        self.setVisible(wanted)

    def _fill(self, shown: ShownMemory) -> None:
        versions = shown.details.versions
        looks = (versions, shown.writable, shown.details.memory.state, shown.now // 60_000_000)
        if looks == self._looks:
            return
        self._looks = looks
        while (item := self._entries.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._compare.setVisible(len(versions) > 2)
        self._offer(versions)
        for position in range(len(versions) - 1, max(-1, len(versions) - 1 - MOST), -1):
            before = versions[position - 1].text if position else versions[0].text
            self._entries.addWidget(self._entry(versions[position], before, shown=shown))

    def _offer(self, versions: tuple[Version, ...]) -> None:
        """By default the first wording and the one of now."""
        for box, chosen in ((self.earlier, 0), (self.later, len(versions) - 1)):
            box.blockSignals(True)
            box.clear()
            for version in versions:
                box.addItem(f"Version {version.number}", version.number)
            box.setCurrentIndex(chosen)
            box.blockSignals(False)
        self._show_difference()

    def _show_difference(self) -> None:
        versions = () if self._shown is None else self._shown.details.versions
        texts = {version.number: version.text for version in versions}
        before, after = texts.get(self.earlier.currentData()), texts.get(self.later.currentData())
        if before is not None and after is not None:
            self.difference.set_texts(before, after)
            if before == after:
                self.difference.setAccessibleName(f"The same text: {before}")

    def _entry(self, version: Version, before: str, *, shown: ShownMemory) -> QWidget:
        metrics = theme().metrics
        memory = shown.details.memory
        entry = QWidget()
        column = QVBoxLayout(entry)
        column.setContentsMargins(0, 0, 0, metrics.space_4)
        column.setSpacing(metrics.space_2)
        head = QHBoxLayout()
        head.setSpacing(metrics.space_6)
        head.addWidget(IconLabel(actor_icon(version.actor), size=metrics.icon_small, role="text_muted"))
        now = ", now" if version.number == memory.version else ""
        words = f"Version {version.number}{now}, {actor_word(version.actor)}"
        when = ElidedLabel(
            age_text(version.created_at, shown.now), TextRole.CAPTION, tone="muted", right=True
        )
        when.setToolTip(tooltip(exact_text(version.created_at)))
        head.addWidget(ElidedLabel(words, TextRole.CAPTION, tone="muted"), 1)
        head.addWidget(when)
        if shown.writable and memory.state is State.ACTIVE and version.text != memory.text:
            button = QPushButton("Restore")
            button.setAccessibleName(f"Restore version {version.number}")
            set_variant(button, "link")
            button.clicked.connect(partial(self._restore, version))
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        column.addLayout(head)
        column.addWidget(DiffText(before, version.text, role=TextRole.SMALL))
        return entry

    def _restore(self, version: Version, _checked: bool = False) -> None:
        store, shown = self._context.store, self._shown
        if store is not None and shown is not None:
            memory = shown.details.memory
            job = partial(_restore_version, store, memory.id, version.text, memory.version)
            done = partial(self._on_restored, version.number)
            self._context.jobs.write("Restore a version", job, done, failed=self._on_failed)

    def _on_restored(self, number: int, memory_id: int) -> None:
        self._context.toast(
            f"M-{memory_id} says again what it said in version {number}",
            icon="arrow-counter-clockwise",
            undo=True,
        )

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, (StaleEditError, GoneEditError)):
            error = EngrammaError(f"{error} Look at it as it is now, then restore again.")
        self._context.report_error(error)


def _restore_version(
    store: MemoryStore, memory_id: int, text: str, base_version: int, _report: Report, _cancel: CancelToken
) -> int:
    return store.memories.edit(memory_id, text, base_version=base_version, base_state="active").id
