"""Files for the tests of exchange: transcripts line by line, and everything that a reader says about a file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from engramma.exchange.format import Format
from engramma.exchange.sniffer import open_source
from engramma.model.progress import CancelToken
from engramma.model.transfer import EventRecord, Position, Record, SessionRecord, Skipped

T = TypeVar("T")


def records_of(form: Format, path: Path) -> list[Record]:
    """All that `form` says about `path`, positions included."""
    return list(form.read(open_source(path), cancel=CancelToken()))


def only(kind: type[T], records: Iterable[Record]) -> list[T]:
    return [record for record in records if isinstance(record, kind)]


def reasons(records: Iterable[Record]) -> list[tuple[int | None, str]]:
    return [(record.line, record.reason) for record in only(Skipped, records)]


def events_by_text(records: Iterable[Record]) -> dict[str, EventRecord]:
    return {event.text: event for event in only(EventRecord, records)}


def write_lines(path: Path, lines: Iterable[Any]) -> Path:
    """A JSONL file; a string is written as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    path.write_bytes("".join(f"{text}\n" for text in texts).encode("utf-8", "surrogatepass"))
    return path


def check_promises(records: list[Record]) -> None:
    """What every reader promises about the order and the keys of its records."""
    sessions: set[str] = set()
    events: set[str] = set()
    keys: set[tuple[str, str]] = set()
    done = 0
    turns: dict[str, int] = {}
    for record in records:
        if isinstance(record, Position):
            assert done <= record.done <= record.total
            done = record.done
            continue
        if isinstance(record, Skipped):
            assert record.reason
            assert len(record.original) < 2_100
            record.original.encode()
            continue
        key = getattr(record, "key", "")
        if key:
            assert (type(record).__name__, key) not in keys
            keys.add((type(record).__name__, key))
        if isinstance(record, SessionRecord):
            sessions.add(record.key)
        if isinstance(record, EventRecord):
            assert record.session_key in sessions
            assert record.text.strip()
            assert "\x00" not in record.text
            (record.text + record.detail + record.original + record.speaker).encode()
            assert record.turn == turns.get(record.session_key, 0)
            turns[record.session_key] = record.turn + 1
            events.add(record.key)
    last = records[-1]
    assert isinstance(last, Position)
    assert last.done == last.total
    all_events = {event.key for event in only(EventRecord, records)}
    before: set[str] = set()
    for event in only(EventRecord, records):
        assert event.parent_key not in all_events or event.parent_key in before
        before.add(event.key)


class Transcript:
    """A Claude Code transcript under construction; ids are short names made into UUIDs."""

    def __init__(self, session: str = "main") -> None:
        self.session = uid(session)
        self.lines: list[Any] = []
        self._minute = 0

    def add(self, kind: str, name: str, parent: str | None, **more: Any) -> dict[str, Any]:
        self._minute += 1
        line = {
            "type": kind,
            "uuid": uid(name),
            "parentUuid": uid(parent) if parent else None,
            "sessionId": self.session,
            "timestamp": f"2026-03-01T10:{self._minute:02}:00.000Z",
            "cwd": "/home/someone/shop",
            "isSidechain": False,
            **more,
        }
        self.lines.append(line)
        return line

    def user(self, name: str, parent: str | None, content: Any, **more: Any) -> dict[str, Any]:
        return self.add("user", name, parent, message={"role": "user", "content": content}, **more)

    def agent(
        self, name: str, parent: str | None, *blocks: Any, message: str = "", **more: Any
    ) -> dict[str, Any]:
        content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
        body = {"role": "assistant", "model": "model-x", "content": content}
        return self.add(
            "assistant", name, parent, message=body | ({"id": message} if message else {}), **more
        )

    def result(self, name: str, parent: str, call: str, content: Any, **more: Any) -> dict[str, Any]:
        block = {"type": "tool_result", "tool_use_id": call, "content": content}
        return self.user(name, parent, [block], **more)

    def write(self, path: Path) -> Path:
        return write_lines(path, self.lines)


def call(tool_id: str, name: str, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": tool_id, "name": name, "input": given}


def uid(name: str) -> str:
    """A UUID that is always the same for `name`."""
    import uuid

    return str(uuid.uuid5(uuid.NAMESPACE_URL, name))


def key(name: str) -> str:
    return f"claude-code:{uid(name)}"
