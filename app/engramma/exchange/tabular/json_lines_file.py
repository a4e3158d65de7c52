"""A JSONL file of statements: one object a line, whose fields are the columns. Streamed; what is nested is no column.

The fallback for files of objects that no other reader knows; lines that say who speaks are conversations.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.json_lines import JsonLine, head_objects, objects_of
from engramma.exchange.format import HEAD_BYTES, Format, Source
from engramma.exchange.lines import reading, size_of
from engramma.exchange.tabular.mapping import ColumnMap, completed, guess_map, parse_map
from engramma.exchange.tabular.rows import TableRows
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import Position, Record, Skipped, SourceTime, TimeQuality

_SURE = 0.31
"""Just enough: any other format that knows a file comes first."""
_TEXTS = frozenset({"memory", "content", "text", "statement", "fact", "note", "observation", "body"})
_MOST_COLUMNS = 200


class JsonLinesFormat:
    """Reader of lines of objects with a mapping of their fields, guessed where it says nothing."""

    title = "JSONL table"

    def __init__(self, mapping: ColumnMap | None = None) -> None:
        self._mapping = mapping or ColumnMap()
        written = self._mapping.written()
        self.name = f"jsonl:{written}" if written else "jsonl"

    def mapped(self, text: str) -> Format:
        """The same with a mapping such as `text=note,time=saved`. Raises ImportFileError."""
        return JsonLinesFormat(parse_map(text))

    def sniff(self, path: Path, head: bytes) -> float:
        """By lines that all are objects with a field of text."""
        del path
        if not head.lstrip().startswith(b"{"):
            return 0.0
        objects, lines = head_objects(head)
        plain = sum(_states(value) for value in objects)
        return _SURE if plain and plain == lines else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """One memory a line."""
        total = size_of(source.path, name=source.name)
        with reading(source.name), source.path.open("rb") as raw:
            names = columns_of(head_objects(raw.read(HEAD_BYTES))[0])
        try:
            columns = completed(self._mapping, names, what=source.name)
        except ImportFileError as error:
            if self._mapping.written():
                raise
            yield Skipped(None, str(error).rstrip("."))
            yield Position(total, total)
            return
        otherwise = SourceTime(source.mtime, quality=TimeQuality.INFERRED)
        table = TableRows(columns, scope=f"jsonl:{source.path.name}", otherwise=otherwise)
        for found in objects_of(source, cancel=cancel):
            if not isinstance(found, JsonLine):
                yield found
            elif len(found.value) > _MOST_COLUMNS:
                yield Skipped(found.number, "more fields than a table has columns", excerpt(found.text))
            else:
                yield from table.take(found.value, found.number)
        yield Position(total, total)


def _states(value: dict[str, Any]) -> bool:
    """Whether it has a field of text; one with a role is a message, and an unknown role is not ours to guess."""
    return "role" not in value and guess_map(columns_of([value])).text.casefold() in _TEXTS


def columns_of(values: list[dict[str, Any]]) -> list[str]:
    """The names of the fields that hold a text, a number or a list of them, in the order of their first time."""
    found: dict[str, None] = {}
    for value in values:
        for name, item in list(value.items())[:_MOST_COLUMNS]:
            if isinstance(item, str | int | float | list):
                found.setdefault(str(name))
    return list(found)[:_MOST_COLUMNS]
