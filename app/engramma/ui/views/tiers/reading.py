"""What the view Tiers reads, on worker threads: the flow, what waits at the gates, results of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.flow import Stream, TierFlow, WaitingList
from engramma.model.memory import Memory
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.search import Sort, SortKey

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

MOST_NAMED, SHOWN = 400, 200
QUERY_ROOM = 3_800


@dataclass(frozen=True, slots=True)
class FlowRead:
    """A flow and the half-lives (days) by which its tiers fade."""

    flow: TierFlow
    short_half_life: float
    long_half_life: float
    retention: float


@dataclass(frozen=True, slots=True)
class Listed:
    """Results of a search: the first of them, and how many there are."""

    memories: tuple[Memory, ...]
    total: int
    waiting: WaitingList


def read_flow(store: MemoryStore, days: int | None, _report: Report, cancel: CancelToken) -> FlowRead:
    """The flow of a span."""
    policy = store.policy()
    flow = store.flow.read(days)
    cancel.check()
    return FlowRead(flow, policy.short_term_half_life, policy.long_term_half_life, policy.sensory_retention)


def read_waiting(store: MemoryStore, query: str, _report: Report, cancel: CancelToken) -> WaitingList:
    """What waits at the gates among the results of a search."""
    found = store.flow.waiting(query, shown=SHOWN)
    cancel.check()
    return found


def read_listed(store: MemoryStore, query: str, _report: Report, cancel: CancelToken) -> Listed:
    """The results of a search, what fades next first, with the standing of those that wait at a gate."""
    ordered = store.search.order(query, sort=Sort(SortKey.FADES, descending=False))
    cancel.check()
    ids = ordered.ids[:SHOWN].tolist()
    lines = store.memories.page(ids)
    if not ids:
        return Listed((), 0, WaitingList((), (), 0, 0))
    named = "id:" + ",".join(str(one) for one in ids)
    waiting = store.flow.waiting(named[:QUERY_ROOM].rpartition(",")[0] if len(named) > QUERY_ROOM else named)
    return Listed(tuple(line.memory for line in lines), len(ordered.ids), waiting)


def read_named(
    store: MemoryStore,
    stream: Stream,
    start: int,
    end: int,
    tier: str,
    _report: Report,
    _cancel: CancelToken,
) -> str:
    """A search text that names the memories of a stream by id, of one `tier` or all; "" for too many, or none."""
    ids = store.flow.ids(stream, start=start, end=end, limit=MOST_NAMED + 1, tier=tier)
    text = "id:" + ",".join(str(one) for one in sorted(ids))
    return text if 0 < len(ids) <= MOST_NAMED and len(text) <= QUERY_ROOM else ""
