"""The jobs of the import page, on worker threads and without any Qt object."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engramma.model.progress import CancelToken, Report
from engramma.model.transfer import ImportReport
from engramma.ui.window.importing.plan import ImportPlan

if TYPE_CHECKING:
    from engramma.engine import MemoryStore


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What an import did."""

    plan: ImportPlan
    report: ImportReport

    @property
    def written(self) -> int:
        """Items that are new or were changed."""
        return sum(file.new + file.changed for file in self.report.files)

    @property
    def memories(self) -> int:
        """New memories."""
        return sum(file.memories for file in self.report.files)


def look_into(
    store: MemoryStore | None, paths: tuple[Path, ...], report: Report, cancel: CancelToken
) -> ImportPlan:
    """Read the files and say what an import would do. Without a store, an empty one stands in for it."""
    started = time.perf_counter()
    if store is not None:
        found = store.transfer.preview(paths, report=report, cancel=cancel)
    else:
        from engramma.engine import create_store

        with tempfile.TemporaryDirectory(prefix="engramma-") as folder:
            empty = create_store(Path(folder) / "preview.engramma")
            try:
                found = empty.transfer.preview(paths, report=report, cancel=cancel)
            finally:
                empty.close()
    return ImportPlan.of(paths, found, seconds=time.perf_counter() - started)


def take_in(store: MemoryStore, plan: ImportPlan, report: Report, cancel: CancelToken) -> ImportOutcome:
    """Import what is chosen, as one operation."""
    done = store.transfer.import_files(plan.paths, policy=plan.policy, report=report, cancel=cancel)
    return ImportOutcome(plan, done)
