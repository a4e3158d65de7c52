"""A conflict as a person looks at it: two memories that say different things about the same thing."""

from __future__ import annotations

from engramma.model.memory import Memory
from engramma.model.records import dataclass

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Conflict:
    """`left` is the earlier statement, `right` the later one.

    `what` differs: number, date, version, name, value or polarity; `detail` says it in words ("49 € against 60 €").
    `stakes` is high or normal, `reasons` why a person has to decide. `left_spans` and `right_spans` are the places
    (end exclusive) of what differs in the two texts. `found_at` is since when both stand, `resolved_at` when it was
    resolved (UTC µs); `resolution` is left, right, both or merged then, and empty while it is open.
    """

    id: int
    left: Memory
    right: Memory
    what: str
    detail: str
    stakes: str
    reasons: tuple[str, ...]
    left_spans: tuple[Span, ...]
    right_spans: tuple[Span, ...]
    status: str
    resolution: str
    found_at: int
    resolved_at: int | None
