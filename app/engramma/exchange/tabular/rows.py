"""Rows of a table into memories, by a mapping of its columns."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.content import role_named
from engramma.exchange.memory_records import (
    Once,
    as_ours,
    digest_of,
    original_json,
    share_of,
    tags_of,
    text_of,
)
from engramma.exchange.moments import first_moment
from engramma.exchange.tabular.mapping import ColumnMap
from engramma.model.memory import Category, Kind, Tier
from engramma.model.transfer import (
    EntityRecord,
    EventRecord,
    MemoryRecord,
    Record,
    SessionRecord,
    Skipped,
    SourceTime,
)

_KINDS = {kind.value: kind.value for kind in Kind} | {
    "event": "episodic",
    "session": "episodic",
    "episode": "episodic",
    "fact": "semantic",
    "rule": "procedural",
    "instruction": "procedural",
    "howto": "procedural",
    "procedure": "procedural",
}
_TIERS = {Tier.SHORT_TERM.value, Tier.LONG_TERM.value}
_CATEGORIES = {category.value for category in Category}
_GONE = frozenset({"trashed", "superseded", "deleted"})
_FORMULA = ("=", "+", "-", "@")
_YES = frozenset({"1", "true", "yes", "y", "x"})


class TableRows:
    """Remembers the rows of one table. `scope` tells tables apart, `otherwise` is the time of a row without one."""

    def __init__(self, columns: ColumnMap, *, scope: str, otherwise: SourceTime) -> None:
        self._columns = columns
        self._scope = scope
        self._otherwise = otherwise
        self._once = Once()
        self._things: set[str] = set()
        self._turns: dict[str, int] = {}

    def take(self, row: Mapping[str, Any], line: int | None) -> Iterator[Record]:
        """The memory of a row after the things that it is about, or why it is left out."""
        columns = self._columns
        state = text_of(row.get(columns.state)).casefold()
        if state in _GONE:
            yield Skipped(line, f"{state} in its source", excerpt(original_json(dict(row))))
            return
        session = yield from self._session(row, line)
        if columns.role:
            yield self._turn(row, session, line)
            return
        names = [name for part in text_of(row.get(columns.about)).split(";") if (name := part.strip())]
        for name in names:
            if name not in self._things:
                self._things.add(name)
                yield EntityRecord(f"thing:{name}", name, line=line)
        record = _memory(row, columns, scope=self._scope, otherwise=self._otherwise, line=line)
        things = tuple(f"thing:{name}" for name in dict.fromkeys(names))
        record = replace(record, entities=things, session_key=session)
        yield self._once.memory(as_ours(record, {"time_quality": row.get(columns.quality)}))

    def _session(self, row: Mapping[str, Any], line: int | None) -> Generator[Record, None, str]:
        """The key of the row's session, which is given out before its first row; empty when there is none."""
        columns = self._columns
        name = text_of(row.get(columns.session))
        if not name and not columns.role:
            return ""
        key = f"{self._scope}/session/{name}"
        if key not in self._turns:
            self._turns[key] = 0
            started = first_moment(row.get(columns.time))
            title = name or self._scope.partition(":")[2]
            yield SessionRecord(key, title, self._scope.partition(":")[0], started=started, line=line)
        return key

    def _turn(self, row: Mapping[str, Any], session: str, line: int | None) -> Record:
        columns = self._columns
        text, told = text_of(row.get(columns.text)), text_of(row.get(columns.role))
        original = original_json(dict(row))
        role = role_named(told)
        if not text or role is None:
            reason = (
                f"a turn of an unknown role: {excerpt(told, 40)}"
                if text and told
                else "a turn without role or text"
            )
            return Skipped(line, reason, excerpt(original))
        number = self._turns[session]
        key = f"{session}/{text_of(row.get(columns.key)) or f'{number}-{digest_of(text)}'}"
        if (before := self._once.first_line(key, line)) is not None:
            return Skipped(line, f"the same record stands before on line {before}", excerpt(original))
        self._turns[session] = number + 1
        time = first_moment(row.get(columns.time))
        speaker = told if told.casefold() != role else ""
        return EventRecord(
            key,
            session,
            role.value,
            text,
            speaker=speaker,
            time=time,
            turn=number,
            line=line,
            original=original,
        )


def _memory(
    row: Mapping[str, Any], columns: ColumnMap, *, scope: str, otherwise: SourceTime, line: int | None
) -> MemoryRecord:
    text, title = _unquoted(text_of(row.get(columns.text))), text_of(row.get(columns.title))
    whole = f"{title}\n\n{text}" if title and text and not text.startswith(title) else text
    told_kind = text_of(row.get(columns.kind)).casefold()
    tier = text_of(row.get(columns.tier)).casefold().replace("-", "_").replace(" ", "_")
    category = text_of(row.get(columns.category)).casefold()
    name = text_of(row.get(columns.key)) or digest_of(whole)
    given = row.get(columns.importance)
    time = first_moment(row.get(columns.time))
    return MemoryRecord(
        key=f"{scope}:{name}",
        text=whole,
        kind=_KINDS.get(told_kind, "semantic"),
        told=told_kind,
        tier=tier if tier in _TIERS else "long_term",
        category=category if category in _CATEGORIES else "fact",
        importance=share_of(given, highest=_scale_of(given)),
        pinned=text_of(row.get(columns.pinned)).casefold() in _YES,
        tags=tags_of(
            _tags(row.get(columns.tags)),
            "" if told_kind in _KINDS else told_kind,
            "" if category in _CATEGORIES else category,
        ),
        time=time if time.at is not None or columns.time else otherwise,
        line=line,
        original=original_json(dict(row)),
    )


def _scale_of(value: Any) -> float:
    """Whether importance is told as a share, on a scale of ten, or in per cent."""
    try:
        number = float(text_of(value) or 0)
    except ValueError:
        return 1.0
    return 1.0 if number <= 1 else 10.0 if number <= 10 else 100.0


def _tags(value: Any) -> Any:
    return _unquoted(value).split(";") if isinstance(value, str) else value


def _unquoted(text: str) -> str:
    """Without the apostrophe that keeps a spreadsheet from taking a text for a formula."""
    return text[1:] if text[:1] == "'" and text[1:2] in _FORMULA else text
