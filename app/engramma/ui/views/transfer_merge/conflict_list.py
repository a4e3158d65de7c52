"""The list of conflicts: O keeps ours, T takes theirs, B keeps both, with Shift for all of them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from engramma.model.merging_stores import MergeConflict
from engramma.model.transfer import CollisionPolicy
from engramma.ui.views.transfer_merge.conflict_delegate import HEIGHT, ConflictDelegate, verdict_at
from engramma.ui.views.transfer_merge.conflict_model import ConflictModel, ConflictRow
from engramma.ui.views.transfer_merge.verdicts import BOTH, OURS, THEIRS, Verdicts
from engramma.ui.widgets.row_list import RowList

KEYS = (
    ("O", "ours"),
    ("T", "theirs"),
    ("B", "both"),
    ("Shift O", "all ours"),
    ("Shift T", "all theirs"),
    ("Shift B", "all both"),
)
_VERDICTS = {Qt.Key.Key_O: OURS, Qt.Key.Key_T: THEIRS, Qt.Key.Key_B: BOTH}


class ConflictList(RowList):
    """`decided` carries, in a tuple of one, how many could not be decided so.

    `current_changed` carries the ConflictRow that the keys are on, or None.
    """

    decided = Signal(object)
    current_changed = Signal(object)

    def __init__(self, verdicts: Verdicts, parent: QWidget | None = None) -> None:
        super().__init__("Conflicts", height=HEIGHT, parent=parent)
        self._verdicts = verdicts
        self.rows = ConflictModel(verdicts, self)
        self.start(self.rows, ConflictDelegate(self))
        self.selectionModel().currentChanged.connect(self._on_current)

    def show_conflicts(self, conflicts: tuple[MergeConflict, ...]) -> None:
        """Show others."""
        self.rows.show(conflicts)
        if conflicts:
            self.go_to(0)
        else:
            self.current_changed.emit(None)

    @property
    def row(self) -> ConflictRow | None:
        """The row that the keys are on."""
        return self.rows.row(self.place) if 0 <= self.place < self.rows.rowCount() else None

    def decide(self, verdict: CollisionPolicy, *, everywhere: bool = False) -> None:
        """Decide about what the keys are on and go on to the next one, or about all."""
        row = self.row
        if row is None:
            return
        conflicts = self.rows.conflicts if everywhere else (row.conflict,)
        refused = self._verdicts.decide(conflicts, verdict)
        if not everywhere and not refused:
            self.go_to(self.place + 1)
        self._tell(refused)

    def _tell(self, refused: int) -> None:
        self.rows.refresh()
        self.current_changed.emit(self.row)
        self.decided.emit((refused,))

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.current_changed.emit(self.row if current.isValid() else None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the list."""
        shift = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and not shift:
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key())
        if key in _VERDICTS:
            self.decide(_VERDICTS[key], everywhere=shift)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a choice decides."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        verdict = verdict_at(QRectF(self.visualRect(index)), QPointF(event.position()))
        if verdict is not None:
            self.setCurrentIndex(index)
            self._tell(self._verdicts.decide((self.rows.conflicts[index.row()],), verdict))
