"""The wordings a memory has had, newest first, each as a difference from the one before."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engramma.model.memory import Version
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.inspector.words import actor_icon, actor_word
from engramma.ui.models.dates import age_text, exact_text
from engramma.ui.theme import TextRole, set_surface, theme
from engramma.ui.widgets import ElidedLabel, IconLabel
from engramma.ui.widgets.diff_text import DiffText

MOST = 50


class VersionsSection(QWidget):
    """Hidden until asked for; built only then."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "card")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(metrics.px(10), metrics.space_8, metrics.px(10), metrics.space_8)
        self._column.setSpacing(metrics.space_4)
        self._shown: ShownMemory | None = None
        self.hide()

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
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        versions = shown.details.versions
        for position in range(len(versions) - 1, max(-1, len(versions) - 1 - MOST), -1):
            before = versions[position - 1].text if position else versions[0].text
            self._column.addWidget(_entry(versions[position], before, now=shown.now))


def _entry(version: Version, before: str, *, now: int) -> QWidget:
    metrics = theme().metrics
    entry = QWidget()
    column = QVBoxLayout(entry)
    column.setContentsMargins(0, 0, 0, metrics.space_4)
    column.setSpacing(metrics.space_2)
    head = QHBoxLayout()
    head.setSpacing(metrics.space_6)
    head.addWidget(IconLabel(actor_icon(version.actor), size=metrics.icon_small, role="text_muted"))
    who = ElidedLabel(
        f"Version {version.number}, {actor_word(version.actor)}", TextRole.CAPTION, tone="muted"
    )
    when = ElidedLabel(age_text(version.created_at, now), TextRole.CAPTION, tone="muted", right=True)
    when.setToolTip(tooltip(exact_text(version.created_at)))
    head.addWidget(who, 1)
    head.addWidget(when)
    column.addLayout(head)
    column.addWidget(DiffText(before, version.text, role=TextRole.SMALL))
    return entry
