"""The store of mcp-memory-service (doobidoo): its SQLite file without the vectors, and its JSON export.

The graph between memories is in the database only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import clean_value, excerpt
from engramma.exchange.format import Source
from engramma.exchange.json_parts import JsonFile
from engramma.exchange.lines import head_text
from engramma.exchange.memory_records import (
    Once,
    digest_of,
    original_json,
    paced,
    paced_by,
    share_of,
    tags_of,
    text_of,
)
from engramma.exchange.moments import first_moment
from engramma.exchange.sqlite_schema import schema_of
from engramma.exchange.sqlite_source import SqliteSource, opened_copy
from engramma.model.progress import CancelToken
from engramma.model.transfer import MemoryRecord, Record, RelationRecord, Skipped

_WITHOUT = frozenset({"embedding"})
_PROCEDURAL = ("procedure", "howto", "how-to", "instruction", "rule")
_EPISODIC = ("session", "observation", "event", "conversation")
_TYPES = {"contradicts": "contradicts", "follows": "follows", "supports": "related", "similar": "similar"}
_EITHER_WAY = frozenset({"related", "contradicts"})


class MemoryServiceDatabaseFormat:
    """Reader of `sqlite_vec.db`."""

    name = "mcp-memory-service"
    title = "mcp-memory-service database"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the columns of its memories."""
        columns = schema_of(path, head).get("memories", frozenset())
        return 0.95 if {"content_hash", "content", "memory_type"} <= columns else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The memories that are not deleted, then the graph between them."""
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            names = ("memories", "memory_graph")
            total = sum(database.count(database.tables[name]) for name in names if name in database.tables)
            yield from paced(_of_database(database), total=total, cancel=cancel)


class MemoryServiceExportFormat:
    """Reader of its JSON export."""

    name = "mcp-memory-service-export"
    title = "mcp-memory-service export (JSON)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By its heading and the keys of its memories."""
        text = head_text(head)
        heading = '"export_metadata"' in text and '"total_memories"' in text
        return 0.95 if text.lstrip().startswith("{") and (heading or '"content_hash"' in text) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The memories in order."""
        file = JsonFile(source.path, name=source.name)
        yield from paced_by(_of_export(file), file, cancel=cancel)


def _of_database(database: SqliteSource) -> Iterator[Record]:
    once = Once()
    table = database.tables.get("memories")
    if table is None:
        yield Skipped(None, "the database has no table memories")
        return
    replaced: list[tuple[str, str]] = []
    for given in database.rows(table, order=("id",)):
        row = clean_value(given)[0]
        yield _memory(row, line=None, once=once)
        if text_of(row.get("superseded_by")):
            replaced.append((_key(row), f"mcp-memory-service:{text_of(row.get('superseded_by'))}"))
    for old, new in replaced:
        yield once.relation(RelationRecord(new, old, "corrects", "supersedes"))
    graph = database.tables.get("memory_graph")
    if graph is not None:
        yield from _graph(database, once)


def _graph(database: SqliteSource, once: Once) -> Iterator[Record]:
    seen: set[tuple[str, str, str]] = set()
    for given in database.rows(database.tables["memory_graph"]):
        row = clean_value(given)[0]
        word = text_of(row.get("relationship_type")) or "related"
        ends = (text_of(row.get("source_hash")), text_of(row.get("target_hash")))
        pair = (min(ends), max(ends), word) if word in _EITHER_WAY else (*ends, word)
        if pair in seen:
            continue
        seen.add(pair)
        yield once.relation(
            RelationRecord(
                f"mcp-memory-service:{ends[0]}",
                f"mcp-memory-service:{ends[1]}",
                _TYPES.get(word, "related"),
                word,
                share_of(row.get("similarity"), otherwise=1.0),
                original=original_json(row),
            )
        )


def _of_export(file: JsonFile) -> Iterator[Record]:
    once = Once()
    for part in file.parts():
        if isinstance(part, Skipped):
            yield part
        elif part.key == "memories" and isinstance(part.value, dict) and part.index is not None:
            yield _memory(part.value, line=part.line, once=once)
        elif part.key != "export_metadata":
            what = f"unknown part {excerpt(part.key, 80)}" if part.key != "memories" else "not a JSON object"
            yield Skipped(part.line, what, excerpt(original_json(part.value)))


def _key(row: Mapping[str, Any]) -> str:
    return f"mcp-memory-service:{text_of(row.get('content_hash')) or digest_of(text_of(row.get('content')))}"


def _memory(row: Mapping[str, Any], *, line: int | None, once: Once) -> Record:
    original = original_json(dict(row), without=_WITHOUT)
    if row.get("deleted_at") is not None:
        return Skipped(line, "deleted in its store", excerpt(original))
    kind_of = text_of(row.get("memory_type")).lower()
    meta = _object(row.get("metadata"))
    how = any(word in kind_of for word in _PROCEDURAL)
    happened = any(word in kind_of for word in _EPISODIC)
    quality = meta.get("quality_score", meta.get("confidence", row.get("confidence")))
    return once.memory(
        MemoryRecord(
            key=_key(row),
            text=text_of(row.get("content")),
            kind="procedural" if how else "episodic" if happened else "semantic",
            told=kind_of,
            tier="long_term",
            category="instruction" if how else "decision" if "decision" in kind_of else "fact",
            importance=share_of(quality),
            tags=tags_of(kind_of, row.get("tags")),
            time=first_moment(row.get("created_at"), row.get("created_at_iso")),
            line=line,
            original=original,
        )
    )


def _object(value: Any) -> Mapping[str, Any]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}
