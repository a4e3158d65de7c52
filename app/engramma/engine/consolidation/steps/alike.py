"""Finds, for the statements a look is about, the others that say the same or contradict them.

Shared by the steps that merge and that find conflicts, so that each pair is compared once a plan. Decides by texts
alone: stored vectors depend on whether a model was there, and what is written must not.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from engramma.engine.consolidation.steps.ahead import ASKED_EVERY, AT_ONCE, Ahead, compare_ahead, index_of
from engramma.engine.consolidation.steps.step import Look
from engramma.engine.workspace import Workspace
from engramma.model.plan import PlanStep
from engramma.model.progress import CancelToken, Progress, Report
from engramma.store.consolidation.pairs import Pair, pair_of, read_decided, read_related
from engramma.store.consolidation.pass_items import read_undone_pairs
from engramma.store.consolidation.statements import (
    Statement,
    read_statements,
    read_texts,
    read_texts_of,
)
from engramma.theory.likeness import (
    CONFLICT,
    DUPLICATE,
    CandidateIndex,
    Comparer,
    Likeness,
    let_go,
    load_comparer,
)

_KEPT_READINGS = 20_000


@dataclass(frozen=True, slots=True)
class AlikePair:
    """Two statements that are alike, in the order of what was said."""

    earlier: Statement
    later: Statement
    likeness: Likeness

    @property
    def since(self) -> int:
        """Since when both are what they are (UTC µs)."""
        return max(self.earlier.since, self.later.since)

    @property
    def ids(self) -> Pair:
        """The two, as a pair without order."""
        return pair_of(self.earlier.id, self.later.id)


@cache
def _comparer() -> Comparer:
    """The word lists as data, read once a process."""
    folder = resources.files("engramma.resources") / "likeness"
    files = sorted(
        (item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name
    )
    return load_comparer((item.read_text(encoding="utf-8") for item in files), keep=_KEPT_READINGS)


def new_comparer() -> Comparer:
    """A comparer of one's own: it keeps readings, so it is for one plan or one answer."""
    return _comparer().fresh()


