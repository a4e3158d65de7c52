"""The knowledge graph of the MCP reference memory server: `memory.jsonl` with entities and relations.

The file has no ids and no times, may hold a name several times, relations to nothing, and lines that were cut
or written into one another. Relations are read in a second pass, when all entities are known.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import clean_value, excerpt, replaced_note
from engramma.exchange.format import Source
from engramma.exchange.lines import LINE_LIMIT, Line, head_lines, read_lines, size_of
from engramma.exchange.parsing import UnreadableError, compact_json, is_too_deep, parse_json
from engramma.model.progress import CancelToken
from engramma.model.transfer import (
    EntityRecord,
    MemoryRecord,
    Position,
    Record,
    RelationRecord,
    Skipped,
    SourceTime,
    TimeQuality,
)

_NAME_KEYS = ("name", "entityName", "id")
_TYPE_KEYS = ("entityType", "entity_type")
_FROM_KEYS = ("from", "from_id", "fromId", "source")
_TO_KEYS = ("to", "to_id", "toId", "target")
_RELATION_KEYS = ("relationType", "relation_type")
_POSITION_EVERY = 500
_RESCUES = 50


class McpMemoryFormat:
    """Reader of the reference server's memory file and of its clones' variants."""

    name = "mcp-memory"
    title = "MCP memory server (memory.jsonl)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the share of lines that are entities or relations."""
        lines = head_lines(head)
        hits = 0
        for line in lines:
            objects, rest = _objects_in(line)
            cut = '"type"' in rest and ('"entityType"' in rest or '"relationType"' in rest)
            hits += any(_is_entity(item) or _is_relation(item) for item in objects) or cut
        return 0.98 * hits / len(lines) if hits else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """Entities with their observations in file order, then the relations."""
        yield from _Graph(source, cancel).records()


def _text_of(item: dict[str, Any], keys: tuple[str, ...]) -> str:
    for key in keys:
        value = item.get(key)
        if isinstance(value, str) and value.strip():
            return value
    return ""


def _is_entity(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and item.get("type") == "entity"
        and bool(_text_of(item, _NAME_KEYS))
        and ("observations" in item or bool(_text_of(item, _TYPE_KEYS)))
    )


def _is_relation(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and item.get("type") == "relation"
        and bool(_text_of(item, _FROM_KEYS) and _text_of(item, _TO_KEYS))
    )


def _objects_in(text: str) -> tuple[list[Any], str]:
    """The JSON values that stand in `text`, and the remains that are none.

    Servers that write at once leave lines inside lines; a whole object behind a broken one is rescued.
    """
    decoder = json.JSONDecoder(strict=False)
    values: list[Any] = []
    remains: list[str] = []
    at = 0
    for _ in range(_RESCUES):
        while at < len(text) and text[at] in "\x00 \t\r\n":
            at += 1
        if at >= len(text):
            return values, "".join(remains)
        try:
            value, at = decoder.raw_decode(text, at)
            values.append(value)
        except (ValueError, RecursionError):
            following = text.find('{"', at + 1)
            if following < 0:
                break
            remains.append(text[at:following])
            at = following
    return values, "".join(remains) + text[at:]


