"""The same question twice, A and B, side by side: which hit moved where, what is new, what is gone, and what of it
matters. No Qt.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engramma.model.recall import ItemType, RecallHit, RecallResult

Key = tuple[ItemType, int]
NOT_AMONG = "not among the hits"


class Move(StrEnum):
    """Where a hit of A is in B."""

    SAME = "same"
    UP = "up"
    DOWN = "down"
    NEW = "new"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class LabRow:
    """A hit in A, in B, or in both. `absent` says why it is not in the one where it is missing."""

    a: RecallHit | None
    b: RecallHit | None
    absent: str = ""

    @property
    def hit(self) -> RecallHit:
        """The hit to show: A's, or else B's."""
        found = self.a or self.b
        assert found is not None
        return found

    @property
    def key(self) -> Key:
        """Which memory or event it is."""
        return self.hit.type, self.hit.id

    @property
    def move(self) -> Move:
        """How it moved from A to B."""
        if self.a is None:
            return Move.NEW
        if self.b is None:
            return Move.GONE
        by = self.a.place - self.b.place
        return Move.UP if by > 0 else Move.DOWN if by < 0 else Move.SAME


@dataclass(frozen=True, slots=True)
class Finding:
    """What B means, in a strong sentence and the rest; `lost` is the first hit of A if B takes it from its place."""

    strong: str
    rest: str
    matters: bool
    lost: RecallHit | None = None


def rows_of(
    a: RecallResult,
    b: RecallResult | None,
    *,
    gone: Mapping[int, str],
    made: Collection[int] = (),
    otherwise: str = NOT_AMONG,
) -> tuple[LabRow, ...]:
    """The hits of A in order, and what only B has at its place there.

    `gone`: why memories are not there in B; `made` are those that are not there in A. `otherwise`: why anything else
    is not in B that did not even come close.
    """
    if b is None:
        return tuple(LabRow(hit, None) for hit in a.hits)
    own = {(hit.type, hit.id): hit for hit in a.hits}
    other = {(hit.type, hit.id): hit for hit in b.hits}
    rows = [
        LabRow(hit, other.get(key), "" if key in other else _absent(hit, b, gone=gone, otherwise=otherwise))
        for key, hit in own.items()
    ]
    new = dict.fromkeys(made, "not there yet")
    rows += [LabRow(None, hit, _absent(hit, a, gone=new)) for key, hit in other.items() if key not in own]
    return tuple(sorted(rows, key=_order))


def _order(row: LabRow) -> tuple[int, bool]:
    return row.hit.place, row.a is not None


def one_side(result: RecallResult) -> tuple[LabRow, ...]:
    """The rows of one side alone."""
    return tuple(LabRow(hit, None) for hit in result.hits)


def finding(rows: Sequence[LabRow], *, where: str) -> Finding:
    """What B means for who asks. `where` names B, such as "In 30 days" or "With M-12 corrected"."""
    first_a = next((row for row in rows if row.a is not None and row.a.place == 1), None)
    first_b = next((row for row in rows if row.b is not None and row.b.place == 1), None)
    counts = _counts(rows)
    if first_b is None:
        lost = first_a.hit if first_a is not None else None
        return Finding(f"{where} nothing would come.", "", matters=lost is not None, lost=lost)
    if first_a is None:
        return Finding(f"{where} {first_b.hit.label} comes first;", "in A nothing does.", matters=True)
    if first_a.key == first_b.key:
        return Finding(f"{where} the same hit comes first.", counts, matters=False)
    why = f"{first_a.hit.label} {_fate(first_a)}."
    return Finding(f"{where} {first_b.hit.label} comes first.", f"{why} {counts}", True, lost=first_a.hit)


def _fate(row: LabRow) -> str:
    if row.b is not None:
        return f"is then hit {row.b.place}"
    return f"is {row.absent}"


def _counts(rows: Sequence[LabRow]) -> str:
    moves = [row.move for row in rows]
    moved = moves.count(Move.UP) + moves.count(Move.DOWN)
    found = [
        f"{count} {word}"
        for count, word in (
            (moved, "moved"),
            (moves.count(Move.NEW), "new"),
            (moves.count(Move.GONE), "gone"),
        )
        if count
    ]
    return f"{', '.join(found)}." if found else "No hit moves."


def lacked_words(lacked: str) -> str:
    """What a near miss lacked, by the part or reason that kept it out."""
    return _LACKED.get(lacked, lacked)


_LACKED = {
    "text": "fewer words of the question",
    "meaning": "less alike in meaning",
    "date": "says less about when",
    "neighbours": "less from turns nearby",
    "session": "less from its session",
    "strength": "weaker",
    "importance": "less important",
    "recency": "older",
    "budget": "over the budget",
}


def _absent(
    hit: RecallHit, result: RecallResult, *, gone: Mapping[int, str], otherwise: str = NOT_AMONG
) -> str:
    if hit.type is ItemType.MEMORY and hit.id in gone:
        return gone[hit.id]
    for other in result.hits:
        if (hit.type, hit.id) in other.folded:
            return f"shown as one with {other.label}"
    for miss in result.misses:
        if (miss.hit.type, miss.hit.id) != (hit.type, hit.id):
            continue
        if miss.hit.dormant:
            return f"dormant, strength {miss.hit.strength:.2f}"
        return f"not among the hits: {lacked_words(miss.lacked)}"
    return otherwise
