"""How strong the memories of a search are: counts by tenths of strength and by tier, values only."""

from __future__ import annotations

from engramma.model.records import dataclass

STRENGTH_TENTHS = 10


@dataclass(frozen=True, slots=True)
class StrengthTenth:
    """Memories with a strength from `low` to just below `high` (the last: to 1): by tier, recalled and dormant."""

    low: float
    high: float
    short_term: int
    long_term: int
    short_term_dormant: int
    long_term_dormant: int

    @property
    def count(self) -> int:
        """All of them."""
        return self.short_term + self.long_term + self.dormant

    @property
    def dormant(self) -> int:
        """Those below the threshold, but for such as are in an open conflict."""
        return self.short_term_dormant + self.long_term_dormant


@dataclass(frozen=True, slots=True)
class StrengthSpread:
    """What a search finds by strength at `at` (UTC µs), with the threshold in force; tenths from faint to strong.

    `held` are below the threshold and stay awake, being in an open conflict.
    """

    at: int
    threshold: float
    tenths: tuple[StrengthTenth, ...]
    held: int = 0

    @property
    def count(self) -> int:
        """All memories."""
        return sum(tenth.count for tenth in self.tenths)

    @property
    def dormant(self) -> int:
        """Those that are dormant."""
        return sum(tenth.dormant for tenth in self.tenths)

    def of_tier(self, tier: str) -> int:
        """Those of "short_term" or "long_term"."""
        return sum(getattr(tenth, tier) + getattr(tenth, f"{tier}_dormant") for tenth in self.tenths)
