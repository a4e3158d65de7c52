"""The format of Claude.ai's export of a person's data: conversations, memories and projects, in files or as a ZIP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_ai.conversation import Conversation, conversation_id
from engramma.exchange.claude_ai.remembered import Remembered
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece, archive_score, located, pieces
from engramma.exchange.conversations.telling import Telling
from engramma.exchange.conversations.times import inferred
from engramma.exchange.format import Source
from engramma.exchange.lines import head_text
from engramma.model.progress import CancelToken
from engramma.model.transfer import Record, Skipped

_SHAPES = (
    ('"chat_messages"', '"uuid"'),
    ('"chat_messages"', '"sender"'),
    ('"conversations_memory"', ""),
    ('"project_memories"', '"account_uuid"'),
    ('"prompt_template"', '"uuid"'),
    ('"is_starter_project"', '"uuid"'),
)


class ClaudeAiFormat:
    """Reader of conversations with their branches, of what is remembered, and of projects."""

    name = "claude-ai"
    title = "Claude.ai export"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the keys of its records."""
        return archive_score(path, head, _score)

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The records of all files, one element in memory at a time."""
        export = _Export(source)
        for piece in pieces(source, _score, cancel=cancel):
            if isinstance(piece, Piece):
                yield from located(piece, export.records(piece))
            else:
                yield piece


def _score(head: bytes) -> float:
    text = head_text(head)
    if not text.lstrip("\x00 \t\r\n").startswith(("[", "{")):
        return 0.0
    return 0.95 if any(one in text and other in text for one, other in _SHAPES) else 0.0


class _Export:
    """What has been read of an export, so that nothing comes twice."""

    def __init__(self, source: Source) -> None:
        self._remembered = Remembered(inferred(source.mtime))
        self._telling = Telling()
        self._seen: dict[str, int] = {}

    def records(self, piece: Piece) -> Iterator[Record]:
        value = piece.value
        if not isinstance(value, dict):
            yield Skipped(piece.line, "no conversation: not a JSON object", excerpt(piece.text))
        elif isinstance(value.get("chat_messages"), list):
            yield from self._conversation(piece, value)
        elif "conversations_memory" in value or "project_memories" in value:
            yield from self._remembered.memories(piece, value)
        elif "prompt_template" in value or "docs" in value:
            yield from self._remembered.project(piece, value, self._telling)
        else:
            yield Skipped(piece.line, "a conversation without messages", excerpt(piece.text))

    def _conversation(self, piece: Piece, value: dict[str, Any]) -> Iterator[Record]:
        name = conversation_id(value)
        if name in self._seen:
            yield Skipped(
                piece.line, f"the same conversation stands on line {self._seen[name]}", excerpt(piece.text)
            )
            return
        if not value["chat_messages"]:
            yield Skipped(piece.line, "a conversation without messages", excerpt(piece.text))
            return
        self._seen[name] = piece.line
        yield from Conversation(piece, value).records()
