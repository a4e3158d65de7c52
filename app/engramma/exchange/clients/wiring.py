"""What is written into a client's settings: how to start the server, and what to run around a session.

A server's entry is a program and its arguments, no shell's line. Hooks are one line for the client's shell, each
word quoted, since that is what clients take. (Claude Code also takes a list of arguments; but Cursor and VS Code
run its hooks too, know no such list, and would start the bare program.)
"""

from __future__ import annotations

import shlex
import subprocess
from dataclasses import dataclass
from typing import Any

NAME = "engramma"
START, END = "start", "end"


@dataclass(frozen=True, slots=True)
class Wiring:
    """What a person chose. `program`: an absolute path and words that belong to it; `place`: `--store PATH` or so."""

    program: tuple[str, ...]
    agent: str
    scope: str
    place: tuple[str, ...]
    home: str = ""
    budget: int = 1_500
    hooks: bool = True

    @property
    def server(self) -> tuple[str, ...]:
        """The words that start the server."""
        return (*self.program, "mcp", "--as", self.agent, "--scope", self.scope, *self.place)

    @property
    def entry(self) -> dict[str, Any]:
        """The server as most clients keep it."""
        command, *arguments = self.server
        entry: dict[str, Any] = {"command": command, "args": arguments}
        return {**entry, "env": {"ENGRAMMA_HOME": self.home}} if self.home else entry

    def hook(self, moment: str, client: str, *, platform: str) -> str:
        """The line for a shell that is run at the `start` or the `end` of a session of `client`."""
        words = [*self.program, "hook", moment, "--client", client, "--as", self.agent]
        words += ["--scope", self.scope, *self.place]
        if self.home:
            words += ["--home", self.home]
        if moment == START:
            words += ["--budget", str(self.budget)]
        return subprocess.list2cmdline(words) if platform == "win32" else shlex.join(words)


def is_hook(value: Any, client: str) -> bool:
    """Whether `value`, an entry of a list of hooks in any client's form, is one of ours for `client`."""
    if isinstance(value, dict):
        line = value.get("command")
        if (
            isinstance(line, str)
            and NAME in line
            and any(f" hook {moment} --client {client}" in line for moment in (START, END))
        ):
            return True
        inner = value.get("hooks")
        return isinstance(inner, list) and any(is_hook(item, client) for item in inner)
    return False


def is_only_ours(value: Any, client: str) -> bool:
    """Whether nothing of anybody else's stands in the entry `value` of a list of hooks."""
    if not isinstance(value, dict):
        return False
    inner = value.get("hooks")
    return not isinstance(inner, list) or all(is_hook(item, client) for item in inner)
