"""Where memories and events stand: in which session, at which place of it, how long they are.

Rows of a session lie together, in the order in which they were said; a memory lies behind the event that it came
from, at the same place. Rows without a source event come last and have no place.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engramma.model.records import dataclass
from engramma.theory.ranking.weights import Weights

Rows = NDArray[np.int64]
Numbers = NDArray[np.float32]
NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """n rows at p places in k sessions.

    place, session: int32 (n), NOWHERE for rows without; place_start (p + 1), session_start (k + 1): offsets into the
    rows; place_session (p). events: bool (n), whether the row is an event. asks: bool (n), whether it ends as a
    question. passages: float32 (n), the length m; dilution, share: float32 (n), its powers by which evidence is
    multiplied. standing: float32 (n), the part that depends on the row alone.
    """

    place: NDArray[np.int32]
    session: NDArray[np.int32]
    place_start: NDArray[np.int64]
    session_start: NDArray[np.int64]
    place_session: NDArray[np.int32]
    events: NDArray[np.bool_]
    asks: NDArray[np.bool_]
    passages: Numbers
    dilution: Numbers
    share: Numbers
    standing: Numbers

    def __len__(self) -> int:
        return len(self.place)

    def rows_at(self, places: Rows) -> tuple[Rows, Rows]:
        """The rows at `places`, and for each the index into `places` that it stands for."""
        return _ranges(self.place_start, places)

    def rows_of_sessions(self, sessions: Rows) -> tuple[Rows, Rows]:
        """The rows of `sessions`, and for each the index into `sessions`."""
        return _ranges(self.session_start, sessions)

    def following(self, places: Rows, step: int) -> Rows:
        """The place `step` after (1) or before (-1) each of `places` in the same session, else NOWHERE."""
        moved = places + step
        inside = (places >= 0) & (moved >= 0) & (moved < len(self.place_session))
        safe = np.where(inside, moved, 0)
        if not len(self.place_session):
            return np.full(len(places), NOWHERE, dtype=np.int64)
        same = self.place_session[safe] == self.place_session[np.where(inside, places, 0)]
        return np.where(inside & same, moved, NOWHERE)


def make_layout(
    *,
    session_keys: Rows,
    turns: Rows,
    events: NDArray[np.bool_],
    lengths: Rows,
    asks: NDArray[np.bool_],
    weights: Weights,
) -> Layout:
    """The layout of rows that are in order already; `session_keys` are NOWHERE for rows without a place (at the end).

    Raises ValueError when rows of a session do not lie together.
    """
    n = len(session_keys)
    placed = int(np.count_nonzero(session_keys != NOWHERE))
    if placed and (session_keys[:placed] == NOWHERE).any():
        raise ValueError("rows without a place come last")
    keys, order = session_keys[:placed], turns[:placed]
    new_session = np.ones(placed, dtype=bool)
    new_session[1:] = keys[1:] != keys[:-1]
    new_place = new_session.copy()
    new_place[1:] |= order[1:] != order[:-1]
    sorted_keys = np.sort(keys)
    # Not np.unique, whose first call loads numpy.ma: 30 ms of the hook that runs when a session begins.
    if np.count_nonzero(new_session[1:]) != np.count_nonzero(sorted_keys[1:] != sorted_keys[:-1]):
        raise ValueError("the rows of a session lie together")
    session = np.full(n, NOWHERE, dtype=np.int32)
    session[:placed] = np.cumsum(new_session) - 1
    place = np.full(n, NOWHERE, dtype=np.int32)
    place[:placed] = np.cumsum(new_place) - 1
    place_start = np.append(np.flatnonzero(new_place), placed).astype(np.int64)
    size = lengths.astype(np.float32)
    passages = np.maximum(np.float32(1.0), size / np.float32(weights.passage))
    told = np.minimum(np.float32(1.0), size / np.float32(weights.said_from)) * np.float32(weights.said)
    short_question = asks & (lengths <= weights.asking_to)
    return Layout(
        place=place,
        session=session,
        place_start=place_start,
        session_start=np.append(np.flatnonzero(new_session), placed).astype(np.int64),
        place_session=session[place_start[:-1]],
        events=events,
        asks=asks,
        passages=passages,
        dilution=passages ** np.float32(-weights.dilution),
        share=passages ** np.float32(-weights.share),
        standing=(told - np.float32(weights.asking) * short_question).astype(np.float32),
    )


def _ranges(starts: NDArray[np.int64], wanted: Rows) -> tuple[Rows, Rows]:
    first = starts[wanted]
    counts = starts[wanted + 1] - first
    index = np.repeat(np.arange(len(wanted)), counts)
    within = np.arange(len(index)) - np.repeat(np.cumsum(counts) - counts, counts)
    return first[index] + within, index
