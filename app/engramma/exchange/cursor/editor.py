"""The format of the chats that Cursor's editor keeps in its `state.vscdb`: one table of keys and JSON values.

A chat has a head (`composerData:ID`), which lists its messages (`bubbleId:ID:MESSAGE`) or, in older versions, holds
them. The file may have gigabytes; only one chat is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.claude_code.turn import Reading
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.content import add_call, decoded, read_content, result_turn
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import time_of
from engramma.exchange.format import Source
from engramma.exchange.lines import size_of
from engramma.exchange.parsing import UnreadableError, compact_json, parse_json
from engramma.exchange.sqlite_schema import schema_of
from engramma.exchange.sqlite_source import SqliteSource, SqliteTable, opened_copy
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.session import Role
from engramma.model.transfer import Position, Record, SessionRecord, Skipped

AGENT = "Cursor"

_TABLE = "cursorDiskKV"
_HEAD = "composerData:"
_BUBBLE = "bubbleId:"
_ROLES = {1: Role.USER, 2: Role.AGENT}


class CursorEditorFormat:
    """Reader of the editor's store of chats."""

    name = "cursor-editor"
    title = "Cursor editor chats (state.vscdb)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the name of its table."""
        return 0.9 if _TABLE in schema_of(path, head) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The chats one after the other, each with its messages in order."""
        size = size_of(source.path, name=source.name)
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            table = database.tables.get(_TABLE)
            if table is None or not table.has("key", "value"):
                raise ImportFileError(
                    f"{source.name} holds no chats of Cursor: its table of keys is missing."
                )
            seen: dict[str, int] = {}
            for number, row in enumerate(database.rows(table, ("key", "value"), starting=("key", _HEAD)), 1):
                cancel.check()
                first = seen.setdefault(str(row["key"]), number)
                if first != number:
                    yield Skipped(number, f"the same chat stands on line {first}", excerpt(str(row["key"])))
                    continue
                yield from _chat(database, table, row, number)
        yield Position(size, size)


def _chat(database: SqliteSource, table: SqliteTable, row: dict[str, Any], number: int) -> Iterator[Record]:
    head = _object(row["value"])
    if isinstance(head, str):
        yield Skipped(number, f"a chat that cannot be read: {head}", excerpt(str(row["key"])))
        return
    name = str(row["key"]).removeprefix(_HEAD)
    bubbles: dict[str, Any] = {}
    inline = head.get("conversation")
    for value in inline if isinstance(inline, list) else ():
        if isinstance(value, dict):
            bubbles[id_in(value, "bubbleId") or f"#{len(bubbles) + 1}"] = value
    start = f"{_BUBBLE}{name}:"
    for found in database.rows(table, ("key", "value"), starting=("key", start)):
        bubbles[str(found["key"]).removeprefix(start)] = _object(found["value"])
    if not bubbles:
        yield Skipped(number, "a chat without messages", excerpt(compact_json(head)))
        return
    order = _order(head, bubbles)
    key = f"cursor:{name if excerpt(name, 200) == name else digest(name, 32)}"
    telling = Telling()
    yield from telling.begin(_session(key, head, [bubbles[item] for item in order], number))
    for item in order:
        value = bubbles[item]
        if isinstance(value, str):
            yield Skipped(number, value, excerpt(item))
            continue
        text = compact_json(value)
        reading = _read(value)
        yield from reports(number, reading.left_out, text)
        place = Place(number, time_of(value.get("createdAt")), original_of(text, value))
        yield from telling.say(key, f"{key}/{excerpt(item, 200)}", reading.turns, place=place)


def _object(data: Any) -> dict[str, Any] | str:
    """The object in a value, or why there is none."""
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else str(data or "")
    try:
        value = parse_json(text).value
    except UnreadableError as error:
        return str(error)
    return value if isinstance(value, dict) else "not a JSON object"


def _order(head: dict[str, Any], bubbles: dict[str, Any]) -> list[str]:
    """The messages as the head lists them, then those that it does not list."""
    headers = head.get("fullConversationHeadersOnly")
    names = (
        [id_in(item, "bubbleId") for item in headers if isinstance(item, dict)]
        if isinstance(headers, list)
        else []
    )
    listed = dict.fromkeys(name for name in names if name in bubbles)
    return list(listed | dict.fromkeys(bubbles))


def _session(key: str, head: dict[str, Any], values: list[Any], number: int) -> SessionRecord:
    told = {
        name: head.get(name) for name in ("composerId", "name", "createdAt", "lastUpdatedAt", "unifiedMode")
    }
    said = next(
        (text_in(value, "text") for value in values if isinstance(value, dict) and text_in(value, "text")), ""
    )
    return SessionRecord(
        key=key,
        title=short_title(text_in(head, "name")) or short_title(said) or "Chat without a title",
        source="cursor",
        agent=AGENT,
        started=time_of(head.get("createdAt")),
        ended=time_of(head.get("lastUpdatedAt")),
        line=number,
        original=excerpt(compact_json(told), 20_000),
    )


def _read(value: dict[str, Any]) -> Reading:
    """The turns of a message; without one there is a reason."""
    kind = value.get("type")
    role = _ROLES.get(kind) if isinstance(kind, int) else None
    if role is None:
        return Reading(left_out=(f"a message of unknown type {excerpt(str(kind), 80)}",))
    found = read_content(text_in(value, "text"))
    thinking = value.get("thinking")
    if isinstance(thinking, dict) and (thought := text_in(thinking, "text")):
        found.parts.thoughts.append(thought)
    tool = value.get("toolFormerData")
    if isinstance(tool, dict) and tool.get("name"):
        call_id = tool.get("toolCallId")
        add_call(
            found.parts, tool["name"], decoded(tool.get("rawArgs") or tool.get("params")), call_id=call_id
        )
        if tool.get("result") not in (None, ""):
            failed = tool.get("status") == "error"
            found.results.append(result_turn(tool["result"], name=tool["name"], failed=failed))
    turns = found.turns(role)
    return Reading(tuple(turns)) if turns else Reading(left_out=("a message without text",))
