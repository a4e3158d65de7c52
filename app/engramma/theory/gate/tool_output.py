"""Picks the few lines of a tool's output that can be worth a verdict.

Raw output is noise by nature and can be a megabyte long: of more than a few lines only those that speak of an error
are looked at, each wording once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engramma.model.memory import Category
from engramma.model.session import Role
from engramma.theory.gate.features import read_statement
from engramma.theory.gate.rules import GateRules
from engramma.theory.gate.statements import Shape, Statement
from engramma.theory.gate.verdicts import Said

FEW_LINES = 3
LINES_READ = 2_000
MOST_KEPT = 5

_LINE = re.compile(r"[^\r\n]*[^\W_][^\r\n]*")
_DIGITS = re.compile(r"\d+")


def notable_lines(text: str, *, before: Sequence[Said], rules: GateRules) -> tuple[Statement, ...]:
    """The lines to judge, in order: all of a short output, of a longer one the error lines among its last 2,000."""
    lines = [_statement(found) for found in _LINE.finditer(text)][-LINES_READ:]
    if len(lines) <= FEW_LINES:
        return tuple(lines)
    notable: dict[str, Statement] = {}
    for line in lines:
        wording = _DIGITS.sub("0", line.text)
        if wording not in notable and _speaks_of_error(line, before=before, rules=rules):
            notable[wording] = line
    return tuple(notable.values())


def _statement(found: re.Match[str]) -> Statement:
    line = found[0]
    start = found.start() + len(line) - len(line.lstrip())
    return Statement(start, start + len(line.strip()), line.strip(), Shape.ROW)


def _speaks_of_error(line: Statement, *, before: Sequence[Said], rules: GateRules) -> bool:
    reading = read_statement(line.text, role=Role.TOOL, shape=line.shape, before=before, rules=rules)
    return any(rules.cues[number].category is Category.ERROR for number in reading.shown)
