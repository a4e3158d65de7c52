"""The format of Gemini CLI's sessions: one JSON document, or, since version 0.40, lines of JSON.

In lines, a message may be written again and its last writing counts; `$set` changes the head, `$rewindTo` takes back
what came after a message.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import id_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece, lines_by_id, pieces
from engramma.exchange.conversations.json_lines import JsonLine, TwoLooks, head_objects
from engramma.exchange.conversations.telling import Place, Telling, reports
from engramma.exchange.format import Source
from engramma.exchange.gemini.messages import is_message, message_time, read_message
from engramma.exchange.gemini.session import Head
from engramma.exchange.lines import head_text, read_lines
from engramma.exchange.parsing import compact_json
from engramma.model.progress import CancelToken
from engramma.model.transfer import Position, Record, Skipped

_ID_LINE = re.compile(r'"id"\s{0,20}:\s{0,20}"([^"\\]{1,200})"')
_DOCUMENT = (('"messages"', '"sessionId"', '"projectHash"'), ('"history"', '"parts"', '"role"'))
_LINES_LOOKED_AT = 5
_SAYS_GEMINI = re.compile(r'"(?:type|role)"\s{0,20}:\s{0,20}"gemini"|"projectHash"')


class GeminiCliFormat:
    """Reader of the sessions that Gemini CLI keeps."""

    name = "gemini-cli"
    title = "Gemini CLI session"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the keys of a session's head, or by the share of lines that are its messages."""
        text = head_text(head).lstrip("\x00 \t\r\n")
        if not text.startswith("{"):
            return 0.0
        if any(all(clue in text for clue in clues) for clues in _DOCUMENT) and _SAYS_GEMINI.search(text):
            return 0.9
        objects, lines = head_objects(head)
        hits = sum(_is_head(value) or _is_patch(value) or is_message(value) for value in objects)
        known = any(_is_head(value) and "projectHash" in value for value in objects[:1])
        return 0.93 * hits / max(lines, 1) if known else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The session with its messages."""
        return _from_lines(source, cancel) if _has_lines(source) else _from_document(source, cancel)


def _is_head(value: dict[str, Any]) -> bool:
    return isinstance(value.get("sessionId"), str) and "type" not in value


def _is_patch(value: dict[str, Any]) -> bool:
    return "$set" in value or "$rewindTo" in value


def _has_lines(source: Source) -> bool:
    """Whether one of the first lines is a head, a change or a message of its own, and not a whole session."""
    for line in read_lines(source.path, name=source.name):
        try:
            value: Any = json.loads(line.text, strict=False)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            if {"messages", "history"} & value.keys():
                return False
            if _is_head(value) or _is_patch(value) or (is_message(value) and "timestamp" in value):
                return True
        if line.number >= _LINES_LOOKED_AT:
            break
    return False


def _from_document(source: Source, cancel: CancelToken) -> Iterator[Record]:
    telling = Telling()
    for piece in pieces(source, _no_nose, cancel=cancel):
        if isinstance(piece, Piece):
            yield from _document(piece, telling)
        else:
            yield piece


def _no_nose(_head: bytes) -> float:
    return 0.0


def _document(piece: Piece, telling: Telling) -> Iterator[Record]:
    value = piece.value
    messages = value.get("messages", value.get("history")) if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(messages, list):
        yield Skipped(piece.line, "no session: it has no messages", excerpt(piece.text))
        return
    head = Head()
    head.set(value, piece.line)
    for message in messages:
        if isinstance(message, dict):
            head.add(message)
    session = head.record()
    if telling.turns_of(session.key):
        yield Skipped(piece.line, "the same session stands before", excerpt(piece.text))
        return
    yield from telling.begin(session)
    lines = lines_by_id(piece, _ID_LINE)
    for number, message in enumerate(messages, 1):
        if not isinstance(message, dict):
            yield Skipped(piece.line, "a message that is no object", excerpt(compact_json(message)))
            continue
        name = id_in(message, "id")
        text = compact_json(message)
        reading = read_message(message)
        line = lines.get(name, piece.line)
        yield from reports(line, reading.left_out, text)
        place = Place(line, message_time(message), original_of(text, message), sidechain=head.sidechain)
        yield from telling.say(session.key, f"{session.key}/{name or number}", reading.turns, place=place)


def _from_lines(source: Source, cancel: CancelToken) -> Iterator[Record]:
    looks = TwoLooks(source, cancel)
    outline = _Outline()
    for seen in looks.first():
        if isinstance(seen, Position):
            yield seen
        else:
            outline.take(seen)
    session = outline.head.record()
    telling = Telling()
    for told in looks.second():
        if not isinstance(told, JsonLine):
            yield told
            continue
        yield from telling.begin(session)
        value, line = told.value, told.number
        if not is_message(value):
            if not (_is_head(value) or _is_patch(value)):
                yield Skipped(line, "neither a message nor a session's head", excerpt(told.text))
            elif line != outline.head.line:
                yield Skipped(line, "bookkeeping, holds no conversation", excerpt(told.text))
            continue
        name = id_in(value, "id")
        if (last := outline.last.get(name, line)) != line:
            yield Skipped(line, f"the same message stands on line {last}", excerpt(told.text))
            continue
        reading = read_message(value)
        yield from reports(line, reading.left_out, told.text)
        place = Place(
            line,
            message_time(value),
            original_of(told.text, value),
            active=line not in outline.taken_back,
            sidechain=outline.head.sidechain,
        )
        yield from telling.say(session.key, f"{session.key}/{name or line}", reading.turns, place=place)
    yield looks.end()


class _Outline:
    """What the first look learns: the head, the last line of each message, and the lines that were taken back."""

    def __init__(self) -> None:
        self.head = Head()
        self.last: dict[str, int] = {}
        self.taken_back: set[int] = set()

    def take(self, line: JsonLine) -> None:
        value = line.value
        if is_message(value):
            self.head.add(value)
            if name := id_in(value, "id"):
                self.last.pop(name, None)
                self.last[name] = line.number
            return
        if (to := value.get("$rewindTo")) is not None:
            kept = self.last.get(to, 0) if isinstance(to, str) else 0
            self.taken_back.update(number for number in self.last.values() if number >= kept)
        changes = value.get("$set")
        if isinstance(changes, dict) or _is_head(value):
            self.head.set(changes if isinstance(changes, dict) else value, line.number)
