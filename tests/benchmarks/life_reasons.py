"""Why what is active is: said lately, rehearsed lately, without decay, or promoted by which gate.

Said or rehearsed within the short-term span, or pinned or procedural, is what no rule of promotion can change: the
`floor`. Reads a store only.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from engramma.engine import MemoryStore
from engramma.model.clock import DAY
from engramma.model.memory import Segment

SAID, REHEARSED, STILL = "said lately", "rehearsed lately", "pinned or procedural"
GATES = ("rehearsed", "relevant", "episodic")
_CHUNK = 500
_ANEW = frozenset({"rehearsed", "revived"})


@dataclass(frozen=True, slots=True)
class Reasons:
    """Shares (0..1) of all memories that were not put away. `first`: by the first reason that holds; they sum to
    `active`. `each`: by every reason that holds. `floor`: said or rehearsed lately, or without decay.
    """

    memories: int
    active: float
    floor: float
    first: dict[str, float]
    each: dict[str, float]


def reasons_of(store: MemoryStore) -> Reasons:
    """Look at every memory of the store now."""
    ids = store.search.order("is:active").ids.tolist()
    policy, now = store.policy(), store.clock.now()
    lately = now - policy.short_term_half_life * math.log2(1 / policy.retrieval_threshold) * DAY
    first: Counter[str] = Counter()
    each: Counter[str] = Counter()
    floor = 0
    for start in range(0, len(ids), _CHUNK):
        for line in store.memories.page(ids[start : start + _CHUNK]):
            if line.memory.fades_at is not None and line.memory.fades_at <= now:
                continue
            held = _held(store, line.memory.id, line.segments, lately=lately)
            first[held[0]] += 1
            each.update(held)
            floor += not {SAID, REHEARSED, STILL}.isdisjoint(held)
    count = max(1, len(ids))
    return Reasons(
        memories=len(ids),
        active=first.total() / count,
        floor=floor / count,
        first={name: number / count for name, number in first.most_common()},
        each={name: number / count for name, number in each.most_common()},
    )


def _held(store: MemoryStore, memory_id: int, segments: tuple[Segment, ...], *, lately: float) -> list[str]:
    """Every reason for which it is not dormant, what nobody can change first."""
    details = store.memories.details(memory_id)
    memory = details.memory
    held = []
    if segments[0].t0 >= lately:
        held.append(SAID)
    if any(part.t0 >= lately and part.reason in _ANEW for part in segments):
        held.append(REHEARSED)
    if memory.pinned or memory.kind == "procedural":
        held.append(STILL)
    if memory.tier == "long_term":
        gate = next((name for name in GATES if details.tier_reason.startswith(name)), "otherwise")
        held.append(f"promoted: {gate}")
    return held or ["otherwise"]
