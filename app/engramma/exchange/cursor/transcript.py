"""The format of Cursor's agent transcripts: lines with a role and a message, without times and without ids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import short_title
from engramma.exchange.claude_code.graph import UUID
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.json_lines import JsonLine, TwoLooks, head_objects
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import inferred
from engramma.exchange.cursor.messages import read_message
from engramma.exchange.format import Source
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Position, Record, SessionRecord, Skipped

AGENT = "Cursor"

_BOOKKEEPING = ("turn_ended", "turn_started")


class CursorTranscriptFormat:
    """Reader of `agent-transcripts/ID/ID.jsonl`."""

    name = "cursor"
    title = "Cursor transcript"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the share of lines that are its messages."""
        objects, lines = head_objects(head)
        hits = sum(_is_message(value) or value.get("type") in _BOOKKEEPING for value in objects)
        return 0.9 * hits / max(lines, 1) if any(map(_is_message, objects)) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The session of the file; its only time is the file's."""
        looks = TwoLooks(source, cancel)
        name = title = ""
        line = 0
        for seen in looks.first():
            if isinstance(seen, Position):
                yield seen
                continue
            if not _is_message(seen.value):
                continue
            line = line or seen.number
            name = name or _session_id(source, seen.text)
            title = title or _prompt(seen.value)
        telling = Telling()
        key = f"cursor:{name}"
        session = SessionRecord(
            key=key,
            title=title or f"Session {name[:8]}",
            source="cursor",
            agent=AGENT,
            ended=inferred(source.mtime),
            line=line or None,
        )
        for told in looks.second():
            if not isinstance(told, JsonLine):
                yield told
                continue
            value = told.value
            if not _is_message(value):
                yield Skipped(told.number, _why_not(value), excerpt(told.text))
                continue
            yield from telling.begin(session)
            reading = read_message(value.get("role"), value["message"].get("content"))
            yield from reports(told.number, reading.left_out, told.text)
            place = Place(told.number, original=original_of(told.text, value))
            yield from telling.say(key, f"{key}/{told.number}", reading.turns, place=place)
        yield looks.end()


def _is_message(value: dict[str, Any]) -> bool:
    message = value.get("message")
    return (
        "type" not in value
        and isinstance(value.get("role"), str)
        and isinstance(message, dict)
        and "content" in message
    )


def _why_not(value: dict[str, Any]) -> str:
    kind = value.get("type")
    if kind in _BOOKKEEPING:
        return f"{kind}: bookkeeping, holds no conversation"
    return f"unknown type {excerpt(kind, 80)}" if isinstance(kind, str) else "no message"


def _session_id(source: Source, first: str) -> str:
    """The file's name where it is an id, else a name made from its first message."""
    stem = source.path.stem
    return stem if UUID.fullmatch(stem) else digest(first, 32)


def _prompt(value: dict[str, Any]) -> str:
    reading = read_message(value.get("role"), value["message"].get("content"))
    return next((short_title(turn.text) for turn in reading.turns if turn.role is Role.USER), "")
