"""Looking at a store's health, mending it and copying it; everything here runs on a worker thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.doctor import Diagnosis, RepairReport
    from engramma.model.progress import CancelToken, Report
    from engramma.store.backup import BackupReport


def examine(store: MemoryStore, full: bool, report: Report, cancel: CancelToken) -> Diagnosis:
    """Carry out all checks."""
    return store.doctor.check(full=full, report=report, cancel=cancel)


def repair(store: MemoryStore, full: bool, report: Report, cancel: CancelToken) -> RepairReport:
    """Mend what can be mended, and look again."""
    return store.doctor.repair(full=full, report=report, cancel=cancel)


def back_up(store: MemoryStore, path: Path, report: Report, cancel: CancelToken) -> BackupReport:
    """Write a checked copy; the dialog has asked about a file that lies there."""
    return store.backup(path, force=True, report=report, cancel=cancel)
