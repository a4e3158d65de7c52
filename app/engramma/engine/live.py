"""Live sessions: an agent's conversation, written down turn by turn, and read by the gate as it goes."""

from __future__ import annotations

from dataclasses import dataclass

from engramma.engine.gate import Gated, gate_session
from engramma.engine.memories.checks import LONGEST_TEXT, checked_word, shows_nothing
from engramma.engine.workspace import Workspace
from engramma.model.clock import EARLIEST, LATEST
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.session import Role
from engramma.store.identity import normal_text, text_hash
from engramma.store.sessions.gating import read_gate_session
from engramma.store.tables import event, session

LONGEST_TITLE = 300


@dataclass(frozen=True, slots=True)
class Appended:
    """A turn that was written down, and what the gate did if it was its time to read."""

    event_id: int
    turn: int
    gated: Gated | None


def open_session(
    workspace: Workspace, title: str, *, agent: str = "", project: str = "", parent_id: int | None = None
) -> int:
    """Begin a session; returns its id."""
    clean = normal_text(title)[:LONGEST_TITLE] or "Untitled session"
    name = agent or workspace.actor.removeprefix("agent:")
    with workspace.journal.short("session", f"start of “{clean}”", actor=workspace.actor) as step:
        return step.insert(
            session,
            uid=workspace.uids.next(step.at),
            title=clean,
            agent=normal_text(name),
            source="live",
            project=normal_text(project),
            parent_id=parent_id,
            started_at=step.at,
            is_open=1,
            is_live=1,
        )


def append_event(
    workspace: Workspace,
    session_id: int,
    role: str,
    text: str,
    *,
    speaker: str = "",
    detail: str = "",
    at: int | None = None,
) -> Appended:
    """Write down one turn (at UTC µs, now by default).

    Raises NotFoundError, or InvalidValueError when the session is closed, for no text, or for a time that is none.
    """
    word = checked_word(Role, role, what="role")
    clean = normal_text(text)
    if shows_nothing(clean):
        raise InvalidValueError("An event needs some text.")
    if len(clean) > LONGEST_TEXT:
        raise InvalidValueError(f"An event may have at most {LONGEST_TEXT:,} characters.", hint="Split it.")
    if at is not None and not EARLIEST <= at <= LATEST:
        raise InvalidValueError(
            "This is no time between the years 1 and 9999.",
            hint="Give microseconds since 1970, or none for now.",
        )
    with workspace.journal.short("session", "turn", actor=workspace.actor) as step:
        found = read_gate_session(step.connection, session_id)
        if found is None:
            raise NotFoundError(f"There is no session {session_id}.")
        if not found.is_open:
            raise InvalidValueError(f"“{found.title}” is closed.", hint="Start a new session.")
        turn = found.last_turn + 1
        moment = step.at if at is None else int(at)
        event_id = step.insert(
            event,
            uid=workspace.uids.next(moment),
            session_id=session_id,
            turn=turn,
            role=word.value,
            speaker=normal_text(speaker),
            text=clean,
            at=moment,
            detail=detail,
            content_key=text_hash(clean),
        )
        step.label = f"turn {turn} of “{found.title}”"
        due = turn - found.gated_turn >= step.policy.gate_every
    return Appended(event_id, turn, gate_session(workspace, session_id) if due else None)


def close_session(workspace: Workspace, session_id: int, *, summary: str = "") -> Gated:
    """End a session; the gate reads what it has not read. Raises NotFoundError, or InvalidValueError when closed."""
    with workspace.journal.short("session", "end", actor=workspace.actor) as step:
        found = read_gate_session(step.connection, session_id)
        if found is None:
            raise NotFoundError(f"There is no session {session_id}.")
        if not found.is_open:
            raise InvalidValueError(f"“{found.title}” is closed already.")
        step.label = f"end of “{found.title}”"
        values: dict[str, object] = {"is_open": 0, "ended_at": step.at}
        if summary.strip():
            values["summary"] = normal_text(summary)
        step.update(session, session_id, **values)
    return gate_session(workspace, session_id)
