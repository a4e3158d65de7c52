"""The rows of the list in Tiers: short-term memories with their standing at the gates, or results of the search."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engramma.model.flow import GateStanding, WaitingList, Waits
from engramma.model.memory import State
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.models.dates import span_text
from engramma.ui.views.tiers.reading import Listed
from engramma.ui.views.tiers.waiting_words import WAITS, episodic_words, rehearsed_words, relevant_words

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
TIER_ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class TierColumn(IntEnum):
    """The columns."""

    MEMORY = 0
    REHEARSED = 1
    RELEVANT = 2
    EPISODIC = 3
    FADES = 4


HEADS = ("Memory", "Rehearsed", "Relevant", "Episodic", "Fades")
NUMBERS = (TierColumn.FADES,)


@dataclass(frozen=True, slots=True)
class TierRow:
    """One memory. `standing` is None for what waits at no gate."""

    id: int
    text: str
    kind: str
    tier: str
    state: str
    pinned: bool
    dormant: bool
    fades_in: int | None
    standing: GateStanding | None
    waits: Waits | None

    @property
    def why_not(self) -> str:
        """What it is instead of waiting."""
        if self.state == State.TRASHED:
            return "in the Trash"
        if self.state == State.SUPERSEDED:
            return "superseded"
        if self.pinned:
            return "pinned"
        if self.tier == "long_term":
            return "long-term"
        return "procedural" if self.kind == "procedural" else ""

    @property
    def fades(self) -> str:
        """ "17 d", "dormant", "never"."""
        if self.state != State.ACTIVE:
            return ""
        if self.dormant:
            return "dormant"
        if self.fades_in is None:
            return "never"
        return span_text(self.fades_in) if self.fades_in > 0 else "faded"


def rows_waiting(found: WaitingList, *, now: int, only: Waits | None) -> tuple[TierRow, ...]:
    """Rows of what waits, of one group or of all."""
    return tuple(
        TierRow(
            id=item.id,
            text=item.text,
            kind=item.kind,
            tier="short_term",
            state=State.ACTIVE.value,
            pinned=False,
            dormant=item.dormant,
            fades_in=None if item.fades_at is None else item.fades_at - now,
            standing=item.standing,
            waits=item.waits,
        )
        for item in found.memories
        if only in (None, item.waits)
    )


def rows_listed(listed: Listed, *, now: int) -> tuple[TierRow, ...]:
    """Rows of results."""
    waiting = {item.id: item for item in listed.waiting.memories}
    return tuple(
        TierRow(
            id=memory.id,
            text=memory.text,
            kind=memory.kind.value,
            tier=memory.tier.value,
            state=memory.state.value,
            pinned=memory.pinned,
            dormant=memory.dormant,
            fades_in=None if memory.fades_at is None else memory.fades_at - now,
            standing=waiting[memory.id].standing if memory.id in waiting else None,
            waits=waiting[memory.id].waits if memory.id in waiting else None,
        )
        for memory in listed.memories
    )


class TierListModel(QAbstractTableModel):
    """Rows by position; a few hundred at most."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: tuple[TierRow, ...] = ()

    @property
    def rows(self) -> tuple[TierRow, ...]:
        """All rows."""
        return self._rows

    def show_rows(self, rows: tuple[TierRow, ...]) -> bool:
        """Show rows; False when the same memories stand where they stood."""
        same = [row.id for row in rows] == [row.id for row in self._rows]
        if same:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(HEADS) - 1))
            return False
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True

    def row(self, place: int) -> TierRow | None:
        """The row at a place."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """All rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Five."""
        return 0 if parent.isValid() else len(HEADS)

    def data(self, index: Index, role: int = 0) -> object:
        """The row, or the words of a cell."""
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == TIER_ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_words(row, TierColumn(index.column()))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{row.text}{_standing_words(row)}")
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Titles."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return HEADS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = section in NUMBERS
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


def _standing_words(row: TierRow) -> str:
    """What a tooltip adds: what it waits for, with the numbers of each gate."""
    if row.standing is None or row.waits is None:
        return ""
    has = row.standing
    return (
        f"\n{WAITS[row.waits]}\n"
        f"Rehearsed: {has.recalls} of {has.recalls_needed} recalls on {has.days} of {has.days_needed} days\n"
        f"Relevant: {has.relevant} of {has.relevant_needed} recalls among the first three\n"
        f"Episodic: importance {has.importance:.2f}, over {has.importance_needed:.2f} is asked"
    )


def cell_words(row: TierRow, column: TierColumn) -> str:
    """What a cell says."""
    if column is TierColumn.MEMORY:
        return single_line(row.text)
    if column is TierColumn.FADES:
        return row.fades
    if row.standing is None:
        return row.why_not if column is TierColumn.REHEARSED else ""
    match column:
        case TierColumn.REHEARSED:
            return rehearsed_words(row.standing)
        case TierColumn.RELEVANT:
            return relevant_words(row.standing)
        case _:
            if row.waits is Waits.CONFLICT or row.standing.conflicted:
                return "held: conflict"
            return "next pass" if row.waits is Waits.PASS else episodic_words(row.standing)
