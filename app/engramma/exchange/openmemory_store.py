"""The SQLite file of OpenMemory (CaviraOSS): memories in sectors, waypoints between them, facts with their times."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import clean_value, excerpt
from engramma.exchange.format import Source
from engramma.exchange.memory_records import Once, original_json, paced, share_of, tags_of, text_of
from engramma.exchange.moments import first_moment
from engramma.exchange.sqlite_schema import schema_of
from engramma.exchange.sqlite_source import SqliteSource, opened_copy
from engramma.model.progress import CancelToken
from engramma.model.transfer import MemoryRecord, Record, RelationRecord

_KINDS = {
    "episodic": "episodic",
    "semantic": "semantic",
    "procedural": "procedural",
    "emotional": "episodic",
    "reflective": "semantic",
}
_VECTORS = frozenset({"vector", "norm_vector", "compressed_vec", "mean_vec", "simhash"})
_TABLES = ("memories", "waypoints", "temporal_facts")


class OpenMemoryStoreFormat:
    """Reader of `openmemory.sqlite`."""

    name = "openmemory"
    title = "OpenMemory store (SQLite)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the columns of its memories."""
        columns = schema_of(path, head).get("memories", frozenset())
        return 0.95 if {"content", "primary_sector", "salience"} <= columns else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The memories, the waypoints between them, the facts."""
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            total = sum(database.count(database.tables[name]) for name in _TABLES if name in database.tables)
            yield from paced(_records(database), total=total, cancel=cancel)


def _rows(database: SqliteSource, name: str) -> Iterator[dict[str, Any]]:
    table = database.tables.get(name)
    if table is not None:
        columns = [column for column in table.columns if column not in _VECTORS]
        for row in database.rows(table, columns):
            yield clean_value(row)[0]


def _records(database: SqliteSource) -> Iterator[Record]:
    once = Once()
    for row in _rows(database, "memories"):
        yield once.memory(_memory(row))
    for row in _rows(database, "temporal_facts"):
        yield once.memory(_fact(row))
    for row in _rows(database, "waypoints"):
        source, target = (f"openmemory:{text_of(row.get(part))}" for part in ("src_id", "dst_id"))
        weight = share_of(row.get("weight"), otherwise=1.0)
        yield once.relation(
            RelationRecord(source, target, "related", "waypoint", weight, original=original_json(row))
        )


def _memory(row: Mapping[str, Any]) -> MemoryRecord:
    sector = text_of(row.get("primary_sector")).casefold()
    how = sector == "procedural"
    return MemoryRecord(
        key=f"openmemory:{text_of(row.get('id'))}",
        text=text_of(row.get("content")),
        kind=_KINDS.get(sector, "semantic"),
        told=sector,
        tier="long_term",
        category="instruction" if how else "other" if sector in ("episodic", "emotional") else "fact",
        importance=share_of(row.get("salience")),
        tags=tags_of(_list(row.get("sectors")) or sector, _list(row.get("tags"))),
        time=first_moment(row.get("created_at")),
        original=original_json(dict(row)),
    )


def _fact(row: Mapping[str, Any]) -> MemoryRecord:
    parts = [text_of(row.get(name)) for name in ("subject", "predicate", "obj")]
    ended = "no longer valid" if row.get("valid_to") is not None else ""
    return MemoryRecord(
        key=f"openmemory:fact:{text_of(row.get('id'))}",
        text=" ".join(part.replace("_", " ") if at == 1 else part for at, part in enumerate(parts) if part),
        tier="long_term",
        importance=share_of(row.get("confidence")),
        tags=tags_of("temporal fact", parts[1], ended),
        time=first_moment(row.get("valid_from")),
        original=original_json(dict(row)),
    )


def _list(value: Any) -> list[str]:
    if not isinstance(value, str) or not value.strip():
        return []
    try:
        given = json.loads(value)
    except (ValueError, RecursionError):
        return [excerpt(value, 100)]
    return [text for item in given if (text := text_of(item))] if isinstance(given, list) else []
