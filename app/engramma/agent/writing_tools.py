"""The tools that change memories: remember, edit, correct, forget, link. What may only be proposed says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from engramma.agent.arguments import Category, Importance, Kind, MemoryName, SessionName, Statement, Tags
from engramma.agent.connection import Connection
from engramma.agent.cutting import LONGEST_SHOWN
from engramma.agent.documents import Done, proposed
from engramma.model.errors import AskedError

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

_ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)


class WritingTools:
    """Bound to one connection. Every change is one operation that a person can take back."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_to(self, server: MCPServer) -> None:
        """Register them."""
        adds = server.tool(annotations=_ADDS, structured_output=True)
        adds(self.remember)
        adds(self.link)
        changes = server.tool(annotations=_CHANGES, structured_output=True)
        changes(self.edit)
        changes(self.correct)
        changes(self.forget)

    async def remember(
        self,
        text: Statement,
        kind: Kind = "semantic",
        *,
        category: Category = "fact",
        importance: Importance = None,
        tags: Tags | None = None,
        session: SessionName | None = None,
    ) -> Done:
        """Keep a statement for later sessions. Use it for what stays true or matters later: preferences, decisions,
        corrections, facts about people and projects; not for what is in the code or only needed now. Saying the same
        again strengthens the memory that exists."""

        def keep(store: MemoryStore) -> Done:
            kept = store.memories.remember(
                text,
                kind=kind,
                category=category,
                importance=importance,
                tags=tags or (),
                session_id=store.sessions.resolve(session) if session else None,
            )
            return {"status": "done", "id": f"M-{kept.id}", "created": kept.created}

        return await self._change(keep)

    async def edit(
        self,
        memory: MemoryName,
        text: Statement,
        version: Annotated[
            int | None, Field(description="The version that you read, from get.", ge=1)
        ] = None,
    ) -> Done:
        """Word a memory better without changing what it says. If it is no longer true, use correct."""

        def change(store: MemoryStore) -> Done:
            memory_id = store.memories.resolve(memory)
            if len(store.memories.get(memory_id).text) > LONGEST_SHOWN:
                raise ToolError(
                    f"M-{memory_id} is so long that get cuts it, so only a person can edit it; nothing was changed."
                )
            changed = store.memories.edit(memory_id, text, base_version=version)
            return {"status": "done", "id": changed.label}

        return await self._change(change)

    async def correct(self, memory: MemoryName, text: Statement) -> Done:
        """Replace a memory that is wrong or no longer true by what is true now. The old one is kept, superseded,
        and is recalled no more."""

        def change(store: MemoryStore) -> Done:
            old = store.memories.resolve(memory)
            made = store.memories.correct(old, text)
            return {"status": "done", "id": made.label, "supersedes": f"M-{old}"}

        return await self._change(change)

    async def forget(self, memory: MemoryName) -> Done:
        """Put a memory into the Trash, from where a person can bring it back. Use it when a person asks to forget
        something; if it is merely wrong, use correct."""

        def change(store: MemoryStore) -> Done:
            memory_id = store.memories.resolve(memory)
            if store.memories.trash([memory_id]):
                return {"status": "done", "id": f"M-{memory_id}"}
            return {"status": "done", "id": f"M-{memory_id}", "message": "It was in the Trash already."}

        return await self._change(change)

    async def link(
        self,
        memory: MemoryName,
        other: MemoryName,
        type: Annotated[
            Literal["related", "derived_from", "contradicts", "follows"],
            Field(description="How they hang together; the first one derives, contradicts or follows."),
        ] = "related",
        relation: Annotated[str, Field(description="A few words of your own.", max_length=200)] = "",
    ) -> Done:
        """Associate two memories that belong together, so that one brings the other to mind."""

        def change(store: MemoryStore) -> Done:
            one, two = store.memories.resolve(memory), store.memories.resolve(other)
            store.associations.link(one, two, type=type, relation=relation)
            return {"status": "done", "id": f"M-{one}"}

        return await self._change(change)

    async def _change(self, work: Callable[[MemoryStore], Done]) -> Done:
        try:
            return await self._connection.write(work)
        except AskedError as asked:
            return proposed(asked)
