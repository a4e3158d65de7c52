"""Runs the attention gate over a session's unjudged events: verdicts are kept, statements become memories.

Everything it writes is dated by the event it comes from, so it does not matter when it runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from engramma.engine.memories.checks import LONGEST_TEXT, checked_importance
from engramma.engine.workspace import Workspace
from engramma.model.errors import NotFoundError
from engramma.model.progress import CancelToken, Progress, Report, silent
from engramma.store.identity import normal_text
from engramma.store.journal.step import Step
from engramma.store.memories.equals import find_active_equal, find_deleted_equal
from engramma.store.memories.rows import row_of
from engramma.store.memories.segments import begin_segment
from engramma.store.memories.writing import insert_memory, insert_provenance
from engramma.store.sessions.gating import (
    GateEvent,
    GateSession,
    NewVerdict,
    keep_verdicts,
    read_gate_events,
    read_gate_session,
    sessions_brought,
)
from engramma.store.tables import memory, session
from engramma.theory.gate import GateRules, Judged, Said, judge, load_rules

CONTEXT = 3
EVENTS_A_STEP = 100
DELETED = "known and deleted before"


@dataclass(frozen=True, slots=True)
class Gated:
    """What the gate did with the events it read; memories by id."""

    session_id: int
    events: int
    created: tuple[int, ...]
    reinforced: tuple[int, ...]
    dropped: int


@cache
def gate_rules() -> GateRules:
    """The rules and their learned points as data, read once a process."""
    folder = resources.files("engramma.resources") / "gate"
    texts = {
        item.name: item.read_text(encoding="utf-8")
        for item in folder.iterdir()
        if item.name.endswith((".toml", ".json"))
    }
    return load_rules(texts)


def gate_sessions(
    workspace: Workspace,
    session_ids: Sequence[int],
    *,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> tuple[Gated, ...]:
    """Judge what was not judged yet of these sessions, as one operation. Raises NotFoundError or Cancelled."""
    done: list[Gated] = []
    titles: list[str] = []
    with workspace.journal.long("gate", "gate", actor=workspace.actor) as running:
        for number, session_id in enumerate(session_ids):
            while True:
                if cancel is not None:
                    cancel.check()
                with running.step() as step:
                    found = read_gate_session(step.connection, session_id)
                    if found is None:
                        raise NotFoundError(f"There is no session {session_id}.")
                    gated = gate_events(workspace, step, found)
                if gated.events:
                    done.append(gated)
                    titles.append(found.title)
                if gated.events < EVENTS_A_STEP:
                    break
            report(Progress(number + 1, len(session_ids), "Reading what was said"))
        running.label = _label(titles, sum(len(gated.created) for gated in done))
    return tuple(done)


def gate_brought(
    workspace: Workspace,
    operation_id: int,
    *,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> tuple[Gated, ...]:
    """Judge the sessions that an import brought, as one operation; none when there is nothing to judge."""
    with workspace.database.read() as reading:
        brought = sessions_brought(reading, operation_id)
    return gate_sessions(workspace, brought, report=report, cancel=cancel) if brought else ()


def gate_session(workspace: Workspace, session_id: int) -> Gated:
    """Judge what was not judged yet of one session, as one operation. Raises NotFoundError."""
    parts = gate_sessions(workspace, [session_id])
    return Gated(
        session_id=session_id,
        events=sum(part.events for part in parts),
        created=tuple(memory_id for part in parts for memory_id in part.created),
        reinforced=tuple(memory_id for part in parts for memory_id in part.reinforced),
        dropped=sum(part.dropped for part in parts),
    )


def _label(titles: Sequence[str], count: int) -> str:
    memories = f"{count:,} {'memory' if count == 1 else 'memories'}"
    different = list(dict.fromkeys(titles))
    return (
        f"{memories} from “{different[0]}”"
        if len(different) == 1
        else f"{memories} from {len(different)} sessions"
    )


def gate_events(workspace: Workspace, step: Step, found: GateSession) -> Gated:
    """Judge a session's waiting events within a step of the caller's operation."""
    context, events = read_gate_events(
        step.connection, found.id, after_turn=found.gated_turn, context=CONTEXT, limit=EVENTS_A_STEP
    )
    said = [Said(role=item.role, text=item.text) for item in context]
    created: list[int] = []
    reinforced: list[int] = []
    verdicts: list[NewVerdict] = []
    for item in events:
        judged = judge(
            item.text,
            role=item.role,
            before=tuple(said[-CONTEXT:]),
            rules=gate_rules(),
            threshold=step.policy.gate_threshold,
        )
        here: set[int] = set()
        verdicts.extend(
            _keep(
                workspace,
                step,
                found,
                item=item,
                verdict=verdict,
                created=created,
                reinforced=reinforced,
                here=here,
            )
            for verdict in judged
        )
        said.append(Said(role=item.role, text=item.text))
    keep_verdicts(step, verdicts)
    if events:
        step.update(session, found.id, gated_turn=events[-1].turn)
    dropped = sum(not verdict.kept for verdict in verdicts)
    return Gated(found.id, len(events), tuple(created), tuple(reinforced), dropped)


def _keep(
    workspace: Workspace,
    step: Step,
    found: GateSession,
    *,
    item: GateEvent,
    verdict: Judged,
    created: list[int],
    reinforced: list[int],
    here: set[int],
) -> NewVerdict:
    """`here` are the memories of this event so far: what it says ten thousand times over is said once."""
    memory_id: int | None = None
    kept = verdict.kept
    reasons: Sequence[tuple[str, float]] = verdict.reasons
    text = normal_text(verdict.text)[:LONGEST_TEXT]
    if kept and text:
        key = workspace.content_key(text)
        equal = find_active_equal(step.connection, key, own=step.operation_id)
        if equal is not None:
            memory_id = equal.id
            if memory_id not in here:
                reinforced.append(memory_id)
                _reinforce(step, memory_id, at=item.at or step.at)
        elif find_deleted_equal(step.connection, key) is not None:
            kept = False
            reasons = (*reasons, (DELETED, 0.0))
        else:
            memory_id = _create(workspace, step, found, item=item, verdict=verdict, text=text, key=key)
            created.append(memory_id)
        if memory_id is not None and memory_id not in here:
            here.add(memory_id)
            insert_provenance(
                step,
                memory_id,
                session_id=found.id,
                event_id=item.id,
                start=verdict.start,
                end=verdict.end,
                quote=verdict.text,
            )
    return NewVerdict(
        event_id=item.id,
        start=verdict.start,
        end=verdict.end,
        score=verdict.score,
        kept=kept,
        reasons=tuple(reasons),
        memory_id=memory_id,
    )


def _reinforce(step: Step, memory_id: int, *, at: int) -> None:
    row = row_of(step, memory_id)
    if row is None:
        return
    begin_segment(
        step,
        memory_id,
        t0=at,
        s0=1.0,
        half_life=None if row.still else step.policy.half_life(row.tier),
        reason="rehearsed",
    )
    if at < row.created_at:
        step.update(memory, memory_id, created_at=at)


def _create(
    workspace: Workspace,
    step: Step,
    found: GateSession,
    *,
    item: GateEvent,
    verdict: Judged,
    text: str,
    key: bytes,
) -> int:
    speaks = "person" if item.role in ("user", "decision") else f"agent:{found.agent or 'unknown'}"
    return insert_memory(
        step,
        uid=workspace.uids.next(item.at or step.at),
        key=key,
        text=text,
        kind=verdict.kind,
        tier="short_term",
        category=verdict.category,
        importance=checked_importance(round(verdict.score, 4), actor=speaks),
        created_at=item.at or step.at,
        actor=workspace.actor,
        session_id=found.id,
    )
