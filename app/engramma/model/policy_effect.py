"""What another policy would change in a store, as values: counts before and after, and a few examples."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class PolicyState:
    """A store by one policy at one moment: how many memories are what, and `strengths` by tenths, faintest first.

    `fading` ones fall below the threshold within seven days, as `fades:<7d` counts them, also those in an open
    conflict; `due` for the Trash, `purge` from it, counts of a next pass;
    `sessions` are those whose turns are past their retention.
    """

    recalled: int
    dormant: int
    fading: int
    stale: int
    due: int
    purge: int
    sessions: int
    strengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PolicyExample:
    """A memory that fades otherwise: strength 0..1 and when it crosses the threshold (UTC µs), before and after.

    `turns`: it falls asleep by the change, or wakes.
    """

    memory_id: int
    strength_before: float
    strength_after: float
    fades_before: int
    fades_after: int
    turns: bool


@dataclass(frozen=True, slots=True)
class PolicyEffect:
    """What changes at `at` (UTC µs) with the policy: `sleeps`, `wakes` and `moved` count memories.

    `moved` ones have another date of forgetting.
    """

    at: int
    before: PolicyState
    after: PolicyState
    sleeps: int
    wakes: int
    moved: int
    examples: tuple[PolicyExample, ...]
