"""A list of things that a change would touch, each with a tick. Rows are made when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engramma.model.records import dataclass
from engramma.ui.widgets.word_diff import DiffPart

TICK_ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 31
TICKED_ROLE = int(Qt.ItemDataRole.UserRole) + 32
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class TickRow:
    """Two lines of a row: the parts of each, marked where they differ; `mark` at the left, `badge` at the right."""

    mark: str
    first: tuple[DiffPart, ...]
    second: tuple[DiffPart, ...]
    badge: str = ""
    badge_icon: str = ""
    detail: str = ""
    words: str = ""


class TickModel(QAbstractListModel):
    """`show` gives it rows by a function of their place, and the ticks that they begin with."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._ticks = bytearray()
        self._ticked = 0
        self._make: Callable[[int], TickRow] = _nothing
        self._row = lru_cache(maxsize=512)(self._make)

    def show(self, count: int, make: Callable[[int], TickRow], ticks: bytearray) -> None:
        """Other rows."""
        self.beginResetModel()
        self._count, self._ticks = count, ticks
        self._ticked = sum(ticks)
        self._row = lru_cache(maxsize=512)(make)
        self.endResetModel()

    @property
    def ticked(self) -> int:
        """How many are ticked."""
        return self._ticked

    @property
    def ticks(self) -> bytes:
        """A byte for each row: 1 where it is ticked."""
        return bytes(self._ticks)

    def is_ticked(self, place: int) -> bool:
        """Whether the row is ticked."""
        return bool(self._ticks[place])

    def set_ticked(self, place: int, *, on: bool) -> None:
        """Tick one, or not."""
        if self._ticks[place] != on:
            self._ticks[place] = on
            self._ticked += 1 if on else -1
            index = self.index(place)
            self.dataChanged.emit(index, index, [TICKED_ROLE])

    def set_ticks(self, ticks: bytearray) -> None:
        """All of them at once. The list paints itself anew: to tell views of each row would take long."""
        self._ticks = ticks
        self._ticked = sum(ticks)

    def row(self, place: int) -> TickRow:
        """The row at a place."""
        return self._row(place)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """All of them."""
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """The row, its tick, and its words for screen readers."""
        if not index.isValid() or not 0 <= index.row() < self._count:
            return None
        place = index.row()
        if role == TICK_ROW_ROLE:
            return self._row(place)
        if role == TICKED_ROLE:
            return self.is_ticked(place)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole):
            return f"{'Ticked' if self.is_ticked(place) else 'Not ticked'}: {self._row(place).words}"
        return None


def carried_ticks(
    before: Sequence[object], usual_before: bytes, ticks: bytes, now: Sequence[object], usual: bytes
) -> bytearray:
    """The ticks of rows that were looked for again: what a person ticked otherwise than usual stays so.

    `before` and `now` say which row is which.
    """
    own = {key: on for key, at_first, on in zip(before, usual_before, ticks, strict=True) if at_first != on}
    kept = bytearray(usual)
    if own:
        for place, key in enumerate(now):
            kept[place] = own.get(key, kept[place])
    return kept


def _nothing(_place: int) -> TickRow:
    return TickRow("", (), ())
