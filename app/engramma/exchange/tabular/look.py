"""What a table looks like before it is mapped: its columns with a few values, and which column is taken for what."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import clean_text, excerpt
from engramma.exchange.conversations.json_lines import head_objects
from engramma.exchange.format import HEAD_BYTES, Source
from engramma.exchange.lines import head_lines, reading
from engramma.exchange.memory_records import text_of
from engramma.exchange.sqlite_source import looks_like_sqlite, opened_copy
from engramma.exchange.tabular.csv_file import fields_of
from engramma.exchange.tabular.json_lines_file import columns_of
from engramma.exchange.tabular.mapping import ColumnMap, completed, parse_map
from engramma.exchange.tabular.sqlite_file import SqliteFormat
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken

TABLE_FORMATS = ("csv", "sqlite", "jsonl")
_ROWS, _VALUES, _SHOWN = 20, 3, 60
_LARGEST_UNKNOWN = 256 * 1024**2
_ENDINGS = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column and its first few values that are not empty."""

    name: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableLook:
    """A file as a table. `mapping` is complete; its `text` is empty where no column looks like one."""

    format: str
    columns: tuple[TableColumn, ...]
    mapping: ColumnMap
    tables: tuple[str, ...] = ()

    def named(self, mapping: ColumnMap) -> str:
        """The name of the format with a mapping, as `format_named` takes it."""
        return f"{self.format}:{mapping.written()}" if mapping.written() else self.format

    def values_of(self, column: str) -> tuple[str, ...]:
        """The values of a column that are shown."""
        return next((found.values for found in self.columns if found.name == column), ())


def look_at_table(source: Source, format_name: str, *, cancel: CancelToken) -> TableLook | None:
    """The table that `format_name`, or an unrecognised file's ending, says `source` is; None when it is none.

    Raises Cancelled, ImportFileError.
    """
    base, _mark, written = format_name.partition(":")
    with reading(source.name), source.path.open("rb") as raw:
        head = raw.read(HEAD_BYTES)
    if not base:
        base = "sqlite" if looks_like_sqlite(head) else _ENDINGS.get(source.path.suffix.lower(), "")
    given = parse_map(written) if written else ColumnMap()
    if base == "sqlite":
        return _database(source, given, cancel=cancel)
    if base == "csv":
        return _look(base, *_csv(head), given=given)
    if base == "jsonl":
        objects, _lines = head_objects(head)
        return _look(base, columns_of(objects), objects, given=given)
    return None


def _database(source: Source, given: ColumnMap, *, cancel: CancelToken) -> TableLook | None:
    with opened_copy(source.path, name=source.name, cancel=cancel) as database:
        tables = tuple(sorted(database.tables))
        if not tables:
            return None
        try:
            table = SqliteFormat(given).table_of(database, source.name)
        except ImportFileError:
            table = database.tables[tables[0]]
        rows = list(islice(database.rows(table), _ROWS))
        found = _look("sqlite", [clean_text(name)[0] for name in table.columns], rows, given=given)
        mapping = found.mapping.with_table(table.name)
        return TableLook("sqlite", found.columns, mapping, tables)


def _csv(head: bytes) -> tuple[list[str], list[Mapping[str, Any]]]:
    lines = head_lines(head, at_most=_ROWS + 1)
    names, delimiter = fields_of(lines[0]) if lines else ([], ",")
    try:
        rows = list(csv.reader(lines[1:], delimiter=delimiter))
    except csv.Error:
        rows = []
    return names, [dict(zip(names, row, strict=False)) for row in rows]


def _look(
    base: str, names: Sequence[str], rows: Iterable[Mapping[str, Any]], *, given: ColumnMap
) -> TableLook:
    kept = list(rows)[:_ROWS]
    columns = tuple(TableColumn(name, _values(kept, name)) for name in names if name)
    try:
        mapping = completed(given, names, what="The file")
    except ImportFileError:
        mapping = given
    return TableLook(base, columns, mapping)


def _values(rows: list[Mapping[str, Any]], name: str) -> tuple[str, ...]:
    texts = (_shown(row.get(name)) for row in rows)
    return tuple(islice(dict.fromkeys(text for text in texts if text), _VALUES))


def _shown(value: Any) -> str:
    if isinstance(value, list):
        value = ", ".join(text_of(item) for item in value[:5])
    return excerpt(" ".join(text_of(value).split()), _SHOWN)


def is_table(path: Path, format_name: str) -> bool:
    """Whether the columns of the file can be mapped; an unrecognised one by its ending, if it is not too large."""
    if not path.is_file():
        return False
    base = format_name.partition(":")[0]
    by_ending = not base and path.suffix.lower() in (*_ENDINGS, ".db", ".sqlite", ".sqlite3")
    return base in TABLE_FORMATS or (by_ending and path.stat().st_size <= _LARGEST_UNKNOWN)
