"""Large transcripts in the shape of Claude Code's, made up line by line."""

from __future__ import annotations

import json
import random
from pathlib import Path

from tests.engine.import_files import uid

WORDS = tuple(
    word
    for line in (
        "the port of shop service listens deploy Tuesday server config payment retry invoice bulb order stock page",
        "build error trace queue worker cache token login user mail report release branch merge review fix test",
    )
    for word in line.split()
)


def write_transcript(path: Path, *, megabytes: int, session: str = "large", seed: int = 1) -> Path:
    """One session of so many megabytes: turns of a person and an agent, with tool calls and their long results."""
    rng = random.Random(seed)
    paragraphs = [" ".join(rng.choices(WORDS, k=rng.randrange(8, 60))) for _ in range(500)]
    limit = megabytes * 1_000_000
    size = number = 0
    with path.open("w", encoding="utf-8") as file:
        while size < limit:
            line = json.dumps(_line(rng, paragraphs, number, session))
            file.write(line + "\n")
            size += len(line) + 1
            number += 1
    return path


def _line(rng: random.Random, paragraphs: list[str], number: int, session: str) -> dict[str, object]:
    what = number % 4
    text = f"{rng.choice(paragraphs)} {number}"
    content: object
    if what == 0:
        content = text
    elif what == 1:
        content = [
            {"type": "text", "text": text},
            {
                "type": "tool_use",
                "id": f"call-{number}",
                "name": "Bash",
                "input": {"command": f"ls {number}"},
            },
        ]
    elif what == 2:
        result = "\n".join(rng.choices(paragraphs, k=rng.randrange(1, 12)))
        content = [
            {"type": "tool_result", "tool_use_id": f"call-{number - 1}", "content": f"{result} {number}"}
        ]
    else:
        content = [{"type": "text", "text": text}]
    role = "user" if what in (0, 2) else "assistant"
    clock = f"{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}"
    return {
        "type": role,
        "uuid": uid(session, number),
        "parentUuid": uid(session, number - 1) if number else None,
        "sessionId": session,
        "timestamp": f"2026-{1 + number // 86_400 % 12:02d}-01T{clock}.000Z",
        "cwd": "/srv/shop",
        "version": "2.1.0",
        "isSidechain": False,
        "message": {
            "role": role,
            "content": content,
            **({"id": f"m-{number}"} if role == "assistant" else {}),
        },
    }
