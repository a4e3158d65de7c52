"""Messages with roles, in JSONL or a JSON array: the fallback for tools that have no reader of their own.

A line or element may hold one message, with or without an id, a time and a session, or a whole conversation, as files
for training do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.graph import UUID
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.content import role_named
from engramma.exchange.conversations.items import read_item
from engramma.exchange.conversations.json_elements import TwoLooksAtArray, head_elements, is_array
from engramma.exchange.conversations.json_lines import JsonLine, TwoLooks, head_objects
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import UNKNOWN, time_of
from engramma.exchange.format import HEAD_BYTES, Source
from engramma.exchange.lines import reading
from engramma.exchange.parsing import compact_json
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Position, Record, SessionRecord, Skipped, SourceTime

_ROLES = ("role", "from", "sender", "author", "speaker")
_CONTENTS = ("content", "value", "text", "message", "parts")
_LISTS = ("messages", "conversations", "conversation", "turns", "dialog")
_SESSIONS = (
    "session_id",
    "sessionId",
    "conversation_id",
    "conversationId",
    "thread_id",
    "threadId",
    "chat_id",
)
_TIMES = ("timestamp", "created_at", "createdAt", "time", "ts", "date", "create_time")
_IDS = ("id", "uuid", "message_id", "messageId")
_MOST = 0.45
"""How sure this reader may be at most: any other format that knows a file comes first."""


class RoleLinesFormat:
    """Reader of lines, or elements, that say who speaks and what."""

    name = "role-lines"
    title = "Messages with roles (JSONL or JSON)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the share of lines that say who speaks and what."""
        objects, lines = head_elements(head) if is_array(head) else head_objects(head)
        return (
            _MOST
            * sum(_item_of(value) is not None or bool(_list_in(value)) for value in objects)
            / max(lines, 1)
        )

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The sessions that the lines name, or one; the file is read twice."""
        with reading(source.name), source.path.open("rb") as raw:
            array = is_array(raw.read(HEAD_BYTES))
        looks = TwoLooksAtArray(source, cancel) if array else TwoLooks(source, cancel)
        outline = _Outline(source)
        for seen in looks.first():
            if isinstance(seen, Position):
                yield seen
            else:
                outline.take(seen)
        telling = Telling()
        for told in looks.second():
            if not isinstance(told, JsonLine):
                yield told
            elif messages := _list_in(told.value):
                yield from _conversation(outline, telling, told, messages)
            elif (item := _item_of(told.value)) is not None:
                key = outline.key(told)
                yield from telling.begin(outline.session(key))
                yield from _message(telling, key, told, item, number=told.number)
            else:
                yield Skipped(told.number, "says neither who speaks nor what", excerpt(told.text))
        yield looks.end()


def _item_of(value: dict[str, Any]) -> dict[str, Any] | None:
    """A message in the usual words; None when the object is none."""
    word = next((value[key] for key in _ROLES if key in value), None)
    if isinstance(word, dict):
        word = word.get("role", word.get("name"))
    if role_named(word) is None:
        inner = value.get("message")
        return _item_of(inner) if isinstance(inner, dict) and "message" not in inner else None
    for key in _CONTENTS:
        given = value.get(key)
        if isinstance(given, dict) and ("content" in given or "parts" in given):
            given = given.get("content", given.get("parts"))
        if given is not None:
            return {**value, "role": word, "content": given, "type": "message"}
    return {**value, "role": word, "type": "message"} if isinstance(value.get("tool_calls"), list) else None


def _list_in(value: dict[str, Any]) -> list[Any]:
    """The messages of a line that holds a whole conversation."""
    for key in _LISTS:
        found = value.get(key)
        if isinstance(found, list) and any(
            isinstance(item, dict) and _item_of(item) is not None for item in found
        ):
            return found
    return []


def _time(value: dict[str, Any]) -> SourceTime:
    return next((time for key in _TIMES if (time := time_of(value.get(key))).at is not None), UNKNOWN)


@dataclass(slots=True)
class _Head:
    """A session as far as the first look knows it."""

    line: int
    title: str = ""
    started: SourceTime = UNKNOWN
    ended: SourceTime = UNKNOWN


class _Outline:
    """The sessions of a file, by their keys. A name that others could use, too, is the file's own."""

    def __init__(self, source: Source) -> None:
        self._stem = source.path.stem
        self._file = ""
        self._heads: dict[str, _Head] = {}

    def take(self, line: JsonLine) -> None:
        messages = _list_in(line.value)
        item = None if messages else _item_of(line.value)
        if not messages and item is None:
            return
        self._file = self._file or (self._stem if UUID.fullmatch(self._stem) else digest(line.text, 32))
        head = self._heads.setdefault(self.key(line), _Head(line.number))
        values = [message for message in messages if isinstance(message, dict)] or [line.value]
        for value in values:
            time = _time(value)
            if time.at is not None:
                head.started = time if head.started.at is None or time.at < head.started.at else head.started
                head.ended = time if head.ended.at is None or time.at > head.ended.at else head.ended
            if not head.title and (found := _item_of(value)) is not None:
                head.title = next(
                    (short_title(turn.text) for turn in read_item(found).turns if turn.role is Role.USER), ""
                )
        if head.started.at is None and messages:
            head.started = head.ended = _time(line.value)
        if messages:
            head.title = short_title(text_in(line.value, "title")) or head.title

    def key(self, line: JsonLine) -> str:
        """The key of the session of a line: as it says, else the file's; a whole conversation has its own."""
        name = id_in(line.value, *_SESSIONS)
        if not name and (messages := _list_in(line.value)):
            name = id_in(line.value, *_IDS) or digest(compact_json(messages[0]), 32)
        if name and not UUID.fullmatch(name) and not _list_in(line.value):
            name = f"{self._file}/{name}"
        return f"role-lines:{name or self._file}"

    def session(self, key: str) -> SessionRecord:
        """The session as an import takes it."""
        head = self._heads[key]
        return SessionRecord(
            key=key,
            title=head.title or "Conversation without a title",
            source="role-lines",
            started=head.started,
            ended=head.ended,
            line=head.line,
        )


def _conversation(
    outline: _Outline, telling: Telling, line: JsonLine, messages: list[Any]
) -> Iterator[Record]:
    key = outline.key(line)
    if telling.turns_of(key):
        yield Skipped(line.number, "the same conversation stands before", excerpt(line.text))
        return
    yield from telling.begin(outline.session(key))
    for number, value in enumerate(messages, 1):
        item = _item_of(value) if isinstance(value, dict) else None
        if item is None:
            yield Skipped(line.number, "says neither who speaks nor what", excerpt(compact_json(value)))
        else:
            part = JsonLine(line.number, compact_json(value), value)
            yield from _message(telling, key, part, item, number=number)


def _message(
    telling: Telling, key: str, line: JsonLine, item: dict[str, Any], *, number: int
) -> Iterator[Record]:
    reading = read_item(item)
    yield from reports(line.number, reading.left_out, line.text)
    place = Place(line.number, _time(line.value), original_of(line.text, line.value))
    name = id_in(line.value, *_IDS) or f"{number}-{digest(line.text, 8)}"
    yield from telling.say(key, f"{key}/{name}", reading.turns, place=place)
