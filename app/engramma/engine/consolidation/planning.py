"""Makes a plan: reads one picture of the store, writes nothing, and gives the same items for the same picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from engramma.engine.consolidation.steps import STEPS
from engramma.engine.consolidation.steps.alike import Alike
from engramma.engine.consolidation.steps.step import Look
from engramma.engine.workspace import Workspace
from engramma.model.plan import NEVER_AUTO, Looked, Plan, PlanItem, PlanStep, Proposal, StepMode
from engramma.model.progress import CancelToken, Progress, Report
from engramma.store.consolidation.looked import read_unlooked
from engramma.store.consolidation.modes import load_modes
from engramma.store.consolidation.passes import count_waiting_vectors
from engramma.store.consolidation.proposals import Key, key_of, read_made
from engramma.store.consolidation.states import memory_states, session_states
from engramma.store.database import Reading
from engramma.store.policy import load_policy

_ASKED_EVERY = 200
_AT_ONCE = 1_800


def make_plan(
    workspace: Workspace, *, at: int, steps: Collection[PlanStep] | None, report: Report, cancel: CancelToken
) -> Plan:
    """What a pass at `at` (UTC µs) would do. Raises Cancelled."""
    memo: dict[str, object] = {}
    try:
        Alike.prepare(memo, workspace, steps=steps, report=report, cancel=cancel)
        with workspace.database.read() as reading:
            modes = load_modes(reading.connection)
            wanted = [
                step
                for step in PlanStep
                if modes[step] is not StepMode.OFF and (steps is None or step in steps)
            ]
            looked: dict[PlanStep, tuple[Looked, ...]] = {}
            for step in (step for step in wanted if STEPS[step].incremental):
                cancel.check()
                looked[step] = read_unlooked(reading, step, every_state=STEPS[step].every_state)
            found = find_items(
                workspace,
                reading,
                at=at,
                steps=wanted,
                modes=modes,
                looked=looked,
                report=report,
                cancel=cancel,
                memo=memo,
            )
            new = _against_proposals(reading, found, steps=wanted, cancel=cancel)
            items = with_states(reading, new, cancel=cancel)
            waiting = count_waiting_vectors(reading)
    finally:
        Alike.end(memo)
    return Plan(at, tuple(items), dict(Counter(item.step.value for item in items)), waiting, looked)


def find_items(
    workspace: Workspace,
    reading: Reading,
    *,
    at: int,
    steps: Sequence[PlanStep],
    modes: Mapping[PlanStep, StepMode],
    looked: Mapping[PlanStep, Sequence[Looked]],
    report: Report,
    cancel: CancelToken,
    memo: dict[str, object] | None = None,
) -> list[PlanItem]:
    """Everything that holds at `at`, also what waits for a person already; of incremental steps, what is new.

    `memo` may hold what `Alike.prepare` compared; it is empty afterwards.
    """
    policy = load_policy(reading.connection)
    items: list[PlanItem] = []
    memo = {} if memo is None else memo
    try:
        for number, name in enumerate(steps):
            report(Progress(number, len(steps), STEPS[name].label))
            cancel.check()
            look = Look(
                workspace=workspace,
                reading=reading,
                policy=policy,
                at=at,
                mode=modes[name],
                earlier=tuple(items),
                cancel=cancel,
                fresh=looked.get(name, ()),
                memo=memo,
                report=report,
            )
            for item in STEPS[name].find(look):
                items.append(item)
                if len(items) % _ASKED_EVERY == 0:
                    cancel.check()
    finally:
        Alike.end(memo)
    return items


def _against_proposals(
    reading: Reading, items: Sequence[PlanItem], *, steps: Sequence[PlanStep], cancel: CancelToken
) -> Iterator[PlanItem]:
    """The items without those that were proposed before; and what a pass proposed once that no longer holds."""
    # What rises in this very pass fades otherwise after it; the next look tells whether it lapsed all the same.
    rising = {item.targets for item in items if item.step is PlanStep.PROMOTE and item.mode is StepMode.AUTO}
    # The same goes for what comes into conflict, or out of one.
    disputed = {
        target
        for item in items
        if item.step is PlanStep.CONFLICT and item.mode is StepMode.AUTO
        for target in item.targets
    }
    known: dict[Key, Proposal] = {}
    for found in read_made(reading):
        known[key_of(found)] = found
        if len(known) % _ASKED_EVERY == 0:
            cancel.check()
    hold: set[Key] = set()
    for start in range(0, len(items), _AT_ONCE):
        cancel.check()
        part = items[start : start + _AT_ONCE]
        hold.update(key_of(item) for item in part if item.mode is StepMode.PROPOSE)
    for item in items:
        if item.step in NEVER_AUTO and (item.targets in rising or not disputed.isdisjoint(item.targets)):
            continue
        before = known.get(key_of(item)) if item.mode is StepMode.PROPOSE else None
        if before is None:
            yield item
        elif before.status == "dropped":
            yield replace(item, proposal=before.id)
    for key, found in known.items():
        if found.step not in steps or STEPS[PlanStep(found.step)].incremental:
            continue
        if found.status == "pending" and found.from_pass and key not in hold:
            yield PlanItem(
                0,
                PlanStep(found.step),
                "withdraw",
                found.targets,
                "no longer holds",
                StepMode.AUTO,
                found.made_at,
                sessions=found.sessions,
                proposal=found.id,
            )


def with_states(
    reading: Reading, items: Iterable[PlanItem], *, cancel: CancelToken | None = None
) -> list[PlanItem]:
    """The items, numbered, with the states of their targets, by which a change is noticed. Raises Cancelled."""
    found: list[PlanItem] = []
    waiting = iter(items)
    while part := list(islice(waiting, _AT_ONCE)):
        if cancel is not None:
            cancel.check()
        memories = memory_states(reading.connection, {target for item in part for target in item.targets})
        sessions = session_states(reading.connection, {target for item in part for target in item.sessions})
        found.extend(
            replace(item, number=number, seen=seen_now(item, memories, sessions))
            for number, item in enumerate(part, start=len(found) + 1)
        )
    return found


def seen_now(item: PlanItem, memories: Mapping[int, str], sessions: Mapping[int, str]) -> tuple[str, ...]:
    """The states of an item's targets."""
    return (
        *(memories.get(target, "") for target in item.targets),
        *(sessions.get(target, "") for target in item.sessions),
    )
