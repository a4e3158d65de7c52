"""Live sessions with turns that the gate has not read yet."""

from __future__ import annotations

from collections.abc import Iterator

from engramma.engine.consolidation.steps.step import ConsolidationStep, Look
from engramma.engine.gate import gate_events
from engramma.engine.workspace import Workspace
from engramma.model.plan import PlanItem, PlanStep
from engramma.store.consolidation.closed_sessions import last_said_at
from engramma.store.journal.step import Step
from engramma.store.sessions.gating import read_gate_session, waiting_sessions


def find_unread(look: Look) -> Iterator[PlanItem]:
    """One item a session, dated by its newest turn."""
    connection = look.reading.connection
    for session_id in waiting_sessions(look.reading, every=look.policy.gate_every):
        found = read_gate_session(connection, session_id)
        if found is not None:
            turns = found.last_turn - found.gated_turn
            reason = f"{turns} {'turn' if turns == 1 else 'turns'} of “{found.title}” not read yet"
            at = last_said_at(connection, session_id)
            yield PlanItem(0, PlanStep.GATE, "gate", (), reason, look.mode, at, sessions=(session_id,))


def gate_session(workspace: Workspace, step: Step, item: PlanItem) -> None:
    """Carry out an item of `find_unread` within a step."""
    found = read_gate_session(step.connection, item.sessions[0])
    if found is not None:
        gate_events(workspace, step, found)


GATE = ConsolidationStep("Looking for unread turns", find_unread, gate_session)
