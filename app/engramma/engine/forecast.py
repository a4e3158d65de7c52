"""Forecasts: one memory or the whole store at any date, if nobody recalls, pins or changes anything until then."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.workspace import Workspace
from engramma.model.calendar import Fate
from engramma.model.clock import DAY
from engramma.model.errors import NotFoundError
from engramma.model.forecast import MemoryForecast, OutlookPoint, StoreForecast
from engramma.model.search import Query, parse
from engramma.store.calendar import count_lapsed
from engramma.store.consolidation.lapsing import read_lapsing
from engramma.store.database import Reading
from engramma.store.forecast import count_losses, count_outlook, count_strengths
from engramma.store.memories.reading import read_segments
from engramma.store.policy import load_policy
from engramma.theory.forgetting import strength
from engramma.theory.lapsing import due_since, purge_due_since, stale_since

OUTLOOK = (0, 30, 90)


class Forecast:
    """Reads only; the dates come from the closed form, so they hold whatever runs until then."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def memory(self, memory_id: int, at: int | None = None) -> MemoryForecast:
        """One memory at UTC µs `at`, now by default. Raises NotFoundError."""
        moment = self._workspace.clock.now() if at is None else at
        with self._workspace.database.read() as reading:
            row = read_lapsing(reading, memory_id)
            if row is None:
                raise NotFoundError(f"There is no memory M-{memory_id}.")
            policy = load_policy(reading.connection)
            segments = read_segments(reading, [memory_id]).get(memory_id, ())
        dormant_at = None if row.state != "active" or row.conflicted else row.fades_at
        return MemoryForecast(
            memory_id=memory_id,
            at=moment,
            strength=strength(segments, moment),
            dormant=dormant_at is not None and dormant_at <= moment,
            dormant_at=dormant_at,
            stale_at=stale_since(row, policy),
            due_at=due_since(row, policy),
            purge_at=purge_due_since(row, policy),
        )

    def store(self, at: int | None = None) -> StoreForecast:
        """All active memories at UTC µs `at`, now by default, and how many items a pass would propose then."""
        now = self._workspace.clock.now()
        moment = now if at is None else at
        with self._workspace.database.read() as reading:
            return _store_at(reading, now=now, at=moment)

    def outlook(self, query: Query | str = "", days: Sequence[int] = OUTLOOK) -> tuple[OutlookPoint, ...]:
        """What `query` finds, in every state, as it will stand in each of so many days. Raises QueryError."""
        now = self._workspace.clock.now()
        tree = parse(query) if isinstance(query, str) else query
        with self._workspace.database.read() as reading:
            return count_outlook(reading, tree, now=now, moments=[now + ahead * DAY for ahead in days])


def _store_at(reading: Reading, *, now: int, at: int) -> StoreForecast:
    counts = count_strengths(reading, at=at)
    return StoreForecast(
        at=at,
        strong=counts.strong,
        dormant=counts.dormant,
        losses=count_losses(reading, start=now, end=at),
        mean_strength=counts.mean,
        strengths=counts.bins,
        stale=count_lapsed(reading, Fate.STALE, at=at),
        due=count_lapsed(reading, Fate.DUE, at=at),
        purge=count_lapsed(reading, Fate.PURGE, at=at),
    )
