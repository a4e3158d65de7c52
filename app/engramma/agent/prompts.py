"""Prompts that a person may pick in a client: begin with what is known, end by keeping what was learned."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from engramma.agent.arguments import USUAL_BUDGET
from engramma.agent.connection import Connection


class Prompts:
    """Bound to one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_to(self, server: MCPServer) -> None:
        """Register them."""
        server.prompt(name="begin", title="Begin with what is known")(self.begin)
        server.prompt(name="keep", title="Keep what was learned")(self.keep)

    async def begin(
        self, task: Annotated[str, Field(description="What you are about to do.", max_length=4_000)]
    ) -> str:
        """Begin a task with what is remembered about it."""
        try:
            context = await self._connection.read(
                lambda store: store.recall.context(task, budget=USUAL_BUDGET)
            )
        except ToolError as error:
            return f"{task}\n\n(The memory could not be asked: {error})"
        return f"{task}\n\n{context.text}" if context.text else task

    async def keep(self) -> str:
        """Look back over the conversation and keep what matters later."""
        return (
            "Look back over this conversation. For each decision, preference, correction or fact that will matter "
            "in later sessions: recall whether it is known; if a memory is wrong now, call correct; if it is new, "
            "call remember with one statement that stands on its own. Keep nothing that is in the code or only "
            "mattered today. Then say in one line what you kept."
        )
