"""Where transcripts lie: which file belongs to a sub-agent, and to whose session.

`SESSION.jsonl` has its sub-agents in `SESSION/subagents/**/agent-ID.jsonl`, each with `agent-ID.meta.json`;
older versions put `agent-ID.jsonl` beside the session.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import clean_text

_SUBAGENTS = "subagents"
_META_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class SubAgent:
    """The sub-agent that a transcript is of. `session` is empty when the path does not tell whose it is."""

    name: str
    session: str
    kind: str


def sub_agent_of(path: Path, agent_id: str = "") -> SubAgent | None:
    """The sub-agent whose transcript `path` is, by its place or the `agent_id` in it; None for a session."""
    session = session_file_of(path)
    if not path.stem.startswith("agent-") or (session is None and path.stem != f"agent-{agent_id}"):
        return None
    return SubAgent(path.stem, session.stem if session else "", _kind(path))


def sub_agent_files(path: Path) -> list[Path]:
    """The transcripts of the sub-agents of the session file `path`, sorted."""
    return sorted((path.with_suffix("") / _SUBAGENTS).rglob("agent-*.jsonl"))


def session_file_of(path: Path) -> Path | None:
    """The session file that a sub-agent's transcript belongs to by its place, whether or not it exists."""
    for folder in path.parents:
        if folder.name == _SUBAGENTS:
            return folder.parent.with_name(f"{folder.parent.name}.jsonl")
    return None


def companion_of(path: Path) -> Path | None:
    """The transcript that `path` only describes, if it is such a file."""
    if path.name.startswith("agent-") and path.name.endswith(".meta.json"):
        return path.with_name(f"{path.name.removesuffix('.meta.json')}.jsonl")
    return None


def _kind(path: Path) -> str:
    """What sort of agent it was, from the file beside it; empty when there is none or it cannot be read."""
    try:
        with path.with_suffix(".meta.json").open("rb") as file:
            meta: Any = json.loads(file.read(_META_BYTES))
    except (OSError, ValueError, RecursionError):
        return ""
    kind = meta.get("agentType") if isinstance(meta, dict) else None
    return clean_text(kind)[0] if isinstance(kind, str) else ""
