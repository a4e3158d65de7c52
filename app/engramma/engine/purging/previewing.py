"""What a purge would touch, place by place, before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engramma.engine.backup import kept_backups
from engramma.engine.purging.finding import find_all, named_subjects
from engramma.engine.workspace import Workspace
from engramma.model.purging import Place, PurgePreview, Treatment
from engramma.store.purging.counting import count_files, count_memories, count_traces

_TOGETHER = 50


def preview_purge(workspace: Workspace, ids: Sequence[int], *, keep_source: bool) -> PurgePreview:
    """Raises NotFoundError for a memory that is not there. Empty places are left out."""
    wanted = list(dict.fromkeys(int(memory_id) for memory_id in ids))
    with workspace.database.read() as reading:
        subjects = named_subjects(reading.connection, wanted)
    found: dict[str, Place] = {}
    for start in range(0, len(subjects), _TOGETHER):
        with workspace.database.read() as reading:
            batch = find_all(reading.connection, subjects[start : start + _TOGETHER])
            places = [
                *count_memories(reading.connection, batch.subjects, withdrawn=len(batch.withdrawn)),
                *count_traces(reading.connection, batch.traces, own=frozenset(batch.ids)),
            ]
        for place in places:
            found[place.name] = _added(found.get(place.name), place)
    named = set(wanted)
    places = [
        replace(place, memory_ids=tuple(item for item in place.memory_ids if item not in named))
        for place in (*found.values(), *count_files(workspace.database.path), _daily_backups(workspace))
        if place.count and not (keep_source and place.source)
    ]
    pinned = tuple(subject.id for subject in subjects if subject.pinned)
    return PurgePreview(tuple(wanted), pinned, tuple(places))


def _daily_backups(workspace: Workspace) -> Place:
    paths = tuple(str(path) for path in kept_backups(workspace))
    return Place("daily_backup", "Daily backups", len(paths), Treatment.NAMED, paths=paths)


def _added(before: Place | None, more: Place) -> Place:
    """Two batches' counts of one place; memories that both name count once."""
    if before is None:
        return more
    ids = Counter(before.memory_ids) | Counter(more.memory_ids)
    count = len(ids) if ids else before.count + more.count
    return replace(before, count=count, memory_ids=tuple(sorted(ids)))
