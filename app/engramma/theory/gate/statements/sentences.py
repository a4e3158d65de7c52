"""Finds where sentences end inside a block of text.

A full stop is an end only when it is not part of a number, a version, a file name, an address, an abbreviation or an
ordinal; inside quotation marks, brackets and code marks nothing ends. Which words are abbreviations, and the names of
months, are given by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engramma.theory.gate.rules import GateRules
from engramma.theory.gate.words import SPACELESS

_CLOSING = "\"'”’»)\\]*_`"
_END = re.compile(
    rf"[.!?…]+[{_CLOSING}]*(?=\s)"
    rf"|[。！？]+[」』”’）)]*"
    rf"|[!?]+(?=[{SPACELESS}])"
)
_KEPT_TOGETHER = re.compile(
    r"`[^`\n]+`"
    r"|\"[^\"\n]{1,300}\""
    r"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»"
    r"|「[^」\n]{1,300}」|『[^』\n]{1,300}』"
    r"|\([^()\n]{1,300}\)|（[^（）\n]{1,300}）|\[[^\[\]\n]{1,300}\]"
)
_LAST_WORD = re.compile(r"[^\s(\[\"'“„«]+$")
_ORDINAL = re.compile(r"\d{1,2}")
_LOOK_AHEAD = 40
_OPENING = '¿¡"“„«「'


def sentence_spans(text: str, start: int, *, end: int, rules: GateRules) -> Iterator[tuple[int, int]]:
    """Spans of the sentences in text[start:end], in order, touching one another, spaces included."""
    together: list[tuple[int, int]] | None = None
    begun = start
    for found in _END.finditer(text, start, end):
        after = text[found.end() : min(end, found.end() + _LOOK_AHEAD)].lstrip()[:1]
        if not after or found.start() <= begun:
            continue
        if together is None:
            together = [kept.span() for kept in _KEPT_TOGETHER.finditer(text, start, end)]
        inside = next((span for span in together if span[0] < found.start() < span[1]), None)
        if inside and not (found.end() >= inside[1] and (after.isupper() or after in _OPENING)):
            continue
        if _ends(text, begun, found=found, rules=rules):
            yield begun, found.end()
            begun = found.end()
    if begun < end:
        yield begun, end


def _ends(text: str, begun: int, *, found: re.Match[str], rules: GateRules) -> bool:
    mark = found[0]
    rest = text[found.end() : found.end() + _LOOK_AHEAD].lstrip()
    if mark.startswith(("...", "…", "..")):
        return _begins_anew(rest[:1])
    if not mark.startswith("."):
        return True
    word = _LAST_WORD.search(text, max(begun, found.start() - _LOOK_AHEAD), found.start())
    before = word[0] if word else ""
    if len(before) == 1 and before.isalpha() and before.isupper():
        return False
    if _ORDINAL.fullmatch(before):
        following = re.split(r"\W", rest, maxsplit=1)[0]
        return not (
            rest[:1].islower() or following.lower() in rules.months or (word and word.start() == begun)
        )
    lowered = before.lower()
    if lowered in rules.titles:
        return False
    return not (lowered in rules.abbreviations and not rest[:1].isupper())


def _begins_anew(character: str) -> bool:
    return not character.islower() and (character.isalnum() or character in _OPENING)
