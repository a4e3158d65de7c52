"""The formats of claude-mem: the database and the export, both read by columns and keys, not by version."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.claude_mem.rows import ClaudeMemRows
from engramma.exchange.cleaning import clean_value, excerpt
from engramma.exchange.format import Source
from engramma.exchange.json_parts import LARGEST_FILE, JsonFile, Part
from engramma.exchange.lines import head_text
from engramma.exchange.memory_records import original_json, paced, paced_by
from engramma.exchange.sqlite_schema import schema_of
from engramma.exchange.sqlite_source import SqliteSource, opened_copy
from engramma.model.progress import CancelToken
from engramma.model.transfer import Record, Skipped

_TABLES = ("sdk_sessions", "user_prompts", "observations", "session_summaries")
_PARTS = ("sessions", "prompts", "observations", "summaries")
_COUNTS = frozenset({"exportedAt", "exportedAtEpoch", "query", "project"})

Reader = Callable[[dict[str, Any], int | None], Iterator[Record]]


def _readers(rows: ClaudeMemRows) -> tuple[Reader, ...]:
    return rows.session, rows.prompt, rows.observation, rows.summary


class ClaudeMemDatabaseFormat:
    """Reader of `claude-mem.db`."""

    name = "claude-mem"
    title = "claude-mem database"

    def sniff(self, path: Path, head: bytes) -> float:
        """By its tables of sessions and observations."""
        schema = schema_of(path, head)
        observations = schema.get("observations", frozenset())
        return 0.95 if "sdk_sessions" in schema and {"type", "facts", "narrative"} & observations else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """Sessions, prompts, observations with their facts, summaries."""
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            total = sum(database.count(database.tables[name]) for name in _TABLES if name in database.tables)
            yield from paced(self._records(database), total=total, cancel=cancel)

    def _records(self, database: SqliteSource) -> Iterator[Record]:
        rows = ClaudeMemRows()
        for name, reader in zip(_TABLES, _readers(rows), strict=True):
            if name not in database.tables:
                yield Skipped(None, f"the database has no table {name}")
                continue
            for row in database.rows(database.tables[name], order=("id",)):
                yield from reader(clean_value(row)[0], None)


class ClaudeMemExportFormat:
    """Reader of what `export-memories` writes. It is the result of a search, so it may be a part only."""

    name = "claude-mem-export"
    title = "claude-mem export"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the counts that it begins with."""
        text = head_text(head)
        if not text.lstrip().startswith("{"):
            return 0.0
        clues = ('"totalObservations"', '"totalSummaries"', '"memory_session_id"', '"discovery_tokens"')
        found = sum(clue in text for clue in clues)
        return 0.95 if found >= 2 else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """As the database; parts that come before the sessions wait for them."""
        file = JsonFile(source.path, name=source.name, largest=LARGEST_FILE)
        yield from paced_by(self._records(file), file, cancel=cancel)

    def _records(self, file: JsonFile) -> Iterator[Record]:
        waiting: dict[str, list[Part]] = {name: [] for name in _PARTS}
        for part in file.parts():
            if isinstance(part, Skipped):
                yield part
            elif part.key in waiting and part.index is not None:
                waiting[part.key].append(part)
            elif part.key not in _COUNTS and not part.key.startswith("total"):
                yield Skipped(
                    part.line, f"unknown part {excerpt(part.key, 80)}", excerpt(original_json(part.value))
                )
        rows = ClaudeMemRows()
        for name, reader in zip(_PARTS, _readers(rows), strict=True):
            for part in waiting[name]:
                if isinstance(part.value, dict):
                    yield from reader(part.value, part.line)
                else:
                    yield Skipped(part.line, "not a JSON object", excerpt(original_json(part.value)))
