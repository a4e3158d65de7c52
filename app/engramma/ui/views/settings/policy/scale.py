"""Where a value stands on a slider: days and large counts by their logarithm, shares straight. Pure."""

from __future__ import annotations

import math
from dataclasses import fields

from engramma.model.policy import Policy
from engramma.model.records import dataclass

STEPS = 1_000
WIDE = 50.0


@dataclass(frozen=True, slots=True)
class ValueScale:
    """From `low` to `high`; `whole` numbers only; `bent` by logarithm; `step` is what one key press changes."""

    low: float
    high: float
    whole: bool
    bent: bool
    step: float
    decimals: int

    def position(self, value: float) -> int:
        """0 to 1,000 for a value, which is kept within the range."""
        value = min(self.high, max(self.low, value))
        share = (self._bend(value) - self._bend(self.low)) / (self._bend(self.high) - self._bend(self.low))
        return round(share * STEPS)

    def value(self, position: int) -> float:
        """The value at a position, rounded to what a person would write."""
        if not 0 < position < STEPS:
            return self.low if position <= 0 else self.high
        share = position / STEPS
        low, high = self._bend(self.low), self._bend(self.high)
        raw = self._unbend(low + share * (high - low))
        return min(self.high, max(self.low, self._rounded(raw)))

    def text(self, value: float) -> str:
        """The value as it is written here: "0.50", "1,000", "7", "0.25"."""
        if self.high <= 1.0:
            return f"{value:.2f}"
        return f"{value:,.0f}" if value == int(value) else f"{value:g}"

    def _bend(self, value: float) -> float:
        # One more, so that a scale may begin at nothing.
        return math.log(value + 1.0) if self.bent else value

    def _unbend(self, value: float) -> float:
        return math.exp(value) - 1.0 if self.bent else value

    def _rounded(self, raw: float) -> float:
        if self.whole:
            return float(round(raw))
        if not self.bent:
            return round(raw, 2)
        if raw < 2.0:
            return round(raw * 4.0) / 4.0
        nearest = 1.0 if raw < 100.0 else 5.0 if raw < 1_000.0 else 10.0
        return round(raw / nearest) * nearest


def scale_of(name: str) -> ValueScale:
    """The scale of a field of the policy. Raises KeyError for a name that is none."""
    field = {item.name: item for item in fields(Policy)}[name]
    low, high = float(field.metadata["low"]), float(field.metadata["high"])
    whole = isinstance(field.default, int)
    bent = high - low > WIDE
    step = 1.0 if whole or bent else 0.5 if high > 1.0 else 0.01
    return ValueScale(low, high, whole, bent, step, 0 if whole else 2)
