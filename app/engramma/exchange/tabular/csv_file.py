"""A CSV file whose first line names its columns, in any common delimiter, streamed row by row."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from engramma.exchange.cleaning import clean_text, excerpt
from engramma.exchange.format import Format, Source
from engramma.exchange.lines import head_lines, is_text, read_lines, size_of
from engramma.exchange.tabular.mapping import ColumnMap, completed, guess_map, parse_map
from engramma.exchange.tabular.rows import TableRows
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import Position, Record, Skipped, SourceTime, TimeQuality

_DELIMITERS = ",;\t|"
_MOST_COLUMNS = 200
_POSITION_EVERY = 500
_LONGEST_FIELD = 4 * 1024 * 1024
"""Characters: what was exported comes back, and a quote that is never closed is held no longer than that."""


class CsvFormat:
    """Reader of a CSV file with a mapping of its columns, guessed where it says nothing."""

    title = "CSV table"

    def __init__(self, mapping: ColumnMap | None = None) -> None:
        self._mapping = mapping or ColumnMap()
        written = self._mapping.written()
        self.name = f"csv:{written}" if written else "csv"

    def mapped(self, text: str) -> Format:
        """The same with a mapping such as `text=Note,time=Date`. Raises ImportFileError."""
        return CsvFormat(parse_map(text))

    def sniff(self, path: Path, head: bytes) -> float:
        """By a first line that names a column of text, and a second one of as many fields."""
        if not is_text(head):
            return 0.0
        lines = head_lines(head, at_most=3)
        if len(lines) < 2 or lines[0].lstrip().startswith(("{", "[", "<", "#", "-")):
            return 0.0
        delimiter = _delimiter_of(lines[0])
        header = _fields(lines[0], delimiter)
        if not guess_map(header).text or len(header) > _MOST_COLUMNS or not all(map(_is_name, header)):
            return 0.0
        if len(header) == 1:
            return 0.4 if path.suffix.lower() in (".csv", ".tsv") else 0.0
        return 0.6 if delimiter and abs(len(_fields(lines[1], delimiter)) - len(header)) <= 1 else 0.35

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """One memory a row."""
        total = size_of(source.path, name=source.name)
        lines = _Lines(source, cancel)
        first = next(lines, "")
        header, delimiter = fields_of(first)
        if not any(header):
            yield Skipped(1, "no line that names the columns", excerpt(first))
            yield Position(total, total)
            return
        try:
            columns = completed(self._mapping, header, what=source.name)
        except ImportFileError as error:
            if self._mapping.written():
                raise
            yield Skipped(1, str(error).rstrip("."), excerpt(first))
            yield Position(total, total)
            return
        otherwise = SourceTime(source.mtime, quality=TimeQuality.INFERRED)
        table = TableRows(columns, scope=f"csv:{source.path.name}", otherwise=otherwise)
        _allow_long_fields()
        rows = csv.reader(lines, delimiter=delimiter)
        count = 0
        while True:
            line = lines.number + 1
            try:
                fields = next(rows)
            except StopIteration:
                break
            except csv.Error as error:
                lost = (
                    f"; it ends on line {lines.number:,}, is a quote not closed?"
                    if lines.number > line
                    else ""
                )
                yield Skipped(line, f"a row that cannot be read: {error}{lost}")
                continue
            count += 1
            if lines.was_cut():
                yield Skipped(line, "a row with a line that is too long to be read", excerpt(str(fields)))
                continue
            if any(field.strip() for field in fields):
                row = {
                    name: clean_text(value)[0] for name, value in zip(header, fields, strict=False) if name
                }
                if len(fields) > len(header):
                    yield Skipped(
                        line, f"{len(fields) - len(header)} fields more than columns", excerpt(str(fields))
                    )
                yield from table.take(row, line)
            if count % _POSITION_EVERY == 0:
                yield Position(min(lines.done, total), total)
        yield Position(total, total)


class _Lines:
    """The lines of a file with their ends, as the csv module takes them, and how far it has come."""

    def __init__(self, source: Source, cancel: CancelToken) -> None:
        self._lines = read_lines(source.path, name=source.name)
        self._cancel = cancel
        self.number = 0
        self.done = 0
        self._cut = False

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self._cancel.check()
        self.number, self.done = line.number, line.end
        self._cut = self._cut or line.too_long
        return clean_text(line.text)[0] + "\n"

    def was_cut(self) -> bool:
        """Whether of a line since the last question only the beginning was given out."""
        cut, self._cut = self._cut, False
        return cut


def _allow_long_fields() -> None:
    """Python's limit holds for the whole process; one that was raised further stays."""
    csv.field_size_limit(max(_LONGEST_FIELD, csv.field_size_limit()))


def fields_of(line: str) -> tuple[list[str], str]:
    """The names of the columns in the first line of a file, and what parts them."""
    delimiter = _delimiter_of(line) or ","
    return [clean_text(name)[0].strip() for name in _fields(line, delimiter)][:_MOST_COLUMNS], delimiter


def _delimiter_of(line: str) -> str:
    """The delimiter that stands in the line most often; empty when there is none."""
    best = max(_DELIMITERS, key=line.count)
    return best if best in line else ""


def _fields(line: str, delimiter: str) -> list[str]:
    try:
        return next(iter(csv.reader([line.strip("\r\n")], delimiter=delimiter or ",")), [])
    except csv.Error:
        return []


def _is_name(field: str) -> bool:
    return 0 < len(field.strip()) <= 60 and not field.strip().endswith((".", "!", "?"))
