"""What a person does with many memories at once after a look: merging by hand and in bulk, find and replace."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.merge_choosing import merge_chosen, preview_merge
from engramma.engine.memories.merging_equals import find_equals, merge_equals
from engramma.engine.memories.replacing import find_hits, replace_hits
from engramma.engine.memories.splitting import Split
from engramma.engine.memories.splitting_one import split_one
from engramma.engine.workspace import Workspace
from engramma.model.equals import EqualGroup, EqualsFound, EqualsMerged
from engramma.model.merging import MergeChoice, MergeDone, MergePreview
from engramma.model.progress import CancelToken, Report, silent
from engramma.model.replacing import FindSpec, Hit, HitsFound, Replaced


class Curation:
    """Looking writes nothing; each decision is one operation that can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def preview_merge(self, ids: Sequence[int]) -> MergePreview:
        """What there is to merge, with what contradicts what. Raises InvalidValueError for more than 24."""
        return preview_merge(self._workspace, ids)

    def merge(self, choice: MergeChoice) -> MergeDone:
        """Merge as a person decided. Raises StaleMergeError when something is no longer as they saw it."""
        return merge_chosen(self._workspace, choice)

    def split_one(self, memory_id: int) -> Split:
        """Take one memory out of the merge that it went into; the others stay merged. Raises InvalidValueError."""
        return split_one(self._workspace, memory_id)

    def find_equals(
        self, ids: Sequence[int], *, report: Report = silent, cancel: CancelToken | None = None
    ) -> EqualsFound:
        """Groups of memories with equal normalised text."""
        return find_equals(self._workspace, ids, report=report, cancel=cancel)

    def merge_equals(
        self, groups: Sequence[EqualGroup], *, report: Report = silent, cancel: CancelToken | None = None
    ) -> EqualsMerged:
        """Merge groups; each can be split by itself later. What changed meanwhile is passed over."""
        return merge_equals(self._workspace, groups, report=report, cancel=cancel)

    def find(
        self,
        ids: Sequence[int],
        spec: FindSpec,
        *,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> HitsFound:
        """Where a text is found, with the wording that would come of replacing it. Raises InvalidValueError."""
        return find_hits(self._workspace, ids, spec, report=report, cancel=cancel)

    def replace(
        self,
        hits: Sequence[Hit],
        *,
        even_pinned: bool = False,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> Replaced:
        """Write what was found. What changed meanwhile is passed over, and so are pinned ones unless asked for."""
        return replace_hits(self._workspace, hits, even_pinned=even_pinned, report=report, cancel=cancel)
