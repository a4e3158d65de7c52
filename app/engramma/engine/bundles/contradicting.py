"""Which new memories of a bundle say something else about the same thing than a memory of the store.

By texts alone, as the step of consolidation that finds conflicts; changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.consolidation.steps.alike import new_comparer
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.records import dataclass
from engramma.store.consolidation.statements import read_texts
from engramma.store.database import Reading
from engramma.theory.likeness import CONFLICT, CandidateIndex, Likeness

_PARTNERS = 8
_STRIDE = 500


@dataclass(frozen=True, slots=True)
class Rivals:
    """A new memory, by its place among those given, and the memory of the store that it contradicts."""

    place: int
    memory_id: int
    likeness: Likeness


def contradictions(
    reading: Reading, texts: Sequence[str], *, report: Report, cancel: CancelToken
) -> tuple[Rivals, ...]:
    """For each of `texts` the memory that it contradicts most surely, if there is one."""
    if not texts:
        return ()
    comparer = new_comparer()
    index = CandidateIndex(comparer.lexicon)
    stored: dict[int, str] = {}
    for page in read_texts(reading):
        cancel.check()
        for memory_id, text in page:
            stored[memory_id] = text
            index.add(memory_id, text)
    for place, text in enumerate(texts):
        index.add(-1 - place, text)
    best: dict[int, Rivals] = {}
    fresh = [-1 - place for place in range(len(texts))]
    for number, pair in enumerate(index.pairs(fresh, at_most=_PARTNERS)):
        if number % _STRIDE == 0:
            cancel.check()
            report(Progress(-1 - pair.fresh, len(texts), "Looking for contradictions"))
        if pair.other < 0:
            continue
        place = -1 - pair.fresh
        likeness = comparer.compare(stored[pair.other], texts[place])
        if likeness.kind != CONFLICT or not likeness.worth_proposing:
            continue
        had = best.get(place)
        if had is None or likeness.confidence > had.likeness.confidence:
            best[place] = Rivals(place, pair.other, likeness)
    return tuple(best[place] for place in sorted(best))
