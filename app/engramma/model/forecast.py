"""What becomes of memories if nobody does anything: values for forecasts of one memory and of a whole store."""

from __future__ import annotations

from dataclasses import dataclass

STRENGTH_BINS = 10


@dataclass(frozen=True, slots=True)
class MemoryForecast:
    """One memory at `at`. All times UTC µs, None for never; those before `at` have come by then.

    `dormant_at`: it falls below the retrieval threshold; `stale_at`: it asks to be confirmed; `due_at`: it is
    proposed for the Trash; `purge_at`: erasing it is proposed, known only of what is in the Trash.
    """

    memory_id: int
    at: int
    strength: float
    dormant: bool
    dormant_at: int | None
    stale_at: int | None
    due_at: int | None
    purge_at: int | None


@dataclass(frozen=True, slots=True)
class StoreForecast:
    """The active memories of a store at `at` (UTC µs), and what a pass would then propose.

    `strong` and `dormant` count by tier. `strengths` counts by tenths of strength, faintest first. `losses` are the
    memories that become dormant between now and `at`.
    """

    at: int
    strong: dict[str, int]
    dormant: dict[str, int]
    losses: int
    mean_strength: float
    strengths: tuple[int, ...]
    stale: int
    due: int
    purge: int


@dataclass(frozen=True, slots=True)
class OutlookPoint:
    """What a search finds, in every state, as it will stand at `at` (UTC µs) if nobody does anything.

    `strong` and `dormant` count active memories by tier. `held` of the strong ones are below the retrieval threshold
    and stay awake, being in an open conflict. Passes only propose: `due` counts what is proposed for the
    Trash by then (dormant or superseded for long), `purge` what of the Trash is proposed to be erased.
    """

    at: int
    strong: dict[str, int]
    dormant: dict[str, int]
    superseded: int
    trashed: int
    due: int
    purge: int
    held: int = 0

    @property
    def memories(self) -> int:
        """Active memories."""
        return sum(self.strong.values()) + sum(self.dormant.values())
