"""The format of Codex sessions: `rollout-….jsonl`, in the shapes that its versions wrote.

The same words often stand twice in a file, as an item and as an event; only the item counts. A forked session
repeats its parent's lines; they have the same keys in both files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.cleaning import excerpt
from engramma.exchange.codex.document import is_document, read_document
from engramma.exchange.codex.lines import (
    ENVELOPES,
    is_bare_item,
    is_opening,
    kind_of,
    mirrored_words,
    payload_of,
    read_line,
)
from engramma.exchange.conversations.json_lines import JsonLine, TwoLooks, head_objects
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import UNKNOWN, time_of
from engramma.exchange.format import HEAD_BYTES, Source
from engramma.exchange.lines import head_text, reading
from engramma.exchange.parsing import compact_json
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Position, Record, SessionRecord, SourceTime

AGENT = "Codex"

_PICTURE = "\n\n[image]"
_TITLE_EVENT = "thread_name_updated"


class CodexFormat:
    """Reader of the sessions that Codex keeps."""

    name = "codex"
    title = "Codex session"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the share of lines in one of its shapes, or by the beginning of its oldest one."""
        if is_document(head_text(head).lstrip("\x00 \t\r\n")):
            return 0.9
        objects, lines = head_objects(head)
        hits = 0.0
        opened = False
        for value in objects:
            if kind_of(value) in ENVELOPES and isinstance(value.get("payload"), dict):
                hits += 1
                opened = True
            elif is_opening(value):
                opened = True
                hits += 1
            elif is_bare_item(value) or "record_type" in value:
                hits += 0.9 if "type" in value else 0.6
        return min(0.96, 0.96 * hits / max(lines, 1)) if opened else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The session of the file, line by line; the file is read twice."""
        with reading(source.name), source.path.open("rb") as raw:
            oldest = is_document(head_text(raw.read(HEAD_BYTES)).lstrip("\x00 \t\r\n"))
        yield from read_document(source, cancel) if oldest else _read_lines(source, cancel)


def _read_lines(source: Source, cancel: CancelToken) -> Iterator[Record]:
    looks = TwoLooks(source, cancel)
    outline = _Outline(source)
    for seen in looks.first():
        if isinstance(seen, Position):
            yield seen
        else:
            outline.take(seen)
    reader = _Reader(outline)
    for told in looks.second():
        if isinstance(told, JsonLine):
            yield from reader.records(told)
        else:
            yield told
    yield looks.end()


class _Outline:
    """What the first look learns of a file: its session, and the words of its items."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.id = ""
        self.line = 0
        self.started = UNKNOWN
        self.ended = UNKNOWN
        self.cwd = ""
        self.parent = ""
        self.words: set[int] = set()
        self._title = ""
        self._prompt = ""
        self._told: dict[str, Any] = {}
        self._first = ""

    def take(self, line: JsonLine) -> None:
        value, payload = line.value, payload_of(line.value)
        self._first = self._first or line.text
        kind = value.get("type")
        time = line_time(value)
        if time.at is not None:
            self.started = time if self.started.at is None or time.at < self.started.at else self.started
            self.ended = time if self.ended.at is None or time.at > self.ended.at else self.ended
        if kind == "session_meta" or is_opening(value):
            if not self.id:
                self.id = id_in(payload, "id", "session_id")
                self.line = line.number
                self.parent = id_in(payload, "forked_from_id", "parent_thread_id")
                self._told = {
                    key: payload[key] for key in payload if key not in ("instructions", "base_instructions")
                }
            self.cwd = self.cwd or text_in(payload, "cwd")
            return
        if payload.get("type") == _TITLE_EVENT:
            self._title = text_in(payload, "thread_name") or self._title
        if kind == "turn_context":
            self.cwd = self.cwd or text_in(payload, "cwd")
        mirrored = bool(mirrored_words(value))
        if kind == "response_item" or is_bare_item(value) or mirrored:
            for turn in read_line(value, model="").turns:
                if not mirrored:
                    self.words.add(hash(turn.text))
                    self.words.add(hash(turn.text.partition(_PICTURE)[0]))
                if turn.role is Role.USER:
                    self._prompt = self._prompt or short_title(turn.text)

    def session(self) -> SessionRecord:
        """The session as an import takes it."""
        name = self.id or digest(self._first, 32)
        self.id = name
        return SessionRecord(
            key=f"codex:{name}",
            title=short_title(self._title) or self._prompt or f"Session {name[:8]}",
            source="codex",
            agent=AGENT,
            project=self.cwd,
            started=self.started,
            ended=self.ended,
            parent_key=f"codex:{self.parent}" if self.parent and self.parent != name else "",
            line=self.line or None,
            original=excerpt(compact_json(self._told), 20_000) if self._told else "",
        )


class _Reader:
    """The second look: every line becomes events or a reason why not."""

    def __init__(self, outline: _Outline) -> None:
        self._outline = outline
        self._session = outline.session()
        self._telling = Telling()
        self._model = ""

    def records(self, line: JsonLine) -> Iterator[Record]:
        value = line.value
        yield from self._telling.begin(self._session)
        if value.get("type") == "session_meta" or is_opening(value):
            if line.number != self._outline.line:
                yield from reports(line.number, ["session_meta: the session's head again"], line.text)
            return
        if value.get("type") == "turn_context":
            self._model = text_in(payload_of(value), "model") or self._model
        words = mirrored_words(value)
        if words and hash(words) in self._outline.words:
            yield from reports(line.number, ["the same words stand on a line of their own"], line.text)
            return
        found = read_line(value, model=self._model)
        yield from reports(line.number, found.left_out, line.text)
        place = Place(line.number, line_time(value), original_of(line.text, value))
        yield from self._telling.say(self._session.key, self._key(line), found.turns, place=place)

    def _key(self, line: JsonLine) -> str:
        """The same for the same line in a fork; a line without a time is known by its place."""
        if line_time(line.value).at is None:
            return f"codex:{self._outline.id}/{line.number}"
        return f"codex:{digest(line.text, 24)}"


def line_time(value: dict[str, Any]) -> SourceTime:
    """The time of a line."""
    return time_of(value.get("timestamp", value.get("created_at")))
