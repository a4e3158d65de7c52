"""The list of conflicts: O keeps ours, T takes theirs, B keeps both, with Shift for all of them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from engramma.model.merging_stores import MergeConflict
from engramma.model.transfer import CollisionPolicy
from engramma.ui.theme import theme
from engramma.ui.views.transfer_merge.conflict_delegate import HEIGHT, ConflictDelegate, verdict_at
from engramma.ui.views.transfer_merge.conflict_model import ConflictModel, ConflictRow
from engramma.ui.views.transfer_merge.verdicts import BOTH, OURS, THEIRS, Verdicts

KEYS = (
    ("O", "ours"),
    ("T", "theirs"),
    ("B", "both"),
    ("Shift O", "all ours"),
    ("Shift T", "all theirs"),
    ("Shift B", "all both"),
)
_VERDICTS = {Qt.Key.Key_O: OURS, Qt.Key.Key_T: THEIRS, Qt.Key.Key_B: BOTH}


class ConflictList(QTableView):
    """`decided` carries, in a tuple of one, how many could not be decided so.

    `current_changed` carries the ConflictRow that the keys are on, or None.
    """

    decided = Signal(object)
    current_changed = Signal(object)

    def __init__(self, verdicts: Verdicts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdicts = verdicts
        self.rows = ConflictModel(verdicts, self)
        self.setModel(self.rows)
        self.setItemDelegate(ConflictDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(theme().metrics.px(HEIGHT))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setAccessibleName("Conflicts")
        self.selectionModel().currentChanged.connect(self._on_current)

    def show_conflicts(self, conflicts: tuple[MergeConflict, ...]) -> None:
        """Show others."""
        self.rows.show(conflicts)
        if conflicts:
            self.setCurrentIndex(self.rows.index(0))
        else:
            self.current_changed.emit(None)

    @property
    def row(self) -> ConflictRow | None:
        """The row that the keys are on."""
        place = self.currentIndex().row()
        return self.rows.row(place) if 0 <= place < self.rows.rowCount() else None

    def decide(self, verdict: CollisionPolicy, *, everywhere: bool = False) -> None:
        """Decide about what the keys are on and go on to the next one, or about all."""
        row = self.row
        if row is None:
            return
        conflicts = self.rows.conflicts if everywhere else (row.conflict,)
        refused = self._verdicts.decide(conflicts, verdict)
        place = self.currentIndex().row() + 1
        if not everywhere and not refused and place < self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(place))
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
        elif key is Qt.Key.Key_Home and self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(0))
        elif key is Qt.Key.Key_End and self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(self.rows.rowCount() - 1))
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
