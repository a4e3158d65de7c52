"""What the Recall Lab asks the engine, on a worker thread: the same question now and, if wanted, at a day to come.

Looks only: nothing is rehearsed or recorded. No Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engramma.model.recall import RecallHit, RecallParts, RecallResult
from engramma.model.recall_check import Item, RecallCheck

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

PATIENCE = 2.0
SHOWN_PARTS = ("text", "meaning", "date", "activation", "strength", "importance", "recency")


@dataclass(frozen=True, slots=True)
class LabQuestion:
    """A question and how it is asked; `ahead` is how much later (µs) it is asked again as B, 0 for never."""

    text: str
    lexical: bool = False
    limit: int = 8
    budget: int = 240
    ahead: int = 0


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


@dataclass(frozen=True, slots=True)
class LabAnswer:
    """What came. `scale` is the best score of both, against which bars are drawn; `check` is that of this question.

    `threshold` is the policy's below which a memory is dormant. `notice` says in a sentence why meaning took no part.
    """

    question: LabQuestion
    a: RecallResult
    b: RecallResult | None
    rows: tuple[LabRow, ...]
    scale: float
    threshold: float
    notice: str = ""
    check: RecallCheck | None = None


@dataclass(frozen=True, slots=True)
class Checks:
    """All checks of a store."""

    checks: tuple[RecallCheck, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The check of a question after a verdict, None when no verdict is left."""

    question: str
    check: RecallCheck | None


def ask_lab(store: MemoryStore, question: LabQuestion, _report: Report, cancel: CancelToken) -> LabAnswer:
    """Ask now, and at the other day with the same vector. Raises Cancelled."""
    asked = None if question.lexical else store.embedding.embed_query(question.text, patience=PATIENCE)
    cancel.check()

    def ask(now: int | None) -> RecallResult:
        found = store.recall.ask(
            question.text,
            limit=question.limit,
            now=now,
            vector=None if asked is None else asked.vector,
            lexical=asked is None or asked.vector is None,
        )
        return replace(found, hits=fitted(found.hits, question.budget))

    now = ask(None)
    cancel.check()
    later = ask(now.now + question.ahead) if question.ahead else None
    rows = _rows(now, later)
    scores = [part.score for row in rows for part in (row.a, row.b) if part is not None]
    return LabAnswer(
        question=question,
        a=now,
        b=later,
        rows=rows,
        scale=max(scores, default=0.0),
        notice=now.notice or ("" if asked is None else asked.notice),
        threshold=store.policy().retrieval_threshold,
        check=store.recall.checks.of(question.text),
    )


def read_checks(store: MemoryStore, _report: Report, _cancel: CancelToken) -> Checks:
    """The checks of a store as they went last."""
    return Checks(store.recall.checks.list())


def run_checks(store: MemoryStore, report: Report, cancel: CancelToken) -> Checks:
    """Run all checks. Raises Cancelled."""
    store.recall.checks.run(report=report, cancel=cancel)
    return Checks(store.recall.checks.list())


def remove_check(store: MemoryStore, check_id: int, _report: Report, _cancel: CancelToken) -> Checks:
    """Delete a check; undo brings it back."""
    store.recall.checks.remove(check_id)
    return Checks(store.recall.checks.list())


def judge_hit(
    store: MemoryStore, question: str, item: Item, right: bool | None, _report: Report, _cancel: CancelToken
) -> Judged:
    """Keep what a person says of a hit for a question."""
    return Judged(question, store.recall.checks.judge(question, item, right=right))


def _rows(now: RecallResult, later: RecallResult | None) -> tuple[LabRow, ...]:
    if later is None:
        return tuple(LabRow(hit, None) for hit in now.hits)
    own = {(hit.type, hit.id): hit for hit in now.hits}
    other = {(hit.type, hit.id): hit for hit in later.hits}
    rows = [
        LabRow(hit, other.get(key), "" if key in other else _absent(hit, later)) for key, hit in own.items()
    ]
    rows += [LabRow(None, hit, _absent(hit, now)) for key, hit in other.items() if key not in own]
    return tuple(rows)


def _absent(hit: RecallHit, result: RecallResult) -> str:
    for miss in result.misses:
        if (miss.hit.type, miss.hit.id) == (hit.type, hit.id):
            strength = f", strength {miss.hit.strength:.2f}" if miss.hit.dormant else ""
            return f"{'dormant' if miss.hit.dormant else f'not among the hits: {miss.lacked}'}{strength}"
    return "not among the hits"


def shown_parts(parts: RecallParts) -> tuple[tuple[str, float], ...]:
    """(name, value) of the parts as bars show them, neighbours and session as one; without those of no weight."""
    values = [(name, getattr(parts, name)) for name in SHOWN_PARTS]
    return tuple((name, value) for name, value in values if abs(value) >= 0.0005)


def fitted(hits: Sequence[RecallHit], budget: int) -> tuple[RecallHit, ...]:
    """The hits, those that do not fit a budget of tokens any more marked as not sent; the best come first."""
    marked: list[RecallHit] = []
    left = budget
    for hit in hits:
        fits = hit.tokens <= left
        left -= hit.tokens if fits else 0
        marked.append(hit if fits else replace(hit, sent=False))
    return tuple(marked)


def sent(hits: Sequence[RecallHit]) -> tuple[RecallHit, ...]:
    """The hits that fit the budget."""
    return tuple(hit for hit in hits if hit.sent)
