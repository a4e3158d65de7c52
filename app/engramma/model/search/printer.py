"""Query tree → canonical search text; for every tree, `parse(print_query(query)) == query`."""

from __future__ import annotations

import re
from decimal import Decimal

from engramma.model.search.lexer import SPECIAL
from engramma.model.search.tree import And, Meaning, Node, Not, Or, Phrase, Query, Term, Word
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

_LOOKS_LIKE_FIELD = re.compile(r"[A-Za-z_]+:(?!:|//)")
_SHORT = {"short_term": "short", "long_term": "long"}


def print_query(query: Query) -> str:
    """The text that says `query`; "" for the empty one."""
    return "" if query.root is None else _printed(query.root)


def print_node(node: Node) -> str:
    """The text of one part of a query."""
    return _printed(node)


def _printed(node: Node) -> str:
    match node:
        case Or(nodes):
            return " OR ".join(_grouped(part) for part in nodes)
        case And(nodes):
            return " ".join(_grouped(part) for part in nodes)
        case Not(inner):
            return f"-{_grouped(inner)}"
        case Word(text):
            return _bare_word(text)
        case Phrase(text):
            return _quoted(text)
        case Meaning(text):
            return f"~{_quoted(text)}"
        case Term(field, test):
            return f"{field}:{_value(test)}"


def _grouped(node: Node) -> str:
    return f"({_printed(node)})" if isinstance(node, And | Or) else _printed(node)


def _bare_word(text: str) -> str:
    printed = _escaped(text)
    if text in ("OR", "AND", "NOT") or text[0] in "-~":
        return f"\\{printed}"
    named = _LOOKS_LIKE_FIELD.match(printed)
    if named is not None:
        return f"{printed[: named.end() - 1]}\\{printed[named.end() - 1 :]}"
    return printed


def _escaped(text: str) -> str:
    return "".join(
        f"\\{character}" if character.isspace() or character in SPECIAL or character == "\\" else character
        for character in text
    )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _value(test: Test) -> str:
    match test:
        case Choice(value):
            return _SHORT.get(value, value)
        case Match(text, wild):
            return _bare_value(text) if wild or _plain(text) else _quoted(text)
        case Compare(how, operand):
            return f"{'' if how is Comparison.EQUAL else how}{_operand(operand)}"
        case Between(low, high):
            return f"{_operand(low)}..{_operand(high)}"
        case Never():
            return "never"
        case Ids(items):
            return ",".join(f"M-{item}" if item.isdecimal() else item for item in items)


def _plain(text: str) -> bool:
    return _bare_value(text) == text and "*" not in text


def _bare_value(text: str) -> str:
    escaped = _escaped(text)
    return f"\\{escaped}" if text.startswith((":", "//")) else escaped


def _operand(operand: Operand) -> str:
    match operand:
        case Number(value):
            printed = f"{Decimal(repr(value)):f}"
            return printed.removesuffix(".0")
        case Duration(count, unit):
            return f"{count}{unit}"
        case Day(name):
            return name.value
        case Date(year, month, day):
            parts = [f"{year:04}"] + [f"{part:02}" for part in (month, day) if part is not None]
            return "-".join(parts)
