"""Sessions of the Copilot command line tool: `events.jsonl`, one event a line, each naming the one before it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.claude_code.turn import Reading, Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.content import add_call, read_content, result_turn
from engramma.exchange.conversations.json_lines import JsonLine, TwoLooks, head_objects
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import UNKNOWN, time_of
from engramma.exchange.format import Source
from engramma.exchange.parsing import compact_json
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Position, Record, SessionRecord

AGENT = "Copilot CLI"

_FAMILIES = ("session.", "user.", "assistant.", "tool.", "system.", "hook.", "subagent.", "skill.", "abort")
_NOTES = {
    "system.message": Role.NOTE,
    "system.notification": Role.NOTE,
    "session.info": Role.NOTE,
    "session.warning": Role.NOTE,
    "session.error": Role.ERROR,
    "abort": Role.NOTE,
}
_WORDS = ("content", "message", "reason")
_PARENTS_KEPT = 50_000


class CopilotCliFormat:
    """Reader of `session-state/ID/events.jsonl`."""

    name = "copilot-cli"
    title = "Copilot CLI session"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the share of lines that are its events."""
        objects, lines = head_objects(head)
        return 0.95 * sum(map(_is_event, objects)) / max(lines, 1)

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The session of the file, event by event; the file is read twice."""
        looks = TwoLooks(source, cancel)
        outline = _Outline()
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


def _is_event(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    return (
        isinstance(kind, str)
        and kind.startswith(_FAMILIES)
        and isinstance(value.get("data"), dict)
        and "id" in value
    )


def _data(value: dict[str, Any]) -> dict[str, Any]:
    data = value.get("data")
    return data if isinstance(data, dict) else {}


class _Outline:
    """What the first look learns of the session."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self._start: dict[str, Any] = {}
        self._line = 0
        self._first = ""
        self._prompt = ""
        self._started = self._ended = UNKNOWN

    def take(self, line: JsonLine) -> None:
        value, data = line.value, _data(line.value)
        self._first = self._first or line.text
        kind = value.get("type")
        time = time_of(value.get("timestamp"))
        if time.at is not None:
            self._started = time if self._started.at is None or time.at < self._started.at else self._started
            self._ended = time if self._ended.at is None or time.at > self._ended.at else self._ended
        if kind == "session.start" and not self._start:
            self._start, self._line = data, line.number
        elif kind == "user.message":
            self._prompt = self._prompt or short_title(text_in(data, "content"))
        elif kind == "assistant.message":
            requests = data.get("toolRequests")
            for request in requests if isinstance(requests, list) else ():
                if isinstance(request, dict) and (name := id_in(request, "toolCallId")):
                    self.asked.add(name)

    def session(self) -> SessionRecord:
        """The session as an import takes it."""
        name = id_in(self._start, "sessionId") or digest(self._first, 32)
        context = self._start.get("context")
        context = context if isinstance(context, dict) else {}
        return SessionRecord(
            key=f"copilot-cli:{name}",
            title=self._prompt or f"Session {name[:40]}",
            source="copilot-cli",
            agent=AGENT,
            project=text_in(context, "cwd") or text_in(self._start, "cwd"),
            started=self._started,
            ended=self._ended,
            line=self._line or None,
            original=excerpt(compact_json(self._start), 20_000) if self._start else "",
        )


