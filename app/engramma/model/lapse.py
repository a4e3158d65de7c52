"""What lapsing asks of a memory, as the store reads it and the theory judges it."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class Lapse:
    """Times are UTC µs; `strong_at`: last created, rehearsed or edited; `state_at`: since when it is in its state.

    `contradicted_at`: when the newest memory that it is in open conflict with was made, if that is newer.
    """

    id: int
    kind: str
    state: str
    pinned: bool
    conflicted: bool
    strong_at: int
    half_life: float | None
    fades_at: int | None
    state_at: int | None
    contradicted_at: int | None = None
