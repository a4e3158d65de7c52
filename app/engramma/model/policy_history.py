"""One change of a store's policy as the history of it tells it."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """A field of the policy before and after; None stands for its default."""

    field: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class PolicyStep:
    """An operation that changed the policy, at UTC µs `at`; `undone` when it was taken back."""

    operation_id: int
    at: int
    actor: str
    undone: bool
    changes: tuple[PolicyChange, ...]
