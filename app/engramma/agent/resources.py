"""What a client may attach by itself: pinned memories, the working context, sessions. Reading changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError

from engramma.agent.arguments import USUAL_BUDGET
from engramma.agent.connection import Connection
from engramma.agent.cutting import LONGEST_TURN, cut
from engramma.agent.documents import session_line, shown

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

_MOST = 100
_JSON = "application/json"


class Resources:
    """Bound to one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_to(self, server: MCPServer) -> None:
        """Register them."""
        server.resource(
            "engramma://context",
            name="context",
            title="Working context",
            description="What is worth knowing now, as one delimited block of data.",
            mime_type="text/plain",
        )(self.context)
        server.resource(
            "engramma://pinned",
            name="pinned",
            title="Pinned memories",
            description="What a person pinned: it never fades.",
            mime_type=_JSON,
        )(self.pinned)
        server.resource(
            "engramma://sessions",
            name="sessions",
            title="Sessions",
            description="The newest conversations with their summaries.",
            mime_type=_JSON,
        )(self.sessions)
        server.resource(
            "engramma://session/{session}",
            name="session",
            title="A session",
            description="The turns of one conversation.",
            mime_type=_JSON,
        )(self.session)

    async def context(self) -> str:
        """Ready text."""
        return await self._read(lambda store: store.recall.context(budget=USUAL_BUDGET).text)

    async def pinned(self) -> str:
        """Memories as JSON."""

        def read(store: MemoryStore) -> str:
            ids = store.search.order("is:pinned", limit=_MOST).ids.tolist()
            return _document({"memories": [shown(line.memory) for line in store.memories.page(ids)]})

        return await self._read(read)

    async def sessions(self) -> str:
        """Sessions as JSON."""
        return await self._read(
            lambda store: _document(
                {"sessions": [session_line(item) for item in store.sessions.list()[:_MOST]]}
            )
        )

    async def session(self, session: str) -> str:
        """The turns of a session as JSON, the last hundred of them."""

        def read(store: MemoryStore) -> str:
            session_id = store.sessions.resolve(session)
            ids = store.sessions.event_ids(session_id)
            turns = [
                {"turn": event.turn, "role": event.role.value, "text": cut(event.text, LONGEST_TURN)}
                for event in store.sessions.events(ids[-_MOST:])
            ]
            return _document({**session_line(store.sessions.get(session_id)), "said": turns})

        return await self._read(read)

    async def _read(self, work: Callable[[MemoryStore], str]) -> str:
        try:
            return await self._connection.read(work)
        except ToolError as error:
            raise ResourceError(str(error)) from error


def _document(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
