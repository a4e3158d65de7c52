"""`store.graph`: parts of the graph to draw, its communities, paths through it, how activation spreads in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engramma.engine.associations.neighbourhood import (
    MOST_NODES,
    graph_edge,
    read_neighbourhood,
    shown_ties,
    strongest_ways,
)
from engramma.engine.associations.similar import similar_ties
from engramma.engine.associations.ties import ties_of
from engramma.engine.search import Search
from engramma.engine.workspace import Workspace
from engramma.model.clock import to_local
from engramma.model.errors import NotFoundError
from engramma.model.graph import Neighbourhood, QueryGraph
from engramma.model.graph_activation import ActivationTrace
from engramma.model.graph_communities import Communities, CommunityGraph
from engramma.model.graph_link import GraphLink
from engramma.model.graph_path import MemoryPath
from engramma.model.progress import CancelToken
from engramma.model.search import DEFAULT_SORT, Mode, Query, Sort, field_term, parse, with_term
from engramma.store.associations.edges import read_made
from engramma.store.associations.nodes import read_states
from engramma.store.associations.words import read_whole_text
from engramma.store.database import Reading
from engramma.theory.associations import PROVENANCE


class Graph:
    """Reads only; weights are those of the moment asked for. `before` (UTC µs) leaves out what was created later."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def around(
        self,
        ids: Sequence[int],
        *,
        depth: int = 1,
        types: Collection[str] | None = None,
        limit: int = 500,
        before: int | None = None,
        at: int | None = None,
    ) -> Neighbourhood:
        """The graph up to `depth` steps (0–6) around memories, of at most `limit` (1–5,000) memories.

        `types` are those of associations that are followed, all by default; similar ones from the first eight of
        `ids` only. Raises InvalidValueError.
        """
        similar = similar_ties(self._workspace, ids, types=types) if depth else []
        with self._workspace.database.read() as reading:
            return read_neighbourhood(
                reading,
                ids,
                depth=depth,
                types=types,
                limit=limit,
                at=self._moment(at),
                similar=similar,
                before=before,
            )

    def of_query(
        self,
        query: Query | str,
        *,
        sort: Sort = DEFAULT_SORT,
        top: int = 200,
        depth: int = 0,
        types: Collection[str] | None = None,
        limit: int = 500,
        before: int | None = None,
        at: int | None = None,
    ) -> QueryGraph:
        """The graph of the first `top` memories that fit a search, and up to `depth` steps around them.

        `matching` counts the whole of the last day before `before`.

        Raises QueryError and InvalidValueError.
        """
        tree = parse(query) if isinstance(query, str) else query
        if before is not None:
            last = to_local(before).date().isoformat()
            tree = with_term(tree, field_term("created", f"<={last}"), Mode.AND)
        ids, matching = self._found(tree, sort, top=top, before=before)
        part = self.around(ids, depth=depth, types=types, limit=limit, before=before, at=at)
        taken = [node for node in part.nodes if not node.depth]
        with self._workspace.database.read() as reading:
            alone = self._alone(
                reading, [node.id for node in taken if not node.degree], types, at=part.at, before=before
            )
        return QueryGraph(part, matching, len(taken), alone)

    def expand(
        self,
        shown: Sequence[int],
        frontier: Sequence[int],
        *,
        types: Collection[str] | None = None,
        limit: int = 60,
        before: int | None = None,
        at: int | None = None,
    ) -> Neighbourhood:
        """The part of the memories `shown` with at most `limit` neighbours of those at the `frontier` added.

        The strongest tied come first; what was shown has depth 0, what is new 1. Raises InvalidValueError.
        """
        moment = self._moment(at)
        similar = similar_ties(self._workspace, [*frontier, *shown], types=types)
        with self._workspace.database.read() as reading:
            found = [*similar, *ties_of(reading, list(frontier), types=types, at=moment)]
            ties = shown_ties(reading, found, {}, before=before)
            ways = strongest_ways(ties, frontier=set(frontier), known=set(shown))
            room = max(0, min(limit, MOST_NODES - len(shown)))
            ordered = sorted(ways, key=lambda one: (-ways[one], one))
            part = read_neighbourhood(
                reading,
                [*shown, *ordered[:room]],
                depth=0,
                types=types,
                limit=MOST_NODES,
                at=moment,
                similar=similar,
                before=before,
            )
        fresh = set(ordered[:room])
        nodes = tuple(replace(node, depth=1) if node.id in fresh else node for node in part.nodes)
        return replace(part, nodes=nodes, hidden_nodes=part.hidden_nodes + len(ordered) - len(fresh))

    def between(self, one: int, other: int, *, at: int | None = None) -> tuple[GraphLink, ...]:
        """All that joins two memories, of any type, strongest first; nothing where one of them is not shown."""
        moment = self._moment(at)
        similar = similar_ties(self._workspace, [one, other], types=None)
        with self._workspace.database.read() as reading:
            found = [*similar, *ties_of(reading, [one, other], types=None, at=moment)]
            joining = [tie for tie in found if {tie.source_id, tie.target_id} == {one, other}]
            ties = shown_ties(reading, joining, {})
            made = read_made(reading, [tie.association_id for tie in ties if tie.association_id is not None])
        ties.sort(key=lambda tie: (-tie.weight, tie.type, tie.association_id or 0))
        return tuple(
            GraphLink(
                graph_edge(tie),
                since,
                actor,
                not tie.computed and tie.type not in PROVENANCE,
            )
            for tie in ties
            for since, actor in [made.get(tie.association_id or 0, (None, ""))]
        )

    def communities(self, part: Neighbourhood) -> Communities:
        """The communities of a part of the graph, named."""
        from engramma.engine.associations.communities import part_communities

        with self._workspace.database.read() as reading:
            return part_communities(reading, part)

    def whole(
        self,
        *,
        types: Collection[str] | None = None,
        before: int | None = None,
        at: int | None = None,
        cancel: CancelToken | None = None,
    ) -> CommunityGraph:
        """The whole store as communities. Takes seconds for a large one. Raises Cancelled."""
        from engramma.engine.associations.communities import whole_communities

        with self._workspace.database.read() as reading:
            return whole_communities(
                reading, types=types, at=self._moment(at), before=before, cancel=cancel or CancelToken()
            )

    def path(
        self,
        one: int,
        other: int,
        *,
        types: Collection[str] | None = None,
        most_hops: int = 6,
        before: int | None = None,
        at: int | None = None,
        cancel: CancelToken | None = None,
    ) -> MemoryPath:
        """The strongest way of at most `most_hops` (1–8) hops from one memory to another.

        Raises NotFoundError, InvalidValueError and Cancelled.
        """
        from engramma.engine.associations.paths import find_path

        similar = similar_ties(self._workspace, [one, other], types=types)
        with self._workspace.database.read() as reading:
            return find_path(
                reading,
                one,
                other,
                types=types,
                most_hops=most_hops,
                at=self._moment(at),
                before=before,
                similar=similar,
                cancel=cancel or CancelToken(),
            )

    def activation(
        self,
        question: str,
        *,
        now: int | None = None,
        limit: int = 300,
        patience: float = 1.0,
        lexical: bool = False,
        vector: NDArray[np.float32] | None = None,
    ) -> ActivationTrace:
        """How activation spreads for a question, with the numbers of `store.recall.ask`; at most `limit` reached."""
        return self._trace(
            question, now=now, limit=limit, patience=patience, lexical=lexical, vector=vector, memory_id=None
        )

    def activation_of(
        self,
        memory_id: int,
        *,
        now: int | None = None,
        limit: int = 300,
        patience: float = 1.0,
        lexical: bool = False,
    ) -> ActivationTrace:
        """How activation spreads when what a memory says comes to mind: as for a question of its text.

        Raises NotFoundError.
        """
        with self._workspace.database.read() as reading:
            text = read_whole_text(reading, memory_id)
        if text is None:
            raise NotFoundError(f"There is no memory M-{memory_id}.")
        return self._trace(
            text, now=now, limit=limit, patience=patience, lexical=lexical, vector=None, memory_id=memory_id
        )

    def _trace(
        self,
        question: str,
        *,
        now: int | None,
        limit: int,
        patience: float,
        lexical: bool,
        vector: NDArray[np.float32] | None,
        memory_id: int | None,
    ) -> ActivationTrace:
        from engramma.engine.associations.activation_trace import trace_activation
        from engramma.engine.recall import Recall

        notice = ""
        if vector is None and not lexical:
            vector, notice = Recall(self._workspace).vector_of(question, patience=patience)
        return trace_activation(
            self._workspace,
            question,
            vector=vector,
            now=self._moment(now),
            limit=limit,
            notice=notice,
            memory_id=memory_id,
        )

    def _found(self, tree: Query, sort: Sort, *, top: int, before: int | None) -> tuple[list[int], int]:
        """The first `top` memories of a search, and how many fit."""
        search = Search(self._workspace)
        room = top
        while True:
            found = search.order(tree, sort=sort, limit=room)
            ids: list[int] = found.ids.tolist()
            # The search knows days: what came about later on the last of them makes room for others.
            if before is not None:
                with self._workspace.database.read() as reading:
                    known = read_states(reading, ids, before=before)
                ids = [one for one in ids if one in known]
            if len(ids) >= top or len(found.ids) < room:
                break
            room *= 4
        matching = len(found.ids) if found.total_known else search.count(tree)
        return ids[:top], matching

    def _alone(
        self,
        reading: Reading,
        ids: Sequence[int],
        types: Collection[str] | None,
        *,
        at: int,
        before: int | None,
    ) -> tuple[int, ...]:
        """Those of `ids` that nothing joins to any memory."""
        ties = shown_ties(reading, ties_of(reading, ids, types=types, at=at), {}, before=before)
        tied = {end for tie in ties for end in (tie.source_id, tie.target_id)}
        return tuple(sorted(set(ids) - tied))

    def _moment(self, at: int | None) -> int:
        return self._workspace.clock.now() if at is None else at
