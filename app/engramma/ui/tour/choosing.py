"""Chooses what the pictures show: a search with a mixed result, a memory with a rich life, a turn that became one.

Only reads; the same store and clock give the same choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engramma.model.clock import DAY
from engramma.model.search import Mode, Sort, SortKey, field_term, parse, print_query, with_term

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

LOOKED_AT = 14
SORT = Sort(SortKey.IMPORTANCE)
ENOUGH = 12
MONTH = 30 * DAY


@dataclass(frozen=True, slots=True)
class Choice:
    """A search text, a memory among its first results, and a turn; None where the store has none."""

    query: str = ""
    memory_id: int | None = None
    event_id: int | None = None
    session_id: int | None = None
    seen: tuple[int, ...] = ()


def choose(store: MemoryStore) -> Choice:
    """What to show of this store."""
    query = _search(store)
    ids = store.search.order(query, sort=SORT, limit=LOOKED_AT).ids[:LOOKED_AT].tolist()
    best, event_id = _richest(store, ids)
    if event_id is None:
        everything = store.search.order("", limit=200).ids[:200].tolist()
        _other, event_id = _richest(store, everything[:40])
    return Choice(query, best, event_id, _fullest_session(store), tuple(ids[:8]))


def _search(store: MemoryStore) -> str:
    """The two tags that most memories have, if that makes a list worth looking at."""
    tags = store.search.facets("").tags[:2]
    if len(tags) < 2 or tags[0].count + tags[1].count < ENOUGH:
        return ""
    query = parse("")
    for tag in tags:
        query = with_term(query, field_term("tag", tag.value), Mode.OR)
    return print_query(query)


def _richest(store: MemoryStore, ids: list[int]) -> tuple[int | None, int | None]:
    """The memory with the most turns of fate, and the turn that it came from."""
    best: tuple[int, int, int | None] | None = None
    for memory_id in ids:
        details = store.memories.details(memory_id)
        events = [source.event_id for source in details.provenance if source.event_id is not None]
        score = (
            2 * min(len(details.segments), 6)
            + min(len(details.history), 5)
            + 2 * min(len(details.associations), 4)
            + (6 if events else 0)
            + (4 if details.memory.tier == "long_term" else 0)
            + min((store.clock.now() - details.memory.created_at) // MONTH, 4)
            - (9 if details.memory.fades_at is None or details.memory.dormant else 0)
        )
        if best is None or score > best[0]:
            best = (score, memory_id, next(iter(events), None))
    return (None, None) if best is None else (best[1], best[2])


def _fullest_session(store: MemoryStore) -> int | None:
    """The session with the most memories, or with the most turns."""
    sessions = store.sessions.list()
    if not sessions:
        return None
    return max(sessions, key=_weight).id


def _weight(session: object) -> tuple[int, int]:
    return (getattr(session, "memories", 0), getattr(session, "events", 0))
