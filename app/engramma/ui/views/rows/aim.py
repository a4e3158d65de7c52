"""Where a row is brought when it is to be seen. Pure."""

from __future__ import annotations

from enum import StrEnum


class Aim(StrEnum):
    """Where a row is brought: just into view, to the middle, or to the end."""

    SEEN = "seen"
    CENTRE = "centre"
    END = "end"


def least_move(top: int, tall: int, room: int) -> int:
    """Where a row has to begin in a view of `room` px to be seen, moved as little as possible from `top`.

    A row that is taller than the view is seen when any of it is; coming from above it shows its beginning, from
    below its end.
    """
    if tall <= room:
        return min(max(top, 0), room - tall)
    if top >= 0:
        return 0
    return top if top + tall > 0 else room - tall
