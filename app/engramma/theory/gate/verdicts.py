"""What goes into the gate and what comes out of it: an earlier event, a judged statement.

Values only. They carry no ids: the engine knows which event it asked about.
"""

from __future__ import annotations

from dataclasses import dataclass

from engramma.model.memory import Category, Kind


@dataclass(frozen=True, slots=True)
class Said:
    """An earlier event of the same session: its role (a value of `Role`) and its whole text."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """One statement of an event with the gate's verdict.

    `start` and `end` are character offsets into the event's text, and `text` is exactly what lies between them.
    `score` lies in 0..1 and is the sum of the points in `reasons`, each with a name that a person can read.
    `category` and `kind` are what a memory of it would have, also where it is not kept.
    """

    start: int
    end: int
    text: str
    score: float
    kept: bool
    category: Category
    kind: Kind
    reasons: tuple[tuple[str, float], ...]
