"""What the merge page asks of the engine, on worker threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.merging import MergeChoice, MergeDone, MergePreview
from engramma.model.progress import CancelToken, Report
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.engine import MemoryStore


def read_preview(store: MemoryStore, targets: Targets, _report: Report, cancel: CancelToken) -> MergePreview:
    """What there is to merge. Raises InvalidValueError for too many."""
    ids = targets.resolve(store)
    cancel.check()
    return store.curation.preview_merge(ids)


def merge(store: MemoryStore, choice: MergeChoice, _report: Report, _cancel: CancelToken) -> MergeDone:
    """Carry it out. Raises StaleMergeError when something is no longer as it was seen."""
    return store.curation.merge(choice)
