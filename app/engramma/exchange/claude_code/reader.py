"""The second look at a transcript: every line becomes an event, part of one, or a reason why not.

Knows the order of things: a session before its events, a message when its last part has come, then summaries.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import SESSION_FIELDS, UNKNOWN_TIME, id_in, text_in, time_in
from engramma.exchange.claude_code.graph import ACTIVE, NONE, SHOWN
from engramma.exchange.claude_code.message import Message
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.claude_code.outline import Outline
from engramma.exchange.claude_code.sessions import FirstIds, exact_time
from engramma.exchange.claude_code.turn import EMPTY_MESSAGE, Reading, Turn
from engramma.exchange.claude_code.turns import read_turns
from engramma.exchange.claude_code.vocabulary import BOOKKEEPING_TYPES, TITLE_FIELDS, TURN_TYPES
from engramma.exchange.cleaning import excerpt, replaced_note
from engramma.exchange.format import Source
from engramma.exchange.lines import LINE_LIMIT, Line, read_lines, size_of
from engramma.exchange.parsing import UnreadableError, parse_json
from engramma.model.progress import CancelToken
from engramma.model.transfer import (
    MemoryRecord,
    Position,
    Record,
    SessionRecord,
    Skipped,
    SourceTime,
    TimeQuality,
)

_POSITION_EVERY = 500
_LINES_FOR_SESSION = 500


def read_transcript(source: Source, *, cancel: CancelToken) -> Iterator[Record]:
    """The records of one transcript file, read twice; positions count both times."""
    size = size_of(source.path, name=source.name)
    total = 2 * size
    outline = Outline(source.path, _first_ids(source))
    for line in read_lines(source.path, name=source.name):
        cancel.check()
        outline.take(line)
        if line.number % _POSITION_EVERY == 0:
            yield Position(min(line.end, size), total)
    outline.finish()
    transcript = _Transcript(source, outline)
    for line in read_lines(source.path, name=source.name):
        cancel.check()
        if line.number > outline.lines:
            break  # written since the first look; the next import takes it
        yield from transcript.take(line)
        if line.number % _POSITION_EVERY == 0:
            yield Position(min(size + line.end, total), total)
    yield from transcript.finish()
    yield Position(total, total)


def _first_ids(source: Source) -> FirstIds:
    """The ids on the first line that has a session: they hold for lines that name none."""
    for line in read_lines(source.path, name=source.name):
        if line.number > _LINES_FOR_SESSION:
            break
        try:
            value = parse_json(line.text).value
        except UnreadableError:
            continue
        kind = value.get("type") if isinstance(value, dict) else None
        if isinstance(kind, str) and kind in TURN_TYPES and (session := id_in(value, *SESSION_FIELDS)):
            return FirstIds(session, id_in(value, "agentId"))
    return FirstIds()


class _Transcript:
    """Turns lines into records, given the outline of the whole file."""

    def __init__(self, source: Source, outline: Outline) -> None:
        self._source = source
        self._outline = outline
        self._queue: deque[Message | SessionRecord] = deque()
        self._open: dict[int, Message] = {}
        self._turns: dict[str, int] = {}
        self._tools: dict[str, str] = {}
        self._summaries: dict[str, MemoryRecord] = {}

    def take(self, line: Line) -> Iterator[Record]:
        """The records that are complete after `line`."""
        yield from self._look(line)
        yield from self._flush(line.number)

    def finish(self) -> Iterator[Record]:
        """What still waits when all lines have been read."""
        yield from self._flush(self._outline.lines)
        yield from self._summaries.values()

    def _flush(self, line: int) -> Iterator[Record]:
        while self._queue:
            first = self._queue[0]
            if isinstance(first, SessionRecord):
                yield first
            elif first.end > line:
                return
            else:
                turn = self._turns.get(first.session_key, 0)
                self._turns[first.session_key] = turn + 1
                yield from first.records(turn)
            self._queue.popleft()

    def _look(self, line: Line) -> Iterator[Skipped]:
        if line.too_long:
            yield Skipped(line.number, f"longer than {LINE_LIMIT:,} bytes", excerpt(line.text))
            return
        if not line.text.strip():
            return
        try:
            parsed = parse_json(line.text)
        except UnreadableError as error:
            yield Skipped(line.number, str(error), excerpt(line.text))
            return
        if parsed.replaced:
            yield Skipped(line.number, replaced_note(parsed.replaced))
        reasons = self._reasons(parsed.value, line)
        for reason in reasons:
            yield Skipped(line.number, reason, excerpt(line.text))

    def _reasons(self, value: Any, line: Line) -> list[str]:
        """Take in a line's value; what comes back are the reasons for what was left out of it."""
        if not isinstance(value, dict):
            return ["not a JSON object"]
        kind = value.get("type")
        if not isinstance(kind, str):
            return ["a line without a type"]
        if kind in TURN_TYPES:
            return self._turn_line(value, line)
        if kind in TITLE_FIELDS:
            session = self._outline.sessions[self._outline.sessions.number(value)]
            if not text_in(value, TITLE_FIELDS[kind]):
                return ["a title without text"]
            return [] if session.line else ["a title for a session that is not in this file"]
        if kind == "summary":
            return self._summary(value, line)
        if kind in BOOKKEEPING_TYPES:
            return [f"{kind}: bookkeeping, holds no conversation"]
        return [f"unknown type {excerpt(kind, 80)}"]

    def _turn_line(self, value: dict[str, Any], line: Line) -> list[str]:
        node = self._outline.node_of_line(line.number)
        if node == NONE:
            return ["this line changed while the file was read"]
        reading = read_turns(value)
        owner = self._outline.graph.owner(node)
        if owner != line.number:
            return [f"the same turn stands on line {owner}"] if reading.turns else list(reading.left_out)
        if echo := self._outline.echo_of(line.number):
            return [f"the same words stand on line {echo}"]
        leader = self._outline.graph.leader(node)
        original = original_of(line.text, value)
        if (message := self._open.get(leader)) is not None and leader != node and line.number <= message.end:
            message.parts += reading.turns
            message.originals.append(original)
            self._remember_tools(reading.turns)
            return [reason for reason in reading.left_out if reason != EMPTY_MESSAGE]
        end = self._outline.graph.end_of(node) if leader == node else line.number
        goes_on = end > line.number and self._outline.graph.flag(node, SHOWN)
        if not reading.turns and not goes_on:
            return list(reading.left_out)
        self._enqueue(node, value, line, reading=reading, end=end, original=original)
        return [reason for reason in reading.left_out if not (goes_on and reason == EMPTY_MESSAGE)]

    def _enqueue(
        self, node: int, value: dict[str, Any], line: Line, *, reading: Reading, end: int, original: str
    ) -> None:
        graph = self._outline.graph
        session = self._outline.session_of(node)
        if session.key not in self._turns:
            self._turns[session.key] = 0
            self._queue.append(session.record())
        parent = graph.shown_parent(node)
        message = Message(
            key=self._outline.key(node),
            session_key=session.key,
            line=line.number,
            end=end,
            time=exact_time(*time_in(value)),
            parent_key=self._outline.key(parent) if parent != NONE else "",
            active=graph.flag(node, ACTIVE),
            sidechain=value.get("isSidechain") is True,
            parts=self._with_tool_names(reading.turns[:1]),
            originals=[original],
        )
        self._queue.append(message)
        self._remember_tools(reading.turns)
        if end > line.number:
            self._open = {key: other for key, other in self._open.items() if other.end > line.number}
            self._open[node] = message
        for number, turn in enumerate(reading.turns[1:], 1):
            # What was said beside a tool's result is an event of its own.
            self._queue.append(
                replace(
                    message,
                    key=f"{message.key}/{number}",
                    parent_key=message.key,
                    end=line.number,
                    parts=[turn],
                    originals=[],
                )
            )

    def _remember_tools(self, turns: tuple[Turn, ...]) -> None:
        for turn in turns:
            self._tools.update(turn.calls)

    def _with_tool_names(self, turns: tuple[Turn, ...]) -> list[Turn]:
        """The turns; a result gets the name of the tool that was called."""
        return [
            replace(turn, speaker=self._tools.pop(turn.answers)) if turn.answers in self._tools else turn
            for turn in turns
        ]

    def _summary(self, value: dict[str, Any], line: Line) -> list[str]:
        """A line that sums a session up; its last turn may be in another file."""
        text = text_in(value, "summary")
        if not text:
            return ["a summary without text"]
        leaf = id_in(value, "leafUuid")
        node = self._outline.leaf(leaf)
        digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:16]
        key = f"claude-code:summary/{leaf or Path(self._source.name).stem}/{digest}"
        if key in self._summaries:
            return [f"the same summary stands on line {self._summaries[key].line}"]
        at = self._outline.time_of(node) if node != NONE else UNKNOWN_TIME
        shown = node != NONE and self._outline.graph.flag(self._outline.graph.leader(node), SHOWN)
        leader = self._outline.graph.leader(node) if shown else NONE
        self._summaries[key] = MemoryRecord(
            key=key,
            text=text,
            kind="episodic",
            category="summary",
            time=SourceTime(self._source.mtime if at == UNKNOWN_TIME else at, "", TimeQuality.INFERRED),
            session_key=self._outline.session_of(node).key if leader != NONE else "",
            event_key=self._outline.key(leader)
            if leader != NONE
            else (f"claude-code:{leaf}" if leaf else ""),
            line=line.number,
            original=excerpt(line.text, 20_000),
        )
        return []
