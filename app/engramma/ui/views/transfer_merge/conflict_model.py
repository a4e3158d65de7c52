"""The conflicts of a merge as rows of a list, each with what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engramma.model.merging_stores import EDITED, MergeConflict
from engramma.model.records import dataclass
from engramma.model.transfer import CollisionPolicy
from engramma.ui.views.replace.hit_rows import excerpts
from engramma.ui.views.transfer_merge.verdicts import WORDS, Verdicts
from engramma.ui.widgets.word_diff import DiffPart, word_diff

CONFLICT_ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 51
LEAD = 28
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class ConflictRow:
    """Ours and theirs, marked where they differ."""

    conflict: MergeConflict
    ours: tuple[DiffPart, ...]
    theirs: tuple[DiffPart, ...]
    verdict: CollisionPolicy

    @property
    def why(self) -> str:
        """What the conflict is."""
        return why(self.conflict)

    @property
    def words(self) -> str:
        """For a screen reader."""
        conflict = self.conflict
        return (
            f"{conflict.ours.label}, {self.why}, keeping {WORDS[self.verdict].casefold()}. "
            f"Ours: {conflict.ours.text} Theirs: {conflict.theirs.text}"
        )


def why(conflict: MergeConflict) -> str:
    """ "changed in both", "contradicts: 5432 against 5433"."""
    kind = "other wording" if conflict.what == EDITED else "contradicts"
    detail = f": {conflict.detail}" if conflict.detail else ""
    return f"{kind}{detail}"


class ConflictModel(QAbstractListModel):
    """`show` gives it others; a row is made when it is asked for."""

    def __init__(self, verdicts: Verdicts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._verdicts = verdicts
        self._conflicts: tuple[MergeConflict, ...] = ()
        self._parts = lru_cache(maxsize=512)(self._make)

    @property
    def conflicts(self) -> tuple[MergeConflict, ...]:
        """All of them."""
        return self._conflicts

    def show(self, conflicts: Sequence[MergeConflict]) -> None:
        """Other rows."""
        self.beginResetModel()
        self._conflicts = tuple(conflicts)
        self._parts.cache_clear()
        self.endResetModel()

    def row(self, place: int) -> ConflictRow:
        """The row at a place."""
        conflict = self._conflicts[place]
        ours, theirs = self._parts(place)
        return ConflictRow(conflict, ours, theirs, self._verdicts.of(conflict))

    def _make(self, place: int) -> tuple[tuple[DiffPart, ...], tuple[DiffPart, ...]]:
        conflict = self._conflicts[place]
        parts = word_diff(*excerpts(conflict.ours.text, conflict.theirs.text, lead=LEAD))
        return (
            tuple(part for part in parts if part.op != "added"),
            tuple(part for part in parts if part.op != "removed"),
        )

    def refresh(self) -> None:
        """Something was decided."""
        if self._conflicts:
            self.dataChanged.emit(self.index(0), self.index(len(self._conflicts) - 1), [CONFLICT_ROW_ROLE])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """All of them."""
        return 0 if parent.isValid() else len(self._conflicts)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """The row, and its words for screen readers."""
        if not index.isValid() or not 0 <= index.row() < len(self._conflicts):
            return None
        if role == CONFLICT_ROW_ROLE:
            return self.row(index.row())
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole):
            return self.row(index.row()).words
        return None