class _Graph:
    """One pass over the entities and one over the relations of a file."""

    def __init__(self, source: Source, cancel: CancelToken) -> None:
        self._source = source
        self._cancel = cancel
        self._total = 2 * size_of(source.path, name=source.name)
        self._time = SourceTime(at=source.mtime, quality=TimeQuality.INFERRED)
        self._entities: set[str] = set()
        self._observations: dict[bytes, int] = {}
        self._relations: dict[bytes, int] = {}
        self._relation_lines = array("Q")

    def records(self) -> Iterator[Record]:
        for line in self._lines(done=0):
            yield from self._first_look(line)
        waiting = iter(self._relation_lines)
        wanted = next(waiting, 0)
        for line in self._lines(done=self._total // 2):
            if line.number == wanted:
                wanted = next(waiting, 0)
                for item in self._values(line)[0]:
                    if _is_relation(item):
                        yield from self._relation(item, line)
        yield Position(self._total, self._total)

    def _lines(self, *, done: int) -> Iterator[Line]:
        for line in read_lines(self._source.path, name=self._source.name):
            self._cancel.check()
            self._done = done + line.end
            yield line

    def _values(self, line: Line) -> tuple[list[Any], str, int]:
        """The values of a line, what of it is no value, and how many characters had to be replaced."""
        try:
            parsed = parse_json(line.text)
            return [parsed.value], "", parsed.replaced
        except UnreadableError:
            values, rest = _objects_in(line.text)
        if is_too_deep(values):
            return [], line.text, 0
        cleaned, replaced = clean_value(values)
        return cleaned, rest, replaced

    def _first_look(self, line: Line) -> Iterator[Record]:
        """Everything of a line but its relations, which are only noted."""
        if line.number % _POSITION_EVERY == 0:
            yield Position(self._done, self._total)
        if line.too_long:
            yield Skipped(line.number, f"longer than {LINE_LIMIT:,} bytes", excerpt(line.text))
            return
        if not line.text.strip():
            return
        values, rest, replaced = self._values(line)
        if replaced:
            yield Skipped(line.number, replaced_note(replaced))
        if rest:
            yield Skipped(line.number, _why_unreadable(rest, line.text), excerpt(rest))
        for item in values:
            if _is_entity(item):
                yield from self._entity(item, line)
            elif _is_relation(item):
                if not self._relation_lines or self._relation_lines[-1] != line.number:
                    self._relation_lines.append(line.number)
            else:
                yield Skipped(line.number, _why_foreign(item), excerpt(line.text))

    def _entity(self, item: dict[str, Any], line: Line) -> Iterator[Record]:
        name = _text_of(item, _NAME_KEYS)
        entity_type = _text_of(item, _TYPE_KEYS)
        key = f"mcp-memory:{name}"
        original = excerpt(compact_json(item), 20_000)
        taken = 0
        if name not in self._entities:
            self._entities.add(name)
            taken += 1
            yield EntityRecord(key=key, name=name, type=entity_type, line=line.number, original=original)
        given = item.get("observations", [])
        for observation in given if isinstance(given, list) else [given]:
            record = self._observation(observation, key, entity_type=entity_type, line=line)
            taken += 1
            yield record
        if not taken:
            yield Skipped(line.number, f"the entity {excerpt(name, 80)} again, with nothing new", original)

    def _observation(
        self, observation: Any, entity_key: str, *, entity_type: str, line: Line
    ) -> MemoryRecord | Skipped:
        text = observation
        if isinstance(observation, dict):
            text = next((observation[key] for key in ("content", "text") if key in observation), None)
        if not isinstance(text, str):
            return Skipped(line.number, "an observation that is no text", excerpt(compact_json(observation)))
        if not text.strip():
            return Skipped(line.number, "an empty observation")
        digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
        mark = hashlib.sha1(f"{entity_key}\n{digest}".encode(), usedforsecurity=False).digest()
        if mark in self._observations:
            first = self._observations[mark]
            return Skipped(line.number, f"the same observation stands on line {first}", excerpt(text))
        self._observations[mark] = line.number
        return MemoryRecord(
            key=f"{entity_key}#{digest}",
            text=text.strip(),
            kind="semantic",
            category="fact",
            tags=(f"type:{entity_type}",) if entity_type else (),
            time=self._time,
            entities=(entity_key,),
            line=line.number,
            original=compact_json({"entity": entity_key.partition(":")[2], "observation": observation}),
        )

    def _relation(self, item: dict[str, Any], line: Line) -> Iterator[Record]:
        ends = (_text_of(item, _FROM_KEYS), _text_of(item, _TO_KEYS))
        word = _text_of(item, _RELATION_KEYS)
        mark = hashlib.sha1("\n".join((*ends, word)).encode(), usedforsecurity=False).digest()
        if mark in self._relations:
            reason = f"the same relation stands on line {self._relations[mark]}"
            yield Skipped(line.number, reason, excerpt(compact_json(item)))
            return
        self._relations[mark] = line.number
        original = excerpt(compact_json(item), 20_000)
        for name in ends:
            if name not in self._entities:
                self._entities.add(name)
                yield EntityRecord(
                    key=f"mcp-memory:{name}", name=name, ghost=True, line=line.number, original=original
                )
        yield RelationRecord(
            source_key=f"mcp-memory:{ends[0]}",
            target_key=f"mcp-memory:{ends[1]}",
            relation=word,
            line=line.number,
            original=original,
        )


def _why_unreadable(rest: str, whole: str) -> str:
    if len(rest) < len(whole.strip("\x00 \t\r\n")):
        return "part of this line is broken (cut off, or another line runs into it); the rest was taken in"
    try:
        parse_json(rest)
    except UnreadableError as error:
        return str(error)
    return "no JSON"


def _why_foreign(item: Any) -> str:
    if not isinstance(item, dict):
        return "not a JSON object"
    kind = item.get("type")
    if kind == "entity":
        return "an entity without a name"
    if kind == "relation":
        return "a relation without both ends"
    return (
        f"unknown type {excerpt(str(kind), 80)}" if kind is not None else "neither an entity nor a relation"
    )
