"""Lays out the acts of Live: joins the model with what is unfolded and which hit is looked at."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np
from numpy.typing import NDArray

from engramma.ui.delegates.kit import current_kit
from engramma.ui.views.live.act_model import ActModel
from engramma.ui.views.live.act_row import ROW, ActRow
from engramma.ui.views.live.act_words import spoken
from engramma.ui.views.rows import LaidRow


class ActRows:
    """A RowLayouter. What is unfolded is kept by act, so it survives every reload. `now` tells which day it is."""

    def __init__(self, model: ActModel, now: Callable[[], int]) -> None:
        self._model = model
        self._now = now
        self.opened: set[int] = set()
        self.places: dict[int, int] = {}
        self.verdicts: dict[tuple[int, int], bool] = {}

    def key(self, row: int) -> Hashable:
        """The act's id."""
        return self._model.lines[row].id

    def row_of(self, key: Hashable) -> int:
        """The row of an act."""
        return self._model.row_of(key)

    def estimates(self, first: int, count: int) -> NDArray[np.int64]:
        """Folded rows have one height."""
        number = len(self._model.lines[first : first + count])
        return np.full(number, current_kit().px(ROW), dtype=np.int64)

    def lay_out(self, row: int, width: int) -> LaidRow | None:
        """The row for this width."""
        line = self._model.lines[row]
        opened = line.id in self.opened
        place = self.places.get(line.id, 1)
        verdict = self.verdicts.get((line.id, place))
        return ActRow(
            current_kit(), line, width=width, now=self._now(), opened=opened, place=place, verdict=verdict
        )

    def can_choose(self, row: int) -> bool:
        """All of them."""
        return 0 <= row < len(self._model.lines)

    def copy_text(self, row: int) -> str:
        """What happened, in words."""
        return spoken(self._model.lines[row])

    def keep_verdict(self, act_id: int, place: int, verdict: bool | None) -> None:
        """Show a verdict on a hit; None for none."""
        if verdict is None:
            self.verdicts.pop((act_id, place), None)
        else:
            self.verdicts[act_id, place] = verdict

    def forget(self) -> None:
        """Another store."""
        self.opened.clear()
        self.places.clear()
        self.verdicts.clear()
