"""Makes a plan: reads one picture of the store, writes nothing, and gives the same items for the same picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engramma.engine.consolidation.lapses import find_expired, find_purgeable, find_stale
from engramma.engine.consolidation.promoting import find_promotions
from engramma.engine.consolidation.summarising import find_summaries
from engramma.engine.workspace import Workspace
from engramma.model.plan import NEVER_AUTO, Plan, PlanItem, PlanStep, StepMode
from engramma.model.policy import Policy
from engramma.model.progress import CancelToken, Progress, Report
from engramma.store.consolidation.closed_sessions import last_said_at
from engramma.store.consolidation.modes import load_modes
from engramma.store.consolidation.passes import count_waiting_vectors
from engramma.store.consolidation.proposals import key_of, read_proposals
from engramma.store.consolidation.states import memory_states, session_states
from engramma.store.database import Reading
from engramma.store.policy import load_policy
from engramma.store.sessions.gating import read_gate_session, waiting_sessions

_ASKED_EVERY = 200
_LABELS = {
    PlanStep.GATE: "Looking for unread turns",
    PlanStep.PROMOTE: "Looking for memories to promote",
    PlanStep.SUMMARISE: "Reading closed sessions",
    PlanStep.STALENESS: "Looking for stale memories",
    PlanStep.EXPIRE: "Looking for what is due",
    PlanStep.PURGE: "Looking into the Trash",
}


def make_plan(
    workspace: Workspace, *, at: int, steps: Collection[PlanStep] | None, report: Report, cancel: CancelToken
) -> Plan:
    """What a pass at `at` (UTC µs) would do. Raises Cancelled."""
    with workspace.database.read() as reading:
        modes = load_modes(reading.connection)
        wanted = [
            step for step in PlanStep if modes[step] is not StepMode.OFF and (steps is None or step in steps)
        ]
        found = find_items(workspace, reading, at=at, steps=wanted, modes=modes, report=report, cancel=cancel)
        items = with_states(reading, _against_proposals(reading, found, steps=wanted))
        waiting = count_waiting_vectors(reading)
    numbered = tuple(replace(item, number=number) for number, item in enumerate(items, start=1))
    return Plan(at, numbered, dict(Counter(item.step.value for item in numbered)), waiting)


def find_items(
    workspace: Workspace,
    reading: Reading,
    *,
    at: int,
    steps: Sequence[PlanStep],
    modes: Mapping[PlanStep, StepMode],
    report: Report,
    cancel: CancelToken,
) -> list[PlanItem]:
    """Everything that holds at `at`, also what waits for a person already."""
    policy = load_policy(reading.connection)
    items: list[PlanItem] = []
    for number, step in enumerate(steps):
        report(Progress(number, len(steps), _LABELS[step]))
        cancel.check()
        for item in _found(workspace, reading, step, at=at, policy=policy, mode=modes[step]):
            items.append(item)
            if len(items) % _ASKED_EVERY == 0:
                cancel.check()
    return items


def _found(
    workspace: Workspace, reading: Reading, step: PlanStep, *, at: int, policy: Policy, mode: StepMode
) -> Iterator[PlanItem]:
    match step:
        case PlanStep.GATE:
            return _unread(reading, policy=policy, mode=mode)
        case PlanStep.PROMOTE:
            return find_promotions(reading, policy=policy, now=at, mode=mode)
        case PlanStep.SUMMARISE:
            return find_summaries(workspace, reading, now=at, mode=mode)
        case PlanStep.STALENESS:
            return find_stale(reading, policy=policy, now=at, mode=mode)
        case PlanStep.EXPIRE:
            return find_expired(reading, policy=policy, now=at, mode=mode)
        case PlanStep.PURGE:
            return find_purgeable(reading, policy=policy, now=at, mode=mode)


def _unread(reading: Reading, *, policy: Policy, mode: StepMode) -> Iterator[PlanItem]:
    for session_id in waiting_sessions(reading, every=policy.gate_every):
        found = read_gate_session(reading.connection, session_id)
        if found is not None:
            turns = found.last_turn - found.gated_turn
            reason = f"{turns} {'turn' if turns == 1 else 'turns'} of “{found.title}” not read yet"
            at = last_said_at(reading.connection, session_id)
            yield PlanItem(0, PlanStep.GATE, "gate", (), reason, mode, at, sessions=(session_id,))


def _against_proposals(
    reading: Reading, items: Sequence[PlanItem], *, steps: Sequence[PlanStep]
) -> Iterator[PlanItem]:
    """The items without those that were proposed before; and what a pass proposed once that no longer holds."""
    # What rises in this very pass fades otherwise after it; the next look tells whether it lapsed all the same.
    rising = {item.targets for item in items if item.step is PlanStep.PROMOTE and item.mode is StepMode.AUTO}
    known = {key_of(found): found for found in read_proposals(reading, status=None)}
    hold = {key_of(item) for item in items if item.mode is StepMode.PROPOSE}
    for item in items:
        if item.step in NEVER_AUTO and item.targets in rising:
            continue
        before = known.get(key_of(item)) if item.mode is StepMode.PROPOSE else None
        if before is None:
            yield item
        elif before.status == "dropped":
            yield replace(item, proposal=before.id)
    for key, found in known.items():
        if found.status == "pending" and found.from_pass and found.step in steps and key not in hold:
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


def with_states(reading: Reading, items: Iterable[PlanItem]) -> list[PlanItem]:
    """The items with the states of their targets, by which a change is noticed."""
    listed = list(items)
    memories = memory_states(reading.connection, {target for item in listed for target in item.targets})
    sessions = session_states(reading.connection, {target for item in listed for target in item.sessions})
    return [replace(item, seen=seen_now(item, memories, sessions)) for item in listed]


def seen_now(item: PlanItem, memories: Mapping[int, str], sessions: Mapping[int, str]) -> tuple[str, ...]:
    """The states of an item's targets."""
    return (
        *(memories.get(target, "") for target in item.targets),
        *(sessions.get(target, "") for target in item.sessions),
    )
