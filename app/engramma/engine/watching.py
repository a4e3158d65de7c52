"""What a person who watches agents sees of them: their acts, and how much each did today. Changes nothing."""

from __future__ import annotations

from collections import Counter, defaultdict

from engramma.engine.workspace import Workspace
from engramma.model.agent import AGENT
from engramma.model.clock import from_datetime, to_local
from engramma.model.watching import BAR_SPAN, BARS, Act, AgentDay, Did, Touched, did_of
from engramma.store.watching import count_acts, hit_ids, read_acts, read_touched


def watch_acts(
    workspace: Workspace,
    *,
    actor: str = AGENT,
    did: Did | None = None,
    before_id: int | None = None,
    limit: int = 100,
) -> tuple[tuple[Act, ...], dict[int, Touched]]:
    """The newest acts, newest first, and by id the memories that their recalls found, as they are now."""
    with workspace.database.read() as reading:
        acts = read_acts(reading, actor=actor, did=did, before_id=before_id, limit=limit)
        found = hit_ids(act.recall for act in acts if act.recall is not None)
        return acts, read_touched(reading, found)


def days_of_agents(workspace: Workspace) -> tuple[AgentDay, ...]:
    """What each agent that did anything since the local midnight did, the last one to do so first."""
    midnight = to_local(workspace.clock.now()).replace(hour=0, minute=0, second=0, microsecond=0)
    with workspace.database.read() as reading:
        rows = count_acts(reading, since=from_datetime(midnight), bar_span=BAR_SPAN)
    counts: dict[str, Counter[Did]] = defaultdict(Counter)
    bars: dict[str, list[int]] = defaultdict(lambda: [0] * BARS)
    last: dict[str, int] = defaultdict(int)
    for actor, kind, bar, acts, at in rows:
        last[actor] = max(last[actor], at)
        counts[actor][did_of(kind)] += acts
        # A day on which the clocks are set back has 25 hours.
        bars[actor][min(bar, BARS - 1)] += acts
    return tuple(
        AgentDay(actor, dict(counts[actor]), bars=tuple(bars[actor]), last_at=last[actor])
        for actor in sorted(last, key=lambda one: -last[one])
    )
