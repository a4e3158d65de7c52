"""What the Recall Lab asks the engine, on a worker thread: a question now as A and, if wanted, otherwise as B.

Looks only: nothing is rehearsed or recorded, and a pending change is made on a copy. No Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engramma.engine.recall.budget import fitted
from engramma.model.clock import DAY
from engramma.model.pending_change import ChangedRecall, ChangeKind, PendingChange
from engramma.model.recall import EVERYTHING, RecallHit, RecallParts, RecallResult, RecallScope
from engramma.model.recall_asking import AskedQuestion, Asker
from engramma.model.recall_check import Item, RecallCheck
from engramma.ui.views.recall.comparing import NOT_AMONG, LabRow, one_side, rows_of

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

PATIENCE = 2.0
LONGEST_WHERE = 44
SHOWN_PARTS = ("text", "meaning", "date", "activation", "strength", "importance", "recency")


@dataclass(frozen=True, slots=True)
class LabQuestion:
    """A question and how it is asked as A; what is different in B, if anything.

    `ahead`: so much later (µs). `change`: as if it were made. `scope`: what B looks at, in words `scope_words`.
    `asker`: in whose way it is asked, "" for the person's own.
    """

    text: str
    lexical: bool = False
    limit: int = 8
    budget: int = 240
    ahead: int = 0
    change: PendingChange | None = None
    scope: RecallScope = EVERYTHING
    scope_words: str = ""
    asker: str = ""

    @property
    def has_b(self) -> bool:
        """Whether anything is different in B."""
        return bool(self.ahead) or self.change is not None or self.scope != EVERYTHING

    @property
    def where(self) -> str:
        """What B is, as the beginning of a sentence."""
        parts = []
        if self.ahead:
            parts.append(f"in {self.ahead // DAY} days")
        if self.change is not None:
            parts.append(f"with {self.change.words}")
        if self.scope_words:
            parts.append(f"among {self.scope_words}")
        words = ", ".join(parts)
        if len(words) > LONGEST_WHERE:
            return "In B"
        comma = "," if self.change is not None or self.scope_words else ""
        return f"{words[:1].upper()}{words[1:]}{comma}"


@dataclass(frozen=True, slots=True)
class LabAnswer:
    """What came. `scale` is the best score of both, against which bars are drawn; `check` is that of this question.

    `threshold` is the policy's below which a memory is dormant. `notice` says in a sentence why meaning took no part.
    `created` are memories that only the pending change makes.
    """

    question: LabQuestion
    a: RecallResult
    b: RecallResult | None
    rows: tuple[LabRow, ...]
    scale: float
    threshold: float
    notice: str = ""
    check: RecallCheck | None = None
    created: tuple[int, ...] = ()

    def side(self, name: str) -> LabAnswer:
        """A or B alone, or both."""
        if self.b is None or name not in ("a", "b"):
            return self
        result = self.a if name == "a" else self.b
        return replace(self, a=result, b=None, rows=one_side(result))


@dataclass(frozen=True, slots=True)
class Judged:
    """The check of a question after a verdict, None when no verdict is left."""

    question: str
    check: RecallCheck | None


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """Who asked, and what, newest first."""

    askers: tuple[Asker, ...]
    questions: tuple[AskedQuestion, ...]


def ask_lab(store: MemoryStore, question: LabQuestion, report: Report, cancel: CancelToken) -> LabAnswer:
    """Ask A and, if anything is different in B, B with the same vector. Raises Cancelled and what a change raises."""
    asked = None if question.lexical else store.embedding.embed_query(question.text, patience=PATIENCE)
    vector = None if asked is None else asked.vector
    cancel.check()
    a = store.recall.ask(question.text, limit=question.limit, vector=vector, lexical=vector is None)
    notice = a.notice or ("" if asked is None else asked.notice)
    cancel.check()
    b: RecallResult | None = None
    changed: ChangedRecall | None = None
    if question.change is not None:
        changed = store.recall.with_change(
            question.text,
            question.change,
            limit=question.limit,
            scope=question.scope,
            now=a.now + question.ahead if question.ahead else None,
            vector=vector,
            lexical=vector is None,
            report=report,
            cancel=cancel,
        )
        b, notice = changed.result, notice or changed.notice
    elif question.has_b:
        b = store.recall.ask(
            question.text,
            limit=question.limit,
            scope=question.scope,
            now=a.now + question.ahead,
            vector=vector,
            lexical=vector is None,
        )
    a = replace(a, hits=fitted(a.hits, question.budget))
    b = None if b is None else replace(b, hits=fitted(b.hits, question.budget))
    created = () if changed is None else changed.created
    outside = "outside of what B looks at" if question.scope != EVERYTHING else NOT_AMONG
    gone = {} if changed is None else _why_gone(changed)
    rows = rows_of(a, b, gone=gone, made=created, otherwise=outside)
    scores = [part.score for row in rows for part in (row.a, row.b) if part is not None]
    return LabAnswer(
        question=question,
        a=a,
        b=b,
        rows=rows,
        scale=max(scores, default=0.0),
        notice=notice,
        threshold=store.policy().retrieval_threshold,
        check=store.recall.checks.of(question.text),
        created=created,
    )


def _why_gone(changed: ChangedRecall) -> dict[int, str]:
    words = {
        ChangeKind.CORRECT: "superseded by the correction",
        ChangeKind.TRASH: "in the Trash",
        ChangeKind.MERGE: f"merged into M-{next(iter(changed.change.memory_ids), 0)}",
    }
    return dict.fromkeys(changed.gone, words.get(changed.change.kind, "taken away by the change"))


def read_asked_before(store: MemoryStore, asker: str, _report: Report, _cancel: CancelToken) -> AskedBefore:
    """Who asked, and the last questions of `asker`, "" for everybody's."""
    return AskedBefore(store.recall.askers(), store.recall.questions(asker))


def apply_change(
    store: MemoryStore, change: PendingChange, _report: Report, _cancel: CancelToken
) -> PendingChange:
    """Make a change that was pending."""
    store.recall.make_change(change)
    return change


def judge_hit(
    store: MemoryStore, question: str, item: Item, right: bool | None, _report: Report, _cancel: CancelToken
) -> Judged:
    """Keep what a person says of a hit for a question."""
    return Judged(question, store.recall.checks.judge(question, item, right=right))


def shown_parts(parts: RecallParts) -> tuple[tuple[str, float], ...]:
    """(name, value) of the parts as bars show them, neighbours and session as one; without those of no weight."""
    values = [(name, getattr(parts, name)) for name in SHOWN_PARTS]
    return tuple((name, value) for name, value in values if abs(value) >= 0.0005)


def sent(hits: Sequence[RecallHit]) -> tuple[RecallHit, ...]:
    """The hits that fit the budget."""
    return tuple(hit for hit in hits if hit.sent)
