"""A small store of each tool whose memories can be read, by the name of its format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.exchange.memory_store_documents import (
    AGENTMEMORY,
    HINDSIGHT,
    LETTA,
    MEM0,
    MEM0_MARKDOWN,
    NOTE,
    OPENMEMORY_BACKUP,
    PORTABLE,
    RULES,
    SERVICE_EXPORT,
    TOPIC,
    TRANSFER,
)
from tests.exchange.memory_store_files import archive, database, document, portable, text
from tests.exchange.memory_store_rows import (
    CLAUDE_MEM,
    MEM0_HISTORY,
    NEXO,
    NEXO_DIARIES,
    OPENMEMORY,
    SERVICE,
)


def claude_mem_export() -> dict[str, Any]:
    """The same as `CLAUDE_MEM`, with the parts in the order of the export script."""
    return {
        "exportedAt": "2026-02-03T00:00:00Z",
        "query": "beds",
        "totalObservations": 3,
        "totalSummaries": 1,
        "observations": CLAUDE_MEM["observations"],
        "sessions": CLAUDE_MEM["sdk_sessions"],
        "summaries": CLAUDE_MEM["session_summaries"],
        "prompts": CLAUDE_MEM["user_prompts"],
    }


Maker = Callable[[Path], Path]

STORES: dict[str, Maker] = {
    "memory-transfer": lambda root: text(root / "memories.txt", TRANSFER),
    "claude-memory": lambda root: text(root / "memory" / "commit_style.md", TOPIC),
    "agent-instructions": lambda root: text(root / "CLAUDE.md", RULES),
    "basic-memory": lambda root: text(root / "notes" / "sourdough.md", NOTE),
    "markdown": lambda root: text(root / "vault" / "Day.md", "# Day\n\nBaked with [[Kim]].\n"),
    "claude-mem": lambda root: database(root / "claude-mem.db", CLAUDE_MEM),
    "claude-mem-export": lambda root: document(root / "claude-mem.json", claude_mem_export()),
    "mem0": lambda root: document(root / "mem0.json", MEM0),
    "mem0-history": lambda root: database(root / "history.db", MEM0_HISTORY),
    "mem0-markdown": lambda root: text(root / "mem0-export.md", MEM0_MARKDOWN),
    "openmemory-backup": lambda root: archive(root / "backup.zip", {"x/memories.json": OPENMEMORY_BACKUP}),
    "mcp-memory-service": lambda root: database(root / "sqlite_vec.db", SERVICE),
    "mcp-memory-service-export": lambda root: document(root / "service.json", SERVICE_EXPORT),
    "letta": lambda root: document(root / "baker.af", LETTA),
    "nexo": lambda root: database(root / "nexo" / "cognitive.db", NEXO),
    "nexo-diaries": lambda root: database(root / "nexo" / "nexo.db", NEXO_DIARIES),
    "portable-memory": lambda root: portable(root / "bread.mem", PORTABLE) / "manifest.json",
    "openmemory": lambda root: database(root / "openmemory.sqlite", OPENMEMORY),
    "agentmemory": lambda root: document(root / "agentmemory.json", AGENTMEMORY),
    "hindsight": lambda root: archive(root / "transfer.zip", HINDSIGHT),
    "csv": lambda root: text(root / "list.csv", "id,note,created,tags\n1,Rye keeps,2026-01-02,bread\n"),
    "sqlite": lambda root: database(
        root / "app.db", {"notes": [{"id": 1, "body": "Knead well"}], "other": [{"a": 1}]}
    ),
}
