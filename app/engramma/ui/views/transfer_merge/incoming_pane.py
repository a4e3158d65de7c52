"""The left side of the merge: what would come in, what stays as it is, and what would wait for a person."""

from __future__ import annotations

from collections import Counter

from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from engramma.model.merging_stores import MergePreview
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.widgets import ElidedLabel, SectionHeader
from engramma.ui.widgets.content_area import ContentArea

HISTORIES = (
    "Both histories stay apart: what comes brings its own versions, recalls and fading along; "
    "what is here keeps its own."
)
WISHES = (
    "Pins, procedural memories and an importance from 0.80 on would outlast and outrank what is here. "
    "These memories come without them, and Review asks you, once for a memory that counts in several lines. "
    "The policy of this store stays."
)
MOST_REASONS = 6


class IncomingPane(QWidget):
    """Shows a MergePreview."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "right")
        self.setAccessibleName("What would come in")
        content = QWidget()
        set_surface(content, "panel")
        self._column = QVBoxLayout(content)
        padding = metrics.pane_padding
        self._column.setContentsMargins(padding, metrics.space_8, padding, metrics.space_12)
        self._column.setSpacing(metrics.space_8)
        self._area = ContentArea("What would come in")
        self._area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 1, 0)
        outer.addWidget(self._area)

    def show_preview(self, preview: MergePreview) -> None:
        """Tell about it."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        file = preview.file
        other = file.new - file.sessions - file.events - file.memories
        contradicting = len(preview.conflicts) - file.changed
        self._tell("What would come in", (
            ("Memories, new", file.memories),
            ("Sessions, new", file.sessions),
            ("Turns, new", file.events),
            ("Things, new", max(0, other)),
        ))  # fmt: skip
        self._tell("What is here already", (
            ("The same on both sides", file.known - file.deleted),
            ("Other wording on both sides", file.changed),
            ("Contradicted by a new one", max(0, contradicting)),
            ("Deleted here, stays away", file.deleted),
        ), HISTORIES)  # fmt: skip
        if preview.pinned or preview.procedural or preview.important:
            self._tell("What would wait in Review", (
                ("Pins", preview.pinned),
                ("Procedural", preview.procedural),
                ("Importance from 0.80 on", preview.important),
            ), WISHES)  # fmt: skip
        reasons = Counter(skipped.reason for skipped in file.skipped).most_common(MOST_REASONS)
        if reasons:
            self._tell("What would be left out", tuple(reasons))
        self._column.addStretch(1)
        self._area.fit()

    def _tell(self, title: str, rows: tuple[tuple[str, int], ...], note: str = "") -> None:
        self._column.addWidget(SectionHeader(title, foldable=False))
        self._column.addWidget(_counts(rows))
        if note:
            label = QLabel(note)
            label.setWordWrap(True)
            set_text_role(label, TextRole.SMALL, tone="muted")
            self._column.addWidget(label)
        self._column.addSpacing(theme().metrics.space_6)


def _counts(rows: tuple[tuple[str, int], ...]) -> QWidget:
    metrics = theme().metrics
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setVerticalSpacing(metrics.space_6)
    grid.setColumnStretch(0, 1)
    for line, (words, count) in enumerate(rows):
        name = QLabel(words)
        name.setWordWrap(True)
        set_text_role(name, TextRole.BODY)
        grid.addWidget(name, line, 0)
        number = ElidedLabel(f"{count:,}" if count else "–", TextRole.BODY, tabular=True, right=True)
        number.setMinimumWidth(metrics.px(40))
        grid.addWidget(number, line, 1)
    return box
