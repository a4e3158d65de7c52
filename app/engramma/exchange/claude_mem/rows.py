"""Rows of claude-mem into records; the same for its database and its export.

A row names its session by an id that older versions called otherwise. Lists are texts of JSON, or nothing, or broken.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.memory_records import Once, Things, original_json, tags_of, text_of
from engramma.exchange.moments import first_moment
from engramma.model.transfer import (
    EntityRecord,
    EventRecord,
    MemoryRecord,
    Record,
    RelationRecord,
    SessionRecord,
    Skipped,
    SourceTime,
)

Row = Mapping[str, Any]

_HOW = frozenset({"how-it-works", "pattern", "gotcha"})
_SEMANTIC = frozenset({"decision"})
_CATEGORIES = {"decision": "decision", "bugfix": "error"}
_SUMMARY_PARTS = (
    ("request", "Request"),
    ("investigated", "Investigated"),
    ("learned", "Learned"),
    ("completed", "Completed"),
    ("next_steps", "Next steps"),
    ("notes", "Notes"),
)
_FILE_PARTS = ("files_read", "files_modified", "files_edited")


class ClaudeMemRows:
    """Remembers what rows have named, so that each session and thing comes once. Give sessions first."""

    def __init__(self) -> None:
        self._once = Once()
        self._sessions: dict[str, str] = {}
        self._turns: dict[str, int] = {}
        self._files: set[str] = set()

    def session(self, row: Row, line: int | None) -> Iterator[Record]:
        """A session, linked to the transcript that it was made from by its key."""
        content = text_of(row.get("content_session_id") or row.get("claude_session_id"))
        memory = text_of(row.get("memory_session_id") or row.get("sdk_session_id"))
        if not content and not memory:
            yield Skipped(line, "a session without an id", excerpt(original_json(dict(row))))
            return
        key = f"claude-mem:{content or memory}"
        for name in (content, memory):
            if name:
                self._sessions.setdefault(name, key)
        if self._once.first_line(key, line) is not None:
            yield Skipped(line, "the same session stands before", excerpt(original_json(dict(row))))
            return
        title = text_of(row.get("custom_title")) or text_of(row.get("user_prompt")) or content or memory
        yield SessionRecord(
            key=key,
            title=title.split("\n")[0][:200],
            source="claude-mem",
            agent=text_of(row.get("platform_source")),
            project=text_of(row.get("project")),
            started=first_moment(row.get("started_at_epoch"), row.get("started_at")),
            ended=first_moment(row.get("completed_at_epoch"), row.get("completed_at")),
            is_open=row.get("status") == "active",
            parent_key=f"claude-code:{content}" if content else "",
            line=line,
            original=original_json(dict(row)),
        )

    def prompt(self, row: Row, line: int | None) -> Iterator[Record]:
        """What the person asked, as an event of the session."""
        name = text_of(row.get("content_session_id") or row.get("claude_session_id"))
        text = text_of(row.get("prompt_text"))
        original = original_json(dict(row))
        if not name or not text:
            yield Skipped(
                line, "a prompt without text" if name else "a prompt without a session", excerpt(original)
            )
            return
        yield from self._named_session(name, row, line)
        session = self._sessions[name]
        key = f"{session}/prompt-{text_of(row.get('prompt_number')) or text_of(row.get('id'))}"
        if self._once.first_line(key, line) is not None:
            yield Skipped(line, "the same prompt stands before", excerpt(original))
            return
        turn = self._turns.get(session, 0)
        self._turns[session] = turn + 1
        yield EventRecord(
            key=key,
            session_key=session,
            role="user",
            text=text,
            time=_time(row),
            turn=turn,
            line=line,
            original=original,
        )

    def observation(self, row: Row, line: int | None) -> Iterator[Record]:
        """One memory, and each of its facts as another that is derived from it; files as things."""
        name = text_of(row.get("memory_session_id") or row.get("sdk_session_id"))
        parts = [text_of(row.get(part)) for part in ("title", "subtitle", "narrative")]
        told = [part for part in parts if part] or [text_of(row.get("text"))]
        facts, broken = _list_of(row.get("facts"))
        original = original_json(dict(row))
        if broken:
            yield Skipped(
                line, f"its facts are no list and were left out: {excerpt(broken, 80)}", excerpt(original)
            )
        if not told[0] and not facts:
            yield Skipped(line, "an observation without text", excerpt(original))
            return
        yield from self._named_session(name, row, line)
        concepts, _ = _list_of(row.get("concepts"))
        kind_of = text_of(row.get("type"))
        how = any(concept in _HOW for concept in concepts)
        kind = "procedural" if how else "semantic" if kind_of in _SEMANTIC else "episodic"
        made = text_of(row.get("created_at_epoch")) or text_of(row.get("created_at"))
        key = f"claude-mem:{name}/{made}/{told[0] or facts[0]}"[:500]
        tags = tags_of(kind_of, concepts)
        files = yield from self._things(row, line)
        record = self._once.memory(
            MemoryRecord(
                key=key,
                text="\n".join(told) if told[0] else facts[0],
                kind=kind,
                told=kind_of,
                tier="long_term",
                category=_CATEGORIES.get(kind_of, "fact"),
                tags=tags,
                time=_time(row),
                session_key=self._sessions.get(name, ""),
                entities=files,
                line=line,
                original=original,
            )
        )
        yield record
        if not isinstance(record, MemoryRecord):
            return
        for number, fact in enumerate(facts, 1):
            if fact in (record.text, *told):
                continue
            child = self._once.memory(
                MemoryRecord(
                    key=f"{key}#fact-{number}",
                    text=fact,
                    tier="long_term",
                    tags=tags,
                    time=_time(row),
                    session_key=self._sessions.get(name, ""),
                    entities=files,
                    line=line,
                    original=original_json({"observation": row.get("id"), "fact": fact}),
                )
            )
            yield child
            if isinstance(child, MemoryRecord):
                yield RelationRecord(child.key, key, "derived_from", "part_of", line=line)

    def summary(self, row: Row, line: int | None) -> Iterator[Record]:
        """The summary of a session, as one episodic memory."""
        name = text_of(row.get("memory_session_id") or row.get("sdk_session_id"))
        parts = [(word, text_of(row.get(part))) for part, word in _SUMMARY_PARTS]
        text = "\n".join(f"{word}: {told}" for word, told in parts if told)
        if not text:
            yield Skipped(line, "a summary without text", excerpt(original_json(dict(row))))
            return
        yield from self._named_session(name, row, line)
        files = yield from self._things(row, line)
        made = text_of(row.get("created_at_epoch")) or text_of(row.get("created_at"))
        yield self._once.memory(
            MemoryRecord(
                key=f"claude-mem:{name}/summary-{text_of(row.get('prompt_number'))}-{made}",
                text=text,
                kind="episodic",
                tier="long_term",
                category="summary",
                importance=0.6,
                time=_time(row),
                session_key=self._sessions.get(name, ""),
                entities=files,
                line=line,
                original=original_json(dict(row)),
            )
        )

    def _named_session(self, name: str, row: Row, line: int | None) -> Iterator[Record]:
        """A session that a row names and no row describes, as a partial export has them."""
        if name and name not in self._sessions:
            self._sessions[name] = key = f"claude-mem:{name}"
            if self._once.first_line(key, line) is None:
                project = text_of(row.get("project"))
                yield SessionRecord(key, project or name, "claude-mem", project=project, line=line)

    def _things(self, row: Row, line: int | None) -> Things:
        """The files that a row names; returns their keys."""
        keys: dict[str, None] = {}
        for part in _FILE_PARTS:
            names, broken = _list_of(row.get(part))
            if broken:
                yield Skipped(line, f"{part} is no list and was left out: {excerpt(broken, 80)}")
            for name in names:
                key = f"file:{name}"
                keys.setdefault(key)
                if key not in self._files:
                    self._files.add(key)
                    yield EntityRecord(key, name, "file", line=line)
        return tuple(keys)


def _time(row: Row) -> SourceTime:
    return first_moment(row.get("created_at_epoch"), row.get("created_at"))


def _list_of(value: Any) -> tuple[list[str], str]:
    """The texts of a list that may be JSON in a text; with the value when it is no list at all."""
    if value is None or value == "":
        return [], ""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return [], str(value)
    if isinstance(value, list):
        return [text for item in value if (text := text_of(item))], ""
    return [], str(value)
