"""A person's own checks of recall: questions with what should come for them, asked again after every change.

Running them looks only. What a check says is undoable; how it went last is remembered beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engramma.embedding import OFF
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.operation import Operation
from engramma.model.progress import CancelToken, Progress, Report, silent
from engramma.model.recall import ItemType, RecallHit, RecallResult
from engramma.model.recall_check import CheckRun, Item, RecallCheck
from engramma.store.identity import normal_text
from engramma.store.recall.checks import (
    items_text,
    keep_results,
    operations_after,
    read_checks,
    read_sequence,
)
from engramma.store.tables import recall_check

Ask = Callable[[str], RecallResult]
FIRST = 5
MOST_OPERATIONS = 50


class Checks:
    """The checks of one open store."""

    def __init__(self, workspace: Workspace, ask: Ask) -> None:
        self._workspace = workspace
        self._ask = ask

    def list(self) -> tuple[RecallCheck, ...]:
        """All, oldest first."""
        with self._workspace.database.read() as reading:
            return read_checks(reading)

    def of(self, question: str) -> RecallCheck | None:
        """The check of a question, if there is one."""
        text = normal_text(question)
        return next((check for check in self.list() if check.question == text), None)

    def judge(self, question: str, item: Item, *, right: bool | None) -> RecallCheck | None:
        """Say that an item is right or wrong for a question, or nothing any more; None when no verdict is left.

        Raises InvalidValueError for an empty question.
        """
        text = normal_text(question)
        if not text:
            raise InvalidValueError("A check needs a question.")
        found = self.of(text)
        expected = [known for known in (found.expected if found else ()) if known != item]
        rejected = [known for known in (found.rejected if found else ()) if known != item]
        if right is not None:
            (expected if right else rejected).append(item)
        label = f"check of “{text}”"
        with self._workspace.journal.short("check", label, actor=self._workspace.actor) as step:
            values = {"expected": items_text(expected), "rejected": items_text(rejected)}
            if found is None:
                step.insert(recall_check, question=text, created_at=step.at, **values)
            else:
                gone = int(not expected and not rejected)
                step.update(recall_check, found.id, removed=gone, **values)
        return self.of(text)

    def remove(self, check_id: int) -> None:
        """Delete a check; undo brings it back. Raises NotFoundError."""
        found = self._named(check_id)
        label = f"deletion of the check of “{found.question}”"
        with self._workspace.journal.short("check", label, actor=self._workspace.actor) as step:
            step.update(recall_check, check_id, removed=1)

    def rename(self, check_id: int, question: str) -> None:
        """Put another question to what a check expects. Raises NotFoundError, or InvalidValueError if it is taken."""
        found, text = self._named(check_id), normal_text(question)
        if not text:
            raise InvalidValueError("A check needs a question.")
        if text == found.question:
            return
        if self.of(text) is not None:
            raise InvalidValueError(
                "There is a check of that question already.", hint="Delete one of the two."
            )
        label = f"check of “{found.question}” asks “{text}”"
        with self._workspace.journal.short("check", label, actor=self._workspace.actor) as step:
            step.update(recall_check, check_id, question=text)

    def run(
        self,
        check_ids: Sequence[int] | None = None,
        *,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> tuple[CheckRun, ...]:
        """Ask the questions of checks, all by default, as they stand now. Raises NotFoundError or Cancelled."""
        wanted = self.list() if check_ids is None else [self._named(check_id) for check_id in check_ids]
        with self._workspace.database.read() as reading:
            sequence = read_sequence(reading)
        runs: list[CheckRun] = []
        for number, check in enumerate(wanted):
            report(Progress(number, len(wanted), "Running checks"))
            if cancel is not None:
                cancel.check()
            result = self._ask(check.question)
            passed, words = judged(check, result.hits)
            runs.append(CheckRun(check, passed, words, result.mode.value))
        if runs and not self._workspace.database.read_only:
            now = self._workspace.clock.now()
            keep_results(self._workspace.database, runs, at=now, sequence=sequence)
        return tuple(runs)

    def run_quietly(
        self, *, report: Report = silent, cancel: CancelToken | None = None
    ) -> tuple[CheckRun, ...] | None:
        """Run all, unless a model would have to be loaded for it: then None. Raises Cancelled."""
        vectors = self._workspace.vectors
        embedder = vectors.embedder()
        by_words = embedder.kind == OFF or vectors.matrix(self._workspace.database).model is None
        if not by_words and not embedder.awake():
            return None
        return self.run(report=report, cancel=cancel)

    def changed_since(self, check_id: int) -> tuple[Operation, ...]:
        """What was done since a check last passed, newest first, at most 50; empty when it never did."""
        found = self._named(check_id)
        if found.passed_sequence is None:
            return ()
        with self._workspace.database.read() as reading:
            return operations_after(reading, found.passed_sequence, limit=MOST_OPERATIONS)

    def _named(self, check_id: int) -> RecallCheck:
        for check in self.list():
            if check.id == check_id:
                return check
        raise NotFoundError("That check is gone.")


def judged(check: RecallCheck, hits: Sequence[RecallHit]) -> tuple[bool, str]:
    """Whether hits are as a check wants them, and how they are, in a sentence."""
    places: dict[Item, int] = {}
    for hit in hits:
        for item in ((hit.type, hit.id), *hit.folded):
            places.setdefault(item, hit.place)
    missing = [item for item in check.expected if places.get(item, FIRST + 1) > FIRST]
    wrong = [item for item in check.rejected if places.get(item, FIRST + 1) <= FIRST]
    if missing:
        place = places.get(missing[0])
        where = f"was hit {place}" if place else "did not come"
        return False, f"{_label(missing[0])} {where}; it should be among the first {FIRST}"
    if wrong:
        return False, f"{_label(wrong[0])} was hit {places[wrong[0]]}; it should not come"
    if check.expected:
        best = min(check.expected, key=lambda item: places[item])
        return True, f"{_label(best)} was hit {places[best]}"
    return True, "nothing wrong came"


def _label(item: Item) -> str:
    return f"{'M' if item[0] is ItemType.MEMORY else 'E'}-{item[1]}"
