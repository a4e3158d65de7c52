"""Small files in the shapes that importers read, made by the tests that need them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any


def uid(session: str, number: int) -> str:
    """The UUID of a turn, always the same."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{session}/{number}"))


def write_lines(path: Path, lines: Iterable[Any]) -> Path:
    """A JSONL file; a string is written as it is, bytes, too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        for line in lines:
            raw = (
                line
                if isinstance(line, bytes)
                else (line if isinstance(line, str) else json.dumps(line)).encode()
            )
            file.write(raw + b"\n")
    return path


def turn(
    number: int, text: str, *, session: str = "s-1", parent: int | None = -1, role: str | None = None
) -> dict[str, Any]:
    """A line of a Claude Code transcript; by default it follows the turn before it."""
    role = role or ("user" if number % 2 == 0 else "assistant")
    before = number - 1 if parent == -1 else parent
    content: object = text if role == "user" else [{"type": "text", "text": text}]
    return {
        "type": role,
        "uuid": uid(session, number),
        "parentUuid": None if before is None or before < 0 else uid(session, before),
        "sessionId": session,
        "timestamp": f"2026-02-{1 + number // 1440:02d}T{number // 60 % 24:02d}:{number % 60:02d}:00.000Z",
        "cwd": "/srv/shop",
        "version": "2.1.0",
        "isSidechain": False,
        "userType": "external",
        "message": {
            "role": role,
            "content": content,
            **({"id": f"{session}-m-{number}"} if role == "assistant" else {}),
        },
    }


def transcript(path: Path, texts: Sequence[str], *, session: str = "s-1") -> Path:
    """A transcript of alternating turns."""
    return write_lines(path, [turn(number, text, session=session) for number, text in enumerate(texts)])


def knowledge(
    path: Path, facts: dict[str, list[str]], *, relations: Sequence[tuple[str, str, str]] = ()
) -> Path:
    """A memory.jsonl of the MCP reference server: observations by entity, and relations."""
    lines: list[dict[str, Any]] = [
        {"type": "entity", "name": name, "entityType": "thing", "observations": observations}
        for name, observations in facts.items()
    ]
    lines += [
        {"type": "relation", "from": source, "to": target, "relationType": word}
        for source, target, word in relations
    ]
    return write_lines(path, lines)


def conversation(path: Path, *, sessions: int = 2, turns: int = 4, name: str = "conv-1") -> Path:
    """A LoCoMo-shaped file."""
    talk: dict[str, Any] = {"speaker_a": "Ann", "speaker_b": "Bob"}
    for session in range(1, sessions + 1):
        talk[f"session_{session}_date_time"] = f"1:56 pm on {session} May, 2025"
        talk[f"session_{session}"] = [
            {
                "speaker": "Ann" if t % 2 else "Bob",
                "dia_id": f"D{session}:{t}",
                "text": f"Turn {t} of session {session}.",
            }
            for t in range(1, turns + 1)
        ]
    path.write_text(json.dumps([{"sample_id": name, "conversation": talk, "qa": []}]), encoding="utf-8")
    return path
