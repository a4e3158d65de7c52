"""The words of a search as a pattern, so that rows and transcripts can show where they stand."""

from __future__ import annotations

import re
from re import Pattern

from engramma.model.errors import QueryError
from engramma.model.search import Phrase, Query, Term, Word, parse
from engramma.model.search.tree import positive_leaves
from engramma.model.search.values import Match

MOST_WORDS = 40


def searched_pattern(query: str | Query) -> Pattern[str] | None:
    """A pattern for any of the words and phrases that are searched for, None if there are none."""
    try:
        tree = parse(query) if isinstance(query, str) else query
    except QueryError:
        return None
    pieces = []
    for leaf in positive_leaves(tree.root):
        match leaf:
            case Word(text) | Phrase(text) | Term("text", Match(text)):
                pieces.append(text)
            case _:
                continue
    patterns = [_pattern(piece) for piece in sorted(pieces, key=len, reverse=True) if piece.strip("* ")]
    return re.compile("|".join(patterns[:MOST_WORDS]), re.IGNORECASE) if patterns else None


def _pattern(piece: str) -> str:
    """The words of a piece, with any white space between them."""
    return r"\s+".join(re.escape(word) for word in piece.strip("*").split())


def spans_of(pattern: Pattern[str] | None, text: str, *, most: int = 200) -> tuple[tuple[int, int], ...]:
    """Where the pattern stands in a text, as character offsets; at most `most` places."""
    if pattern is None:
        return ()
    spans = []
    for found in pattern.finditer(text):
        if found.end() > found.start():
            spans.append(found.span())
        if len(spans) == most:
            break
    return tuple(spans)
