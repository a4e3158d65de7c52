"""The conditions of a query in words for people, one chip each: "created", "Apr – Sep 2026"."""

from __future__ import annotations

from engramma.model.records import dataclass
from engramma.model.search.fields import FIELDS
from engramma.model.search.printer import print_node
from engramma.model.search.tree import Meaning, Node, Not, Or, Phrase, Query, Term, Word
from engramma.model.search.values import (
    Between,
    Choice,
    Compare,
    Comparison,
    Date,
    Day,
    Duration,
    Ids,
    Match,
    Never,
    Number,
    Operand,
    Test,
)

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_UNITS = {"h": "hour", "d": "day", "w": "week", "m": "month", "y": "year"}
_SIGNS = {"=": "", "<": "< ", "<=": "≤ ", ">": "> ", ">=": "≥ "}
_AROUND = {"=": "", "<": "before ", "<=": "until ", ">": "after ", ">=": "from "}


@dataclass(frozen=True, slots=True)
class Chip:
    """One condition. `start` and `end` are its offsets in the parsed text, -1 if the query was not parsed."""

    node: Node
    start: int
    end: int
    field: str
    value: str
    negated: bool

    @property
    def label(self) -> str:
        """All of it in one line: "not tag tmp"."""
        return f"{'not ' if self.negated else ''}{self.field} {self.value}"


def top_level_terms(query: Query) -> tuple[Chip, ...]:
    """The conditions that must all hold, in the order of the text."""
    return tuple(_chip(node) for node in query.conjuncts)


def _chip(node: Node) -> Chip:
    inner = node.node if isinstance(node, Not) else node
    field, value = _words(inner)
    return Chip(node, node.start, node.end, field, value, isinstance(node, Not))


def _words(node: Node) -> tuple[str, str]:
    match node:
        case Word(text):
            return "text", text
        case Phrase(text):
            return "text", f"“{text}”"
        case Meaning(text):
            return "meaning", text
        case Term(field, test):
            return FIELDS[field].title, describe(field, test)
        case Or(nodes):
            pairs = [_words(part) for part in nodes]
            alike = len({field for field, _value in pairs}) == 1
            if alike and not any(isinstance(part, Not) for part in nodes):
                return pairs[0][0], " or ".join(value for _field, value in pairs)
            return "any of", print_node(node)
        case _:
            return "all of", print_node(node)


def describe(field: str, test: Test) -> str:
    """The value of a term in words."""
    match test:
        case Choice(value):
            listed = FIELDS[field].choice(value)
            return value if listed is None else listed.label
        case Match(text):
            return text
        case Ids(items):
            return ", ".join(f"M-{item}" if item.isdecimal() else item for item in items)
        case Never():
            return "never"
        case Compare(how, Duration() as length):
            return _compared_length(how, length, future=FIELDS[field].future)
        case Compare(how, operand):
            signs = _SIGNS if isinstance(operand, Number) else _AROUND
            return f"{signs[how]}{_operand(operand)}"
        case Between(Duration() as low, Duration() as high):
            first = str(low.count) if low.unit == high.unit else _operand(low)
            if FIELDS[field].future:
                return f"in {first} – {_operand(high)}"
            return f"{first} – {_operand(high)} ago"
        case Between(Date() as low, Date() as high):
            return _dates(low, high)
        case Between(low, high):
            return f"{_operand(low)} – {_operand(high)}"


def _compared_length(how: Comparison, length: Duration, *, future: bool) -> str:
    words = _operand(length)
    if how in (Comparison.MORE, Comparison.AT_LEAST):
        return f"in more than {words}" if future else f"more than {words} ago"
    return f"within {words}" if future else f"in the last {words}"


def _operand(operand: Operand) -> str:
    match operand:
        case Number(value):
            return f"{value:g}"
        case Duration(count, unit):
            return f"{count} {_UNITS[unit]}{'' if count == 1 else 's'}"
        case Day(name):
            return name.value
        case Date(year, month, day):
            return " ".join(_date_parts(year, month, day))


def _date_parts(year: int, month: int | None, day: int | None) -> list[str]:
    parts = [] if day is None else [str(day)]
    if month is not None:
        parts.append(MONTHS[month - 1])
    return [*parts, str(year)]


def _dates(low: Date, high: Date) -> str:
    first = _date_parts(low.year, low.month, low.day)
    last = _date_parts(high.year, high.month, high.day)
    if len(first) > 1 and first[-1] == last[-1]:
        first.pop()
    return f"{' '.join(first)} – {' '.join(last)}"
