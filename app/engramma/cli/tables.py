"""Lays out rows of text in aligned columns, of which one takes what the width leaves.

Pure functions on strings; cells must be visible one-line text already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engramma.cli.plain import columns, elided, padded

_GAP = "  "
_LEAST = 10


@dataclass(frozen=True, slots=True)
class Column:
    """A column; `stretch` marks the one that is cut to fit, `most` limits any other."""

    title: str
    right: bool = False
    stretch: bool = False
    most: int = 0


def table_lines(heads: Sequence[Column], rows: Sequence[Sequence[str]], *, width: int) -> list[str]:
    """A heading line and a line for each row, none longer than `width` where the stretch column can give way."""
    cut = [
        [elided(cell, head.most) if head.most else cell for head, cell in zip(heads, row, strict=True)]
        for row in rows
    ]
    sizes = [
        max([columns(head.title), *(columns(row[index]) for row in cut)]) for index, head in enumerate(heads)
    ]
    for index, head in enumerate(heads):
        if head.stretch:
            others = sum(sizes) - sizes[index] + len(_GAP) * (len(heads) - 1)
            sizes[index] = min(sizes[index], max(width - others, _LEAST))
    lines = [[head.title for head in heads], *cut]
    return [
        _GAP.join(
            padded(elided(cell, size), size, right=head.right)
            for head, cell, size in zip(heads, line, sizes, strict=True)
        ).rstrip()
        for line in lines
    ]


def pair_lines(pairs: Sequence[tuple[str, str]], *, width: int, indent: str = "") -> list[str]:
    """Names and values under one another, values aligned; pairs without a value are left out."""
    shown = [(name, value) for name, value in pairs if value]
    size = max((columns(name) for name, _value in shown), default=0)
    room = max(width - size - len(indent) - len(_GAP), _LEAST)
    return [f"{indent}{padded(name, size)}{_GAP}{elided(value, room)}" for name, value in shown]
