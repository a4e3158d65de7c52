"""Puts together what one memory or a page of them shows."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.values import MemoryDetails, MemoryLine
from engramma.engine.workspace import Workspace
from engramma.model.errors import NotFoundError
from engramma.store.consolidation.asked import read_asked_about
from engramma.store.history import read_memory_operations
from engramma.store.memories.details import (
    read_associations,
    read_entities,
    read_provenance,
    read_superseded,
    read_tier_reason,
    read_versions,
)
from engramma.store.memories.reading import read_memories, read_memory, read_segments
from engramma.theory.associations import weight_now


def read_lines(workspace: Workspace, ids: Sequence[int]) -> tuple[MemoryLine, ...]:
    """Rows in the order of `ids`; those that are gone are left out."""
    ids = [int(memory_id) for memory_id in ids]
    with workspace.database.read() as reading:
        found = read_memories(reading, ids, now=workspace.clock.now())
        segments = read_segments(reading, list(found))
    return tuple(
        MemoryLine(memory=found[memory_id], segments=segments.get(memory_id, ()))
        for memory_id in ids
        if memory_id in found
    )


def read_details(workspace: Workspace, memory_id: int) -> MemoryDetails:
    """Everything about one memory, from one consistent picture. Raises NotFoundError."""
    now = workspace.clock.now()

    def weigh(type_: str, weight: float, since: int) -> float:
        return weight_now(type_, weight, since=since, now=now)

    with workspace.database.read() as reading:
        found = read_memory(reading, memory_id, now=now)
        if found is None:
            raise NotFoundError(f"There is no memory M-{memory_id}.")
        return MemoryDetails(
            memory=found,
            segments=read_segments(reading, [memory_id]).get(memory_id, ()),
            versions=read_versions(reading, memory_id),
            provenance=read_provenance(reading, memory_id),
            associations=read_associations(reading, memory_id, weigh=weigh),
            entities=read_entities(reading, memory_id),
            history=read_memory_operations(reading, memory_id),
            tier_reason=read_tier_reason(reading, memory_id),
            supersedes=read_superseded(reading, memory_id),
            asked=read_asked_about(reading, memory_id),
        )
