"""A real client of the server: the SDK's own, over standard input and output, to a process of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult

Story = Callable[["AgentClient"], Awaitable[None]]


class AgentClient:
    """An initialised session with an `engramma mcp` process."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What the tool answered. Fails when it answered with an error."""
        result = await self.session.call_tool(tool, arguments)
        assert not result.is_error, said(result)
        assert result.structured_content is not None
        return result.structured_content

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """The sentence in which the tool refused. Fails when it did not."""
        result = await self.session.call_tool(tool, arguments)
        assert result.is_error, said(result)
        return said(result)


def said(result: CallToolResult) -> str:
    """All text of an answer."""
    return "\n".join(part.text for part in result.content if part.type == "text")


@asynccontextmanager
async def agent_on(
    store: Path, *, name: str = "helper-bot", scope: str = "write"
) -> AsyncIterator[AgentClient]:
    """Start a server for `store` and shake hands with it."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "engramma.start.command", "mcp", "--as", name, "--scope", scope, "--store", str(store)],
        env=dict(os.environ),
    )
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        yield AgentClient(session)


def tell(store: Path, story: Story, *, name: str = "helper-bot", scope: str = "write") -> None:
    """Run `story` with a client of a server that is started for it."""

    async def run() -> Exception | None:
        async with agent_on(store, name=name, scope=scope) as client:
            try:
                await story(client)
            except Exception as error:
                return error
        return None

    # Raised out here: inside, the SDK's task groups would wrap it.
    failure = asyncio.run(run())
    if failure is not None:
        raise failure
