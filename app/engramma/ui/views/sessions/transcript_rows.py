"""Lays out the rows of a transcript: joins model, folds and style for the list of rows."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import numpy as np
from numpy.typing import NDArray

from engramma.ui.delegates.kit import current_kit
from engramma.ui.views.sessions.fork_lines import Fork
from engramma.ui.views.sessions.transcript_model import TranscriptModel
from engramma.ui.views.sessions.turn_row import TurnRow, TurnStyle

LIKELY_HEIGHT = 64


class TranscriptRows:
    """A RowLayouter. What is unfolded is kept by event id, so it survives every reload."""

    def __init__(self, model: TranscriptModel) -> None:
        self._model = model
        self.style = TurnStyle()
        self.opened: set[int] = set()
        self.forks: Mapping[int, tuple[Fork, ...]] = {}

    def key(self, row: int) -> Hashable:
        """The event's id."""
        return self._model.key(row)

    def row_of(self, key: Hashable) -> int:
        """The row of an event."""
        return self._model.row_of(key)

    def estimates(self, first: int, count: int) -> NDArray[np.int64]:
        """A turn of two lines."""
        return np.full(count, current_kit().px(LIKELY_HEIGHT), dtype=np.int64)

    def lay_out(self, row: int, width: int) -> TurnRow | None:
        """The turn, once its event was read."""
        event = self._model.event_at(row)
        if event is None:
            return None
        return TurnRow(
            current_kit(),
            event,
            width=width,
            style=self.style,
            open_=event.id in self.opened,
            forks=self.forks.get(event.id, ()),
        )

    def can_choose(self, row: int) -> bool:
        """Every turn."""
        return True

    def copy_text(self, row: int) -> str:
        """The whole text of the turn."""
        event = self._model.event_at(row)
        return "" if event is None else event.text

    def toggle(self, event_id: int) -> None:
        """Unfold or fold one turn."""
        self.opened.symmetric_difference_update({event_id})
