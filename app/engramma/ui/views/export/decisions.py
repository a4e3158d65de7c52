"""What a person decided about each private value: mask it or keep it. Free of Qt.

What the search is sure of counts as decided; the rest waits, and is masked if nobody says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from engramma.engine.exporting.values import Hit, Redaction
from engramma.exchange.redaction.finds import HitKind, Secret
from engramma.model.records import dataclass


class Verdict(StrEnum):
    """What becomes of a value."""

    MASK = "mask"
    KEEP = "keep"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Sum:
    """Of one group of kinds: values masked, kept and undecided."""

    masked: int
    kept: int
    open: int


class Decisions:
    """Outlives a new search: the same value keeps its verdict."""

    def __init__(self) -> None:
        self._said: dict[Secret, Verdict] = {}

    def of(self, hit: Hit) -> Verdict:
        """What becomes of it."""
        said = self._said.get(hit.secret)
        return said if said is not None else Verdict.MASK if hit.sure else Verdict.OPEN

    def decide(self, hits: Iterable[Hit], verdict: Verdict) -> None:
        """The same for all of them."""
        for hit in hits:
            self._said[hit.secret] = verdict

    def redaction(self, names: tuple[str, ...], *, keep_key: bool = False) -> Redaction:
        """As the engine takes it."""
        kept = frozenset(secret for secret, verdict in self._said.items() if verdict is Verdict.KEEP)
        return Redaction(names=names, keep=kept, keep_key=keep_key)

    def sum(self, hits: Iterable[Hit], kinds: frozenset[HitKind] | None = None) -> Sum:
        """Of the hits of these kinds, or of all."""
        found = dict.fromkeys(Verdict, 0)
        for hit in hits:
            if kinds is None or hit.kind in kinds:
                found[self.of(hit)] += 1
        return Sum(found[Verdict.MASK], found[Verdict.KEEP], found[Verdict.OPEN])

    def forget(self) -> None:
        """Another store: nothing is decided."""
        self._said.clear()
