"""Erases the turns of a live session past its retention; what was remembered of them, quotes included, stays.

Said once is enough: what the gate has not read is read first.
"""

from __future__ import annotations

from engramma.engine.gate import gate_session
from engramma.engine.purging.rights import may_erase, propose
from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.plan import PlanStep
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.purging import Expired, ExpiryPreview
from engramma.store.consolidation.proposals import decide
from engramma.store.purging.beside import erase_sidecars
from engramma.store.purging.counting import count_turns
from engramma.store.purging.erasing import erase_rows, fill_quotes, forget_source
from engramma.store.purging.freeing import erasure_status, free_erased
from engramma.store.purging.pending import mark_pending
from engramma.store.purging.running import PurgeRun, mark_erased
from engramma.store.purging.tombstones import bury, turn_name
from engramma.store.purging.turns import ExpiringSession, read_expiring, turn_ids, turn_uids
from engramma.store.tables import event

KIND = "expire"


def preview_expiry(workspace: Workspace, session_id: int) -> ExpiryPreview:
    """Raises NotFoundError, InvalidValueError when the session may not expire."""
    found = _may_expire(workspace, session_id)
    with workspace.database.read() as reading:
        ids = turn_ids(reading.connection, session_id)
        places, kept = count_turns(reading.connection, ids)
    return ExpiryPreview(session_id, found.title, places, kept)


def expire_session(
    workspace: Workspace,
    session_id: int,
    *,
    report: Report,
    cancel: CancelToken,
    proposal_id: int | None = None,
) -> Expired:
    """Erase all turns of a session; `proposal_id` is the proposal that is accepted thereby."""
    found = _may_expire(workspace, session_id)
    if not may_erase(workspace):
        made = propose(workspace, PlanStep.EXPIRE, "erase_events", sessions=[session_id])
        return Expired(None, session_id, 0, 0, erasure_status(workspace.database), proposal_id=made)
    if found.unread:
        gate_session(workspace, session_id)
    with workspace.database.read() as reading:
        waiting = turn_ids(reading.connection, session_id)
    total, erased, kept = len(waiting), 0, 0

    def label() -> str:
        return f"erasing of {erased:,} {'turn' if erased == 1 else 'turns'} of session {session_id}"

    run = PurgeRun(workspace.journal, KIND, actor=workspace.actor, label=label)
    while waiting:
        cancel.check()
        report(Progress(erased, total, "Erasing turns"))
        part = waiting[: run.pace.rows]
        with run.step() as step:
            run.pace.start()
            kept += fill_quotes(step.connection, part)
            names = [turn_name(uid) for uid in turn_uids(step.connection, part)]
            bury(step.connection, map(workspace.content_key, names), at=step.at, reason="expired")
            erase_rows(step, event, part)
            erased += len(part)
            if run.id is None:
                mark_erased(step, "session", session_id, column="original")
            if len(part) == len(waiting):
                forget_source(step.connection, session_id)
                if proposal_id is not None:
                    decide(step, proposal_id, status="accepted")
            step.changes += len(part)
            mark_pending(step)
        run.pace.stop(len(part))
        del waiting[: len(part)]
    erase_sidecars(workspace.database.path)
    status = free_erased(workspace.database, at=workspace.clock.now(), report=report, cancel=cancel)
    return Expired(run.id, session_id, erased, kept, status)


def _may_expire(workspace: Workspace, session_id: int) -> ExpiringSession:
    with workspace.database.read() as reading:
        found = read_expiring(reading, session_id)
    if found is None:
        raise NotFoundError(f"There is no session {session_id}.")
    if not found.is_live:
        raise InvalidValueError(
            f"“{found.title}” was imported, and imported sessions do not expire.",
            hint="Purge what it led to.",
        )
    if found.is_open or found.ended_at is None:
        raise InvalidValueError(f"“{found.title}” is still open.", hint="Close it first.")
    retention = round(workspace.policy().sensory_retention * DAY)
    if found.ended_at + retention > workspace.clock.now():
        days = workspace.policy().sensory_retention
        raise InvalidValueError(
            f"“{found.title}” has not been closed for {days:g} days yet.",
            hint="Change the policy, or wait.",
        )
    if not found.events:
        raise InvalidValueError(f"“{found.title}” has no turns any more.")
    return found
