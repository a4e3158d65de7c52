"""Memories of an open store: reading them in the forms that people and scripts need, and all single changes."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.bulk import ALONE, Bulk, Running, apply_bulk
from engramma.engine.memories.bulk_preview import preview_bulk
from engramma.engine.memories.correcting import correct
from engramma.engine.memories.editing import edit
from engramma.engine.memories.merging import merge
from engramma.engine.memories.promoting import promote
from engramma.engine.memories.reading import read_details, read_lines
from engramma.engine.memories.remembering import remember
from engramma.engine.memories.splitting import Split, split
from engramma.engine.memories.values import MemoryDetails, MemoryLine, Remembered
from engramma.engine.workspace import Workspace
from engramma.model.bulk import BulkChange, BulkPreview
from engramma.model.errors import NotFoundError
from engramma.model.memory import Memory
from engramma.model.progress import CancelToken, Report, silent
from engramma.store.memories.reading import read_memory
from engramma.store.memories.resolving import resolve
from engramma.store.summaries import SelectionSummary, summarise
from engramma.store.tables import memory


class Memories:
    """Every write is one operation that can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._bulk = Bulk(workspace)

    def get(self, memory_id: int) -> Memory:
        """One memory now. Raises NotFoundError."""
        with self._workspace.database.read() as reading:
            found = read_memory(reading, memory_id, now=self._workspace.clock.now())
        if found is None:
            raise NotFoundError(f"There is no memory M-{memory_id}.")
        return found

    def resolve(self, name: str) -> int:
        """The id that `name` stands for: M-12, 12, a ULID or its unique beginning."""
        with self._workspace.database.read() as reading:
            return resolve(reading, memory, name, what="memory")

    def page(self, ids: Sequence[int]) -> tuple[MemoryLine, ...]:
        """Table rows for `ids`, in that order; those that are gone are left out."""
        return read_lines(self._workspace, ids)

    def details(self, memory_id: int) -> MemoryDetails:
        """Everything about one memory. Raises NotFoundError."""
        return read_details(self._workspace, memory_id)

    def summary(self, ids: Sequence[int]) -> SelectionSummary:
        """Aggregates of a selection."""
        with self._workspace.database.read() as reading:
            return summarise(reading, ids)

    def remember(
        self,
        text: str,
        *,
        kind: str = "semantic",
        tier: str = "short_term",
        category: str = "fact",
        importance: float | None = None,
        tags: Sequence[str] = (),
        session_id: int | None = None,
        event_id: int | None = None,
        quote: str = "",
    ) -> Remembered:
        """Keep a statement; an equal active one is reinforced instead. Raises InvalidValueError."""
        return remember(
            self._workspace,
            text,
            kind=kind,
            tier=tier,
            category=category,
            importance=importance,
            tags=tags,
            session_id=session_id,
            event_id=event_id,
            quote=quote,
        )

    def edit(
        self, memory_id: int, text: str, *, base_version: int | None = None, base_state: str | None = None
    ) -> Memory:
        """Change the wording.

        Raises StaleEditError when the wording is no longer that of `base_version`, and GoneEditError when the memory
        is in the Trash, or not in the state `base_state` any more.
        """
        edit(self._workspace, memory_id, text, base_version=base_version, base_state=base_state)
        return self.get(memory_id)

    def correct(
        self,
        memory_id: int,
        text: str,
        *,
        tags: Sequence[str] | None = None,
        base_version: int | None = None,
    ) -> Memory:
        """Make a new memory that supersedes this one; returns the new one.

        Raises StaleEditError when the wording is no longer that of `base_version`, GoneEditError if it is not active.
        """
        return self.get(correct(self._workspace, memory_id, text, tags=tags, base_version=base_version))

    def merge(self, survivor_id: int, member_ids: Sequence[int]) -> Memory:
        """Let `survivor_id` take over what hangs on the members, which become superseded."""
        merge(self._workspace, survivor_id, member_ids)
        return self.get(survivor_id)

    def split(self, memory_id: int) -> Split:
        """Take back the newest merge into a memory; the members come back as they were. Raises InvalidValueError."""
        return split(self._workspace, memory_id)

    def promote(self, memory_id: int, *, reason: str) -> bool:
        """Move a short-term memory to long-term, with the reason kept; False when it is there already."""
        return promote(self._workspace, memory_id, reason=reason)

    def change(
        self,
        ids: Sequence[int],
        *,
        kind: str | None = None,
        category: str | None = None,
        importance: float | None = None,
        tier: str | None = None,
        run: Running = ALONE,
    ) -> int:
        """Set facts of several memories; returns how many really changed."""
        return self._bulk.change(ids, kind=kind, category=category, importance=importance, tier=tier, run=run)

    def pin(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Pin: no fading, long-term. Returns how many changed."""
        return self._bulk.pin(ids, run=run)

    def unpin(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Take the pin off; fading begins now."""
        return self._bulk.unpin(ids, run=run)

    def trash(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Put away, restorable."""
        return self._bulk.trash(ids, run=run)

    def restore(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Bring back from the Trash; fading begins now."""
        return self._bulk.restore(ids, run=run)

    def rehearse(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Strengthen: strength is 1 again from now."""
        return self._bulk.rehearse(ids, run=run)

    def tag(
        self,
        ids: Sequence[int],
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        run: Running = ALONE,
    ) -> int:
        """Add and remove tags; returns how many memories changed."""
        return self._bulk.tag(ids, add=add, remove=remove, run=run)

    def preview_bulk(
        self,
        ids: Sequence[int],
        change: BulkChange,
        *,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> BulkPreview:
        """What a change of many memories would do. Raises InvalidValueError."""
        return preview_bulk(self._workspace, ids, change, report=report, cancel=cancel or CancelToken())

    def apply_bulk(self, ids: Sequence[int], change: BulkChange, *, run: Running = ALONE) -> int:
        """Make a change as one operation on exactly these memories; returns how many changed."""
        return apply_bulk(self._bulk, ids, change, run=run)
