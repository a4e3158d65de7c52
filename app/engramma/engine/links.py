"""Links between memories, and between memories and the things they are about."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.labels import named
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.store.existing import require
from engramma.store.identity import folded, normal_text
from engramma.store.tables import association, entity, memory, mention


def link(workspace: Workspace, one: int, other: int, *, type_: str = "related", relation: str = "") -> int:
    """Associate two memories; such a link is never dropped by a pass."""
    if one == other:
        raise InvalidValueError("A memory cannot be linked to itself.")
    with workspace.journal.short("link", f"link of {named([one, other])}", actor=workspace.actor) as step:
        require(step.connection, memory, [one, other])
        return step.insert(
            association,
            source_id=one,
            target_id=other,
            type=type_,
            relation=normal_text(relation),
            weight=1.0,
            weight_at=step.at,
            actor=workspace.actor,
        )


def add_entity(workspace: Workspace, name: str, *, type_: str, memory_ids: Sequence[int]) -> int:
    """A thing, and the memories that are about it."""
    clean = normal_text(name)
    if not clean:
        raise InvalidValueError("A thing needs a name.")
    with workspace.journal.short("link", f"entity “{clean}”", actor=workspace.actor) as step:
        require(step.connection, memory, memory_ids)
        entity_id = step.insert(entity, name=clean, normal_name=folded(clean), type=normal_text(type_))
        step.insert_many(
            mention,
            [
                {"memory_id": memory_id, "entity_id": entity_id, "weight": 1.0, "weight_at": step.at}
                for memory_id in dict.fromkeys(memory_ids)
            ],
        )
    return entity_id
