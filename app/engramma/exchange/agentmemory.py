"""The JSON export of agentmemory: sessions, observations in them, memories and summaries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.format import Source
from engramma.exchange.json_parts import LARGEST_FILE, JsonFile, Part
from engramma.exchange.lines import head_text
from engramma.exchange.memory_records import (
    Once,
    Things,
    digest_of,
    original_json,
    paced_by,
    share_of,
    tags_of,
    text_of,
)
from engramma.exchange.moments import first_moment
from engramma.model.progress import CancelToken
from engramma.model.transfer import EntityRecord, MemoryRecord, Record, RelationRecord, SessionRecord, Skipped

_SCALE = 10.0
_PROCEDURAL = frozenset({"pattern", "workflow"})
_CATEGORIES = {"preference": "preference", "bug": "error", "decision": "decision", "workflow": "instruction"}
_HEADING = frozenset({"version", "exportedAt"})


class AgentMemoryFormat:
    """Reader of an export of agentmemory, whatever version it says it is of."""

    name = "agentmemory"
    title = "agentmemory export (JSON)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By its heading and its lists."""
        text = head_text(head)
        if not text.lstrip().startswith("{") or '"version"' not in text or '"exportedAt"' not in text:
            return 0.0
        clues = ('"sessions"', '"observations"', '"memories"', '"observationCount"', '"isLatest"')
        return 0.9 if sum(clue in text for clue in clues) >= 2 else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """Sessions, observations with their facts, memories, summaries."""
        file = JsonFile(source.path, name=source.name, largest=LARGEST_FILE)
        yield from paced_by(_Export().records(file), file, cancel=cancel)


