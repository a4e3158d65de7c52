"""What a client tells a hook about a session, and the form in which it takes an answer. Both are JSON.

Trusts nothing of it: sizes and depth are bounded, and a transcript counts only inside the client's own folders.
"""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.exchange.clients.known import Client
from engramma.exchange.clients.surroundings import Surroundings

LONGEST_PAYLOAD = 4 * 1024 * 1024
_LONGEST_PATH = 4_096
_SESSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{7,127}")
_RESUMED = "resume"


class PayloadError(ValueError):
    """What came is not what this client sends; the message says why."""


@dataclass(frozen=True, slots=True)
class SessionPayload:
    """A session as its client named it; each part empty when it was not named."""

    session: str
    folder: str
    transcript: str
    resumed: bool


def read_payload(raw: bytes, client: Client) -> SessionPayload | None:
    """What `client` sent; None when another program runs its hooks, as Cursor and VS Code do with Claude Code's.

    Raises PayloadError.
    """
    if len(raw) > LONGEST_PAYLOAD:
        raise PayloadError("it is too long")
    try:
        content = json.loads(raw.decode("utf-8-sig")) if raw.strip() else {}
    except (ValueError, RecursionError) as error:
        raise PayloadError("it is no JSON") from error
    if not isinstance(content, Mapping):
        raise PayloadError("it is no object")
    if client.name != _speaker(content, client):
        return None
    roots = content.get("workspace_roots")
    root = roots[0] if isinstance(roots, list) and roots else ""
    return SessionPayload(
        session=_text(content, "session_id", "sessionId", "conversation_id"),
        folder=_text(content, "cwd") or (root if isinstance(root, str) else ""),
        transcript=_text(content, "transcript_path", "transcriptPath"),
        resumed=content.get("source") == _RESUMED,
    )


def transcript_of(payload: SessionPayload, client: Client, where: Surroundings) -> Path | None:
    """The session's file, if it is an ordinary file inside the client's own folders; None when there is none.

    Raises PayloadError for a path that leads elsewhere.
    """
    folders = [folder.resolve() for folder in client.transcripts(where)]
    if payload.transcript:
        try:
            path = Path(payload.transcript).expanduser().resolve(strict=True)
            ordinary = stat.S_ISREG(path.stat().st_mode)
        except FileNotFoundError:
            return None
        except (OSError, RuntimeError, ValueError) as error:
            raise PayloadError("its transcript cannot be read") from error
        if not ordinary or not any(path.is_relative_to(folder) for folder in folders):
            raise PayloadError(f"its transcript lies outside the folders of {client.title}")
        return path
    # Cursor's command line names no file: https://github.com/entireio/cli/pull/522
    if client.name == "cursor" and _SESSION.fullmatch(payload.session):
        for folder in folders:
            for pattern in ("*/agent-transcripts/{0}/{0}.jsonl", "*/agent-transcripts/{0}.jsonl"):
                found = sorted(folder.glob(pattern.format(payload.session)))
                if found and found[0].resolve().is_relative_to(folder):
                    return found[0]
    return None


def spoken(text: str, client: Client) -> str:
    """`text` as the client takes it into a session that begins; nothing when there is nothing to say."""
    if not text:
        return ""
    if client.name == "cursor":
        answer: dict[str, Any] = {"additional_context": text}
    else:
        answer = {"hookSpecificOutput": {"hookEventName": client.events[0], "additionalContext": text}}
    return json.dumps(answer, ensure_ascii=False)


def _speaker(content: Mapping[str, Any], client: Client) -> str:
    """Whose form this is; that of `client` when it cannot be told."""
    if "cursor_version" in content or "conversation_id" in content:
        return "cursor"
    if "hookEventName" in content:
        return "vscode"
    return client.name


def _text(content: Mapping[str, Any], *names: str) -> str:
    for name in names:
        value = content.get(name)
        if isinstance(value, str) and 0 < len(value) <= _LONGEST_PATH and "\x00" not in value:
            return value
    return ""
