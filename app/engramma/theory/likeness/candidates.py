"""Finds the pairs of memories that are worth comparing, without looking at all pairs.

An inverted index over telling terms. A memory's rarest terms are followed first, until enough other memories have
been met; what stands in very many of them only adds to the score of those met by rarer ones. So a new memory meets a
bounded number of others, and the work grows with the number of the new ones. What a pair is, is judged elsewhere.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engramma.theory.likeness.lexicon import Lexicon
from engramma.theory.likeness.terms import TermReader

AT_MOST = 20
LEAST_SCORE = 0.22
# Memories followed up from the terms of one memory, rarest terms first; and of these, those scored exactly.
_FOLLOWED, _SCORED = 12_000, 160
_NOTHING = np.empty(0, dtype=np.int64)

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair worth comparing. `score` 0..1: how much of the rarity of the terms of both is shared."""

    fresh: int
    other: int
    score: float


def let_go(held: list[Any] | dict[Any, Any]) -> None:
    """Empty a container item by item, so that other threads get on meanwhile."""
    drop = held.pop if isinstance(held, list) else held.popitem
    while held:
        drop()


class CandidateIndex:
    """Terms and the memories that have them. Ids are any numbers, each added once."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._reader = TermReader(lexicon)
        self._ids = array("q")
        self._places: dict[int, int] = {}
        self._terms: list[array[int]] = []
        self._equal: dict[str, int] = {}
        self._equal_beside: dict[int, list[int]] = {}
        self._built = 0
        self._owners, self._firsts, self._rarity = _NOTHING, _NOTHING, np.empty(0)
        self._weights: list[float] = []

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, id: int, text: str) -> None:
        """Takes a memory in. Raises ValueError for an id that is there already."""
        place = len(self._ids)
        if self._places.setdefault(id, place) != place:
            raise ValueError(f"memory {id} is in the index already")
        self._ids.append(id)
        self._terms.append(self._reader.terms(text))
        even = " ".join(text.casefold().split())
        before = self._equal.get(even)
        if before is not None:
            self._equal_beside.setdefault(place, []).append(before)
            self._equal_beside.setdefault(before, []).append(place)
        self._equal[even] = place

    def clear(self) -> None:
        """Let go of all memories one by one: freed at once, very many hold up every other thread meanwhile."""
        for held in (self._terms, self._weights, self._places, self._equal, self._equal_beside):
            let_go(held)
        del self._ids[:]
        self._built = 0
        self._owners, self._firsts, self._rarity = _NOTHING, _NOTHING, np.empty(0)

    def pairs(self, fresh: Iterable[int], *, at_most: int = AT_MOST) -> Iterator[Candidate]:
        """The candidates of each fresh memory, best first; a pair of two fresh ones only once."""
        done: set[int] = set()
        for id in fresh:
            if id in done:
                continue
            done.add(id)
            for one in self.partners(id, at_most=at_most):
                if one.other not in done:
                    yield one

    def partners(self, id: int, *, at_most: int = AT_MOST) -> list[Candidate]:
        """The memories that share most with this one, best first. Raises KeyError for an unknown id."""
        self._build()
        place = self._places[id]
        found = dict.fromkeys(self._equal_beside.get(place, ()), 1.0)
        for other, score in self._scored(place, self._met(place)):
            found.setdefault(other, score)
        ranked = sorted(found.items(), key=lambda one: (-one[1], one[0]))[:at_most]
        return [Candidate(id, self._ids[other], round(score, 6)) for other, score in ranked]

    def _build(self) -> None:
        """Postings of all terms, when memories came in since the last time."""
        count = len(self._ids)
        if self._built == count:
            return
        lengths = np.fromiter((len(own) for own in self._terms), dtype=np.int64, count=count)
        flat = np.frombuffer(b"".join(own.tobytes() for own in self._terms), dtype=np.intc)
        owners = np.repeat(np.arange(count), lengths)
        self._owners = owners[np.argsort(flat, kind="stable")]
        frequency = np.bincount(flat, minlength=len(self._reader))
        self._firsts = np.concatenate(([0], np.cumsum(frequency)))
        self._rarity = np.log((count + 1.0) / np.maximum(frequency, 1)) + 0.05
        rarity = self._rarity.tolist()
        self._weights = [sum([rarity[term] for term in own]) for own in self._terms]
        self._built = count

    def _met(self, place: int) -> Ids:
        """Places of the memories met from the terms of one; those that share most when there are many."""
        own = np.frombuffer(self._terms[place], dtype=np.intc)
        if not len(own):
            return _NOTHING
        own = own[np.argsort(-self._rarity[own], kind="stable")]
        sizes = self._firsts[own + 1] - self._firsts[own]
        enough = max(1, int(np.searchsorted(np.cumsum(sizes), _FOLLOWED, side="right")))
        taken = own[:enough]
        places = np.concatenate([self._owners[self._firsts[term] : self._firsts[term + 1]] for term in taken])
        scores = np.bincount(places, weights=np.repeat(self._rarity[taken], sizes[:enough]))
        scores[place] = 0.0
        met = np.flatnonzero(scores)
        if len(met) > _SCORED:
            met = met[np.argsort(-scores[met], kind="stable")[:_SCORED]]
        return met

    def _scored(self, place: int, met: Ids) -> Iterator[tuple[int, float]]:
        """Of these the ones that share enough with the memory at this place, with their scores."""
        rarity = {term: float(self._rarity[term]) for term in self._terms[place]}
        whole = self._weights[place]
        for other in met.tolist():
            shared = sum([rarity[term] for term in self._terms[other] if term in rarity])
            smaller, larger = sorted((whole, self._weights[other]))
            score = 0.5 * shared / (smaller or 1.0) + 0.5 * shared / (larger or 1.0)
            if score >= LEAST_SCORE:
                yield other, min(score, 0.999)
