"""NEXO's cognitive database: memories of both stores, quarantine, triggers, the graph, and what hangs together.

The version is told by the columns that are there. Sessions come from `nexo.db` when it lies in its usual place.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import clean_value, excerpt
from engramma.exchange.format import Source
from engramma.exchange.memory_records import Once, original_json, paced, share_of, text_of
from engramma.exchange.nexo.diaries import DIARIES, session_of
from engramma.exchange.nexo.memories import (
    EMBEDDINGS,
    STORES,
    co_activation_ids,
    memory_key,
    memory_of,
    quarantined,
    session_key,
    session_named,
    trigger_of,
)
from engramma.exchange.sqlite_schema import schema_of
from engramma.exchange.sqlite_source import SqliteSource, opened_copy
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import EntityRecord, Record, RelationRecord, Skipped

_OPERATIONAL = ("nexo.db", "../data/nexo.db", "../../data/nexo.db")
_CO_CAP = 5.0
_NOT_MEMORY = ("trust_score", "sentiment_log", "retrieval_log", "somatic_markers")
_TABLES = (
    *STORES,
    "quarantine",
    "prospective_triggers",
    "memory_siblings",
    "dreamed_pairs",
    "co_activation",
    "kg_nodes",
    "kg_edges",
)


class NexoFormat:
    """Reader of `cognitive.db`."""

    name = "nexo"
    title = "NEXO memories (cognitive.db)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By its two stores."""
        schema = schema_of(path, head)
        return 0.97 if all("content" in schema.get(table, ()) for table in STORES) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """Sessions that memories name, the memories, then what hangs together."""
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            total = sum(database.count(database.tables[name]) for name in _TABLES if name in database.tables)
            reader = _Cognitive(database, source.path, cancel)
            yield from paced(reader.records(), total=total, cancel=cancel)


class _Cognitive:
    def __init__(self, database: SqliteSource, path: Path, cancel: CancelToken) -> None:
        self._database = database
        self._path = path
        self._cancel = cancel
        self._once = Once()
        self._by_hash: dict[int, str] = {}
        self._born: dict[str, Any] = {}
        self._corrections: dict[str, list[dict[str, Any]]] = {}

    def records(self) -> Iterator[Record]:
        for row in self._rows("memory_corrections"):
            key = memory_key(text_of(row.get("store")) or "ltm", row.get("memory_id"))
            self._corrections.setdefault(key, []).append(row)
        yield from self._sessions()
        for table, store in STORES.items():
            for row in self._rows(table):
                yield self._memory(row, store)
        for row in self._rows("quarantine"):
            status = text_of(row.get("status")) or "pending"
            if status in ("promoted", "rejected"):
                yield Skipped(None, f"quarantine: {status}", excerpt(original_json(row, without=EMBEDDINGS)))
            else:
                yield self._once.memory(quarantined(row))
        for row in self._rows("prospective_triggers"):
            if text_of(row.get("status")) == "fired":
                yield Skipped(None, "a trigger that has fired", excerpt(original_json(row)))
            else:
                yield self._once.memory(trigger_of(row))
        yield from self._together()
        yield from self._graph()
        for table in _NOT_MEMORY:
            if table in self._database.tables and (
                count := self._database.count(self._database.tables[table])
            ):
                yield Skipped(None, f"{table} holds no memories (rows: {count:,})")

    def _rows(self, name: str) -> Iterator[dict[str, Any]]:
        """The rows of a table without its vectors; none when there is no such table."""
        table = self._database.tables.get(name)
        if table is None:
            return
        columns = [column for column in table.columns if not column.startswith("embedding")]
        for row in self._database.rows(table, columns, order=("id",)):
            yield clean_value(row)[0]

    def _memory(self, row: dict[str, Any], store: str) -> Record:
        original = excerpt(original_json(row))
        if store == "stm" and row.get("promoted_to_ltm") == 1:
            self._born[memory_key("stm", row.get("id"))] = row.get("created_at")
            return Skipped(None, "promoted: it stands in the long-term store", original)
        if text_of(row.get("source_type")) == "dream_insight":
            return Skipped(None, "a dream: a fixed sentence about two other memories", original)
        key = memory_key(store, row.get("id"))
        for number in co_activation_ids(store, row.get("id")):
            self._by_hash.setdefault(number, key)
        born = self._born.get(memory_key("stm", row.get("original_stm_id")))
        return self._once.memory(memory_of(row, store, corrections=self._corrections.get(key, []), born=born))

    def _sessions(self) -> Iterator[Record]:
        """The sessions that memories name and that the operational database tells of."""
        named = {name for table in STORES for row in self._rows(table) if (name := session_named(row))}
        place = next(
            (self._path.parent / part for part in _OPERATIONAL if (self._path.parent / part).is_file()), None
        )
        if not named or place is None:
            return
        try:
            with opened_copy(place, name=place.name, cancel=self._cancel) as database:
                for table in DIARIES:
                    if table not in database.tables:
                        continue
                    for given in database.rows(database.tables[table]):
                        row = clean_value(given)[0]
                        name = text_of(row.get("session_id"))
                        if name in named and self._once.first_line(session_key(name), None) is None:
                            yield session_of(row)
        except ImportFileError as error:
            yield Skipped(None, f"sessions are left out: {error}")

    def _together(self) -> Iterator[Record]:
        for row in self._rows("memory_siblings"):
            ends = [memory_key("ltm", row.get(part)) for part in ("memory_a_id", "memory_b_id")]
            weight = share_of(row.get("similarity"), otherwise=1.0)
            yield self._link(ends[0], ends[1], type_="similar", word="sibling", weight=weight, row=row)
        lost = 0
        for row in self._rows("co_activation"):
            ends = [self._by_hash.get(_number(row.get(part)), "") for part in ("memory_a_id", "memory_b_id")]
            if not all(ends):
                lost += 1
                continue
            weight = share_of(row.get("strength"), highest=_CO_CAP)
            yield self._link(
                ends[0], ends[1], type_="co_recalled", word="co-activation", weight=weight, row=row
            )
        if lost:
            yield Skipped(None, f"links of memories recalled together that lead to none: {lost:,}")

    def _link(
        self, one: str, other: str, *, type_: str, word: str, weight: float, row: dict[str, Any]
    ) -> Record:
        return self._once.relation(
            RelationRecord(one, other, type_, word, weight, original=original_json(row))
        )

    def _graph(self) -> Iterator[Record]:
        nodes: set[str] = set()
        for row in self._rows("kg_nodes"):
            key, name = memory_key("node", row.get("id")), text_of(row.get("label"))
            if not name or key in nodes:
                yield Skipped(None, "a thing without a name, or again", excerpt(original_json(row)))
                continue
            nodes.add(key)
            yield EntityRecord(key, name, text_of(row.get("node_type")), original=original_json(row))
        for row in self._rows("kg_edges"):
            ends = [memory_key("node", row.get(part)) for part in ("source_id", "target_id")]
            original = original_json(row)
            if row.get("valid_until"):
                yield Skipped(None, "a relation that no longer holds", excerpt(original))
            elif not all(end in nodes for end in ends):
                yield Skipped(None, "a relation to a thing that is not there", excerpt(original))
            else:
                yield RelationRecord(
                    ends[0], ends[1], relation=text_of(row.get("relation")), original=original
                )


def _number(value: Any) -> int:
    return value if isinstance(value, int) else -1
