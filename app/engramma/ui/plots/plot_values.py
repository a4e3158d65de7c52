"""What plots show, as values: series, marks on the axis, what a person asks for, and the table of the same numbers.

Qt-free, so that any thread may make them. Moments are UTC microseconds.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from enum import StrEnum

from engramma.model.clock import iso, to_local
from engramma.model.records import dataclass
from engramma.model.search import Mode


class Look(StrEnum):
    """What tells a series from its neighbours besides colour: filled or hatched areas, solid or broken lines."""

    PLAIN = "plain"
    HATCHED = "hatched"
    DOTTED = "dotted"


@dataclass(frozen=True, slots=True)
class Series:
    """One line, area or part of every bar. `token` is the name of a colour of the theme, `key` its owner's word."""

    key: str
    name: str
    token: str
    values: tuple[float | None, ...]
    look: Look = Look.PLAIN
    area: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A dotted upright line at a place of the axis, with its word beside it."""

    at: int
    label: str
    token: str = "text_secondary"


@dataclass(frozen=True, slots=True)
class Picked:
    """A person asks for a series, a row, or a place in one (`number`, -1: all of it); `mode` by the keys held."""

    key: str
    number: int
    mode: Mode


@dataclass(frozen=True, slots=True)
class Brushed:
    """A person asks for a span of the axis, from `start` up to `end`, on the axis' own scale."""

    start: int
    end: int
    mode: Mode


@dataclass(frozen=True, slots=True)
class Moment:
    """A time in a table: of a local day, or to the second."""

    at: int
    whole_day: bool = True


Cell = str | int | float | Moment | None


@dataclass(frozen=True, slots=True)
class PlotTable:
    """The numbers behind a plot. Every row has as many cells as there are heads; None is an empty cell."""

    title: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()

    def csv(self) -> str:
        """RFC 4180 text with a head line; days as ISO dates, moments as ISO times in UTC."""
        return self._written(",", "\r\n")

    def tsv(self) -> str:
        """As `csv`, by tabs: what spreadsheets take from the clipboard."""
        return self._written("\t", "\n")

    def _written(self, delimiter: str, end: str) -> str:
        out = io.StringIO()
        writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
        writer.writerow(self.heads)
        writer.writerows([plain_cell(cell) for cell in row] for row in self.rows)
        return out.getvalue()


def plain_cell(cell: Cell) -> str | int | float:
    """A cell as files have it. Text that a spreadsheet would run as a formula gets an apostrophe."""
    match cell:
        case None:
            return ""
        case Moment(at, whole_day):
            return to_local(at).date().isoformat() if whole_day else iso(at)
        case str() if cell[:1] in ("=", "+", "-", "@", "\t", "\r"):
            return f"'{cell}"
        case _:
            return cell


def totals(series: Sequence[Series], number: int) -> float:
    """The sum of all series at a place."""
    return sum(one.values[number] or 0 for one in series)
