"""Compares new memories before a plan opens its picture of the store, so that it holds the picture for moments only.

While a picture is held, nothing can empty the write-ahead log, and agents fill it. What two texts are to each other
follows from the texts alone, so a plan is the same whether or not something was compared ahead: it looks everything
up in its own picture, and compares what is not there. Must not hold a reading while it compares.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from engramma.engine.workspace import Workspace
from engramma.model.plan import PlanStep, StepMode
from engramma.model.progress import Cancelled, CancelToken, Progress, Report
from engramma.store.consolidation.looked import read_unlooked
from engramma.store.consolidation.modes import load_modes
from engramma.store.consolidation.pairs import pair_of
from engramma.store.consolidation.statements import read_texts
from engramma.theory.likeness import CandidateIndex, Comparer, Likeness, let_go

ASKED_EVERY = 60
AT_ONCE = 100
_MOST = 5_000
"""So many memories at most are compared ahead, which bounds what is kept; a plan compares the others itself."""


@dataclass(slots=True)
class Ahead:
    """What was found in `texts`, by id, which may be other ones when the plan is made.

    `met` are the candidates of a memory among exactly these texts; `judged` holds for two texts whatever else there
    is, and has None for those that are not worth proposing.
    """

    comparer: Comparer
    index: CandidateIndex
    texts: dict[int, str]
    met: dict[int, array[int]] = field(default_factory=dict)
    judged: dict[tuple[str, str], Likeness | None] = field(default_factory=dict)

    def let_go(self) -> None:
        """Free it piece by piece: at once, it would hold up every other thread."""
        self.comparer.forget()
        self.index.clear()
        for held in (self.texts, self.met, self.judged):
            let_go(held)


def compare_ahead(
    workspace: Workspace,
    comparer: Comparer,
    *,
    steps: Collection[PlanStep] | None,
    report: Report,
    cancel: CancelToken,
) -> Ahead | None:
    """Compare what is new to the first of `steps` that compares; None when nothing is. Raises Cancelled."""
    texts: dict[int, str] = {}
    with workspace.database.read() as reading:
        modes = load_modes(reading.connection)
        comparing = [
            step
            for step in (PlanStep.MERGE, PlanStep.CONFLICT)
            if modes[step] is not StepMode.OFF and (steps is None or step in steps)
        ]
        fresh = [one.memory_id for one in read_unlooked(reading, comparing[0])] if comparing else []
        if not fresh:
            return None
        for page in read_texts(reading):
            cancel.check()
            texts.update(page)
    found = Ahead(comparer, index_of(texts.items(), comparer, cancel=cancel), texts)
    try:
        alike = _judge(found, [one for one in fresh if one in texts], report=report, cancel=cancel)
        _judge(found, sorted(alike - found.met.keys()), report=report, cancel=cancel)
    except Cancelled:
        found.let_go()
        raise
    return found


def index_of(texts: Iterable[tuple[int, str]], comparer: Comparer, *, cancel: CancelToken) -> CandidateIndex:
    """The index of texts, which come by id. Raises Cancelled."""
    index = CandidateIndex(comparer.lexicon)
    for number, (memory_id, text) in enumerate(texts):
        if number % ASKED_EVERY == 0:
            cancel.check()
        index.add(memory_id, text)
    return index


def _judge(found: Ahead, ids: list[int], *, report: Report, cancel: CancelToken) -> set[int]:
    """Compare each with its candidates; the ids of those that are worth proposing."""
    alike: set[int] = set()
    ids = ids[:_MOST]
    for number, one in enumerate(ids):
        cancel.check()
        if number % AT_ONCE == 0:
            report(Progress(number, len(ids), "Comparing memories"))
        found.met[one] = array("q", [candidate.other for candidate in found.index.partners(one)])
        for other in found.met[one]:
            first, second = pair_of(one, other)
            key = found.texts[first], found.texts[second]
            if key not in found.judged:
                likeness = found.comparer.compare(*key)
                found.judged[key] = likeness if likeness.worth_proposing else None
            if found.judged[key] is not None:
                alike.update((one, other))
    return alike
