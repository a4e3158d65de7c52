"""What hangs together in an open store: the associations of memories, the graph around them, things, links."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engramma.engine.associations.graph import Graph
from engramma.engine.associations.similar import similar_ties
from engramma.engine.associations.ties import ties_of
from engramma.engine.links import Unlinked, link, not_about, unlink, unlink_association
from engramma.engine.workspace import Workspace
from engramma.model.association import Association, AssociationType, Entity
from engramma.model.errors import NotFoundError
from engramma.model.graph import Neighbourhood
from engramma.store.associations.listing import list_entities, read_about
from engramma.store.associations.nodes import read_nodes
from engramma.store.identity import folded


class Associations:
    """Reads change nothing; weights are those of the moment asked for, never stored faded."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def of(
        self, memory_id: int, *, at: int | None = None, types: Collection[str] | None = None, limit: int = 200
    ) -> tuple[Association, ...]:
        """The associations of a memory, strongest first, computed ones included. Raises NotFoundError."""
        now = self._workspace.clock.now() if at is None else at
        similar = similar_ties(self._workspace, [memory_id], types=types)
        with self._workspace.database.read() as reading:
            ties = [*similar, *ties_of(reading, [memory_id], types=types, at=now)]
            rows = read_nodes(reading, sorted({memory_id, *(tie.other(memory_id) for tie in ties)}), now=now)
        if memory_id not in rows:
            raise NotFoundError(f"There is no memory M-{memory_id}.")
        found = []
        for tie in ties:
            other = rows.get(tie.other(memory_id))
            if other is None or other.state == "trashed" or (tie.computed and other.state != "active"):
                continue
            found.append(
                Association(
                    id=tie.association_id or 0,
                    type=tie.type,
                    relation=tie.relation,
                    weight=tie.weight,
                    outgoing=tie.source_id == memory_id,
                    other_id=other.id,
                    other_uid=other.uid,
                    other_text=other.text,
                    other_tier=other.tier,
                    other_state=other.state,
                    via=tie.via,
                )
            )
        found.sort(key=lambda item: (-item.weight, item.other_id, item.type))
        return tuple(found[:limit])

    def neighbourhood(
        self,
        ids: Sequence[int],
        *,
        depth: int = 1,
        types: Collection[str] | None = None,
        limit: int = 500,
        at: int | None = None,
    ) -> Neighbourhood:
        """The graph up to `depth` steps (0–6) around memories, of at most `limit` (1–5,000) memories.

        `types` are those of associations that are followed, all by default; similar ones from the first eight of
        `ids` only. Raises InvalidValueError.
        """
        return Graph(self._workspace).around(ids, depth=depth, types=types, limit=limit, at=at)

    def entities(self, query: str = "", *, limit: int = 200) -> tuple[Entity, ...]:
        """Things that memories are about whose name has `query` in it, those of the most memories first."""
        with self._workspace.database.read() as reading:
            return list_entities(reading, folded(query), limit=limit)

    def about(self, entity_id: int, *, limit: int = 200) -> tuple[int, ...]:
        """The memories that are about a thing, newest first, by id."""
        with self._workspace.database.read() as reading:
            return read_about(reading, entity_id, limit=limit)

    def not_about(self, memory_id: int, entity_id: int) -> bool:
        """Say that a memory is not about a thing; no pass says so again. False when it is not said to be."""
        return not_about(self._workspace, memory_id, entity_id)

    def link(
        self, one: int, other: int, *, type: str = AssociationType.RELATED.value, relation: str = ""
    ) -> int:
        """Link two memories; such a link never fades and is never dropped. Returns the id of the association.

        An equal link that is there already is returned. Raises NotFoundError or InvalidValueError.
        """
        return link(self._workspace, one, other, type_=type, relation=relation)

    def unlink(self, one: int, other: int) -> Unlinked:
        """Take away what links two memories, as one operation.

        Provenance stays. Raises NotFoundError when nothing links them; for an agent AskedError, when a person made
        one of the links: then nothing is changed and a proposal waits.
        """
        return unlink(self._workspace, one, other)

    def unlink_association(self, association_id: int) -> Unlinked:
        """Take away one association. Raises NotFoundError, InvalidValueError for provenance, AskedError."""
        return unlink_association(self._workspace, association_id)
