"""The rows of the plan's list: a head for each step, its first items, and a row that shows the others."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from engramma.model.plan import PlanStep, StepMode
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.models.step_words import step_words
from engramma.ui.views.plan.chosen_plan import ChosenPlan, PlanLine, StepGroup

PLAN_ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
FIRST = 7


@dataclass(frozen=True, slots=True)
class HeadRow:
    """The head of a step: how many of its items are ticked."""

    group: StepGroup
    ticked: int

    @property
    def words(self) -> str:
        """ "11 of 14 accepted, 3 go to Review"."""
        total, ticked = len(self.group.lines), self.ticked
        waits = sum(1 for line in self.group.lines if line.kept_from_pass)
        if waits == total:
            return f"{ticked:,} of {total:,} go to Review" if ticked < total else f"{total:,} to Review"
        words = f"{ticked:,} of {total:,} accepted"
        if self.group.mode is StepMode.PROPOSE and ticked < total:
            words += f", {total - ticked:,} to Review"
        return words


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item, ticked or not."""

    line: PlanLine
    ticked: bool


@dataclass(frozen=True, slots=True)
class MoreRow:
    """Stands for the items of a step that are not shown."""

    step: PlanStep
    count: int


PlanRow = HeadRow | ItemRow | MoreRow


class PlanModel(QAbstractListModel):
    """Flat rows; a step without items has none."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: tuple[PlanRow, ...] = ()
        self._opened: frozenset[PlanStep] = frozenset()
        self._chosen: ChosenPlan | None = None

    def show(self, chosen: ChosenPlan | None) -> None:
        """Show a plan; the same items with other ticks keep their places."""
        same = chosen is not None and self._chosen is not None and chosen.groups is self._chosen.groups
        if not same:
            self._opened = frozenset()
        self._chosen = chosen
        rows = self._make()
        if same and len(rows) == len(self._rows):
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def open(self, step: PlanStep) -> None:
        """Show all items of a step."""
        self._opened |= {step}
        self.beginResetModel()
        self._rows = self._make()
        self.endResetModel()

    def row(self, place: int) -> PlanRow | None:
        """The row at a place."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def head_of(self, step: PlanStep) -> int:
        """Where a step begins, -1 if it has no items."""
        for place, row in enumerate(self._rows):
            if isinstance(row, HeadRow) and row.group.step is step:
                return place
        return -1

    def place_of(self, number: int) -> int:
        """Where an item is, -1 if it is not shown."""
        for place, row in enumerate(self._rows):
            if isinstance(row, ItemRow) and row.line.number == number:
                return place
        return -1

    def _make(self) -> tuple[PlanRow, ...]:
        chosen = self._chosen
        if chosen is None:
            return ()
        rows: list[PlanRow] = []
        for group in chosen.groups:
            if not group.lines:
                continue
            rows.append(HeadRow(group, chosen.ticked_in(group.step)))
            rest = len(group.lines) - FIRST
            everything = group.step in self._opened or rest <= 1
            shown = group.lines if everything else group.lines[:FIRST]
            rows += [ItemRow(line, line.number in chosen.ticked) for line in shown]
            if not everything:
                rows.append(MoreRow(group.step, rest))
        return tuple(rows)

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # type: ignore[override]  # noqa: B008
        """All rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: QModelIndex, role: int = 0) -> object:  # type: ignore[override]
        """The row, or its words."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == PLAN_ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row_words(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, ItemRow):
            return tooltip(f"{row.line.text}\n{row.line.item.reason}")
        return None


def row_words(row: PlanRow) -> str:
    """A row as a screen reader says it."""
    match row:
        case HeadRow():
            return f"{step_words(row.group.step.value).title}: {row.words}"
        case MoreRow():
            return f"Show {row.count:,} more"
    state = "accepted" if row.ticked else "not accepted"
    return f"{row.line.mark}, {row.line.text}, {row.line.action}, {row.line.item.reason}, {state}"
