"""The tools that write a conversation down: session_start, session_event, session_end. The gate reads along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field
from typing_extensions import TypedDict

from engramma.agent.arguments import SessionName
from engramma.agent.connection import Connection
from engramma.agent.limits import LONGEST_EVENT

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

_ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


class Written(TypedDict):
    """A session that was begun, went on or ended; `kept` counts the memories that the gate made just now."""

    session: str
    turn: int
    kept: int


class SessionTools:
    """Bound to one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_to(self, server: MCPServer) -> None:
        """Register them."""
        for tool in (self.session_start, self.session_event, self.session_end):
            server.tool(annotations=_ADDS, structured_output=True)(tool)

    async def session_start(
        self,
        title: Annotated[
            str, Field(description="What it is about, in a few words.", min_length=1, max_length=300)
        ],
        project: Annotated[str, Field(description="The project's name.", max_length=200)] = "",
    ) -> Written:
        """Begin to write this conversation down. What is worth keeping in it becomes memories by itself."""

        def start(store: MemoryStore) -> Written:
            session_id = store.sessions.start(title, agent=self._connection.name, project=project)
            return {"session": f"S-{session_id}", "turn": 0, "kept": 0}

        return await self._connection.write(start, proposable=False)

    async def session_event(
        self,
        session: SessionName,
        role: Annotated[
            Literal["user", "agent", "tool", "decision", "error", "note"],
            Field(description="Who or what it comes from."),
        ],
        text: Annotated[str, Field(description="What was said.", min_length=1, max_length=LONGEST_EVENT)],
        speaker: Annotated[str, Field(description="A name, if there are several.", max_length=100)] = "",
    ) -> Written:
        """Write one turn of the conversation down."""

        def append(store: MemoryStore) -> Written:
            session_id = store.sessions.resolve(session)
            said = store.sessions.append(session_id, role, text, speaker=speaker)
            kept = len(said.gated.created) if said.gated else 0
            return {"session": f"S-{session_id}", "turn": said.turn, "kept": kept}

        return await self._connection.write(append, proposable=False)

    async def session_end(
        self,
        session: SessionName,
        summary: Annotated[
            str, Field(description="Two or three sentences, if you like.", max_length=4_000)
        ] = "",
    ) -> Written:
        """End it: the rest is read for what is worth keeping."""

        def end(store: MemoryStore) -> Written:
            session_id = store.sessions.resolve(session)
            gated = store.sessions.end(session_id, summary=summary)
            turns = len(store.sessions.event_ids(session_id))
            return {"session": f"S-{session_id}", "turn": turns, "kept": len(gated.created)}

        return await self._connection.write(end, proposable=False)
