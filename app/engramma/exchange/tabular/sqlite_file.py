"""A table of any SQLite file. Which one is guessed from names, or given as `table=notes,text=body`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engramma.exchange.cleaning import clean_text, clean_value
from engramma.exchange.format import Format, Source
from engramma.exchange.memory_records import paced
from engramma.exchange.sqlite_schema import Schema, schema_of
from engramma.exchange.sqlite_source import SqliteSource, SqliteTable, opened_copy
from engramma.exchange.tabular.mapping import ColumnMap, completed, guess_map, parse_map
from engramma.exchange.tabular.rows import TableRows
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import Record, Skipped, SourceTime, TimeQuality

_LIKELY = re.compile(r"memor|note|fact|observation|knowledge|insight|lesson", re.IGNORECASE)
_OUR_OWN = frozenset({"memory", "segment", "provenance", "operation"})


class SqliteFormat:
    """Reader of one table, with a mapping of its columns, guessed where it says nothing."""

    title = "SQLite table"

    def __init__(self, mapping: ColumnMap | None = None) -> None:
        self._mapping = mapping or ColumnMap()
        written = self._mapping.written()
        self.name = f"sqlite:{written}" if written else "sqlite"

    def mapped(self, text: str) -> Format:
        """The same with a mapping such as `table=notes,text=body`. Raises ImportFileError."""
        return SqliteFormat(parse_map(text))

    def sniff(self, path: Path, head: bytes) -> float:
        """By a table that is called like memories and has a column of text; a store of this program is none."""
        schema = schema_of(path, head)
        if schema.keys() >= _OUR_OWN:
            return 0.0
        return 0.32 if _likely(schema) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """One memory a row; the other tables are named as left out."""
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            table = self.table_of(database, source.name)
            columns = completed(self._mapping, table.columns, what=f"The table {table.name}")
            total = database.count(table)
            otherwise = SourceTime(source.mtime, quality=TimeQuality.INFERRED)
            records = _records(database, table, columns, scope=source.path.name, otherwise=otherwise)
            yield from paced(records, total=total, cancel=cancel)

    def table_of(self, database: SqliteSource, name: str) -> SqliteTable:
        """The table that is read of the file called `name`. Raises ImportFileError that lists them."""
        wanted = self._mapping.table
        schema = {name: frozenset(table.columns) for name, table in database.tables.items()}
        chosen = wanted or _likely(schema) or (next(iter(schema)) if len(schema) == 1 else "")
        if chosen not in database.tables:
            listed = ", ".join(sorted(schema)[:20]) or "none"
            what = f"has no table {chosen}" if chosen else "has no table that looks like memories"
            raise ImportFileError(
                f"{name} {what}; its tables are {listed}. Name one, as in --format sqlite:table=NAME,text=COLUMN."
            )
        return database.tables[chosen]


def _likely(schema: Schema) -> str:
    found = [
        name for name, columns in schema.items() if _LIKELY.search(name) and guess_map(sorted(columns)).text
    ]
    return min(found, key=lambda name: (len(name), name), default="")


def _records(
    database: SqliteSource, table: SqliteTable, columns: ColumnMap, *, scope: str, otherwise: SourceTime
) -> Iterator[Record]:
    rows = TableRows(columns, scope=f"sqlite:{scope}/{table.name}", otherwise=otherwise)
    for given in database.rows(table):
        row = {
            clean_text(name)[0]: clean_value(value)[0]
            for name, value in given.items()
            if value is not None and not isinstance(value, bytes)
        }
        yield from rows.take(row, None)
    for name in sorted(database.tables):
        if name != table.name:
            yield Skipped(None, f"the table {name} was not read: an import takes one table")
