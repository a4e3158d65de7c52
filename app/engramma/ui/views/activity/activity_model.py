"""The rows of Activity as a list model: headings of days, operations, and the line where a person last looked."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engramma.model.operation import Operation
from engramma.ui.models.dates import time_text
from engramma.ui.views.activity.actors import actor_name, counts_text
from engramma.ui.views.activity.seen import SeenMark
from engramma.ui.views.rows.days import day_heading, local_day

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class DayLine:
    """The heading of a day."""

    day: date
    title: str


@dataclass(frozen=True, slots=True)
class OperationLine:
    """One operation; `fresh` if it came after a person last looked."""

    operation: Operation
    fresh: bool


@dataclass(frozen=True, slots=True)
class SeenLine:
    """Where a person last looked, and what came since."""

    at: int
    title: str
    above: str


Line = DayLine | OperationLine | SeenLine


def lines_of(operations: Sequence[Operation], mark: SeenMark | None, today: date) -> tuple[Line, ...]:
    """Operations, newest first, under the headings of their days, with the line between new and known ones."""
    lines: list[Line] = []
    day: date | None = None
    fresh = [item for item in operations if mark is not None and item.id > mark.operation_id]
    drawn = not fresh
    for item in operations:
        new = mark is not None and item.id > mark.operation_id
        if mark is not None and not drawn and not new:
            lines.append(_seen_line(mark, fresh, today))
            drawn = True
        own_day = local_day(item.at)
        if own_day != day:
            day = own_day
            lines.append(DayLine(own_day, day_heading(own_day, today)))
        lines.append(OperationLine(item, new))
    return tuple(lines)


def _seen_line(mark: SeenMark, fresh: Sequence[Operation], today: date) -> SeenLine:
    day = day_heading(local_day(mark.at), today).split(",")[0]
    when = f"{day[:1].lower() + day[1:]}, {time_text(mark.at)}"
    number = f"{len(fresh):,} operation{'' if len(fresh) == 1 else 's'}"
    return SeenLine(
        mark.at, f"You last looked {when}", f"above: {number}, {counts_text([i.actor for i in fresh])}"
    )


class ActivityModel(QAbstractListModel):
    """One column of lines."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[Line, ...] = ()
        self._rows: dict[Hashable, int] = {}

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is listed."""
        return self._lines

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Number of lines."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The line, or what it says."""
        if not index.isValid() or not 0 <= index.row() < len(self._lines):
            return None
        line = self._lines[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return spoken_line(line)
            case _:
                return line if role == ROW_ROLE else None

    def show(self, lines: tuple[Line, ...]) -> None:
        """List these. Lines that only come after the old ones are added, all else is a reset."""
        old = self._lines
        if lines == old:
            return
        if old and len(lines) > len(old) and lines[: len(old)] == old:
            self.beginInsertRows(QModelIndex(), len(old), len(lines) - 1)
            self._set(lines)
            self.endInsertRows()
        elif [key_of(line) for line in lines] == [key_of(line) for line in old]:
            self._set(lines)
            for row, (was, is_) in enumerate(zip(old, lines, strict=True)):
                if was != is_:
                    self.dataChanged.emit(self.index(row, 0), self.index(row, 0))
        else:
            self.beginResetModel()
            self._set(lines)
            self.endResetModel()

    def _set(self, lines: tuple[Line, ...]) -> None:
        self._lines = lines
        self._rows = {key_of(line): row for row, line in enumerate(lines)}

    def row_of(self, key: Hashable) -> int:
        """The row with a key; -1 if there is none."""
        return self._rows.get(key, -1)


def key_of(line: Line) -> Hashable:
    """What stays the same when lines are reloaded: an operation's id, a day, or the word "seen"."""
    match line:
        case OperationLine(operation):
            return operation.id
        case DayLine(day):
            return day
        case _:
            return "seen"


def spoken_line(line: Line) -> str:
    """A line as a screen reader says it."""
    match line:
        case OperationLine(operation):
            undone = ", undone" if operation.undone else ""
            return f"{time_text(operation.at)}, {actor_name(operation.actor)}: {operation.label}{undone}"
        case DayLine(_day, title):
            return title
        case SeenLine(_at, title, above):
            return f"{title}; {above}"
