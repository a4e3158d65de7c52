"""Names compared in SQL: LIKE with its wild cards escaped, without case beyond ASCII's, too.

SQLite's LIKE knows the case of ASCII letters only, so other alphabets are asked for in their usual spellings.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_

from engramma.model.search.values import Match
from engramma.store.identity import normal_text

_ESCAPE = "\\"


def like_matches(column: ColumnElement[str], match: Match) -> ColumnElement[bool]:
    """Whether `column` is the text of `match`, `*` standing for anything if it is wild."""
    return _like(column, match.text, star="%" if match.wild else "*")


def like_contains(column: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Whether `text` stands anywhere in `column`."""
    return _like(column, text, before="%", after="%")


def like_begins(column: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Whether `column` begins with `text`."""
    return _like(column, text, after="%")


def _like(
    column: ColumnElement[str], text: str, *, before: str = "", after: str = "", star: str = "*"
) -> ColumnElement[bool]:
    spelled = normal_text(text)
    spellings = [spelled]
    if not spelled.isascii():
        spellings += [spelled.lower(), spelled.upper(), spelled.title(), spelled.capitalize()]
    return or_(
        *(
            column.like(f"{before}{_escaped(each).replace('*', star)}{after}", escape=_ESCAPE)
            for each in dict.fromkeys(spellings)
        )
    )


def _escaped(text: str) -> str:
    for special in (_ESCAPE, "%", "_"):
        text = text.replace(special, _ESCAPE + special)
    return text
