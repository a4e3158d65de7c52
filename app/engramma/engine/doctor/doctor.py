"""Looks at a store's health and mends it: one undoable operation for content, derived data beside it.

Looking changes nothing, reads in short transactions, and may be done while others write. Mending looks first, and
again before each change, so that nothing is mended that is well by then.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engramma.engine.doctor.repairing import Repairing
from engramma.engine.workspace import Workspace
from engramma.model.doctor import Diagnosis, RepairReport
from engramma.model.progress import CancelToken, Progress, Report, silent
from engramma.store.doctor.examination import Check, Examination, Wanted
from engramma.store.doctor.looking import find, result_of

if TYPE_CHECKING:
    from engramma.model.doctor import CheckResult


class Doctor:
    """The health of one open store. Safe between threads; anything may be slow."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def check(
        self, *, full: bool = False, report: Report = silent, cancel: CancelToken | None = None
    ) -> Diagnosis:
        """Carry out all checks; with `full` also those that read every index and compare every word.

        A file that is damaged is an answer, not an error. Raises Cancelled, StoreBusyError.
        """
        begun = time.monotonic()
        checks = self._checks()
        look = self.examination(full=full, cancel=cancel)
        results: list[CheckResult] = []
        for number, check in enumerate(checks):
            report(Progress(number, len(checks), check.label))
            results.append(result_of(check, find(check, look)))
        report(Progress(len(checks), len(checks), "Done"))
        return Diagnosis(tuple(results), full=full, seconds=time.monotonic() - begun)

    def repair(
        self, *, full: bool = False, report: Report = silent, cancel: CancelToken | None = None
    ) -> RepairReport:
        """Mend what can be mended, and look again. Changes of content are one operation, which undo takes back.

        A file of which pages are damaged is left alone. Raises Cancelled (content is then as it was), StoreBusyError,
        ReadOnlyStoreError, InvalidValueError for an agent.
        """
        before = self.check(full=full, report=report, cancel=cancel)
        if before.ok:
            return RepairReport(before, before, None, ())
        repairing = Repairing(self._workspace, self, before, report, cancel or CancelToken())
        operation_id = repairing.run()
        after = self.check(full=full, report=report, cancel=cancel)
        still = {check.name: check.detail for check in after.failed}
        mended = tuple(check.name for check in before.failed if check.name not in still)
        return RepairReport(
            before, after, operation_id, mended, tuple((name, detail) for name, detail in still.items())
        )

    def examination(self, *, full: bool = False, cancel: CancelToken | None = None) -> Examination:
        """One fresh look at the store, for a list of checks."""
        return Examination(
            database=self._workspace.database,
            now=self._workspace.clock.now(),
            policy=self._workspace.policy(),
            wanted=self._wanted(),
            full=full,
            cancel=cancel or CancelToken(),
        )

    def _checks(self) -> tuple[Check, ...]:
        from engramma.engine.doctor.checks import checks_of

        return checks_of(self._workspace)

    def checks(self, names: Iterable[str]) -> tuple[Check, ...]:
        """The checks of these names, in the order of the names."""
        known = {check.name: check for check in self._checks()}
        return tuple(known[name] for name in names)

    def _wanted(self) -> Wanted:
        from engramma.embedding import OFF
        from engramma.engine.embedding.embedding_job import LEASE
        from engramma.engine.embedding.settings import wanted_model
        from engramma.store.leases import is_held

        embedder = self._workspace.vectors.embedder()
        off = embedder.kind == OFF
        return Wanted(
            model=wanted_model() if off else embedder.name,
            off=off,
            embedding=is_held(self._workspace.database, LEASE),
        )
