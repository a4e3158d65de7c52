"""Purges memories: first every trace of their words elsewhere, then they themselves, then the bytes in the file.

In this order, so that a process that dies in between leaves memories that can be purged again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engramma.engine.memories.labels import named
from engramma.engine.purging.finding import Found, find_all, named_subjects
from engramma.engine.purging.rights import may_erase, propose
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.model.plan import PlanStep
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.purging import Purged
from engramma.store.drafts import cover_drafts
from engramma.store.journal.step import Step
from engramma.store.purging.beside import erase_sidecars
from engramma.store.purging.covering import (
    cover_events,
    cover_labels,
    cover_originals,
    cover_sessions,
    cut_summary,
    settle_proposals,
)
from engramma.store.purging.erasing import erase_entities, erase_rows
from engramma.store.purging.freeing import erasure_status, free_erased
from engramma.store.purging.pending import mark_pending
from engramma.store.purging.running import PurgeRun, mark_erased
from engramma.store.purging.subjects import Subject
from engramma.store.purging.tombstones import bury
from engramma.store.tables import memory

KIND = "purge"
_TOGETHER = 50


def purge(
    workspace: Workspace,
    ids: Sequence[int],
    *,
    keep_source: bool,
    include_pinned: bool,
    report: Report,
    cancel: CancelToken,
    proposal_id: int | None = None,
) -> Purged:
    """Erase memories and every place of the preview; `proposal_id` is the proposal that is accepted thereby."""
    wanted = list(dict.fromkeys(int(memory_id) for memory_id in ids))
    with workspace.database.read() as reading:
        subjects = named_subjects(reading.connection, wanted)
    if not may_erase(workspace):
        made = propose(workspace, PlanStep.PURGE, "purge", targets=wanted)
        return Purged(None, (), erasure_status(workspace.database), proposal_id=made)
    pinned = tuple(subject.id for subject in subjects if subject.pinned and not include_pinned)
    chosen = [subject.id for subject in subjects if subject.id not in pinned]
    if not chosen:
        raise InvalidValueError(
            f"{named(pinned)} {'is' if len(pinned) == 1 else 'are'} pinned.",
            hint="Confirm that pinned memories are to be purged, too, or unpin first.",
        )
    work = _Purge(workspace, keep_source=keep_source, proposal_id=proposal_id)
    for start in range(0, len(chosen), _TOGETHER):
        cancel.check()
        report(Progress(start, len(chosen), "Erasing"))
        work.erase(chosen[start : start + _TOGETHER])
    erase_sidecars(workspace.database.path)
    status = free_erased(workspace.database, at=workspace.clock.now(), report=report, cancel=cancel)
    return Purged(
        operation_id=work.run.id,
        memory_ids=tuple(work.erased),
        status=status,
        pinned=pinned,
        shortened=tuple(sorted(work.shortened)),
        also_gone=tuple(sorted(work.also_gone)),
        still_said=tuple(sorted(work.still_said - set(work.erased))),
    )


class _Purge:
    """One purge over many batches, each of which looks for its traces anew."""

    def __init__(self, workspace: Workspace, *, keep_source: bool, proposal_id: int | None) -> None:
        self._workspace = workspace
        self._keep_source = keep_source
        self._proposal_id = proposal_id
        self.erased: list[int] = []
        self.shortened: set[int] = set()
        self.also_gone: set[int] = set()
        self.still_said: set[int] = set()
        self.run = PurgeRun(workspace.journal, KIND, actor=workspace.actor, label=self._label)

    def _label(self) -> str:
        return f"purge of {named(self.erased)}" if self.erased else "purge that was begun"

    def erase(self, ids: Sequence[int]) -> None:
        """Find and erase one batch."""
        with self._workspace.database.read() as reading:
            subjects = named_subjects(reading.connection, ids)
            found = find_all(reading.connection, subjects)
        traces = found.traces
        if not self._keep_source:
            self._in_parts(sorted(traces.events), lambda step, part: cover_events(step, part, traces))
            self._in_parts(
                sorted(traces.quotes), lambda step, part: cover_originals(step, part, traces.words)
            )
            self._in_parts(
                sorted(traces.sessions), lambda step, part: cover_sessions(step, part, traces.words)
            )
        self._in_parts(
            sorted(traces.summaries - set(found.ids)), lambda step, part: self._cut(step, part, found)
        )
        asked = set(ids)
        self._in_parts(
            [subject.id for subject in found.subjects],
            lambda step, part: self._erase_rows(step, part, found, asked=asked),
        )
        with self.run.step() as step:
            erase_entities(step, sorted(traces.entities))
            cover_labels(step.connection, traces)
            cover_drafts(step.connection, traces.drafts, covered=traces.words.covered)
            settle_proposals(
                step.connection, traces, erased=found.ids, accepted=self._proposal_id, at=step.at
            )
            mark_pending(step)
            step.changes += 1
        self.also_gone |= set(found.emptied) - asked
        self.still_said |= traces.still_said - set(found.ids)

    def _in_parts(self, ids: Sequence[int], act: Callable[[Step, list[int]], object]) -> None:
        pace = self.run.pace
        waiting = list(ids)
        while waiting:
            part = waiting[: pace.rows]
            with self.run.step() as step:
                pace.start()
                act(step, part)
                mark_pending(step)
                step.changes += len(part)
            pace.stop(len(part))
            del waiting[: len(part)]

    def _cut(self, step: Step, ids: Sequence[int], found: Found) -> None:
        for memory_id in ids:
            if cut_summary(step, memory_id, found.traces.words, key_of=self._workspace.content_key):
                self.shortened.add(memory_id)

    def _erase_rows(self, step: Step, ids: Sequence[int], found: Found, *, asked: set[int]) -> None:
        subjects: dict[int, Subject] = {subject.id: subject for subject in found.subjects}
        keys = [
            self._workspace.content_key(wording)
            for memory_id in ids
            for wording in subjects[memory_id].wordings
        ]
        bury(step.connection, keys, at=step.at)
        erase_rows(step, memory, ids)
        for memory_id in ids:
            mark_erased(step, "memory", memory_id, column="text", memory_id=memory_id)
        self.erased.extend(memory_id for memory_id in ids if memory_id in asked)
