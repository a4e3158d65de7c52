"""What the picture of Decay shows: three lives with much in them, something supposed, and the fullest day to come."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

from engramma.model.clock import DAY, to_local
from engramma.ui.bridge import Selection
from engramma.ui.plots.decay_handles import Tried

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.ui.views.decay import DecayView

LOOKED_AT, SOON = 400, "fades:<14d"
REHEARSED_IN, HALF_LIFE = 12.0, 90.0
APART = 10 * DAY


def select_lives(store: MemoryStore) -> Selection:
    """Two long-term memories and a short-term one that fade on different days, those with the most segments."""
    ids = (
        store.search.order("-is:dormant -is:pinned -kind:procedural", limit=LOOKED_AT)
        .ids[:LOOKED_AT]
        .tolist()
    )
    lines = sorted(store.memories.page(ids), key=lambda line: (-len(line.segments), line.memory.id))
    found: list[int] = []
    fading: list[int] = []
    wanted = {"long_term": 2, "short_term": 1}
    for line in lines:
        memory = line.memory
        fades_at = memory.fades_at or 0
        if wanted.get(memory.tier.value, 0) and all(abs(fades_at - other) > APART for other in fading):
            wanted[memory.tier.value] -= 1
            fading.append(fades_at)
            found.append(memory.id)
    return Selection("memory", tuple(found), current=found[0]) if found else Selection()


def suppose(view: DecayView) -> None:
    """A rehearsal and a slower long-term half-life."""
    view.trial.try_value(Tried("rehearse", REHEARSED_IN))
    view.trial.try_value(Tried("long_term_half_life", HALF_LIFE))


def fullest_day(store: MemoryStore) -> date | None:
    """The day of the next two weeks on which most memories fade."""
    ids = store.search.order(SOON, limit=LOOKED_AT).ids[:LOOKED_AT].tolist()
    days = Counter(
        to_local(line.memory.fades_at).date()
        for line in store.memories.page(ids)
        if line.memory.fades_at is not None
    )
    return max(days, key=lambda day: (days[day], day), default=None)
