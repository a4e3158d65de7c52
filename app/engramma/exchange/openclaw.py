"""Sessions of OpenClaw: lines that name the one before them, so that a session may have branches.

The live branch is the one with the newest line. Results of tools name the call, not the line, that they belong to.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.claude_code.turn import Reading, Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.content import read_content, result_turn, role_named
from engramma.exchange.conversations.json_lines import JsonLine, TwoLooks, head_objects
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import UNKNOWN, time_of
from engramma.exchange.conversations.tree import Tree
from engramma.exchange.format import Source
from engramma.exchange.parsing import compact_json
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Position, Record, SessionRecord

AGENT = "OpenClaw"

_BOOKKEEPING = frozenset({"model_change", "thinking_level_change", "custom", "label", "session_info"})
_TYPES = _BOOKKEEPING | {"session", "message", "custom_message", "compaction", "branch_summary"}


class OpenClawFormat:
    """Reader of the sessions that OpenClaw keeps."""

    name = "openclaw"
    title = "OpenClaw session"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the share of lines that are its entries."""
        objects, lines = head_objects(head)
        return 0.92 * sum(map(_is_entry, objects)) / max(lines, 1)

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The session of the file, line by line; the file is read twice."""
        looks = TwoLooks(source, cancel)
        outline = _Outline()
        for seen in looks.first():
            if isinstance(seen, Position):
                yield seen
            else:
                outline.take(seen)
        outline.finish()
        session = outline.session()
        telling = Telling()
        shown: dict[str, str] = {}
        for told in looks.second():
            if not isinstance(told, JsonLine):
                yield told
                continue
            yield from telling.begin(session)
            value = told.value
            if value.get("type") == "session" and told.number == outline.line:
                continue
            reading = _read(value)
            yield from reports(told.number, reading.left_out, told.text)
            name = id_in(value, "id")
            place = Place(
                told.number,
                time_of(value.get("timestamp")),
                original_of(told.text, value),
                parent_key=outline.tree.shown_parent(name, shown) if name else None,
                active=value.get("type") != "message" or not name or name in outline.active,
            )
            yield from telling.say(
                session.key, f"{session.key}/{name or told.number}", reading.turns, place=place
            )
            if name and reading.turns:
                shown.setdefault(name, telling.last.get(session.key, ""))
        yield looks.end()


def _is_entry(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if kind == "message":
        message = value.get("message")
        return (
            isinstance(message, dict)
            and isinstance(message.get("role"), str)
            and "id" in value
            and "uuid" not in value
        )
    return (
        isinstance(kind, str)
        and kind in _TYPES
        and "id" in value
        and "timestamp" in value
        and "payload" not in value
    )


class _Outline:
    """What the first look learns: the session's head and its tree."""

    def __init__(self) -> None:
        self.line = 0
        self.active: set[str] = set()
        self.tree = Tree({})
        self._head: dict[str, Any] = {}
        self._parents: dict[str, str] = {}
        self._calls: dict[str, str] = {}
        self._first = self._prompt = self._title = ""
        self._started = self._ended = UNKNOWN
        self._leaf = ""

    def take(self, line: JsonLine) -> None:
        value = line.value
        self._first = self._first or line.text
        kind, name = value.get("type"), id_in(value, "id")
        time = time_of(value.get("timestamp"))
        if time.at is not None:
            self._started = time if self._started.at is None or time.at < self._started.at else self._started
            self._ended = time if self._ended.at is None or time.at > self._ended.at else self._ended
        if kind == "session" and not self._head:
            self._head, self.line = value, line.number
            return
        if name:
            parent = id_in(value, "parentId")
            self._parents.setdefault(name, self._calls.get(parent, parent))
            self._leaf = name
        self._title = text_in(value, "name") if kind == "session_info" else self._title
        if kind != "message":
            return
        message = value.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            if (
                isinstance(block, dict)
                and block.get("type") == "toolCall"
                and (call := id_in(block, "id"))
                and name
            ):
                self._calls[call] = name
        if not self._prompt:
            turns = _read(value).turns
            self._prompt = next((short_title(turn.text) for turn in turns if turn.role is Role.USER), "")

    def finish(self) -> None:
        """Find the live branch."""
        self.tree = Tree(self._parents)
        self.active = self.tree.path(self._leaf)
        self._parents, self._calls = {}, {}

    def session(self) -> SessionRecord:
        """The session as an import takes it."""
        name = id_in(self._head, "id") or digest(self._first, 32)
        return SessionRecord(
            key=f"openclaw:{name}",
            title=short_title(self._title) or self._prompt or f"Session {name[:40]}",
            source="openclaw",
            agent=AGENT,
            project=text_in(self._head, "cwd"),
            started=self._started,
            ended=self._ended,
            line=self.line or None,
            original=excerpt(compact_json(self._head), 20_000) if self._head else "",
        )


def _read(value: dict[str, Any]) -> Reading:
    """The turns of a line; without one there is a reason."""
    kind = value.get("type")
    match kind:
        case "message":
            return _message(value.get("message"))
        case "custom_message":
            found = read_content(value.get("content"))
            turns = found.turns(Role.NOTE)
            return Reading(
                tuple(turns), tuple(found.left_out) or (() if turns else ("a message without text",))
            )
        case "compaction" | "branch_summary" if text := text_in(value, "summary"):
            return Reading((Turn(Role.NOTE, text, detail={"event": kind}, summary=True),))
        case "session":
            return Reading(left_out=("session: the session's head again",))
        case str() if kind in _BOOKKEEPING:
            return Reading(left_out=(f"{kind}: bookkeeping, holds no conversation",))
    return Reading(
        left_out=(f"unknown type {excerpt(kind, 80)}" if isinstance(kind, str) else "a line without a type",)
    )


def _message(message: Any) -> Reading:
    if not isinstance(message, dict):
        return Reading(left_out=("a message that is no object",))
    role = role_named(message.get("role"))
    if role is None:
        return Reading(left_out=(f"a message of unknown role {excerpt(str(message.get('role')), 80)}",))
    if role is Role.TOOL:
        failed = message.get("isError") is True
        name, answers = message.get("toolName"), message.get("toolCallId")
        return Reading((result_turn(message.get("content"), name=name, call_id=answers, failed=failed),))
    found = read_content(message.get("content"))
    turns = found.turns(role, text_in(message, "model") if role is Role.AGENT else "")
    if not turns and not found.left_out:
        return Reading(left_out=("a message without text",))
    return Reading(tuple(turns), tuple(found.left_out))