class Alike:
    """The pairs of one picture of a store, looked for memory by memory."""

    def __init__(self, look: Look) -> None:
        self._look = look
        ahead = look.memo.get("ahead")
        self._ahead = ahead if isinstance(ahead, Ahead) else None
        self._known: dict[int, array[int]] = {}
        """Candidates that were found ahead among the very texts of this picture."""
        self.comparer = new_comparer() if self._ahead is None else self._ahead.comparer
        self._index: CandidateIndex | None = None
        self._indexed: set[int] = set()
        self._edges: dict[str, dict[int, dict[int, Likeness]]] = {
            DUPLICATE: defaultdict(dict),
            CONFLICT: defaultdict(dict),
        }
        self._met: dict[int, array[int]] = {}
        self._statements: dict[int, Statement] = {}
        self._decided: set[Pair] | None = None

    @classmethod
    def of(cls, look: Look) -> Alike:
        """The one that all looks of a plan share."""
        found = look.memo.get("alike")
        if not isinstance(found, Alike):
            found = look.memo["alike"] = cls(look)
        return found

    @staticmethod
    def prepare(
        memo: dict[str, object],
        workspace: Workspace,
        *,
        steps: Collection[PlanStep] | None,
        report: Report,
        cancel: CancelToken,
    ) -> None:
        """Compare what is new before the picture of a plan is opened. Raises Cancelled."""
        memo["ahead"] = compare_ahead(workspace, new_comparer(), steps=steps, report=report, cancel=cancel)

    @staticmethod
    def end(memo: dict[str, object]) -> None:
        """Let go of the one of a plan that is made, if there is one, piece by piece.

        It and its look hold each other, so that it would wait for a collection, which then frees all of it at once
        while the whole program stands still.
        """
        found = memo.pop("alike", None)
        if isinstance(found, Alike):
            found.comparer.forget()
            if found._index is not None:
                found._index.clear()
            let_go(found._met)
            let_go(found._statements)
            for edges in found._edges.values():
                let_go(edges)
        ahead = memo.pop("ahead", None)
        if isinstance(ahead, Ahead):
            ahead.let_go()

    def statements(self, ids: Collection[int]) -> dict[int, Statement]:
        """Those among `ids` that can be alike another one."""
        missing = [one for one in ids if one not in self._statements]
        self._statements.update(read_statements(self._look.reading, missing))
        return {one: self._statements[one] for one in ids if one in self._statements}

    def partners(self, ids: Collection[int], *, kind: str) -> dict[int, list[AlikePair]]:
        """For each of `ids` its pairs of one kind on which nobody has decided. Raises Cancelled."""
        self._examine(ids)
        edges = self._edges[kind]
        wanted = {other for one in ids for other in edges.get(one, ())}
        statements = self.statements([*ids, *wanted])
        barred = self.barred([one for one in ids if edges.get(one)] + sorted(wanted))
        found: dict[int, list[AlikePair]] = {}
        for one in ids:
            if one in statements:
                found[one] = [
                    self._pair(statements[one], statements[other], edges[one][other])
                    for other in sorted(edges.get(one, ()))
                    if other in statements and pair_of(one, other) not in barred
                ]
        return found

    def judged(self, one: int, other: int) -> AlikePair | None:
        """Two memories compared, whether or not a look would come upon them; None when they are no pair any more."""
        found = self.statements([one, other])
        if len(found) < 2 or pair_of(one, other) in self.barred([one, other]):
            return None
        earlier, later = sorted(found.values(), key=_order)
        return AlikePair(earlier, later, self.comparer.compare(earlier.text, later.text))

    def barred(self, ids: Collection[int]) -> set[Pair]:
        """Pairs that are none: decided by a person, or one made from the other."""
        if self._decided is None:
            reading = self._look.reading
            self._decided = read_decided(reading) | read_undone_pairs(reading)
        return self._decided | read_related(self._look.reading, ids)

    def _pair(self, one: Statement, other: Statement, likeness: Likeness) -> AlikePair:
        earlier, later = sorted((one, other), key=_order)
        if earlier.id > later.id:
            likeness = self.comparer.compare(earlier.text, later.text)
        return AlikePair(earlier, later, likeness)

    def _examine(self, ids: Iterable[int]) -> None:
        waiting = [one for one in ids if one not in self._met]
        if not waiting:
            return
        index = self._indexed_texts()
        waiting = [one for one in waiting if one in self._indexed]
        report, cancel = self._look.report, self._look.cancel
        for start in range(0, len(waiting), AT_ONCE):
            report(Progress(start, len(waiting), "Comparing memories"))
            found: list[Pair] = []
            for one in waiting[start : start + AT_ONCE]:
                cancel.check()
                met = self._known.get(one)
                if met is None:
                    met = array("q", [candidate.other for candidate in index.partners(one)])
                self._met[one] = met
                found.extend((one, other) for other in met if one not in self._met.get(other, ()))
            self._compare(found)

    def _compare(self, pairs: Sequence[Pair]) -> None:
        texts = read_texts_of(self._look.reading, {end for pair in pairs for end in pair})
        for number, (one, other) in enumerate(pairs):
            if number % ASKED_EVERY == 0:
                self._look.cancel.check()
            if one == other or one not in texts or other not in texts:
                continue
            first, second = pair_of(one, other)
            likeness = self._judged(texts[first], texts[second])
            if likeness is not None:
                edges = self._edges[likeness.kind]
                edges[one][other] = edges[other][one] = likeness

    def _judged(self, text: str, other: str) -> Likeness | None:
        """None when it is not worth proposing."""
        if self._ahead is not None and (text, other) in self._ahead.judged:
            return self._ahead.judged[text, other]
        likeness = self.comparer.compare(text, other)
        return likeness if likeness.worth_proposing else None

    def _indexed_texts(self) -> CandidateIndex:
        if self._index is None:
            texts: dict[int, str] = {}
            for page in read_texts(self._look.reading):
                self._look.cancel.check()
                texts.update(page)
            self._indexed = set(texts)
            if self._ahead is not None and self._ahead.texts == texts:
                self._index, self._known = self._ahead.index, self._ahead.met
            else:
                self._index = index_of(texts.items(), self.comparer, cancel=self._look.cancel)
            let_go(texts)
        return self._index


def _order(statement: Statement) -> tuple[int, int, str, int]:
    return statement.order
