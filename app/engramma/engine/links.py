"""Links between memories, and between memories and the things they are about: made and taken away by somebody."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engramma.engine.memories.asking import AGENT, ask_first
from engramma.engine.memories.labels import named
from engramma.engine.workspace import Workspace
from engramma.model.association import AssociationType
from engramma.model.errors import AskedError, InvalidValueError, NotFoundError
from engramma.model.operation import CLI, PERSON
from engramma.model.records import dataclass
from engramma.store.associations.edges import (
    EdgeRow,
    mentions_between,
    read_edge,
    read_edges_between,
    remove_edges,
    remove_mentions,
)
from engramma.store.consolidation.asked import find_asked, insert_asked
from engramma.store.existing import require
from engramma.store.identity import folded, normal_text
from engramma.store.journal.step import Step
from engramma.store.tables import association, entity, memory, mention
from engramma.theory.associations import PROVENANCE

LONGEST_RELATION = 200
_HUMAN = frozenset({PERSON, CLI})
_TYPES = frozenset(
    {
        AssociationType.RELATED.value,
        AssociationType.FOLLOWS.value,
        AssociationType.DERIVED_FROM.value,
        AssociationType.CORRECTS.value,
        AssociationType.CONTRADICTS.value,
    }
)


@dataclass(frozen=True, slots=True)
class Unlinked:
    """How many associations were taken away."""

    count: int


def link(workspace: Workspace, one: int, other: int, *, type_: str = "related", relation: str = "") -> int:
    """Associate two memories; such a link is never dropped by a pass. An equal one is not made again."""
    if one == other:
        raise InvalidValueError("A memory cannot be linked to itself.")
    if type_ not in _TYPES:
        raise InvalidValueError(
            f"There is no link of type “{type_}”.", hint=f"Use one of {', '.join(sorted(_TYPES))}."
        )
    word = " ".join(normal_text(relation).split())
    if len(word) > LONGEST_RELATION:
        raise InvalidValueError(f"A relation has at most {LONGEST_RELATION} characters.")
    with workspace.database.read() as reading:
        for edge in read_edges_between(reading, one, other):
            same_way = edge.source_id == one or type_ == AssociationType.RELATED.value
            if edge.type == type_ and edge.relation == word and same_way:
                return edge.id
    if workspace.proposing:
        asked = {"type": type_, "relation": word}
        ask_first(workspace, [one, other], action="link", what="link", values=asked)
    with workspace.journal.short("link", f"link of {named([one, other])}", actor=workspace.actor) as step:
        return insert_link(step, one, other, type_=type_, relation=word, actor=workspace.actor)


def insert_link(step: Step, one: int, other: int, *, type_: str, relation: str, actor: str) -> int:
    """The association itself, in a step that is under way. Raises NotFoundError."""
    require(step.connection, memory, [one, other])
    return step.insert(
        association,
        source_id=one,
        target_id=other,
        type=type_,
        relation=relation,
        weight=1.0,
        weight_at=step.at,
        actor=actor,
    )


def unlink(workspace: Workspace, one: int, other: int) -> Unlinked:
    """Take away every association of two memories but their provenance, as one operation.

    Raises NotFoundError when there is none, InvalidValueError when there is provenance only, AskedError.
    """
    with workspace.database.read() as reading:
        edges = read_edges_between(reading, one, other)
    if not edges:
        raise NotFoundError(
            f"Nothing links M-{one} and M-{other}.",
            hint="What follows from their session or from what both are about is no link.",
        )
    removable = [edge for edge in edges if edge.type not in PROVENANCE]
    if not removable:
        raise _provenance(edges[0])
    return _remove(workspace, removable)


def unlink_association(workspace: Workspace, association_id: int) -> Unlinked:
    """Take away one association. Raises NotFoundError, InvalidValueError for provenance, AskedError."""
    with workspace.database.read() as reading:
        edge = read_edge(reading, association_id)
    if edge is None:
        raise NotFoundError(f"There is no association {association_id}.")
    if edge.type in PROVENANCE:
        raise _provenance(edge)
    return _remove(workspace, [edge])


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


def not_about(workspace: Workspace, memory_id: int, entity_id: int) -> bool:
    """Take off that a memory is about a thing; a pass does not put it there again. False when it is not there."""
    with workspace.journal.short("link", f"M-{memory_id} is not about it", actor=workspace.actor) as step:
        ids = mentions_between(step, memory_id, entity_id)
        remove_mentions(step, ids)
        return bool(ids)


def _remove(workspace: Workspace, edges: Sequence[EdgeRow]) -> Unlinked:
    for edge in edges if workspace.actor.startswith(AGENT) else ():
        if edge.actor in _HUMAN:
            _ask(workspace, edge)
        asked = {"association": edge.id}
        both = [edge.source_id, edge.target_id]
        ask_first(workspace, both, action="unlink", what="unlinking", values=asked)
    ends = [edges[0].source_id, edges[0].target_id]
    with workspace.journal.short("link", f"unlinking of {named(ends)}", actor=workspace.actor) as step:
        remove_edges(step, [edge.id for edge in edges])
    return Unlinked(len(edges))


def _ask(workspace: Workspace, edge: EdgeRow) -> None:
    """Propose to take away a link of a person. Raises AskedError, or InvalidValueError when that was rejected."""
    ends = [edge.source_id, edge.target_id]
    payload = json.dumps({"association": edge.id})
    reason = f"the link of {named(ends)} was made by a person"
    with workspace.database.read() as reading:
        known = find_asked(reading, action="unlink", targets=ends, payload=payload)
    if known is not None and known[1] == "rejected":
        raise InvalidValueError(f"{reason.capitalize()}, who decided against taking it away already.")
    if known is None:
        label = f"proposal: unlinking of {named(ends)}"
        with workspace.journal.short("proposal", label, actor=workspace.actor) as step:
            proposal_id = insert_asked(
                step, action="unlink", targets=ends, payload=payload, reason=reason, actor=workspace.actor
            )
    else:
        proposal_id = known[0]
    raise AskedError(
        f"The link of {named(ends)} was made by a person, so taking it away waits as proposal {proposal_id}; "
        "nothing was changed.",
        proposal_id=proposal_id,
    )


def _provenance(edge: EdgeRow) -> InvalidValueError:
    return InvalidValueError(
        f"M-{edge.source_id} {edge.type.replace('_', ' ')} M-{edge.target_id}: where a memory comes from stays.",
        hint="Undo the change that made it.",
    )
