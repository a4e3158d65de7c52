"""The right side of the merge: both sides of the conflict that the keys are on, whole, and the three choices."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.model.merging_stores import CONTRADICTS, MergeConflict
from engramma.model.transfer import CollisionPolicy
from engramma.ui.models.dates import day_text
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.transfer_merge.conflict_model import ConflictRow
from engramma.ui.views.transfer_merge.verdicts import BOTH, OURS, THEIRS
from engramma.ui.widgets import ElidedLabel, KeyButton, SectionHeader
from engramma.ui.widgets.content_area import ContentArea
from engramma.ui.widgets.diff_text import DiffText


class ConflictSide(QWidget):
    """`decide_wanted` carries a CollisionPolicy as a person pressed it."""

    decide_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "left")
        self.setAccessibleName("The conflict")
        self._ours, self._theirs = DiffText(side="before"), DiffText(side="after")
        self._our_facts = ElidedLabel("", TextRole.SMALL, tone="muted")
        self._their_facts = ElidedLabel("", TextRole.SMALL, tone="muted")
        self._means = QLabel()
        self._means.setWordWrap(True)
        set_text_role(self._means, TextRole.SMALL, tone="secondary")
        self.buttons = {
            OURS: KeyButton("Ours", "O"),
            THEIRS: KeyButton("Theirs", "T"),
            BOTH: KeyButton("Both", "B"),
        }
        self._whole = QWidget()
        column = QVBoxLayout(self._whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_8)
        for title, text, facts in (
            ("Ours", self._ours, self._our_facts),
            ("Theirs", self._theirs, self._their_facts),
        ):
            column.addWidget(SectionHeader(title, foldable=False))
            column.addWidget(_card(text, facts))
        row = QHBoxLayout()
        row.setSpacing(metrics.space_8)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self._means)
        content = QWidget()
        set_surface(content, "panel")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(
            metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_12
        )
        inner.addWidget(self._whole)
        inner.addStretch(1)
        self._area = ContentArea("The conflict")
        self._area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        outer.addWidget(self._area)
        self.buttons[OURS].clicked.connect(self._on_ours)
        self.buttons[THEIRS].clicked.connect(self._on_theirs)
        self.buttons[BOTH].clicked.connect(self._on_both)
        self.show_row(None)

    def show_row(self, row: ConflictRow | None) -> None:
        """Another conflict, or none."""
        self._whole.setVisible(row is not None)
        if row is not None:
            conflict = row.conflict
            ours, theirs = conflict.ours, conflict.theirs
            self._ours.set_texts(ours.text, theirs.text)
            self._theirs.set_texts(ours.text, theirs.text)
            self._our_facts.set_text(
                f"{ours.label}, {_facts(ours.kind, ours.state, ours.updated_at, pinned=ours.pinned)}"
            )
            self._their_facts.set_text(
                _facts(theirs.kind, theirs.state, theirs.updated_at, pinned=theirs.pinned)
            )
            self.buttons[THEIRS].setEnabled(not conflict.guarded)
            self._means.setText(_means(conflict, row.verdict))
        self._area.fit()

    def _on_ours(self) -> None:
        self.decide_wanted.emit(OURS)

    def _on_theirs(self) -> None:
        self.decide_wanted.emit(THEIRS)

    def _on_both(self) -> None:
        self.decide_wanted.emit(BOTH)


def _card(text: QWidget, facts: QWidget) -> QWidget:
    metrics = theme().metrics
    card = QWidget()
    set_surface(card, "card")
    inner = QVBoxLayout(card)
    inner.setContentsMargins(metrics.space_12, metrics.space_8, metrics.space_12, metrics.space_8)
    inner.setSpacing(metrics.space_6)
    inner.addWidget(text)
    inner.addWidget(facts)
    return card


def _facts(kind: str, state: str, changed: int, *, pinned: bool) -> str:
    parts = [kind, *(["pinned"] if pinned else []), *([str(state)] if state != "active" else [])]
    return f"{', '.join(parts)}, changed {day_text(changed)}"


def _means(conflict: MergeConflict, verdict: CollisionPolicy) -> str:
    """What the choice does."""
    contradicts = conflict.what == CONTRADICTS
    said = {
        OURS: "Theirs stays out." if contradicts else "Ours stays as it is worded here.",
        THEIRS: "Theirs comes in and ours is superseded by it, kept and struck through."
        if contradicts
        else "Ours gets their wording as its next version.",
        BOTH: "Both stand, and the next look for conflicts asks which one holds."
        if contradicts
        else "Theirs comes in beside ours, with its own history.",
    }[verdict]
    return f"{said} Theirs cannot take its place: {conflict.guarded}." if conflict.guarded else said
