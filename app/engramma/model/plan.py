"""A consolidation plan: what a pass would do, item by item, before anything is written."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from engramma.model.records import dataclass


class PlanStep(StrEnum):
    """The steps of a pass, in their order."""

    GATE = "gate"
    ASSOCIATE = "associate"
    MERGE = "merge"
    CONFLICT = "conflict"
    PROMOTE = "promote"
    SUMMARISE = "summarise"
    STALENESS = "staleness"
    EXPIRE = "expire"
    PURGE = "purge"


class StepMode(StrEnum):
    """Whether a step's items are applied by a pass, wait for a person, or are not looked for."""

    AUTO = "auto"
    PROPOSE = "propose"
    OFF = "off"


# What adds or promotes may happen by itself; what removes, or asks, waits for a person.
DEFAULT_MODES: dict[PlanStep, StepMode] = {
    PlanStep.GATE: StepMode.AUTO,
    PlanStep.ASSOCIATE: StepMode.AUTO,
    PlanStep.MERGE: StepMode.PROPOSE,
    PlanStep.CONFLICT: StepMode.PROPOSE,
    PlanStep.PROMOTE: StepMode.AUTO,
    PlanStep.SUMMARISE: StepMode.AUTO,
    PlanStep.STALENESS: StepMode.PROPOSE,
    PlanStep.EXPIRE: StepMode.PROPOSE,
    PlanStep.PURGE: StepMode.PROPOSE,
}

# These only ever propose, whatever is set, and are never part of a pass's operation.
NEVER_AUTO = frozenset({PlanStep.STALENESS, PlanStep.EXPIRE, PlanStep.PURGE})


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One change that a pass would make. `at` is the UTC µs from which it counts, not when the pass runs.

    `targets` are memories and `sessions` sessions by id. `seen` are the states in which the plan saw them, in that
    order: when they are others, the item is dropped. `proposal` is the equal one that was dropped before, or with
    the action `withdraw` the one that waits and no longer holds. `text` and `topics` are those of a summary.
    Of two memories that are alike, `targets` are the earlier and the later statement, `what` and `detail` say what
    differs, and `stakes` why a conflict waits for a person; `confidence` is 0..1.
    """

    number: int
    step: PlanStep
    action: str
    targets: tuple[int, ...]
    reason: str
    mode: StepMode
    at: int
    sessions: tuple[int, ...] = ()
    proposal: int | None = None
    text: str = ""
    topics: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    what: str = ""
    detail: str = ""
    stakes: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Looked:
    """A memory as a step saw it: its wording by content key, when its state changed (UTC µs, 0 never), its nature.

    `nature` is its kind and category, whether it was pinned, and since when it is said, in a word.
    """

    memory_id: int
    content_key: bytes
    state_at: int
    nature: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """All items of a pass made at one picture of the store for the moment `planned_for`; `counts` by step.

    `looked` is what was new to the steps that look at new memories only; the next pass leaves it out.
    """

    planned_for: int
    items: tuple[PlanItem, ...]
    counts: dict[str, int] = field(default_factory=dict)
    waiting_for_vectors: int = 0
    looked: dict[PlanStep, tuple[Looked, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Applied:
    """What a pass did: items by number that were applied, proposed, or dropped with a note."""

    operation_id: int | None
    applied: tuple[int, ...]
    proposed: tuple[int, ...]
    dropped: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that waits for a person, or was decided. `made_at` is the UTC µs from which it holds.

    `from_pass`: a pass made it, so that a later one can tell whether it still holds.
    """

    id: int
    step: str
    action: str
    targets: tuple[int, ...]
    sessions: tuple[int, ...]
    reason: str
    actor: str
    status: str
    made_at: int
    from_pass: bool


@dataclass(frozen=True, slots=True)
class PassItem:
    """One item that a pass carried out, as part `number` of its operation. `at` is the UTC µs from which it counts.

    `undone_by` is the operation that took it back, alone or with the whole pass; None while it stands.
    """

    operation_id: int
    number: int
    step: str
    action: str
    targets: tuple[int, ...]
    sessions: tuple[int, ...]
    proposal: int | None
    at: int
    undone_by: int | None
