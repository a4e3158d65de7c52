"""A consolidation plan: what a pass would do, item by item, before anything is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class PlanStep(StrEnum):
    """The steps of a pass, in their order."""

    GATE = "gate"
    PROMOTE = "promote"
    SUMMARISE = "summarise"
    ASSOCIATE = "associate"
    MERGE = "merge"
    CONFLICT = "conflict"
    STALENESS = "staleness"
    EXPIRE = "expire"
    PURGE = "purge"


class StepMode(StrEnum):
    """Whether a step's items are applied by a pass, wait for a person, or are not looked for."""

    AUTO = "auto"
    PROPOSE = "propose"
    OFF = "off"


# What adds or promotes may happen by itself; what removes, merges or supersedes waits for a person.
DEFAULT_MODES: dict[PlanStep, StepMode] = {
    PlanStep.GATE: StepMode.AUTO,
    PlanStep.PROMOTE: StepMode.AUTO,
    PlanStep.SUMMARISE: StepMode.AUTO,
    PlanStep.ASSOCIATE: StepMode.AUTO,
    PlanStep.MERGE: StepMode.PROPOSE,
    PlanStep.CONFLICT: StepMode.PROPOSE,
    PlanStep.STALENESS: StepMode.PROPOSE,
    PlanStep.EXPIRE: StepMode.PROPOSE,
    PlanStep.PURGE: StepMode.PROPOSE,
}

# These only ever propose, whatever is set.
NEVER_AUTO = frozenset({PlanStep.EXPIRE, PlanStep.PURGE})


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One change that a pass would make. `at` is the UTC µs from which it counts, not when the pass runs."""

    number: int
    step: PlanStep
    action: str
    targets: tuple[int, ...]
    reason: str
    mode: StepMode
    at: int
    sessions: tuple[int, ...] = ()
    payload: object = None


@dataclass(frozen=True, slots=True)
class Plan:
    """All items of a pass made at one picture of the store for the moment `planned_for`."""

    planned_for: int
    items: tuple[PlanItem, ...]
    counts: dict[str, int] = field(default_factory=dict)
    waiting_for_vectors: int = 0


@dataclass(frozen=True, slots=True)
class Applied:
    """What a pass did: items by number that were applied, proposed, or dropped with a note."""

    operation_id: int | None
    applied: tuple[int, ...]
    proposed: tuple[int, ...]
    dropped: tuple[tuple[int, str], ...]
