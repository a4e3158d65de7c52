"""How memories move between the tiers: counts, spans, what waits at which gate, and what a move would change.

Looking changes nothing. Dates are whole local days, so that a search by dates finds the same memories.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from engramma.engine.consolidation.steps.promoting import first_promotion
from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY, from_datetime, to_local
from engramma.model.flow import (
    MovePreview,
    Stream,
    TierFlow,
    WaitingList,
    WaitingMemory,
    Waits,
)
from engramma.model.policy import Policy
from engramma.model.search import DEFAULT_SORT, parse
from engramma.store.consolidation.promoting import PromotionFacts
from engramma.store.database import Reading
from engramma.store.derive import fading_columns
from engramma.store.flow import first_moment, moved_ids, read_moved, read_stock
from engramma.store.flow_waiting import (
    count_short,
    in_open_session,
    nearest_ids,
    read_standing_facts,
    short_among,
)
from engramma.store.memories.reading import read_memories
from engramma.store.memories.rows import MemoryRow, rows_of
from engramma.store.policy import load_policy
from engramma.store.search import order_ids
from engramma.theory.promotion import Candidate, RecallFact
from engramma.theory.standing import standing_of, waits_for

MOST_BARS = 14
WIDTHS = (1, 3, 7, 14, 28, 91, 182, 364, 1820)
EXAMINED, SHOWN = 3_000, 200
ORDER = {waits: place for place, waits in enumerate(Waits)}


class Flow:
    """Reads only."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def read(self, days: int | None = 30) -> TierFlow:
        """The flow of the last `days` local days, today included; None: since the first memory or event."""
        now = self._workspace.clock.now()
        end = day_start(now, ahead=1)
        with self._workspace.database.read() as reading:
            if days is None:
                oldest = first_moment(reading)
                start = day_start(min(oldest if oldest is not None else now, now))
            else:
                start = day_start(now, ahead=1 - days)
            width, count = bars_of(end - start)
            moved, periods = read_moved(reading, start=start, end=now + 1, last=end, width=width, count=count)
            stock = read_stock(reading, now=now)
        return TierFlow(days=days, start=start, end=now + 1, stock=stock, moved=moved, periods=periods)

    def ids(self, stream: Stream, *, start: int, end: int, limit: int, tier: str = "") -> tuple[int, ...]:
        """At most `limit` of the memories that moved in a stream from `start` up to `end` (UTC µs).

        With `tier` only those that are in it now.
        """
        with self._workspace.database.read() as reading:
            return tuple(moved_ids(reading, stream, start=start, end=end, limit=limit, tier=tier))

    def waiting(self, query: str = "", *, shown: int = SHOWN) -> WaitingList:
        """What waits at the gates to the long-term tier among the results of `query`. Raises QueryError."""
        now = self._workspace.clock.now()
        tree = parse(query)
        with self._workspace.database.read() as reading:
            policy = load_policy(reading.connection)
            if tree.is_empty:
                total = count_short(reading)
                ids = nearest_ids(reading, policy=policy, limit=EXAMINED)
            else:
                found = order_ids(
                    reading.connection, tree, sort=DEFAULT_SORT, now=now, policy=policy, hidden=reading.hidden
                )
                among = short_among(reading, found.ids.tolist(), limit=len(found.ids))
                total, ids = len(among), among[:EXAMINED]
            return _waiting_list(reading, ids, policy=policy, now=now, total=total, shown=shown)

    def preview_move(self, ids: Sequence[int], target: str) -> MovePreview:
        """What moving memories to a tier, or to the Trash (`trashed`), would change."""
        now = self._workspace.clock.now()
        with self._workspace.database.read() as reading:
            policy = load_policy(reading.connection)
            rows = [
                row for start in range(0, len(ids), 500) for row in rows_of(reading, ids[start : start + 500])
            ]
        return preview_of(rows, target, policy=policy, now=now)


