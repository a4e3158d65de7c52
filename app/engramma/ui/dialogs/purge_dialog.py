"""Asks before memories are erased for good: every place with its count, what becomes of it, and what stays.

Erases nothing by itself; closing it leaves everything as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engramma.model.purging import Place, PurgePreview, Treatment
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import clean
from engramma.ui.theme import TextRole, set_surface, set_text_role, set_variant, theme

WIDTH, MOST_NAMED = 560, 6
WORDS = {
    Treatment.ERASED: "erased",
    Treatment.COVERED: "words covered",
    Treatment.CUT: "sentence cut out",
    Treatment.NAMED: "left alone",
}


@dataclass(frozen=True, slots=True)
class PurgeChoice:
    """What a person decided with the ticks."""

    keep_source: bool
    include_pinned: bool


class PurgeDialog(QDialog):
    """`confirmed` carries a PurgeChoice."""

    confirmed = Signal(object)

    def __init__(self, parent: QWidget, preview: PurgePreview) -> None:
        super().__init__(parent)
        self._preview = preview
        self._fates: list[tuple[Place, QLabel]] = []
        name = memory_words(preview.memory_ids)
        self.setWindowTitle(f"Purge {name}")
        self.setAccessibleName(f"Purge {name}")
        metrics = theme().metrics
        head = QLabel(f"Erase {name} for good?")
        set_text_role(head, TextRole.TITLE)
        lead = QLabel(
            "What is said there is erased from every place below and from the bytes of the file. "
            "This is the one act that cannot be undone, and no backup is made before it."
        )
        lead.setWordWrap(True)
        set_text_role(lead, TextRole.BODY, tone="secondary")
        column = QVBoxLayout(self)
        margin = metrics.space_20
        column.setContentsMargins(margin, margin, margin, metrics.space_14)
        column.setSpacing(metrics.space_12)
        column.addWidget(head)
        column.addWidget(lead)
        column.addWidget(self._area(), 1)
        self.source = self._tick(source_words(preview.places), checked=True)
        self.pinned = self._tick(f"Purge {pinned_words(preview)}, too", checked=False)
        self.source.setVisible(any(place.source for place in preview.places))
        self.pinned.setVisible(bool(preview.pinned))
        column.addWidget(self.source)
        column.addWidget(self.pinned)
        self.button = QPushButton()
        self._cancel = QPushButton("Cancel")
        column.addLayout(self._buttons())
        self.source.toggled.connect(self._bring_up_to_date)
        self.pinned.toggled.connect(self._bring_up_to_date)
        self._bring_up_to_date()
        self._cancel.setFocus()
        rows = len(preview.places)
        self.resize(metrics.px(WIDTH), metrics.px(min(230 + 23 * rows, 640)))

    def choice(self) -> PurgeChoice:
        """What the ticks say now."""
        return PurgeChoice(not self.source.isChecked(), self.pinned.isChecked())

    def _tick(self, words: str, *, checked: bool) -> QCheckBox:
        tick = QCheckBox(words)
        tick.setAccessibleName(words)
        tick.setChecked(checked)
        return tick

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme().metrics.space_8)
        self._cancel.setAccessibleName("Cancel")
        self._cancel.setAutoDefault(False)
        self.button.setAutoDefault(False)
        set_variant(self._cancel, "plain")
        set_variant(self.button, "danger")
        row.addStretch(1)
        row.addWidget(self._cancel)
        row.addWidget(self.button)
        self._cancel.clicked.connect(self.reject)
        self.button.clicked.connect(self._confirm)
        return row

    def _confirm(self) -> None:
        choice = self.choice()
        self.accept()
        self.confirmed.emit(choice)

    def _bring_up_to_date(self, _checked: bool = False) -> None:
        choice = self.choice()
        left = set() if choice.include_pinned else set(self._preview.pinned)
        ids = [memory_id for memory_id in self._preview.memory_ids if memory_id not in left]
        words = f"Purge {memory_words(ids)}" if ids else "All of these are pinned"
        self.button.setText(words)
        self.button.setAccessibleName(words)
        self.button.setEnabled(bool(ids))
        for place, label in self._fates:
            kept = place.source and choice.keep_source
            label.setText("left alone" if kept else WORDS[place.treatment])
            muted = kept or place.treatment is Treatment.NAMED
            set_text_role(label, TextRole.SMALL, tone="muted" if muted else "danger")

    def _area(self) -> QScrollArea:
        metrics = theme().metrics
        body = QWidget()
        set_surface(body, "card")
        grid = QGridLayout(body)
        margin = metrics.space_12
        grid.setContentsMargins(margin, margin, margin, margin)
        grid.setHorizontalSpacing(metrics.space_14)
        grid.setVerticalSpacing(metrics.space_6)
        grid.setColumnStretch(0, 1)
        line = 0
        for place in self._preview.places:
            count = QLabel(f"{place.count:,}")
            set_text_role(count, TextRole.SMALL, tabular=True)
            fate = QLabel()
            set_text_role(fate, TextRole.SMALL)
            self._fates.append((place, fate))
            grid.addWidget(_title(place), line, 0)
            grid.addWidget(count, line, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            grid.addWidget(fate, line, 2, Qt.AlignmentFlag.AlignTop)
            line += 1
        grid.setRowStretch(line, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(body)
        area.setAccessibleName("Where it stands")
        return area


def _title(place: Place) -> QLabel:
    named = which(place)
    label = QLabel(f"{place.title}: {named}" if named else place.title)
    label.setWordWrap(True)
    set_text_role(label, TextRole.SMALL)
    if place.paths:
        label.setToolTip(clean("\n".join(place.paths)))
    return label


def which(place: Place) -> str:
    """The memories or files that a place names, the first few of them."""
    names = [f"M-{memory_id}" for memory_id in place.memory_ids]
    names = names or [clean(Path(path).name) for path in place.paths]
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def memory_words(ids: Sequence[int]) -> str:
    """ "M-12", or "3 memories"."""
    return f"M-{ids[0]}" if len(ids) == 1 else f"{len(ids):,} memories"


def pinned_words(preview: PurgePreview) -> str:
    """ "the pinned M-12", or "the 2 pinned ones"."""
    if len(preview.pinned) == 1:
        return f"the pinned M-{preview.pinned[0]}"
    return f"the {len(preview.pinned):,} pinned ones"


def source_words(places: Sequence[Place]) -> str:
    """The tick about what was said in sessions, with how much of it there is."""
    count = sum(place.count for place in places if place.source)
    return f"Cover it in the sessions, too ({count:,} {'place' if count == 1 else 'places'})"
