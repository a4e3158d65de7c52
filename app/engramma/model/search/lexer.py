"""Cuts a search text into tokens with their offsets. It knows quotes, escapes and operators, not field names.

Outside quotes a backslash makes the next character an ordinary one; inside, only `\\"` and `\\\\` are
escapes, so that pasted paths stay whole.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from engramma.model.errors import QueryError
from engramma.model.records import dataclass

LONGEST = 4_000
SPECIAL = frozenset('()"|')

_FIELD = re.compile(r"([A-Za-z_]+):(?!:|//)")
_OPERATORS = {"OR": "OR", "AND": "AND", "NOT": "NOT"}


class TokenKind(Enum):
    """What a token is."""

    OPEN = auto()
    CLOSE = auto()
    OR = auto()
    AND = auto()
    NOT = auto()
    WORD = auto()
    PHRASE = auto()
    MEANING = auto()
    FIELD = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """One token. For a field, `name` is before the colon and `text` the value, which stands at `value_start`.

    `stars`: the value held a `*` that was neither quoted nor escaped.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    name: str = ""
    quoted: bool = False
    stars: bool = False
    value_start: int = -1


def tokens(text: str) -> list[Token]:
    """All tokens in order; raises QueryError for an open quote, a lone `-` or `~`, or too long a text."""
    if len(text) > LONGEST:
        raise QueryError(f"This search is longer than {LONGEST:,} characters.", start=LONGEST, end=len(text))
    found: list[Token] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        token = _next(text, position)
        found.append(token)
        position = token.end
    return found


def _next(text: str, start: int) -> Token:
    character = text[start]
    match character:
        case "(":
            return Token(TokenKind.OPEN, character, start, start + 1)
        case ")":
            return Token(TokenKind.CLOSE, character, start, start + 1)
        case "|":
            return Token(TokenKind.OR, character, start, start + 1)
        case '"':
            value, end = quoted(text, start)
            return Token(TokenKind.PHRASE, value, start, end)
        case "-":
            if start + 1 == len(text) or text[start + 1].isspace() or text[start + 1] in ")|":
                raise QueryError(
                    "A minus must stand right before what it excludes.",
                    start=start,
                    end=start + 1,
                    hint="Write -word, or put a plain dash in quotes.",
                )
            return Token(TokenKind.NOT, character, start, start + 1)
        case "~":
            return _meaning(text, start)
        case _:
            return _word_or_field(text, start)


def _meaning(text: str, start: int) -> Token:
    if text[start + 1 : start + 2] == '"':
        value, end = quoted(text, start + 1)
    else:
        value, end, _stars = bare(text, start + 1)
    if not value.strip():
        raise QueryError(
            "Nothing follows the ~.", start=start, end=end, hint='Write ~"what you are looking for".'
        )
    return Token(TokenKind.MEANING, value, start, end)


def _word_or_field(text: str, start: int) -> Token:
    named = _FIELD.match(text, start)
    if named is None:
        value, end, _stars = bare(text, start)
        operator = _OPERATORS.get(text[start:end])
        if operator is not None:
            return Token(TokenKind[operator], value, start, end)
        return Token(TokenKind.WORD, value, start, end)
    value_start = named.end()
    if text[value_start : value_start + 1] == '"':
        value, end = quoted(text, value_start)
        is_quoted, stars = True, False
    else:
        value, end, stars = bare(text, value_start)
        is_quoted = False
    return Token(TokenKind.FIELD, value, start, end, named.group(1), is_quoted, stars, value_start)


def quoted(text: str, start: int) -> tuple[str, int]:
    """The content of the quotes that open at `start`, and the offset after them."""
    parts: list[str] = []
    position = start + 1
    while position < len(text):
        character = text[position]
        if character == '"':
            return "".join(parts), position + 1
        if character == "\\" and text[position + 1 : position + 2] in ('"', "\\"):
            position += 1
            character = text[position]
        parts.append(character)
        position += 1
    raise QueryError("This quote is not closed.", start=start, end=len(text), hint='Add a " at its end.')


def bare(text: str, start: int) -> tuple[str, int, bool]:
    """The unquoted text from `start` to a blank or special character; its end; whether it has a live `*`."""
    parts: list[str] = []
    stars = False
    position = start
    while position < len(text):
        character = text[position]
        if character.isspace() or character in SPECIAL:
            break
        if character == "\\" and position + 1 < len(text):
            position += 1
            character = text[position]
        elif character == "*":
            stars = True
        parts.append(character)
        position += 1
    return "".join(parts), position, stars