def preview_of(rows: Sequence[MemoryRow], target: str, *, policy: Policy, now: int) -> MovePreview:
    """The preview for rows that were read; see `Flow.preview_move`."""
    away = target == "trashed"
    moving = [row for row in rows if (row.state != "trashed" if away else row.tier != target)]
    fading = [row for row in moving if not row.still]
    half_life = None if away or not fading else policy.half_life(target)
    after = [
        fading_columns(
            t0=now, s0=row.strength(now), half_life=half_life, threshold=policy.retrieval_threshold
        )[2]
        for row in fading
        if half_life is not None
    ]
    halves = {row.half_life for row in fading}
    return MovePreview(
        ids=tuple(row.id for row in rows),
        target=target,
        moving=len(moving),
        pinned=sum(row.pinned for row in moving),
        strength=rows[0].strength(now) if len(rows) == 1 else None,
        half_life_before=halves.pop() if len(halves) == 1 else None,
        half_life_after=half_life,
        before=min((row.fades_at for row in fading if row.fades_at is not None), default=None),
        after=min((at for at in after if at is not None), default=None),
    )


def bars_of(span: int) -> tuple[int, int]:
    """(width in µs, number) of the bars that cover a span: few enough to be read."""
    days = max(1, round(span / DAY))
    width = next((width for width in WIDTHS if days <= width * MOST_BARS), WIDTHS[-1])
    return width * DAY, min(MOST_BARS, -(-days // width))


def day_start(instant: int, *, ahead: int = 0) -> int:
    """The beginning of the local day of `instant`, or of one some days ahead, UTC µs."""
    day = to_local(instant).date() + timedelta(days=ahead)
    return from_datetime(datetime(day.year, day.month, day.day))  # noqa: DTZ001


def _waiting_list(
    reading: Reading, ids: Sequence[int], *, policy: Policy, now: int, total: int, shown: int
) -> WaitingList:
    facts = read_standing_facts(reading, ids, now=now)
    going_on = in_open_session(reading, ids)
    told = []
    for memory_id in ids:
        if memory_id in facts:
            has = facts[memory_id]
            candidate = candidate_of(has)
            waits, steps = _waits(has, candidate, policy, now=now, going_on=memory_id in going_on)
            told.append((steps, ORDER[waits], -len(candidate.recalls), memory_id, waits, candidate))
    told.sort(key=lambda item: item[:4])
    counts = Counter(item[4] for item in told)
    counts[Waits.NOTHING] += total - len(told) if total > len(ids) and len(ids) < EXAMINED else 0
    lines = read_memories(reading, [item[3] for item in told[:shown]], now=now)
    memories = tuple(
        WaitingMemory(
            id=memory_id,
            text=line.text,
            kind=line.kind.value,
            importance=line.importance,
            strength=line.strength,
            fades_at=line.fades_at,
            dormant=line.dormant,
            standing=standing_of(candidate, policy, session_open=memory_id in going_on),
            waits=waits,
            steps=steps,
        )
        for steps, _order, _recalls, memory_id, waits, candidate in told[:shown]
        if (line := lines.get(memory_id)) is not None
    )
    return WaitingList(
        memories, tuple((waits, counts[waits]) for waits in Waits if counts[waits]), len(told), total
    )


def candidate_of(facts: PromotionFacts) -> Candidate:
    """A memory as it stands now, before the gates."""
    return Candidate(
        importance=facts.importance,
        recalls=[
            RecallFact(at, rank) for at, rank in facts.recalls if facts.floor is None or at > facts.floor
        ],
        turns_later=None if facts.session_ended_at is None else facts.turns_later,
        conflicted=bool(facts.conflicts),
    )


def _waits(
    facts: PromotionFacts, candidate: Candidate, policy: Policy, *, now: int, going_on: bool
) -> tuple[Waits, int]:
    """As `waits_for`; a pass goes by the moments at which something happened, so it has the last word."""
    if first_promotion(facts, policy, now=now) is not None:
        return Waits.PASS, 0
    waits, steps = waits_for(candidate, policy, session_open=going_on)
    # A gate that holds only by what came after the last of those moments is passed with the next recall.
    return (Waits.RECALL, 1) if waits is Waits.PASS else (waits, steps)
