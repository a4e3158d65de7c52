"""What the view Graph reads, on worker threads: a part of the graph with its communities, or all as communities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engramma.model.association import AssociationType
from engramma.model.errors import NotFoundError
from engramma.model.graph import Neighbourhood
from engramma.model.graph_communities import Communities, CommunityGraph
from engramma.model.graph_link import GraphLink
from engramma.model.memory import Memory
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.search import Sort, SortKey

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.graph_activation import ActivationTrace
    from engramma.model.graph_path import MemoryPath

MOST, OF_QUERY, FEW = 500, 160, 60
MOST_DRAWN = 5_000
DEEPEST = 4

OFF_AT_FIRST = frozenset({AssociationType.SIMILAR.value})
ALL_TYPES = tuple(one.value for one in AssociationType)
"""The types of associations, in the order in which they are defined."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What part of the graph is asked for: around `roots`, or of the results of `query` when there are none.

    `origin` are those that it was drawn around before more was added. `types` None means all; `limit` is that of
    memories. `before`: only those made until then, UTC µs.
    """

    roots: tuple[int, ...] = ()
    origin: tuple[int, ...] = ()
    query: str = ""
    depth: int = 1
    types: frozenset[str] | None = None
    limit: int = MOST
    before: int | None = None


@dataclass(frozen=True, slots=True)
class GraphRead:
    """A part of the graph. `memories` is how many the store shows, `matching` how many results there are.

    `matches` are shown memories that the search finds, None without a search.
    """

    wish: Wish
    part: Neighbourhood
    communities: Communities
    memories: int
    matching: int
    orphans: tuple[int, ...]
    matches: frozenset[int] | None
    oldest: int
    newest: int


@dataclass(frozen=True, slots=True)
class ShownMemory:
    """The memory on the side: with how many associations, of which so many corrections."""

    memory: Memory
    links: int
    corrections: int
    threshold: float


@dataclass(frozen=True, slots=True)
class ShownLinks:
    """The two memories that are selected, and what joins them, strongest first."""

    ends: tuple[Memory, Memory]
    links: tuple[GraphLink, ...]


def read_graph(
    store: MemoryStore, wish: Wish, search: str, _report: Report, cancel: CancelToken
) -> GraphRead:
    """The part that is asked for; `search` is the text in force, whose results stand out."""
    orphans: tuple[int, ...] = ()
    matching = 0
    if wish.roots:
        part = store.graph.around(
            wish.roots, depth=wish.depth, types=wish.types, limit=wish.limit, before=wish.before
        )
    else:
        found = store.graph.of_query(
            wish.query,
            sort=Sort(SortKey.STRENGTH),
            top=wish.limit if wish.limit > MOST else OF_QUERY,
            depth=max(0, wish.depth - 1),
            types=wish.types,
            limit=wish.limit,
            before=wish.before,
        )
        part, orphans, matching = found.part, found.orphans, found.matching
    cancel.check()
    return _finished(store, wish, part, search, orphans, matching, cancel)


def read_more(
    store: MemoryStore,
    wish: Wish,
    shown: Sequence[int],
    near: Sequence[int],
    search: str,
    _report: Report,
    cancel: CancelToken,
) -> GraphRead:
    """What is shown with the strongest unseen neighbours of `near` added."""
    part = store.graph.expand(shown, near, types=wish.types, limit=FEW, before=wish.before)
    cancel.check()
    return _finished(store, wish, part, search, (), 0, cancel)


def _finished(
    store: MemoryStore,
    wish: Wish,
    part: Neighbourhood,
    search: str,
    orphans: tuple[int, ...],
    matching: int,
    cancel: CancelToken,
) -> GraphRead:
    communities = store.graph.communities(part)
    cancel.check()
    matches = read_matches(store, search, tuple(node.id for node in part.nodes))
    made = [node.created_at for node in part.nodes]
    return GraphRead(
        wish=wish,
        part=part,
        communities=communities,
        memories=store.search.count(""),
        matching=matching,
        orphans=orphans,
        matches=matches,
        oldest=min(made, default=0),
        newest=max(made, default=0),
    )


def read_matches(store: MemoryStore, search: str, ids: Sequence[int]) -> frozenset[int] | None:
    """Which of these memories a search finds; None without one."""
    if not search.strip():
        return None
    found = store.search.order(search).ids.tolist()
    return frozenset(found) & frozenset(ids)


def read_matches_job(
    store: MemoryStore, search: str, ids: Sequence[int], _report: Report, _cancel: CancelToken
) -> frozenset[int] | None:
    """The same as a job."""
    return read_matches(store, search, ids)


def read_whole(
    store: MemoryStore, types: frozenset[str] | None, before: int | None, _report: Report, cancel: CancelToken
) -> CommunityGraph:
    """The store as communities."""
    return store.graph.whole(types=types, before=before, cancel=cancel)


def read_memory(
    store: MemoryStore, memory_id: int, _report: Report, _cancel: CancelToken
) -> ShownMemory | None:
    """The memory that is looked at; None if it was erased."""
    try:
        memory, links = store.memories.get(memory_id), store.associations.of(memory_id)
    except NotFoundError:
        return None
    corrections = sum(1 for link in links if link.type == AssociationType.CORRECTS.value)
    return ShownMemory(memory, len(links), corrections, store.policy().retrieval_threshold)


def read_links(
    store: MemoryStore, one: int, other: int, _report: Report, _cancel: CancelToken
) -> ShownLinks | None:
    """What joins two memories; None if one of them was erased."""
    try:
        ends = (store.memories.get(one), store.memories.get(other))
    except NotFoundError:
        return None
    return ShownLinks(ends, store.graph.between(one, other))


def read_path(
    store: MemoryStore,
    one: int,
    other: int,
    types: frozenset[str] | None,
    _report: Report,
    cancel: CancelToken,
) -> MemoryPath:
    """The strongest way between two memories."""
    return store.graph.path(one, other, types=types, cancel=cancel)


def read_activation_of(
    store: MemoryStore, memory_id: int, _report: Report, _cancel: CancelToken
) -> ActivationTrace:
    """What a memory activates."""
    return store.graph.activation_of(memory_id)


def read_activation(
    store: MemoryStore, question: str, _report: Report, _cancel: CancelToken
) -> ActivationTrace:
    """What a question activates."""
    return store.graph.activation(question)
