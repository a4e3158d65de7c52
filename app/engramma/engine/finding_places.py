"""Where the tools of this computer keep memories and sessions: folders and patterns, from the environment.

Only names places; nothing is looked at. Another tool is one more entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from engramma.exchange.clients.surroundings import Surroundings
from engramma.model.records import dataclass


class FoundKind(StrEnum):
    """What lies in a place; the value is the word for it."""

    SESSIONS = "sessions"
    MEMORIES = "memories"
    INSTRUCTIONS = "instructions"
    EXPORT = "export"


@dataclass(frozen=True, slots=True)
class Place:
    """Files of one tool that fit `patterns` below `folder`; with `split` each folder below it is a find of its own.

    `formats`: what they must be recognised as; empty for anything.
    """

    tool: str
    kind: FoundKind
    folder: Path
    patterns: tuple[str, ...]
    formats: tuple[str, ...] = ()
    split: bool = False


PROJECT_INSTRUCTIONS = (
    "CLAUDE.md",
    ".claude/CLAUDE.md",
    "CLAUDE.local.md",
    ".claude/rules/*.md",
    "AGENTS.md",
    "GEMINI.md",
    ".cursor/rules/*.mdc",
    ".github/copilot-instructions.md",
)
EXPORTS = (
    "chatgpt",
    "claude-ai",
    "gemini-takeout",
    "claude-mem-export",
    "mem0",
    "mem0-markdown",
    "openmemory-backup",
    "mcp-memory-service-export",
    "letta",
    "agentmemory",
    "hindsight",
    "memory-transfer",
    "engramma-bundle",
)
"""The formats of files that people download. Others, such as any table, are too common to be called memories."""

_SESSIONS, _MEMORIES, _RULES = FoundKind.SESSIONS, FoundKind.MEMORIES, FoundKind.INSTRUCTIONS


def places(where: Surroundings) -> tuple[Place, ...]:
    """The known places, the most common tools first."""
    claude, codex, cursor, home = where.claude, where.codex, where.cursor, where.home
    return (
        Place("Claude Code", _SESSIONS, claude / "projects", ("*.jsonl",), ("claude-code",), split=True),
        Place("Claude Code", _MEMORIES, claude / "projects", ("memory/*.md",), split=True),
        Place("Claude Code", _RULES, claude, ("CLAUDE.md", "rules/*.md")),
        Place("Codex", _SESSIONS, codex / "sessions", ("**/*.jsonl",), ("codex",)),
        Place("Codex", _SESSIONS, codex / "archived_sessions", ("**/*.jsonl",), ("codex",)),
        Place("Codex", _MEMORIES, codex / "memories", ("*.md", "rollout_summaries/*.md")),
        Place("Codex", _RULES, codex, ("AGENTS.md",)),
        Place(
            "Gemini CLI",
            _SESSIONS,
            where.gemini / "tmp",
            ("*/chats/*.json", "*/chats/*.jsonl"),
            ("gemini-cli",),
        ),
        Place("Gemini CLI", _RULES, where.gemini, ("GEMINI.md",)),
        Place("Copilot CLI", _SESSIONS, where.copilot / "session-state", ("*/events.jsonl", "*.jsonl")),
        Place("Cursor", _SESSIONS, cursor / "projects", ("*/agent-transcripts/**/*.jsonl",)),
        Place("Cursor", _SESSIONS, cursor / "chats", ("*/*/store.db",), ("cursor-store",)),
        Place(
            "Cursor",
            _SESSIONS,
            where.application_data / "Cursor" / "User" / "globalStorage",
            ("state.vscdb",),
            ("cursor-editor",),
        ),
        Place(
            "claude-mem",
            _MEMORIES,
            where.folder("CLAUDE_MEM_DATA_DIR", home / ".claude-mem"),
            ("claude-mem.db",),
            ("claude-mem",),
        ),
        Place(
            "mem0", _MEMORIES, where.folder("MEM0_DIR", home / ".mem0"), ("history.db",), ("mem0-history",)
        ),
        Place(
            "basic-memory",
            _MEMORIES,
            where.folder("BASIC_MEMORY_HOME", home / "basic-memory"),
            ("**/*.md",),
        ),
        *_memory_service(where),
        *_nexo(where),
        Place("OpenClaw", _SESSIONS, home / ".openclaw" / "agents", ("*/sessions/*.jsonl",), ("openclaw",)),
        Place("OpenClaw", _MEMORIES, home / ".openclaw" / "workspace", ("MEMORY.md", "memory/*.md")),
        Place("Hermes", _SESSIONS, home / ".hermes" / "sessions", ("*.json",), ("hermes",)),
        Place("Windsurf", _RULES, home / ".codeium" / "windsurf" / "memories", ("global_rules.md",)),
    )


def project_places(project: Path) -> tuple[Place, ...]:
    """What agents are told in a folder that they work in."""
    return (Place(project.name or str(project), _RULES, project, PROJECT_INSTRUCTIONS),)


def downloads(where: Surroundings) -> Path:
    """The folder that browsers put exports into."""
    return where.folder("XDG_DOWNLOAD_DIR", where.home / "Downloads")


def _memory_service(where: Surroundings) -> Sequence[Place]:
    if where.platform == "darwin":
        usual = where.application_data / "mcp-memory"
    elif where.platform == "win32":
        usual = where.folder("LOCALAPPDATA", where.home / "AppData" / "Local") / "mcp-memory"
    else:
        usual = where.folder("XDG_DATA_HOME", where.home / ".local" / "share") / "mcp-memory"
    chosen = where.folder("MCP_MEMORY_SQLITE_PATH", usual / "sqlite_vec.db")
    return (Place("mcp-memory-service", _MEMORIES, chosen.parent, (chosen.name,), ("mcp-memory-service",)),)


def _nexo(where: Surroundings) -> Sequence[Place]:
    home = where.folder("NEXO_HOME", where.home / ".nexo")
    folders = ("runtime/cognitive", "runtime/data", "data", "cognitive")
    return (
        Place("NEXO", _MEMORIES, home, tuple(f"{folder}/cognitive.db" for folder in folders), ("nexo",)),
        Place("NEXO", _SESSIONS, home, ("runtime/data/nexo.db", "data/nexo.db"), ("nexo-diaries",)),
    )