class _Export:
    def __init__(self) -> None:
        self._once = Once()
        self._sessions: set[str] = set()
        self._files: set[str] = set()

    def records(self, file: JsonFile) -> Iterator[Record]:
        parts: dict[str, list[Part]] = {}
        for part in file.parts():
            if isinstance(part, Skipped):
                yield part
            else:
                parts.setdefault(part.key, []).append(part)
        for part in parts.pop("sessions", []):
            yield from self._session(part)
        for part in parts.pop("observations", []):
            yield from self._observations(part)
        for part in parts.pop("memories", []):
            yield from self._memory(part)
        for part in parts.pop("summaries", []):
            yield from self._summary(part)
        for key, rest in parts.items():
            if key not in _HEADING:
                yield Skipped(
                    rest[0].line, f"unknown part {excerpt(key, 80)}", excerpt(original_json(rest[0].value))
                )

    def _session(self, part: Part) -> Iterator[Record]:
        row = _object(part.value)
        name = text_of(row.get("id"))
        if not name or name in self._sessions:
            yield Skipped(part.line, "a session without an id, or again", excerpt(original_json(part.value)))
            return
        self._sessions.add(name)
        project = text_of(row.get("project"))
        yield SessionRecord(
            f"agentmemory:{name}",
            text_of(row.get("summary")) or project or name,
            "agentmemory",
            project=project,
            started=first_moment(row.get("startedAt")),
            ended=first_moment(row.get("endedAt")),
            is_open=row.get("status") == "active",
            line=part.line,
            original=original_json(dict(row)),
        )

    def _observations(self, part: Part) -> Iterator[Record]:
        for session, given in _object(part.value).items():
            for row in given if isinstance(given, list) else []:
                yield from self._observation(_object(row), session, part.line)

    def _observation(self, row: Mapping[str, Any], session: str, line: int) -> Iterator[Record]:
        title, narrative = text_of(row.get("title")), text_of(row.get("narrative"))
        facts = [text for item in _items(row.get("facts")) if (text := text_of(item))]
        text = "\n".join(told for told in (title, narrative) if told) or "\n".join(facts)
        kind_of = text_of(row.get("type"))
        files = yield from self._things(row, line)
        record = self._once.memory(
            MemoryRecord(
                key=f"agentmemory:{text_of(row.get('id')) or digest_of(text)}",
                text=text,
                kind="semantic" if kind_of == "decision" else "episodic",
                told=kind_of,
                tier="long_term",
                category=_CATEGORIES.get(kind_of, "other"),
                importance=share_of(row.get("importance"), highest=_SCALE),
                tags=tags_of(kind_of, row.get("concepts")),
                time=first_moment(row.get("timestamp")),
                session_key=f"agentmemory:{session}" if session in self._sessions else "",
                entities=files,
                line=line,
                original=original_json(dict(row)),
            )
        )
        yield record
        if isinstance(record, Skipped) or record.text == "\n".join(facts):
            return
        for number, fact in enumerate(facts, 1):
            child = self._once.memory(
                MemoryRecord(
                    key=f"{record.key}#fact-{number}",
                    text=fact,
                    tier="long_term",
                    tags=record.tags,
                    time=record.time,
                    session_key=record.session_key,
                    entities=files,
                    line=line,
                    original=original_json({"observation": row.get("id"), "fact": fact}),
                )
            )
            yield child
            if isinstance(child, MemoryRecord):
                yield RelationRecord(child.key, record.key, "derived_from", "part_of", line=line)

    def _memory(self, part: Part) -> Iterator[Record]:
        row = _object(part.value)
        original = original_json(part.value)
        if row.get("isLatest") is False:
            yield Skipped(part.line, "an older version of a memory", excerpt(original))
            return
        title, content = text_of(row.get("title")), text_of(row.get("content"))
        kind_of = text_of(row.get("type"))
        files = yield from self._things(row, part.line)
        sessions = [
            name for item in _items(row.get("sessionIds")) if (name := text_of(item)) in self._sessions
        ]
        key = f"agentmemory:{text_of(row.get('id')) or digest_of(content)}"
        text = (
            content if not title or content.startswith(title) else f"{title}\n{content}" if content else title
        )
        yield self._once.memory(
            MemoryRecord(
                key=key,
                text=text,
                kind="procedural" if kind_of in _PROCEDURAL else "semantic",
                told=kind_of,
                tier="long_term",
                category=_CATEGORIES.get(kind_of, "fact"),
                importance=share_of(row.get("strength"), highest=_SCALE),
                tags=tags_of(kind_of, row.get("concepts")),
                time=first_moment(row.get("createdAt"), row.get("updatedAt")),
                session_key=f"agentmemory:{sessions[0]}" if sessions else "",
                entities=files,
                line=part.line,
                original=original,
            )
        )

    def _summary(self, part: Part) -> Iterator[Record]:
        row = _object(part.value)
        session = text_of(row.get("sessionId"))
        decisions = [text for item in _items(row.get("keyDecisions")) if (text := text_of(item))]
        told = [text_of(row.get("title")), text_of(row.get("narrative"))]
        told += [f"Decisions: {'; '.join(decisions)}"] if decisions else []
        yield self._once.memory(
            MemoryRecord(
                key=f"agentmemory:summary/{session}/{text_of(row.get('createdAt'))}",
                text="\n".join(text for text in told if text),
                kind="episodic",
                tier="long_term",
                category="summary",
                importance=0.6,
                tags=tags_of(row.get("concepts")),
                time=first_moment(row.get("createdAt")),
                session_key=f"agentmemory:{session}" if session in self._sessions else "",
                line=part.line,
                original=original_json(part.value),
            )
        )

    def _things(self, row: Mapping[str, Any], line: int) -> Things:
        """The files that a row names; returns their keys."""
        keys: dict[str, None] = {}
        for item in _items(row.get("files")):
            name = text_of(item)
            if name:
                key = f"file:{name}"
                keys.setdefault(key)
                if key not in self._files:
                    self._files.add(key)
                    yield EntityRecord(key, name, "file", line=line)
        return tuple(keys)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
