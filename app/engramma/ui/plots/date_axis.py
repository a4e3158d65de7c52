"""A time axis for plots: values are seconds since 1970, labels are local dates at round moments.

Imports pyqtgraph: import this module on first use only.
"""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg

from engramma.model.clock import SECOND
from engramma.ui.plots.date_ticks import date_ticks
from engramma.ui.theme import theme

LABEL_ROOM = 54


class DateAxis(pg.AxisItem):  # type: ignore[misc]
    """Asks `date_ticks` for as many labels as have room."""

    def __init__(self, orientation: str = "bottom") -> None:
        super().__init__(orientation)
        self._labels: dict[float, str] = {}
        self.enableAutoSIPrefix(False)

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        """Seconds of the ticks, all of one level."""
        most = max(1, int(size / theme().metrics.px(LABEL_ROOM)))
        ticks = date_ticks(round(minVal * SECOND), round(maxVal * SECOND), most)
        self._labels = {tick.at / SECOND: tick.label for tick in ticks}
        return [(maxVal - minVal, list(self._labels))]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Labels of those ticks."""
        return [self._labels.get(value, "") for value in values]


def seconds(moments: Any) -> Any:
    """UTC microseconds, one or an array of them, as the seconds that a `DateAxis` shows."""
    return moments / SECOND
