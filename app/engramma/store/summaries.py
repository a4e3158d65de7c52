"""Aggregates of a selection of memories: what they have in common, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import func, select

from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.tables import memory, tag
from engramma.store.visibility import visible

_BATCH = 10_000


@dataclass(frozen=True, slots=True)
class SelectionSummary:
    """Counts, importance range and time span (UTC µs) of some memories."""

    count: int
    by_tier: dict[str, int]
    by_kind: dict[str, int]
    by_category: dict[str, int]
    by_state: dict[str, int]
    pinned: int
    tags: tuple[tuple[str, int], ...]
    importance_min: float | None
    importance_mean: float | None
    importance_max: float | None
    oldest: int | None
    newest: int | None


def summarise(reading: Reading, ids: Sequence[int], *, tags: int = 12) -> SelectionSummary:
    """Aggregates over the visible ones among `ids`; reads them in batches."""
    tiers: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    categories: Counter[str] = Counter()
    states: Counter[str] = Counter()
    names: Counter[str] = Counter()
    count = pinned = 0
    total = 0.0
    lows: list[float] = []
    highs: list[float] = []
    dates: list[int] = []
    for start in range(0, len(ids), _BATCH):
        part = [int(memory_id) for memory_id in ids[start : start + _BATCH]]
        chosen = memory.c.id.in_(part), visible(memory, reading.hidden)
        for row in reading.connection.execute(
            select(
                memory.c.tier,
                memory.c.kind,
                memory.c.category,
                memory.c.state,
                func.count().label("rows"),
                func.sum(memory.c.pinned).label("pinned"),
                func.sum(memory.c.importance).label("total"),
                func.min(memory.c.importance).label("low"),
                func.max(memory.c.importance).label("high"),
                func.min(memory.c.created_at).label("oldest"),
                func.max(memory.c.created_at).label("newest"),
            )
            .where(*chosen)
            .group_by(memory.c.tier, memory.c.kind, memory.c.category, memory.c.state)
        ):
            tiers[row.tier] += row.rows
            kinds[row.kind] += row.rows
            categories[row.category] += row.rows
            states[row.state] += row.rows
            count += row.rows
            pinned += row.pinned
            total += row.total
            lows.append(row.low)
            highs.append(row.high)
            dates.extend((row.oldest, row.newest))
        for name, uses in reading.connection.execute(
            select(tag.c.name, func.count())
            .where(tag.c.memory_id.in_(part), visible(tag, reading.hidden))
            .group_by(tag.c.name)
        ):
            names[name] += uses
    return SelectionSummary(
        count=count,
        by_tier=dict(tiers),
        by_kind=dict(kinds),
        by_category=dict(categories),
        by_state=dict(states),
        pinned=pinned,
        tags=tuple(names.most_common(tags)),
        importance_min=min(lows, default=None),
        importance_mean=total / count if count else None,
        importance_max=max(highs, default=None),
        oldest=min(dates, default=None),
        newest=max(dates, default=None),
    )
