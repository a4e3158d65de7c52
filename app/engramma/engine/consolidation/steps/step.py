"""What a step of a pass is: how it finds its items in a picture of the store, and how one of them is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engramma.engine.workspace import Workspace
from engramma.model.plan import Looked, PlanItem, Proposal, StepMode
from engramma.model.policy import Policy
from engramma.model.progress import CancelToken, Report, silent
from engramma.store.database import Reading
from engramma.store.journal.step import Step


@dataclass(frozen=True, slots=True)
class Look:
    """One step's look at the picture `reading` for the moment `at` (UTC µs).

    `earlier` are the items that the steps before it found in the same plan. `fresh` are the memories that are new to
    an incremental step since the last pass, by id; empty for the others. `memo` is shared by the looks of one plan.
    """

    workspace: Workspace
    reading: Reading
    policy: Policy
    at: int
    mode: StepMode
    earlier: Sequence[PlanItem]
    cancel: CancelToken
    fresh: Sequence[Looked] = ()
    memo: dict[str, object] = field(default_factory=dict)
    report: Report = silent


@dataclass(frozen=True, slots=True)
class ConsolidationStep:
    """`find` gives everything that holds at the moment of the look, also what waits for a person already.

    An incremental one looks only for what its fresh memories bring, so what it proposed once is not withdrawn for
    not being found again. `perform` carries an item out within a transaction, None where items are only ever
    proposed; `together` is how many of them fit one. After a `sole` item, others of its transaction that have a
    target in common with it are dropped. `again` tells whether a proposal still holds, without a look at the store.
    With `every_state` the fresh ones of an incremental step are superseded and trashed memories, too.
    """

    label: str
    find: Callable[[Look], Iterator[PlanItem]]
    perform: Callable[[Workspace, Step, PlanItem], None] | None = None
    together: int = 1
    incremental: bool = False
    sole: bool = False
    again: Callable[[Look, Proposal], PlanItem | None] | None = None
    every_state: bool = False
