"""The branches of a transcript: how it went on, and what was left behind where somebody went back. Pure.

A branch runs from the turn that it leaves to one of its ends. Where a source does not say what a turn follows, it
follows the one before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engramma.model.session import EventPlace

# The lines of a transcript: as it went on, or every turn; from 1 on, one that was left behind.
MAIN, EVERY = 0, -1
# More ends than this are not told apart; their turns are among every turn.
MOST_BRANCHES = 200


@dataclass(frozen=True, slots=True)
class Branch:
    """Turns that were left behind, in order; `fork` is the turn after which they came, None for the beginning."""

    number: int
    fork: int | None
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Branches:
    """All lines of one transcript."""

    every: tuple[int, ...] = ()
    main: tuple[int, ...] = ()
    rewound: tuple[Branch, ...] = ()
    _lines: dict[int, int] = field(default_factory=dict, compare=False)

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that can be shown; only one where nobody went back."""
        return (MAIN, *(branch.number for branch in self.rewound), EVERY) if self.rewound else (EVERY,)

    def branch(self, line: int) -> Branch | None:
        """The branch of a line; None for the main one and for all turns."""
        return self.rewound[line - 1] if 0 < line <= len(self.rewound) else None

    def shown(self, line: int) -> tuple[int, ...]:
        """The turns of a line in order: a branch is shown with what led to it."""
        branch = self.branch(line)
        if branch is None:
            return self.main if line == MAIN and self.rewound else self.every
        if branch.fork is None:
            return branch.ids
        return (*self.main[: self.main.index(branch.fork) + 1], *branch.ids)

    def line_of(self, event_id: int, *, now: int) -> int:
        """The line on which a turn is shown: the one that is shown now, if it is on that."""
        if not self.rewound:
            return EVERY
        if now == EVERY or event_id in self.shown(now):
            return now
        return self._lines.get(event_id, EVERY)

    def leaving(self, event_id: int) -> tuple[Branch, ...]:
        """The branches that were left behind after a turn of the main line; those of the beginning at its first."""
        first = self.main[0] if self.main else None
        return tuple(
            item
            for item in self.rewound
            if item.fork == event_id or (item.fork is None and event_id == first)
        )


def branches_of(places: Sequence[EventPlace]) -> Branches:
    """The lines of a transcript whose events are given in order of their turns."""
    every = tuple(place.id for place in places)
    main = tuple(place.id for place in places if place.active)
    if len(main) == len(every) or not main:
        return Branches(every, every)
    before = _before(places)
    active = frozenset(main)
    inner = {before[place.id] for place in places if not place.active}
    ends = [place.id for place in places if not place.active and place.id not in inner]
    lines = dict.fromkeys(main, MAIN)
    rewound = []
    for number, end in enumerate(ends[:MOST_BRANCHES], 1):
        ids = [end]
        while (parent := before[ids[-1]]) is not None and parent not in active:
            ids.append(parent)
        ids.reverse()
        rewound.append(Branch(number, parent, tuple(ids)))
        for event_id in ids:
            lines.setdefault(event_id, number)
    return Branches(every, main, tuple(rewound), lines)


def _before(places: Sequence[EventPlace]) -> dict[int, int | None]:
    """What each turn that was left behind follows: always a turn that stands before it."""
    found: dict[int, int | None] = {}
    last: int | None = None
    for place in places:
        known = place.parent_id is not None and place.parent_id in found
        found[place.id] = place.parent_id if known else last
        last = place.id
    return found
