"""The private values that were found, as rows of a list, each with what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engramma.engine.exporting.values import Hit, surroundings
from engramma.model.records import dataclass
from engramma.ui.views.export.decisions import Decisions, Verdict

HIT_ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 41
Index = QModelIndex | QPersistentModelIndex
_LEAD = 26
SAID = {Verdict.MASK: "masked", Verdict.KEEP: "goes out as it is", Verdict.OPEN: "undecided"}


@dataclass(frozen=True, slots=True)
class HitRow:
    """One value with the words around it. `times` says how often it stands in what goes out."""

    hit: Hit
    before: str
    after: str
    verdict: Verdict

    @property
    def where(self) -> str:
        """Where it was first met, and how often more."""
        more = self.hit.count - 1
        return self.hit.places[0].where + (f" and {more:,} more" if more else "")

    @property
    def words(self) -> str:
        """For a screen reader."""
        return (
            f"{self.hit.label}: {self.hit.shown}, {SAID[self.verdict]}, {self.where}. "
            f"{self.before}{self.hit.shown}{self.after}"
        )


class HitModel(QAbstractListModel):
    """`show` gives it others; a row is made when it is asked for."""

    def __init__(self, decisions: Decisions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._decisions = decisions
        self._hits: tuple[Hit, ...] = ()
        self._veiled: tuple[Hit, ...] = ()
        self._longest_first: tuple[Hit, ...] = ()
        self._around = lru_cache(maxsize=512)(self._words_around)

    @property
    def hits(self) -> tuple[Hit, ...]:
        """All of them."""
        return self._hits

    def show(self, hits: Sequence[Hit]) -> None:
        """Other rows."""
        self.beginResetModel()
        self._hits = tuple(hits)
        self._veiled = tuple(hit for hit in hits if hit.shown != hit.value)
        self._longest_first = tuple(sorted(hits, key=lambda hit: -len(hit.value)))
        self._around.cache_clear()
        self.endResetModel()

    def row(self, place: int) -> HitRow:
        """The row at a place."""
        hit = self._hits[place]
        before, after = self._around(place)
        return HitRow(hit, before, after, self._decisions.of(hit))

    def _words_around(self, place: int) -> tuple[str, str]:
        """Every other hit may stand in them, so they are not looked through for each paint."""
        before, after = surroundings(self._hits[place].places[0], self._veiled)
        return _lead(" ".join(before.split()), before), _tail(after)

    def as_written(self, row: HitRow) -> tuple[str, str]:
        """The words before and after a value as an export would write them, with the masks of other values."""
        place = row.hit.places[0]
        around = [place.before, place.after]
        for other in self._longest_first:
            if other is not row.hit:
                words = other.shown if self._decisions.of(other) is Verdict.KEEP else other.mask
                around = [text.replace(other.value, words) for text in around]
        return around[0], around[1]

    def refresh(self) -> None:
        """Something was decided."""
        if self._hits:
            self.dataChanged.emit(self.index(0), self.index(len(self._hits) - 1), [HIT_ROW_ROLE])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """All of them."""
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """The row, and its words for screen readers."""
        if not index.isValid() or not 0 <= index.row() < len(self._hits):
            return None
        if role == HIT_ROW_ROLE:
            return self.row(index.row())
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole):
            return self.row(index.row()).words
        return None


def _lead(words: str, whole: str) -> str:
    """The last words before a value, cut between words, with the blank that stood there."""
    blank = " " if whole[-1:].isspace() and words else ""
    if len(words) <= _LEAD:
        return words + blank
    cut = words[-_LEAD:]
    return "…" + (cut.partition(" ")[2] or cut) + blank


def _tail(after: str) -> str:
    return (" " if after[:1].isspace() else "") + " ".join(after.split())
