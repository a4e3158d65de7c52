"""The list of a plan's items: ticks by mouse and Space, whole steps by A and N, Enter opens the target."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from engramma.model.plan import PlanStep
from engramma.model.records import dataclass
from engramma.ui.views.plan.chosen_plan import ChosenPlan, PlanLine
from engramma.ui.views.plan.item_delegate import PlanDelegate, on_tick
from engramma.ui.views.plan.item_model import HeadRow, ItemRow, MoreRow, PlanModel


@dataclass(frozen=True, slots=True)
class Ticked:
    """A person ticked an item by number, or a whole step."""

    on: bool
    number: int | None = None
    step: PlanStep | None = None


class PlanList(QListView):
    """`ticked` carries a Ticked, `current_line` a PlanLine or None, `opened` the PlanLine to go to.

    `merge_wanted` carries the PlanLine whose memories are to be merged by hand.
    """

    ticked = Signal(object)
    current_line = Signal(object)
    opened = Signal(object)
    merge_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = PlanModel(self)
        self._told: int | None = None
        self.setModel(self._model)
        self.setItemDelegate(PlanDelegate(self))
        self.setAccessibleName("Items of the plan")
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.selectionModel().currentChanged.connect(self._on_current)

    def show_plan(self, chosen: ChosenPlan | None) -> None:
        """Show a plan; what was current stays so if it is there."""
        number = self._told
        self._model.show(chosen)
        if self._model.rowCount() and not self.currentIndex().isValid():
            place = self._model.place_of(number) if number is not None else -1
            self.setCurrentIndex(
                self._model.index(place if place >= 0 else min(1, self._model.rowCount() - 1))
            )

    def show_step(self, step: PlanStep) -> None:
        """Go to the first item of a step."""
        place = self._model.head_of(step)
        if place >= 0:
            self.scrollTo(self._model.index(place), QAbstractItemView.ScrollHint.PositionAtTop)
            self.setCurrentIndex(self._model.index(place + 1))

    @property
    def line(self) -> PlanLine | None:
        """The item that the keys are on."""
        row = self._model.row(self.currentIndex().row())
        return row.line if isinstance(row, ItemRow) else None

    @property
    def step(self) -> PlanStep | None:
        """The step that the keys are in."""
        match self._model.row(self.currentIndex().row()):
            case HeadRow(group):
                return group.step
            case ItemRow(line):
                return line.item.step
            case MoreRow(step):
                return step
        return None

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        line = self.line if current.isValid() else None
        if line is not None:
            self._told = line.number
        self.current_line.emit(line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space ticks, A and N tick a whole step, Enter opens."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        match Qt.Key(event.key()):
            case Qt.Key.Key_Space:
                self._press(self.currentIndex(), tick=True)
            case Qt.Key.Key_A | Qt.Key.Key_N:
                if self.step is not None:
                    self.ticked.emit(Ticked(event.key() == Qt.Key.Key_A, step=self.step))
            case Qt.Key.Key_M if self.line is not None:
                self.merge_wanted.emit(self.line)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._press(self.currentIndex(), tick=False)
            case _:
                super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a tick ticks, on the last row of a step shows the others."""
        super().mouseReleaseEvent(event)
        at = event.position().toPoint()
        index = self.indexAt(at)
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        row = self._model.row(index.row())
        if isinstance(row, MoreRow) or on_tick(QRectF(self.visualRect(index)), QPointF(at)):
            self._press(index, tick=True)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Goes to the target of an item."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not on_tick(QRectF(self.visualRect(index)), event.position()):
            self._press(index, tick=False)

    def _press(self, index: QModelIndex, *, tick: bool) -> None:
        match self._model.row(index.row()):
            case ItemRow(line, ticked):
                if tick:
                    self.ticked.emit(Ticked(not ticked, number=line.number))
                else:
                    self.opened.emit(line)
            case HeadRow(group, ticked):
                self.ticked.emit(Ticked(ticked < len(group.lines), step=group.step))
            case MoreRow(step):
                place = index.row()
                self._model.open(step)
                self.setCurrentIndex(self._model.index(place))