class _Reader:
    """The second look: every event becomes turns or a reason why not."""

    def __init__(self, outline: _Outline) -> None:
        self._asked = outline.asked
        self._session = outline.session()
        self._telling = Telling()
        self._shown: OrderedDict[str, str] = OrderedDict()

    def records(self, line: JsonLine) -> Iterator[Record]:
        value, key = line.value, self._session.key
        yield from self._telling.begin(self._session)
        name = id_in(value, "id")
        before = self._shown.get(id_in(value, "parentId"))
        if value.get("type") == "session.start" and line.number == self._session.line:
            self._remember(name, before or "")
            return
        reading = self._read(value)
        yield from reports(line.number, reading.left_out, line.text)
        place = Place(
            line.number,
            time_of(value.get("timestamp")),
            original_of(line.text, value),
            parent_key=before,
            sidechain=bool(id_in(_data(value), "parentToolCallId")),
        )
        yield from self._telling.say(key, f"{key}/{name or line.number}", reading.turns, place=place)
        self._remember(name, self._telling.last.get(key, "") if reading.turns else before or "")

    def _remember(self, name: str, shown: str) -> None:
        """That what names `name` as the event before it hangs on the event `shown`."""
        if name and shown:
            if len(self._shown) >= _PARENTS_KEPT:
                self._shown.popitem(last=False)
            self._shown[name] = shown

    def _read(self, value: dict[str, Any]) -> Reading:
        kind, data = value.get("type"), _data(value)
        if not isinstance(kind, str):
            return Reading(left_out=("a line without a type",))
        match kind:
            case "user.message":
                return _user(data)
            case "assistant.message":
                return _agent(data)
            case "assistant.reasoning":
                return _words(data, Role.NOTE, {"thoughts": True})
            case "tool.execution_complete":
                return _result(data)
            case "tool.execution_start" if id_in(data, "toolCallId") not in self._asked:
                found = read_content(None)
                add_call(
                    found.parts, data.get("toolName"), data.get("arguments"), call_id=data.get("toolCallId")
                )
                return Reading(tuple(found.turns(Role.AGENT)))
            case "session.compaction_complete" if text_in(data, "summaryContent"):
                return Reading((Turn(Role.NOTE, text_in(data, "summaryContent"), summary=True),))
            case _ if kind in _NOTES and any(text_in(data, word) for word in _WORDS):
                return _words(data, _NOTES[kind], {"event": kind})
        known = kind.startswith(_FAMILIES)
        what = f"event {excerpt(kind, 80)}: bookkeeping, holds no conversation"
        return Reading(left_out=(what if known else f"unknown type {excerpt(kind, 80)}",))


def _words(data: dict[str, Any], role: Role, detail: dict[str, Any]) -> Reading:
    text = next((found for word in _WORDS if (found := text_in(data, word))), "")
    return (
        Reading((Turn(role, text, detail=detail),)) if text else Reading(left_out=("a message without text",))
    )


def _user(data: dict[str, Any]) -> Reading:
    text = text_in(data, "content")
    attachments = data.get("attachments")
    names = [
        excerpt(text_in(item, "displayName") or text_in(item, "path"), 200)
        for item in (attachments if isinstance(attachments, list) else ())
        if isinstance(item, dict)
    ]
    text = text or "\n".join(f"[file: {name}]" for name in names if name)
    if not text:
        return Reading(left_out=("a message without text",))
    return Reading((Turn(Role.USER, text, detail={"files": names} if names else {}),))


def _agent(data: dict[str, Any]) -> Reading:
    found = read_content(data.get("content"))
    if thought := text_in(data, "reasoningText"):
        found.parts.thoughts.append(thought)
    requests = data.get("toolRequests")
    for request in requests if isinstance(requests, list) else ():
        if isinstance(request, dict):
            add_call(
                found.parts, request.get("name"), request.get("arguments"), call_id=request.get("toolCallId")
            )
    turns = found.turns(Role.AGENT, text_in(data, "model"))
    if not turns and not found.left_out:
        return Reading(left_out=("a message without text",))
    return Reading(tuple(turns), tuple(found.left_out))


def _result(data: dict[str, Any]) -> Reading:
    result, error = data.get("result"), data.get("error")
    output = result.get("content") if isinstance(result, dict) else result
    failed = data.get("success") is False
    turn = result_turn(
        output or error, name=data.get("toolName"), call_id=data.get("toolCallId"), failed=failed
    )
    return Reading((turn,))
