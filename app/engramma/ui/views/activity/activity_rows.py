"""Lays out the rows of Activity: joins the model with what is unfolded and which conflicts wait for a decision."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from numpy.typing import NDArray

from engramma.model.operation import FieldChange, UndoResult
from engramma.ui.delegates.kit import current_kit
from engramma.ui.views.activity.activity_model import (
    ActivityModel,
    DayLine,
    OperationLine,
    key_of,
    spoken_line,
)
from engramma.ui.views.activity.operation_row import DAY_ROW, ROW, Opened, OperationRow, PlainRow
from engramma.ui.views.rows import LaidRow


class ActivityRows:
    """A RowLayouter. What is unfolded is kept by operation, so it survives every reload.

    `marked` are the operations to take back together, None while nobody chooses several.
    """

    def __init__(self, model: ActivityModel) -> None:
        self._model = model
        self.opened: set[int] = set()
        self.changes: dict[int, tuple[FieldChange, ...]] = {}
        self.conflicts: dict[int, UndoResult] = {}
        self.marked: set[int] | None = None

    def key(self, row: int) -> Hashable:
        """The operation's id, or what stands for another line."""
        return key_of(self._model.lines[row])

    def row_of(self, key: Hashable) -> int:
        """The row of a key."""
        return self._model.row_of(key)

    def estimates(self, first: int, count: int) -> NDArray[np.int64]:
        """Folded rows have known heights."""
        px = current_kit().px
        lines = self._model.lines[first : first + count]
        heights = [px(DAY_ROW if isinstance(line, DayLine) else ROW) for line in lines]
        return np.array(heights, dtype=np.int64)

    def lay_out(self, row: int, width: int) -> LaidRow | None:
        """The row for this width."""
        line = self._model.lines[row]
        kit = current_kit()
        if not isinstance(line, OperationLine):
            return PlainRow(kit, line, width=width)
        operation_id = line.operation.id
        opened = None
        if operation_id in self.opened:
            opened = Opened(self.changes.get(operation_id), self.conflicts.get(operation_id))
        marked = None if self.marked is None else operation_id in self.marked
        return OperationRow(kit, line, width=width, opened=opened, marked=marked)

    def can_choose(self, row: int) -> bool:
        """Operations only."""
        return isinstance(self._model.lines[row], OperationLine)

    def copy_text(self, row: int) -> str:
        """What happened, in words."""
        return spoken_line(self._model.lines[row])

    def forget(self) -> None:
        """Another store."""
        self.opened.clear()
        self.changes.clear()
        self.conflicts.clear()
        self.marked = None
