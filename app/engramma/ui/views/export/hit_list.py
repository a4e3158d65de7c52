"""The list of private values: M masks, K keeps, with Shift all of this kind, A all that are sure, Enter opens."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from engramma.engine.exporting.values import Hit
from engramma.ui.views.export.decisions import Decisions, Verdict
from engramma.ui.views.export.hit_delegate import HEIGHT, HitDelegate, choice_at
from engramma.ui.views.export.hit_model import HitModel, HitRow
from engramma.ui.widgets.row_list import RowList

KEYS = (
    ("M", "mask"),
    ("K", "keep"),
    ("Shift M", "mask all like it"),
    ("Shift K", "keep all like it"),
    ("Enter", "open"),
    ("A", "mask all sure"),
)
_VERDICTS = {Qt.Key.Key_M: Verdict.MASK, Qt.Key.Key_K: Verdict.KEEP}


class HitList(RowList):
    """`decided` says that a person decided; `current_changed` carries the HitRow or None, `opened` a Hit."""

    decided = Signal()
    current_changed = Signal(object)
    opened = Signal(object)

    def __init__(self, decisions: Decisions, parent: QWidget | None = None) -> None:
        super().__init__("Private values that were found", height=HEIGHT, parent=parent)
        self._decisions = decisions
        self.rows = HitModel(decisions, self)
        self.start(self.rows, HitDelegate(self))
        self.selectionModel().currentChanged.connect(self._on_current)

    def show_hits(self, hits: tuple[Hit, ...]) -> None:
        """Show others; the keys go to the first undecided one, or stay on the same value."""
        row = self.row
        self.rows.show(hits)
        if hits:
            secrets = [hit.secret for hit in hits]
            if row is not None and row.hit.secret in secrets:
                place = secrets.index(row.hit.secret)
            else:
                place = self._next_open(-1)
            self.go_to(max(0, place))
        else:
            self.current_changed.emit(None)

    @property
    def row(self) -> HitRow | None:
        """The row that the keys are on."""
        return self.rows.row(self.place) if 0 <= self.place < self.rows.rowCount() else None

    def decide(self, verdict: Verdict, *, alike: bool = False) -> None:
        """Mask or keep what the keys are on, with `alike` all of its kind; then go to the next undecided one."""
        row = self.row
        if row is None:
            return
        hits: tuple[Hit, ...] = (row.hit,)
        if alike:
            hits = tuple(hit for hit in self.rows.hits if hit.kind is row.hit.kind)
        self._decisions.decide(hits, verdict)
        self._tell()
        if row.verdict is Verdict.OPEN:
            self.go_to(self._next_open(self.place))

    def mask_sure(self) -> None:
        """Mask all that the search is sure of, also what was kept."""
        self._decisions.decide((hit for hit in self.rows.hits if hit.sure), Verdict.MASK)
        self._tell()

    def _next_open(self, after: int) -> int:
        hits = self.rows.hits
        order = [*range(after + 1, len(hits)), *range(max(0, after + 1))]
        return next((at for at in order if self._decisions.of(hits[at]) is Verdict.OPEN), -1)

    def _tell(self) -> None:
        self.rows.refresh()
        self.current_changed.emit(self.row)
        self.decided.emit()

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
            self.decide(_VERDICTS[key], alike=shift)
        elif key is Qt.Key.Key_A and not shift:
            self.mask_sure()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.row is not None:
            self.opened.emit(self.row.hit)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a choice decides."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        verdict = choice_at(QRectF(self.visualRect(index)), QPointF(event.position()))
        if verdict is not None:
            self.setCurrentIndex(index)
            self._decisions.decide((self.rows.hits[index.row()],), verdict)
            self._tell()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Opens where it is."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and choice_at(QRectF(self.visualRect(index)), QPointF(event.position())) is None:
            self.opened.emit(self.rows.hits[index.row()])
