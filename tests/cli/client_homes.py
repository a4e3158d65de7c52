"""A home folder with the settings files of each client as people have them, entries and comments of their own in."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

CLAUDE_STATE = """{
  "numStartups": 12,
  "oauthAccount": {"emailAddress": "someone@example.org"},
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://example.org/mcp"
    }
  },
  "projects": {
    "/home/me/shop": {"allowedTools": []}
  }
}
"""
CLAUDE_SETTINGS = """{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "permissions": {
    "allow": ["Bash(npm run test:*)"]
  },
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "prettier --write"}]}
    ],
    "SessionStart": [
      {"matcher": "startup", "hooks": [{"type": "command", "command": "cat NOTES.md"}]}
    ]
  },
  "model": "opus"
}
"""
CODEX_CONFIG = """# Codex settings
model = "gpt-5"
approval_policy = "on-request"   # ask me

[mcp_servers.docs]  # manuals
command = "npx"
args = ["-y", "docs-server"]

[mcp_servers.docs.env]
TOKEN = "abc"

[projects."/home/me/shop"]
trust_level = "trusted"
"""
CURSOR_SERVERS = """{
    "mcpServers": {
        "postgres": {"command": "npx", "args": ["-y", "pg"], "env": {"URL": "${env:DB}"}}
    }
}"""
CURSOR_HOOKS = """{
    "version": 1,
    "hooks": {
        "afterFileEdit": [{"command": "./format.sh"}],
        "sessionStart": [{"command": "./hello.sh"}]
    }
}
"""
GEMINI = """{
\t"theme": "Default", // the dark one hurts
\t"mcpServers": {
\t\t"python": {"command": "python", "args": ["server.py"], "trust": true,},
\t},
\t/* hooks are new */
\t"hooks": {
\t\t"BeforeTool": [{"matcher": "write_.*", "hooks": [{"type": "command", "command": "check.sh"}]}],
\t},
}
"""
VSCODE = """{
  // Servers of mine. See https://code.visualstudio.com/docs
  "inputs": [
    {"id": "key", "type": "promptString", "description": "Key", "password": true}
  ],
  "servers": {
    "fetch": {
      "command": "uvx",
      "args": ["mcp-server-fetch"], // pinned later
    },
  }
}
"""

FILES = {
    "claude-code": {
        ".claude.json": CLAUDE_STATE,
        ".claude/settings.json": CLAUDE_SETTINGS.replace("\n", "\r\n"),
    },
    "codex": {".codex/config.toml": CODEX_CONFIG},
    "cursor": {".cursor/mcp.json": CURSOR_SERVERS, ".cursor/hooks.json": CURSOR_HOOKS},
    "gemini": {".gemini/settings.json": GEMINI},
    "vscode": {".config/Code/User/mcp.json": VSCODE},
}

CLAUDE = """#!{python}
import json, os, sys
path = os.path.join(os.environ["HOME"], ".claude.json")
kept = json.load(open(path))
words = sys.argv[1:]
assert words[:4] == ["mcp", "add", "--scope", "user"] or words == ["mcp", "remove", "--scope", "user", "engramma"]
if words[1] == "add":
    command, *arguments = words[words.index("--") + 1 :]
    variables = dict(word.split("=", 1) for word in words[5 : words.index("--")] if word != "--env")
    entry = {{"type": "stdio", "command": command, "args": arguments, "env": variables}}
    kept["mcpServers"][words[4]] = entry
else:
    del kept["mcpServers"]["engramma"]
open(path, "w").write(json.dumps(kept, indent=2))
"""


def write_settings(home: Path, client: str) -> dict[Path, bytes]:
    """The files of one client in `home`; gives what stands in them."""
    written = {}
    for name, text in FILES[client].items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        path.chmod(0o600)
        written[path] = text.encode()
    return written


def install_claude(folder: Path) -> None:
    """A program `claude` in `folder` that does as the real one when it is told to add or remove a server."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "claude"
    program.write_text(CLAUDE.format(python=sys.executable), encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


def files_below(home: Path) -> dict[Path, bytes]:
    """Everything in `home`."""
    return {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}
