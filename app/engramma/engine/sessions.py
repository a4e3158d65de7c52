"""Sessions and their transcripts, which memories came of them, and writing live ones turn by turn.

What writes and judges is loaded on first use, so that looking starts fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engramma.engine.workspace import Workspace
from engramma.model.errors import NotFoundError
from engramma.model.progress import CancelToken, Report, silent
from engramma.model.records import dataclass
from engramma.model.search import Query, parse
from engramma.model.session import Event, EventPlace, NearMiss, Session
from engramma.store.memories.resolving import resolve
from engramma.store.policy import load_policy
from engramma.store.sessions.finding import find_sessions
from engramma.store.sessions.reading import (
    count_verdicts,
    read_event_ids,
    read_event_places,
    read_event_texts,
    read_events,
    read_remembered,
    read_session,
    read_session_memory_ids,
    read_sessions,
)
from engramma.store.tables import session

if TYPE_CHECKING:
    from engramma.engine.gate import Gated
    from engramma.engine.live import Appended
    from engramma.engine.session_deletion import DeletionPreview


@dataclass(frozen=True, slots=True)
class GateCounts:
    """How the gate judged the events of one session."""

    kept: int
    dropped: int
    unjudged: int


class Sessions:
    """Looking changes nothing; a live session is written turn by turn."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def list(self, query: Query | str = "") -> tuple[Session, ...]:
        """Sessions, newest first: all, or those of which the title, a topic or an event fits. Raises QueryError."""
        tree = parse(query) if isinstance(query, str) else query
        with self._workspace.database.read() as reading:
            if tree.is_empty:
                return read_sessions(reading)
            where = find_sessions(
                tree,
                now=self._workspace.clock.now(),
                policy=load_policy(reading.connection),
                hidden=reading.hidden,
            )
            return read_sessions(reading, where=where)

    def get(self, session_id: int) -> Session:
        """One session. Raises NotFoundError."""
        with self._workspace.database.read() as reading:
            found = read_session(reading, session_id)
        if found is None:
            raise NotFoundError(f"There is no session {session_id}.")
        return found

    def resolve(self, name: str) -> int:
        """The id of the session that `name` (number, ULID, its beginning) stands for."""
        with self._workspace.database.read() as reading:
            return resolve(reading, session, name, what="session")

    def event_ids(self, session_id: int) -> tuple[int, ...]:
        """The events of a session, in order of their turns."""
        with self._workspace.database.read() as reading:
            return read_event_ids(reading, session_id)

    def places(self, session_id: int) -> tuple[EventPlace, ...]:
        """The events of a session in order of their turns, with what each follows and whether it was rewound."""
        with self._workspace.database.read() as reading:
            return read_event_places(reading, session_id)

    def texts(self, session_id: int) -> tuple[tuple[int, str], ...]:
        """(event, its text) of a session, in order of the turns: to look through all of it."""
        with self._workspace.database.read() as reading:
            return read_event_texts(reading, session_id)

    def events(self, ids: Sequence[int]) -> tuple[Event, ...]:
        """Events in the order asked for, with marks and verdicts; those that are gone are left out."""
        ids = [int(event_id) for event_id in ids]
        with self._workspace.database.read() as reading:
            found = read_events(reading, ids)
        return tuple(found[event_id] for event_id in ids if event_id in found)

    def remembered(self, session_id: int) -> tuple[int, ...]:
        """The events of a session that became memories, in order of the turns."""
        with self._workspace.database.read() as reading:
            return read_remembered(reading, session_id)

    def memory_ids(self, session_id: int) -> tuple[int, ...]:
        """The memories that came from a session, oldest first."""
        with self._workspace.database.read() as reading:
            return read_session_memory_ids(reading, session_id)

    def gate_counts(self, session_id: int) -> GateCounts:
        """How many of its events the gate kept, dropped and has not judged."""
        with self._workspace.database.read() as reading:
            total, kept, dropped = count_verdicts(reading, session_id)
        return GateCounts(kept=kept, dropped=dropped, unjudged=total - kept - dropped)

    def start(self, title: str, *, agent: str = "", project: str = "", parent_id: int | None = None) -> int:
        """Begin a live session; returns its id."""
        from engramma.engine.live import open_session

        return open_session(self._workspace, title, agent=agent, project=project, parent_id=parent_id)

    def append(
        self,
        session_id: int,
        role: str,
        text: str,
        *,
        speaker: str = "",
        detail: str = "",
        at: int | None = None,
    ) -> Appended:
        """Write down one turn; every few turns the gate reads. Raises NotFoundError or InvalidValueError."""
        from engramma.engine.live import append_event

        return append_event(self._workspace, session_id, role, text, speaker=speaker, detail=detail, at=at)

    def end(self, session_id: int, *, summary: str = "") -> Gated:
        """Close a live session; the gate reads what is left. Raises NotFoundError or InvalidValueError."""
        from engramma.engine.live import close_session

        return close_session(self._workspace, session_id, summary=summary)

    def deletion(self, session_id: int) -> DeletionPreview:
        """What deleting a session does, and which memories lose their evidence. Changes nothing.

        Raises NotFoundError, and InvalidValueError for a session that is open.
        """
        from engramma.engine.session_deletion import preview_deletion

        return preview_deletion(self._workspace, session_id)

    def delete(self, session_id: int) -> DeletionPreview:
        """Delete a session and its turns as one operation, which can be undone; memories and their quotes stay.

        Raises NotFoundError, and InvalidValueError for a session that is open, or when an agent asks.
        """
        from engramma.engine.session_deletion import delete_session

        return delete_session(self._workspace, session_id)

    def near_misses(self, *, limit: int = 50) -> tuple[NearMiss, ...]:
        """What the gate dropped by a hair and no person has looked at, the nearest first."""
        from engramma.engine.rescuing import near_misses

        return near_misses(self._workspace, limit=limit)

    def rescue(self, verdict_id: int) -> int:
        """Keep a dropped statement after all; returns the memory. Raises NotFoundError or InvalidValueError."""
        from engramma.engine.rescuing import rescue

        return rescue(self._workspace, verdict_id)

    def decline(self, verdict_id: int) -> None:
        """Let a dropped statement stay dropped: it is not a near miss any more. Raises NotFoundError."""
        from engramma.engine.rescuing import decline

        decline(self._workspace, verdict_id)

    def gate(
        self,
        session_ids: Sequence[int],
        *,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> tuple[Gated, ...]:
        """Have the gate read sessions, imported ones too, as one operation. Raises NotFoundError or Cancelled."""
        from engramma.engine.gate import gate_sessions

        return gate_sessions(self._workspace, session_ids, report=report, cancel=cancel)

    def gate_brought(
        self, operation_id: int, *, report: Report = silent, cancel: CancelToken | None = None
    ) -> tuple[Gated, ...]:
        """Have the gate read the sessions that an import brought, as one operation. Raises Cancelled."""
        from engramma.engine.gate import gate_brought

        return gate_brought(self._workspace, operation_id, report=report, cancel=cancel)
