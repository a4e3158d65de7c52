"""Puts blocks and sentences together: the statements of a text with their spans.

Every word of the text lies in exactly one statement, the bullets and marks of lists apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engramma.theory.gate.rules import GateRules
from engramma.theory.gate.statements.sentences import sentence_spans
from engramma.theory.gate.statements.shapes import Shape, blocks

_LEADS = (":", "：")


@dataclass(frozen=True, slots=True)
class Statement:
    """text[start:end] of an event. `lead` is the position of the statement that announces this list item, or None."""

    start: int
    end: int
    text: str
    shape: Shape
    lead: int | None = None


def cut(text: str, *, rules: GateRules) -> tuple[Statement, ...]:
    """The statements of `text` in order: disjoint, without surrounding spaces, each with a letter or digit in it."""
    found: list[Statement] = []
    lead: int | None = None
    for block in blocks(text):
        if block.shape is Shape.CODE:
            _add(found, text, block.start, end=block.end, shape=block.shape, lead=None)
            lead = None
            continue
        under = lead if block.shape is Shape.ITEM else None
        for start, end in sentence_spans(text, block.start, end=block.end, rules=rules):
            _add(found, text, start, end=end, shape=block.shape, lead=under)
        if block.shape is not Shape.ITEM:
            lead = len(found) - 1 if found and found[-1].text.endswith(_LEADS) else None
    return tuple(found)


def _add(found: list[Statement], text: str, start: int, *, end: int, shape: Shape, lead: int | None) -> None:
    part = text[start:end]
    start += len(part) - len(part.lstrip())
    part = part.strip()
    if any(character.isalnum() for character in part):
        found.append(Statement(start, start + len(part), part, shape, lead))
    elif part and found and found[-1].shape is shape and not text[found[-1].end : start].strip(" \t"):
        # A smiley after the full stop belongs to what it comments on.
        grown = found[-1]
        found[-1] = replace(grown, end=start + len(part), text=text[grown.start : start + len(part)])
