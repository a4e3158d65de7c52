"""The jobs of the merge of two stores, on worker threads and without any Qt object."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engramma.model.merging_stores import MergePreview
from engramma.model.progress import Cancelled
from engramma.model.transfer import ImportReport

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.bundles.choices import MergeChoices
    from engramma.model.progress import CancelToken, Report


def look_into(store: MemoryStore, path: Path, report: Report, cancel: CancelToken) -> MergePreview:
    """Read the other store."""
    return store.transfer.preview_merge(path, report=report, cancel=cancel)


def merge(
    store: MemoryStore, path: Path, choices: MergeChoices, report: Report, cancel: CancelToken
) -> ImportReport | None:
    """Take it in; None when it was cancelled, and nothing of it stayed."""
    try:
        return store.transfer.merge(path, choices, report=report, cancel=cancel)
    except Cancelled:
        return None
