"""Carries out a repair: technical rows first, then the content as one operation, then what follows from it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from engramma.engine.memories.asking import AGENT
from engramma.engine.workspace import Workspace
from engramma.model.doctor import Diagnosis
from engramma.model.errors import InvalidValueError, StoreBusyError, StoreError
from engramma.model.progress import CancelToken, Progress, Report
from engramma.store.doctor.looking import UNMENDABLE, find
from engramma.store.journal.pace import SMALLEST, Pace
from engramma.store.leases import held_lease

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engramma.engine.doctor.doctor import Doctor
    from engramma.store.doctor.examination import Check
    from engramma.store.journal.journal import LongOperation

log = logging.getLogger(__name__)

LEASE = "doctor"
LABEL = "repair of the store"
_FIRST = ("integrity", "schema", "operations")


class Repairing:
    """One repair of one store, from what a look at it found."""

    def __init__(
        self, workspace: Workspace, doctor: Doctor, before: Diagnosis, report: Report, cancel: CancelToken
    ) -> None:
        self._workspace = workspace
        self._doctor = doctor
        self._before = before
        self._report = report
        self._cancel = cancel

    def run(self) -> int | None:
        """Mend; returns the operation that holds the changes of content, None when there were none."""
        from engramma.engine.doctor.checks import MENDING_ORDER

        if self._workspace.actor.startswith(AGENT):
            raise InvalidValueError("Only a person repairs a store.")
        failed = {check.name: check for check in self._before.failed}
        hopeless = [check for check in self._before.failed if check.name in _FIRST and not check.repair]
        if hopeless:
            return None
        rest = [name for name in failed if name not in _FIRST]
        with held_lease(
            self._workspace.database, LEASE, at=self._workspace.clock.now(), what="A repair of this store"
        ):
            self._rebuild([name for name in _FIRST if name in failed])
            operation_id = self._mend(MENDING_ORDER) if set(rest) & set(MENDING_ORDER) else None
            again = {"fading", "recall_counts"} if operation_id is not None else set()
            self._rebuild([*rest, *sorted(again - set(rest))])
        return operation_id

    def _mend(self, names: tuple[str, ...]) -> int | None:
        journal = self._workspace.journal
        with journal.long("repair", LABEL, actor=self._workspace.actor) as running:
            changed = []
            checks = self._doctor.checks(names)
            for number, check in enumerate(checks):
                self._report(Progress(number, len(checks), "Mending"))
                if self._mend_one(running, check):
                    changed.append(check.name)
            if changed:
                running.note = ", ".join(changed)
            return running.id if running.changes else None

    def _mend_one(self, running: LongOperation, check: Check) -> bool:
        """Whether the check found something that was changed."""
        if check.mend is None:
            return False
        rows = find(check, self._doctor.examination(cancel=self._cancel)).rows
        before, start, pace = running.changes, 0, Pace(SMALLEST)
        while start < len(rows):
            self._cancel.check()
            part = rows[start : start + pace.rows]
            with running.step() as step:
                pace.start()
                check.mend(step, part)
            pace.stop(len(part))
            start += len(part)
        return running.changes > before

    def _rebuild(self, names: list[str]) -> None:
        for number, check in enumerate(self._rebuilding(names)):
            self._report(Progress(number, len(names), check.label))
            if check.rebuild is None:
                continue
            try:
                check.rebuild(self._doctor.examination(cancel=self._cancel))
            except StoreBusyError:
                raise
            except (StoreError, OSError, *UNMENDABLE) as problem:
                # It is looked at again when all is done, and then named with what is still wrong.
                log.info("%s could not be mended: %s", check.name, problem)

    def _rebuilding(self, names: list[str]) -> Iterator[Check]:
        return (check for check in self._doctor.checks(names) if check.rebuild is not None)
