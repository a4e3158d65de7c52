"""What goes into a session summary and what comes out: plain values, so that neither side needs the other.

Nothing here reads a store; whoever has one makes `Said` from its events and keeps what it likes of the result.
"""

from __future__ import annotations

from dataclasses import dataclass

from engramma.model.session import Role


@dataclass(frozen=True, slots=True)
class Said:
    """One event of a session, in order."""

    role: Role
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One sentence of a summary and the place it was taken from.

    `event` counts from 0; `start` and `end` are offsets in that event's text. `text` is that span made readable:
    white space and mark-up tidied, a capital letter and a full stop where they were missing.
    """

    event: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """`text` is the sentences put together, empty when nothing was worth one; topics in lower case, best first."""

    text: str
    sentences: tuple[Excerpt, ...]
    topics: tuple[str, ...]


NOTHING = SessionSummary("", (), ())
