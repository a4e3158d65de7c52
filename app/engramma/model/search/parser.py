"""Search text → query tree. Raises QueryError, with offsets into the text, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from engramma.model.errors import QueryError
from engramma.model.search.lexer import Token, TokenKind, tokens
from engramma.model.search.reading import read_term
from engramma.model.search.tree import (
    Meaning,
    Node,
    Phrase,
    Query,
    Term,
    Word,
    conjunction,
    disjunction,
    negation,
)

# SQLite's own parser takes a hundred levels, of which a term inside a negated group uses up to six.
MOST_TERMS = 100
DEEPEST = 12

_ENDS = (TokenKind.CLOSE, TokenKind.OR, TokenKind.AND)


def parse(text: str) -> Query:
    """The query that `text` says; the empty text gives the empty query."""
    found = tokens(text)
    if not found:
        return Query()
    return Query(_Parser(found, len(text)).whole())


def field_term(field: str, value: str) -> Term:
    """The term `field:value`, `value` as it may stand after the colon but without quotes or escapes.

    For choices, numbers, moments and ids it is read as if typed; for texts it is exactly this text.
    Raises QueryError.
    """
    token = Token(TokenKind.FIELD, value, 0, len(field) + 1 + len(value), field, True, False, len(field) + 1)
    return read_term(token)


class _Parser:
    def __init__(self, found: list[Token], length: int) -> None:
        self._tokens = found
        self._length = length
        self._position = 0
        self._terms = 0

    def whole(self) -> Node:
        node = self._either(0)
        token = self._peek()
        if token is not None:
            raise QueryError(
                "This parenthesis closes nothing.", start=token.start, end=token.end, hint="Take it out."
            )
        return node

    def _peek(self) -> Token | None:
        return self._tokens[self._position] if self._position < len(self._tokens) else None

    def _either(self, depth: int) -> Node:
        parts = [self._all(depth)]
        while (token := self._peek()) is not None and token.kind is TokenKind.OR:
            self._position += 1
            parts.append(self._all(depth, after=token))
        node = disjunction(parts, start=parts[0].start, end=parts[-1].end)
        assert node is not None
        return node

    def _all(self, depth: int, *, after: Token | None = None) -> Node:
        parts: list[Node] = []
        pending = after
        while (token := self._peek()) is not None and token.kind not in (TokenKind.CLOSE, TokenKind.OR):
            if token.kind is TokenKind.AND:
                if not parts or pending is not None:
                    raise _dangling(token)
                pending = token
                self._position += 1
                continue
            parts.append(self._unary(depth))
            pending = None
        if pending is not None:
            raise _dangling(pending)
        if not parts:
            raise self._nothing(token)
        node = conjunction(parts, start=parts[0].start, end=parts[-1].end)
        assert node is not None
        return node

    def _nothing(self, token: Token | None) -> QueryError:
        if token is not None and token.kind is TokenKind.OR:
            return _dangling(token)
        if token is not None and self._position == 0:
            return QueryError(
                "This parenthesis closes nothing.", start=token.start, end=token.end, hint="Take it out."
            )
        start = self._tokens[self._position - 1].start
        end = token.end if token is not None else self._length
        return QueryError("Nothing stands in these parentheses.", start=start, end=end)

    def _unary(self, depth: int) -> Node:
        first = self._tokens[self._position]
        negated = False
        token: Token | None = first
        while token is not None and token.kind is TokenKind.NOT:
            negated = not negated
            self._position += 1
            token = self._peek()
        if token is None or token.kind in _ENDS:
            last = self._tokens[self._position - 1]
            raise QueryError(
                "Nothing follows that could be excluded.",
                start=last.start,
                end=last.end,
                hint="Write -word or NOT word.",
            )
        if token.kind is TokenKind.OPEN:
            node = self._group(token, depth)
        else:
            self._position += 1
            node = self._leaf(token)
        if not negated:
            return node
        return negation(node, start=first.start, end=self._tokens[self._position - 1].end)

    def _group(self, opening: Token, depth: int) -> Node:
        if depth >= DEEPEST:
            raise QueryError("The parentheses are nested too deeply.", start=opening.start, end=opening.end)
        self._position += 1
        if self._peek() is None:
            raise _unclosed(opening)
        node = self._either(depth + 1)
        closing = self._peek()
        if closing is None:
            raise _unclosed(opening)
        self._position += 1
        return replace(node, start=opening.start, end=closing.end)

    def _leaf(self, token: Token) -> Node:
        self._terms += 1
        if self._terms > MOST_TERMS:
            raise QueryError(
                f"A search can have at most {MOST_TERMS} terms.", start=token.start, end=self._length
            )
        match token.kind:
            case TokenKind.FIELD:
                return read_term(token)
            case TokenKind.MEANING:
                return Meaning(token.text, token.start, token.end)
            case TokenKind.PHRASE:
                if not token.text.strip():
                    raise QueryError("Nothing stands between these quotes.", start=token.start, end=token.end)
                return Phrase(token.text, token.start, token.end)
            case _:
                if not token.text.strip():
                    raise QueryError("A blank is nothing to search for.", start=token.start, end=token.end)
                return Word(token.text, token.start, token.end)


def _dangling(token: Token) -> QueryError:
    name = "AND" if token.kind is TokenKind.AND else "OR"
    return QueryError(
        f"{name} needs something on both sides.",
        start=token.start,
        end=token.end,
        hint=f"To find the word itself, write “{name.lower()}” in small letters.",
    )


def _unclosed(opening: Token) -> QueryError:
    return QueryError(
        "This parenthesis is not closed.", start=opening.start, end=opening.end, hint="Add a ) at its end."
    )
