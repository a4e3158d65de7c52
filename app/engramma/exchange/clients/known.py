"""The clients that Engramma can be put into: where each keeps servers and hooks, and in which form.

The forms are those of the clients' own documentation:
code.claude.com/docs/en/hooks, developers.openai.com/codex/hooks, cursor.com/docs/hooks,
geminicli.com/docs/hooks/reference, code.visualstudio.com/docs/agent-customization/hooks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.exchange.clients.surroundings import Surroundings
from engramma.exchange.clients.wiring import END, NAME, START, Wiring

_START_SECONDS, _END_SECONDS = 10, 60


@dataclass(frozen=True, slots=True)
class Client:
    """A program that runs agents.

    `folder` exists where it is installed; `transcripts`: the only places whose sessions are read. `dress`
    gives a hook its form, by the moment and the line that is run. `adding`, `removing`: the words with which its
    own program does it. `roams`: it may start servers in another folder than the project's.
    `advice` is what a person has to do next.
    """

    name: str
    title: str
    program: str
    folder: Callable[[Surroundings], Path]
    servers: Callable[[Surroundings], Path]
    server_key: str
    hooks: Callable[[Surroundings], Path]
    events: tuple[str, str]
    dress: Callable[[str, str], Any]
    transcripts: Callable[[Surroundings], tuple[Path, ...]]
    advice: str
    roams: bool = False
    typed: bool = False
    versioned: bool = False
    adding: Callable[[Wiring], tuple[str, ...]] | None = None
    removing: tuple[str, ...] = ()

    @property
    def server_keys(self) -> tuple[str, str]:
        """Where the server stands in its file."""
        return (self.server_key, NAME)

    def entry(self, wiring: Wiring) -> dict[str, Any]:
        """The server in this client's form."""
        return {**({"type": "stdio"} if self.typed else {}), **wiring.entry}

    def hook(self, moment: str, wiring: Wiring, where: Surroundings) -> Any:
        """The hook of a moment, or None: a session is recorded only for an agent that may write."""
        if not wiring.hooks or (moment == END and wiring.scope != "write"):
            return None
        return self.dress(moment, wiring.hook(moment, self.name, platform=where.platform))


def _claude_adding(wiring: Wiring) -> tuple[str, ...]:
    # `--env` takes all words up to the next option, so the name stands before it.
    return ("mcp", "add", "--scope", "user", NAME, *_variables(wiring), "--", *wiring.server)


def _codex_adding(wiring: Wiring) -> tuple[str, ...]:
    return ("mcp", "add", NAME, *_variables(wiring), "--", *wiring.server)


def _gemini_adding(wiring: Wiring) -> tuple[str, ...]:
    command, *arguments = wiring.server
    return ("mcp", "add", "--scope", "user", *_variables(wiring), NAME, command, "--", *arguments)


def _variables(wiring: Wiring) -> tuple[str, ...]:
    return ("--env", f"ENGRAMMA_HOME={wiring.home}") if wiring.home else ()


def _seconds(moment: str) -> int:
    return _START_SECONDS if moment == START else _END_SECONDS


def _typed(moment: str, line: str) -> dict[str, Any]:
    return {"type": "command", "command": line, "timeout": _seconds(moment)}


def _grouped(moment: str, line: str) -> dict[str, Any]:
    return {"hooks": [_typed(moment, line)]}


def _named(moment: str, line: str) -> dict[str, Any]:
    """With a name, and in milliseconds."""
    name, patience = f"{NAME}-{moment}", _seconds(moment) * 1_000
    return {"hooks": [{"type": "command", "name": name, "command": line, "timeout": patience}]}


def _flat(moment: str, line: str) -> dict[str, Any]:
    return {"command": line, "timeout": _seconds(moment)}


CLIENTS: tuple[Client, ...] = (
    Client(
        name="claude-code",
        title="Claude Code",
        program="claude",
        folder=lambda where: where.claude,
        servers=lambda where: where.claude_state,
        server_key="mcpServers",
        typed=True,
        hooks=lambda where: where.claude / "settings.json",
        events=("SessionStart", "SessionEnd"),
        dress=_grouped,
        transcripts=lambda where: (where.claude / "projects",),
        adding=_claude_adding,
        removing=("mcp", "remove", "--scope", "user", NAME),
        advice="Start Claude Code anew, or open /mcp in it, to see the server.",
    ),
    Client(
        name="codex",
        title="Codex",
        program="codex",
        folder=lambda where: where.codex,
        servers=lambda where: where.codex / "config.toml",
        server_key="mcp_servers",
        hooks=lambda where: where.codex / "hooks.json",
        events=("SessionStart", "SessionEnd"),
        dress=_grouped,
        transcripts=lambda where: (where.codex / "sessions", where.codex / "archived_sessions"),
        adding=_codex_adding,
        removing=("mcp", "remove", NAME),
        advice="Codex runs the hooks once you have trusted them: open /hooks in it.",
    ),
    Client(
        name="cursor",
        title="Cursor",
        program="cursor",
        roams=True,
        folder=lambda where: where.cursor,
        servers=lambda where: where.cursor / "mcp.json",
        server_key="mcpServers",
        hooks=lambda where: where.cursor / "hooks.json",
        events=("sessionStart", "sessionEnd"),
        dress=_flat,
        versioned=True,
        transcripts=lambda where: (where.cursor / "projects",),
        advice="Start Cursor anew, and switch the server on in its settings under MCP.",
    ),
    Client(
        name="gemini",
        title="Gemini CLI",
        program="gemini",
        folder=lambda where: where.gemini,
        servers=lambda where: where.gemini / "settings.json",
        server_key="mcpServers",
        hooks=lambda where: where.gemini / "settings.json",
        events=("SessionStart", "SessionEnd"),
        dress=_named,
        transcripts=lambda where: (where.gemini / "tmp",),
        adding=_gemini_adding,
        removing=("mcp", "remove", "--scope", "user", NAME),
        advice="Gemini CLI loads it when it is started next.",
    ),
    Client(
        # `code --add-mcp` can only add, and starts the editor; the file is what it would write.
        name="vscode",
        title="VS Code",
        program="code",
        roams=True,
        folder=lambda where: where.vscode,
        servers=lambda where: where.vscode / "mcp.json",
        server_key="servers",
        typed=True,
        hooks=lambda where: where.copilot / "hooks" / f"{NAME}.json",
        events=("SessionStart", "Stop"),
        dress=_typed,
        versioned=True,
        transcripts=lambda where: (
            where.vscode / "workspaceStorage",
            where.vscode / "globalStorage",
            where.copilot / "session-state",
        ),
        advice="VS Code starts the server when you first allow it; its hooks are a preview.",
    ),
)


def client_named(name: str) -> Client | None:
    """The client of this name, or of its title or program in any case."""
    wanted = name.strip().casefold()
    for client in CLIENTS:
        if wanted in (client.name, client.title.casefold(), client.program):
            return client
    return None
