"""What a comparison finds, as plain values: the kind, what differs, how sure it is, and where to see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

DUPLICATE, CONFLICT, DISTINCT = "duplicate", "conflict", "distinct"
LEAST_PROPOSED = 0.5
Span = tuple[int, int]
_WORDS_SHOWN = 4


class Piece(Protocol):
    """A part of a text with its place (end exclusive): an atom or a value."""

    @property
    def raw(self) -> str: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Likeness:
    """How two memories relate.

    `kind`: duplicate, conflict or distinct. `what` differs in a conflict: number, date, version, name, value or
    polarity; "" otherwise. `confidence` 0..1 in the kind. `detail` is for people. `left` and `right` are the places
    (end exclusive) of what differs in the first and in the second text.
    """

    kind: str
    what: str = ""
    confidence: float = 1.0
    detail: str = ""
    left: tuple[Span, ...] = ()
    right: tuple[Span, ...] = ()

    @property
    def worth_proposing(self) -> bool:
        """Whether a pass should show this to a person: any duplicate, a conflict that is not too doubtful.

        Of two memories looked at by themselves a doubtful conflict is worth telling; among all candidates of a store,
        most of which are distinct, there would be too many.
        """
        return self.kind == DUPLICATE or (self.kind == CONFLICT and self.confidence >= LEAST_PROPOSED)


@dataclass(frozen=True, slots=True)
class Finding:
    """A likeness that does not yet know which text is the first: `phrase` has {0} and {1} for the two sides."""

    kind: str
    what: str = ""
    confidence: float = 1.0
    phrase: str = ""
    left: tuple[Piece, ...] = ()
    right: tuple[Piece, ...] = ()

    def likeness(self, *, mirrored: bool) -> Likeness:
        """The finding for people, with its sides exchanged if `mirrored`."""
        left, right = (self.right, self.left) if mirrored else (self.left, self.right)
        detail = self.phrase.format(_shown(left), _shown(right)) if self.phrase else ""
        return Likeness(self.kind, self.what, round(self.confidence, 3), detail, _spans(left), _spans(right))


def _spans(pieces: Iterable[Piece]) -> tuple[Span, ...]:
    return tuple(sorted({(piece.start, piece.end) for piece in pieces}))


def _shown(pieces: tuple[Piece, ...]) -> str:
    ordered = sorted(pieces, key=_place)
    words = " ".join(" ".join(piece.raw.split()) for piece in ordered[:_WORDS_SHOWN])
    return f"{words} …" if len(ordered) > _WORDS_SHOWN else words or "nothing"


def _place(piece: Piece) -> tuple[int, int]:
    return piece.start, piece.end
