"""Rescues what the gate dropped: a person keeps a statement after all, or says that it was rightly dropped."""

from __future__ import annotations

import json

from engramma.engine.gate import gate_rules
from engramma.engine.memories.checks import LONGEST_TEXT
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.session import NearMiss
from engramma.store.database import Reading
from engramma.store.identity import normal_text
from engramma.store.journal.step import Step
from engramma.store.memories.equals import find_active_equal
from engramma.store.memories.writing import insert_memory, insert_provenance
from engramma.store.policy import load_policy
from engramma.store.sessions.near_misses import DECLINED, read_dropped, read_near_misses
from engramma.store.tables import gate_verdict
from engramma.theory.gate import judge

BY_A_HAIR = 0.05
RESCUED = "rescued by a person"


def near_misses(workspace: Workspace, *, limit: int) -> tuple[NearMiss, ...]:
    """What the gate dropped within a twentieth of its threshold, the nearest first."""
    with workspace.database.read() as reading:
        least = load_policy(reading.connection).gate_threshold - BY_A_HAIR
        return read_near_misses(reading, least=least, limit=limit)


def rescue(workspace: Workspace, verdict_id: int) -> int:
    """Make a dropped statement a memory, as one operation; an equal one is returned as it is.

    Raises NotFoundError, or InvalidValueError when there is nothing to remember.
    """
    with workspace.journal.short("gate", "rescue", actor=workspace.actor) as step:
        # Also what was declined: a person may think again when reading the transcript.
        found = _dropped(step, verdict_id, declined_too=True)
        text = normal_text(found.text)[:LONGEST_TEXT]
        if not text:
            raise InvalidValueError("There is nothing in this statement to remember.")
        key = workspace.content_key(text)
        equal = find_active_equal(step.connection, key)
        memory_id = equal.id if equal is not None else _remember(workspace, step, found, text=text, key=key)
        insert_provenance(
            step,
            memory_id,
            session_id=found.session_id,
            event_id=found.event_id,
            start=found.start,
            end=found.end,
            quote=found.text,
        )
        _note(step, verdict_id, RESCUED, kept=1, memory_id=memory_id)
        step.label = f"rescue of M-{memory_id} from “{found.session_title}”"
    return memory_id


def decline(workspace: Workspace, verdict_id: int) -> None:
    """Say that a statement was rightly dropped, so that it is not offered again. Raises NotFoundError."""
    with workspace.journal.short("gate", "verdict confirmed", actor=workspace.actor) as step:
        found = _dropped(step, verdict_id, declined_too=False)
        _note(step, verdict_id, DECLINED)
        step.label = f"dropped statement of “{found.session_title}” stays dropped"


def _dropped(step: Step, verdict_id: int, *, declined_too: bool) -> NearMiss:
    found = read_dropped(Reading(step.connection, ()), verdict_id, declined_too=declined_too)
    if found is None:
        raise NotFoundError("This statement was decided about already, or its turn is gone.")
    return found


def _remember(workspace: Workspace, step: Step, found: NearMiss, *, text: str, key: bytes) -> int:
    judged = judge(
        found.text, role=found.role, before=(), rules=gate_rules(), threshold=step.policy.gate_threshold
    )
    best = max(judged, key=lambda one: one.score, default=None)
    at = step.at if found.at is None else found.at
    return insert_memory(
        step,
        uid=workspace.uids.next(at),
        key=key,
        text=text,
        kind="semantic" if best is None else str(best.kind),
        tier="short_term",
        category="fact" if best is None else str(best.category),
        importance=max(step.policy.gate_threshold, round(found.score, 4)),
        created_at=at,
        actor=workspace.actor,
        session_id=found.session_id,
        # Kept today, though it was said earlier: it would else be forgotten unseen.
        fading_from=step.at,
    )


def _note(step: Step, verdict_id: int, reason: str, **values: object) -> None:
    column = gate_verdict.c.reasons
    known = step.connection.execute(column.table.select().where(gate_verdict.c.id == verdict_id)).one()
    reasons = [*json.loads(known.reasons), {"name": reason, "points": 0.0}]
    step.update(gate_verdict, verdict_id, reasons=json.dumps(reasons, ensure_ascii=False), **values)
