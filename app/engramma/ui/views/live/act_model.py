"""The acts of Live as a list model."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engramma.ui.views.live.act_words import spoken
from engramma.ui.views.live.reading import ActLine

Index = QModelIndex | QPersistentModelIndex


class ActModel(QAbstractListModel):
    """One column, the newest act first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[ActLine, ...] = ()
        self._rows: dict[int, int] = {}

    @property
    def lines(self) -> tuple[ActLine, ...]:
        """What is listed."""
        return self._lines

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Number of acts."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What the line says."""
        if not index.isValid() or not 0 <= index.row() < len(self._lines):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken(self._lines[index.row()])
        return None

    def show(self, lines: tuple[ActLine, ...]) -> None:
        """List these; new ones on top and older ones below are put in, all else is a reset."""
        old = self._lines
        if lines == old:
            return
        keys, before = [line.id for line in lines], [line.id for line in old]
        if keys == before:
            self._set(lines)
            for row, (was, now) in enumerate(zip(old, lines, strict=True)):
                if was != now:
                    self.dataChanged.emit(self.index(row, 0), self.index(row, 0))
        elif old and len(lines) > len(old) and lines[: len(old)] == old:
            self.beginInsertRows(QModelIndex(), len(old), len(lines) - 1)
            self._set(lines)
            self.endInsertRows()
        elif old and len(lines) > len(old) and lines[-len(old) :] == old:
            self.beginInsertRows(QModelIndex(), 0, len(lines) - len(old) - 1)
            self._set(lines)
            self.endInsertRows()
        else:
            self.beginResetModel()
            self._set(lines)
            self.endResetModel()

    def _set(self, lines: tuple[ActLine, ...]) -> None:
        self._lines = lines
        self._rows = {line.id: row for row, line in enumerate(lines)}

    def row_of(self, act_id: object) -> int:
        """The row of an act; -1 if it is not listed."""
        return self._rows.get(act_id, -1) if isinstance(act_id, int) else -1

    def line(self, act_id: object) -> ActLine | None:
        """The act with this id."""
        row = self.row_of(act_id)
        return None if row < 0 else self._lines[row]
