"""A home folder as people have it who work with several agents, and the surroundings that point into it."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.exchange.conversation_samples import (
    chatgpt_file,
    codex_file,
    copilot_file,
    cursor_file,
    gemini_file,
)
from tests.exchange.memory_store_documents import NOTE
from tests.exchange.memory_store_files import database
from tests.exchange.memory_store_rows import CLAUDE_MEM, MEM0_HISTORY, NEXO, SERVICE

from engramma.exchange.clients.surroundings import Surroundings
from engramma.model.clock import HOUR, parse_iso

NEWEST = parse_iso("2026-03-01T10:00:00Z")
SESSION = "7f1c0d7e-0000-4000-8000-00000000000{}"
_NOTE = "---\nname: deploys\ndescription: Deploy days\nmetadata:\n  type: project\n---\nOnly on Tuesdays.\n"
_GRAPH = '{"type":"entity","name":"A","entityType":"t","observations":["o"]}\n'


def tools_of(home: Path) -> Surroundings:
    """The surroundings of a person at home in `home`, on Linux."""
    return Surroundings({}, home, "linux")


def claude_session(number: int, *, cwd: Path, said: str = "Ship it free.") -> bytes:
    """A transcript of one turn."""
    line = {
        "type": "user",
        "uuid": f"u{number}",
        "parentUuid": None,
        "sessionId": SESSION.format(number),
        "timestamp": "2026-03-01T09:00:00.000Z",
        "cwd": str(cwd),
        "version": "2.1.0",
        "message": {"role": "user", "content": said},
    }
    return (json.dumps(line) + "\n").encode()


def write(path: Path, content: bytes | str, *, ago: int = 0) -> Path:
    """A file of the age `ago`, in hours before NEWEST."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return changed(path, at=NEWEST - ago * HOUR)


def changed(path: Path, *, at: int) -> Path:
    """The same file, as if it were changed `at` (UTC µs)."""
    os.utime(path, ns=(at * 1_000, at * 1_000))
    return path


def fill_home(home: Path) -> None:
    """Put the files of a dozen tools into it, and some that are no memories."""
    shop, garden = home / "code" / "shop", home / "code" / "garden"
    claude = home / ".claude" / "projects"
    for number in (1, 2):
        place = claude / "-home-me-code-shop" / f"{SESSION.format(number)}.jsonl"
        write(place, claude_session(number, cwd=shop), ago=2 - number)
    write(
        claude / "-home-me-code-garden" / f"{SESSION.format(3)}.jsonl", claude_session(3, cwd=garden), ago=9
    )
    write(claude / "-home-me-code-shop" / "memory" / "MEMORY.md", "- [Deploys](deploys.md) — when\n")
    write(claude / "-home-me-code-shop" / "memory" / "deploys.md", _NOTE)
    write(home / ".claude" / "CLAUDE.md", "# Mine\n\nBe brief.\n")
    write(shop / "AGENTS.md", "# Shop\n\nRun the tests first.\n")
    write(shop / "CLAUDE.md", "# Shop\n\nUse cents.\n")
    write(home / "code" / "other" / "CLAUDE.md", "# Never worked in\n\nSo it is not found.\n")
    write(
        home / ".codex" / "sessions" / "2026" / "03" / "01" / "rollout-2026-03-01T10-00-00-x.jsonl",
        codex_file(),
    )
    write(home / ".gemini" / "tmp" / "abc" / "chats" / "session-1.json", gemini_file())
    write(home / ".copilot" / "session-state" / "s1" / "events.jsonl", copilot_file())
    write(home / ".cursor" / "projects" / "p" / "agent-transcripts" / "t" / "t.jsonl", cursor_file())
    (home / ".claude-mem").mkdir()
    database(home / ".claude-mem" / "claude-mem.db", CLAUDE_MEM)
    (home / ".mem0").mkdir()
    database(home / ".mem0" / "history.db", MEM0_HISTORY)
    (home / ".local/share/mcp-memory").mkdir(parents=True)
    database(home / ".local/share/mcp-memory" / "sqlite_vec.db", SERVICE)
    (home / ".nexo/runtime/cognitive").mkdir(parents=True)
    database(home / ".nexo/runtime/cognitive" / "cognitive.db", NEXO)
    notes = write(home / "notes" / "garden.md", NOTE).parent
    write(
        home / ".basic-memory" / "config.json",
        json.dumps({"projects": {"main": str(notes), "x": 1, "y": "no"}}),
    )
    write(home / "Downloads" / "conversations.json", chatgpt_file())
    write(home / "Downloads" / "package.json", '{"name": "x", "version": "1"}')
    write(home / "Downloads" / "empty.json", "")
    graph = write(
        home / "graph" / "memory.jsonl",
        '{"type":"entity","name":"A","entityType":"t","observations":["o"]}\n',
    )
    servers = {"memory": {"command": "npx", "env": {"MEMORY_FILE_PATH": str(graph)}}}
    write(home / ".cursor" / "mcp.json", json.dumps({"mcpServers": servers}))
    (home / ".claude" / "projects" / "loop").symlink_to(home / ".claude" / "projects")
