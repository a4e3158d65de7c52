"""Cuts a text into tokens: words, numbers, identifiers, dates, clock times, marks; knows no language.

Every token keeps its place in the text as it was given, so that what differs can be shown in it. Meaning is given to
tokens elsewhere: here is nothing but shape.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

# As many code points as characters: full-width forms, curly quotes and hard blanks become the plain ones, so that
# places stay right.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN |= dict.fromkeys((0x2018, 0x2019, 0x02BC), ord("'"))
_PLAIN |= dict.fromkeys((0x201C, 0x201D), ord('"'))
_PLAIN |= dict.fromkeys((0xA0, 0x202F, 0x3000), ord(" "))
_PLAIN |= dict.fromkeys((0x2013, 0x2014, 0x2212), ord("-"))
_PLAIN |= {0x3002: ord("."), 0x3001: ord(","), 0x03BC: 0xB5}

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_LETTER = rf"[^\W\d_{HAN}]"
_MARKS = r"\u0300-\u036f"

_ENDINGS = (
    "toml|ya?ml|json|csv|tsv|xml|ini|cfg|conf|env|txt|log|md|py|js|ts|go|rs|sql|sh|db|sqlite|html?|pdf|lock|zip|gz"
    "|service"
)
_SHAPES = re.compile(
    rf"""
    (?P<path> https?://[^\s`"'<>，。]+ | (?<![\w/.])(?:~|\.{{1,2}})?/[\w.@+-]+(?:/[\w.@+-]+)*/?(?<!\.)
            | [A-Za-z]:\\[\w.\\-]+
            | (?<![\w/-])(?:[\w-]+/)*[\w-]+\.(?:{_ENDINGS})\b )
  | (?P<iso> \b\d{{4}}-\d{{1,2}}-\d{{1,2}}\b | \b\d{{1,2}}\.\d{{1,2}}\.\d{{4}}\b | \b\d{{1,2}}/\d{{1,2}}/\d{{4}}\b )
  | (?P<clock> \b\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?!\d) | \b\d{{1,2}}\ ?h\ ?\d{{2}}\b )
  | (?P<version> \bv\d+(?:\.\d+)*[\w.-]*(?<![.-]) | \b\d+(?:\.\d+){{2,}}(?:[-.]?[A-Za-z]+\d*)?\b )
  | (?P<option> (?<![\w-])--?[A-Za-z][\w-]*\w )
  | (?P<ordinal> \b\d+(?:st|nd|rd|th|er|ère|ème|e|º|ª|\.º)(?!\w) )
  | (?P<unit> \b(?:[kKMGT]?bits?|[kKMG]?B|km|mm|cm|m|req|requests)/(?:s|h|min)\b | °[CF]?(?!\w) | [%‰$€£¥×℃] )
  | (?P<name> \b{_LETTER}+(?:[-_.]?[A-Za-z]*\d+[\w-]*)+(?:\.\w+)*(?:\(\))? | \b[A-Za-z]+(?:-[A-Z]|-[a-z](?!\w))\b(?!')
            | [A-Za-z]*_\w+(?:\.\w+)*(?:\(\))? | \b[A-Za-z]\w*(?:\.[A-Za-z]\w+)+(?:\(\))? | \b\w+\(\)
            | \b[A-Za-z](?:\+\+|\#)(?!\w) | \b\d{{3,}}-\d{{3,}}\b | \b\d+[A-Za-z]+\d\w*\b )
  | (?P<number> (?:(?<![\w)\]%])-)?(?:\d{{1,3}}(?:[\ ']\d{{3}})+(?!\d)(?:[.,]\d+)? | \d+(?:[.,]\d+)*) )
  | (?P<han> [{HAN}]+ )
  | (?P<word> {_LETTER}[^\W\d_{HAN}{_MARKS}]*(?:[{_MARKS}]+{_LETTER}*)*(?:'{_LETTER}+)* )
  | (?P<unequal> != | ≠ | <> )
  | (?P<stop> [.;:!?\n]+ | ,(?!\d) | \ -+\ | [()\[\]{{}}|→•] )
  | (?P<limit> [<>≤≥]=?(?!>) )
  | (?P<symbol> [\u2190-\u2bff\U0001f000-\U0001faff] )
  | (?P<sign> [=+*&/-] )
    """,
    re.VERBOSE,
)  # fmt: skip


class Token(NamedTuple):
    """A piece of text: its shape, what it says folded for comparing, as written, and its place (end exclusive)."""

    shape: str
    key: str
    raw: str
    start: int
    end: int


def plain(text: str) -> str:
    """The text with typographic variants replaced by the plain characters; as long as before."""
    return text if text.isascii() else text.translate(_PLAIN)


@lru_cache(maxsize=65_536)
def fold(word: str) -> str:
    """The word without case and accents: "Größe" and "GROSSE" are one."""
    folded = word.casefold()
    if folded.isascii():
        return folded
    return "".join(sign for sign in unicodedata.normalize("NFD", folded) if not unicodedata.combining(sign))


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text in their order; blanks and what has no shape known here are left out."""
    found = []
    for match in _SHAPES.finditer(plain(text)):
        raw = match.group()
        found.append(Token(match.lastgroup or "", fold(raw), raw, match.start(), match.end()))
    return found
