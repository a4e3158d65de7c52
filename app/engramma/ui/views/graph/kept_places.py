"""Where nodes were drawn, by the uid of the memory, so that a graph looks the same when it is seen again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from engramma.ui.graph.picture import Floats, Mask

MOST_KEPT, MOST_SAVED = 20_000, 800


class KeptPlaces:
    """Of one store. Those that were shown last are kept longest; pinned ones are held where somebody put them."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[float, float]] = {}
        self.pinned: set[str] = set()

    def clear(self) -> None:
        """Another store."""
        self._places.clear()
        self.pinned.clear()

    def keep(self, uids: Sequence[str], positions: Floats) -> None:
        """These are shown there."""
        for uid, (x, y) in zip(uids, positions.tolist(), strict=True):
            self._places.pop(uid, None)
            self._places[uid] = (x, y)
        for uid in list(self._places)[: max(0, len(self._places) - MOST_KEPT)]:
            del self._places[uid]

    def pin(self, uid: str, x: float, y: float) -> None:
        """Hold it there."""
        self._places.pop(uid, None)
        self._places[uid] = (x, y)
        self.pinned.add(uid)

    def arranged(self, uids: Sequence[str]) -> Floats:
        """The kept places (n, 2), NaN for those without."""
        nowhere = (math.nan, math.nan)
        return np.array([self._places.get(uid, nowhere) for uid in uids], dtype=np.float64).reshape(-1, 2)

    def held(self, uids: Sequence[str]) -> Mask:
        """Which of them are pinned (n)."""
        return np.array([uid in self.pinned and uid in self._places for uid in uids], dtype=np.bool_)

    def save(self) -> dict[str, Any]:
        """As plain values: the last that were shown, and what is pinned."""
        last = list(self._places.items())[-MOST_SAVED:]
        held = [(uid, self._places[uid]) for uid in self.pinned if uid in self._places]
        places = {uid: [round(x, 3), round(y, 3)] for uid, (x, y) in (*held, *last)}
        return {"places": places, "pinned": sorted(self.pinned & places.keys())}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take what `save` gave; what does not fit is left out."""
        self.clear()
        places, pinned = state.get("places"), state.get("pinned")
        if isinstance(places, dict):
            self._places.update(_points(places.items()))
        if isinstance(pinned, list):
            self.pinned.update(uid for uid in pinned if isinstance(uid, str) and uid in self._places)


def _points(items: Iterable[tuple[Any, Any]]) -> Iterable[tuple[str, tuple[float, float]]]:
    for uid, point in items:
        match point:
            case [int() | float() as x, int() | float() as y] if math.isfinite(x) and math.isfinite(y):
                yield str(uid), (float(x), float(y))
