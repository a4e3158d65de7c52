"""The format of ChatGPT's export of a person's data: `conversations.json`, its shards, or the ZIP as it came."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engramma.exchange.chatgpt.conversation import Conversation, conversation_id
from engramma.exchange.chatgpt.saved import SavedMemories
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece, archive_score, located, pieces
from engramma.exchange.format import Source
from engramma.exchange.lines import head_text
from engramma.model.progress import CancelToken
from engramma.model.transfer import Record, Skipped

_CLUES = ('"author"', '"content_type"', '"children"', '"create_time"', '"parts"', '"current_node"', '"title"')


class ChatGptFormat:
    """Reader of conversations with all their branches, and of the memories that were saved in them."""

    name = "chatgpt"
    title = "ChatGPT export"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the keys of a conversation's tree."""
        return archive_score(path, head, _score)

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The conversations in the order of the files, each with its events and memories."""
        saved = SavedMemories()
        seen: dict[str, int] = {}
        for piece in pieces(source, _score, cancel=cancel):
            if isinstance(piece, Piece):
                yield from located(piece, _conversation(piece, saved, seen))
            else:
                yield piece


def _score(head: bytes) -> float:
    text = head_text(head)
    if not text.lstrip("\x00 \t\r\n").startswith(("[", "{")) or '"mapping"' not in text:
        return 0.0
    return min(0.98, 0.3 + 0.1 * sum(clue in text for clue in _CLUES))


def _conversation(piece: Piece, saved: SavedMemories, seen: dict[str, int]) -> Iterator[Record]:
    value = piece.value
    if not isinstance(value, dict):
        yield Skipped(piece.line, "no conversation: not a JSON object", excerpt(piece.text))
        return
    if not isinstance(value.get("mapping"), dict):
        yield Skipped(piece.line, "a conversation without messages", excerpt(piece.text))
        return
    if value.get("is_do_not_remember") is True:
        yield Skipped(piece.line, "a conversation that is marked as not to be remembered")
        return
    name = conversation_id(value)
    if name in seen:
        reason = (
            f"the same conversation stands on line {seen[name]}" if not piece.file else "a conversation again"
        )
        yield Skipped(piece.line, reason, excerpt(piece.text))
        return
    if not any(isinstance(node, dict) and node.get("message") for node in value["mapping"].values()):
        yield Skipped(piece.line, "a conversation without messages", excerpt(piece.text))
        return
    seen[name] = piece.line
    yield from Conversation(piece, value, saved=saved).records()
