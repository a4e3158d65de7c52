"""What would become of memories: rehearsed on a day, pinned, or fading by another policy. Values only.

A supposition is a life with other segments, so that the closed form of `theory.forgetting` answers for it as for any
other. It writes nothing; the policy is a store's, never one memory's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from engramma.model.clock import DAY
from engramma.model.memory import Kind, Memory, Segment, SegmentReason, State
from engramma.model.policy import Policy
from engramma.model.records import dataclass
from engramma.theory.forgetting import fades_at, in_order, strength
from engramma.ui.plots.decay_curve import DecayCurve, decay_curve

MOST_DAYS = 2 * 365


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A rehearsal some days from now (0 is today, None is none), a pin, and a policy beside the one in force.

    With both, the pin holds: it gives full strength from now on, to which a rehearsal adds nothing.
    """

    current: Policy
    policy: Policy
    rehearse_in: int | None = None
    pin: bool = False

    @property
    def changes_memories(self) -> bool:
        """Whether it is about the memories that are shown."""
        return self.pin or self.rehearse_in is not None

    @property
    def changes_policy(self) -> bool:
        """Whether it is about the policy."""
        return self.policy != self.current

    @property
    def is_nothing(self) -> bool:
        """Whether all stays as it is."""
        return not (self.changes_memories or self.changes_policy)


@dataclass(frozen=True, slots=True, eq=False)
class Life:
    """A memory with its curve, and what a supposition needs of it."""

    memory: Memory
    curve: DecayCurve

    @property
    def id(self) -> int:
        """The id of its memory."""
        return self.memory.id

    @property
    def still(self) -> bool:
        """Whether it does not fade: pinned, or procedural."""
        return is_still(self.memory)

    @property
    def field(self) -> str:
        """The field of the policy by which it fades."""
        return f"{self.memory.tier.value}_half_life"


@dataclass(frozen=True, slots=True, eq=False)
class Supposed:
    """A life as it would be: its segments, and when it would fall below the threshold (UTC µs), None for never."""

    life: Life
    segments: tuple[Segment, ...]
    fades_at: int | None

    @property
    def fades_otherwise(self) -> bool:
        """Whether its strength would be another, not only its threshold."""
        return self.segments != in_order(self.life.curve.segments)

    def at(self, moment: int) -> float:
        """Strength at a moment from now on."""
        return strength(self.segments, moment)


def is_still(memory: Memory) -> bool:
    """Whether a memory does not fade."""
    return memory.pinned or memory.kind is Kind.PROCEDURAL


def life_of(
    memory: Memory, segments: Sequence[Segment], *, now: int, threshold: float, end: int | None = None
) -> Life:
    """A memory with its curve; `end` as in `decay_curve`."""
    return Life(memory, decay_curve(memory, segments, now=now, threshold=threshold, end=end))


def supposed_segments(
    memory: Memory, segments: Sequence[Segment], what: WhatIf, *, now: int
) -> tuple[Segment, ...]:
    """The segments that a memory would have; nothing that is put away is pinned or rehearsed."""
    ordered = in_order(segments)
    if not ordered or what.is_nothing:
        return ordered
    still = is_still(memory)
    half_life = None if still else what.policy.half_life(memory.tier.value)
    ordered = (*ordered[:-1], replace(ordered[-1], half_life=half_life))
    if memory.state is not State.ACTIVE:
        return ordered
    if what.pin:
        return ordered if still else (*ordered, Segment(now, 1.0, None, SegmentReason.PINNED))
    if what.rehearse_in is not None:
        at = now + what.rehearse_in * DAY
        return (*ordered, Segment(at, 1.0, half_life, SegmentReason.REHEARSED))
    return ordered


def suppose(life: Life, what: WhatIf, *, now: int) -> Supposed | None:
    """The life as it would be, None where the supposition does not touch it."""
    if life.memory.state is not State.ACTIVE:
        return None
    before = life.curve.segments
    segments = supposed_segments(life.memory, before, what, now=now)
    threshold = what.policy.retrieval_threshold
    if not segments or (segments == before and threshold == life.curve.threshold):
        return None
    return Supposed(life, segments, fades_at(segments, threshold))


def half_life_through(segment: Segment, *, moment: int, wanted: float) -> float:
    """The half-life (days) with which a segment comes nearest to strength `wanted` at `moment`."""
    elapsed = max(moment - segment.t0, DAY) / DAY
    share = min(0.99, max(0.001, wanted / segment.s0))
    return float(elapsed / -math.log2(share))
