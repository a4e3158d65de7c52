"""What a decay plot shows at once, and what it says of a place in it. Values and words only."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from engramma.model.policy import Policy
from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.models.dates import day_text
from engramma.ui.plots.decay_band import DecayBand
from engramma.ui.plots.decay_colours import CurveLook
from engramma.ui.plots.decay_what_if import Life, Supposed

TITLE = 40
WORDS = {
    "created": "created",
    "rehearsed": "rehearsed",
    "revived": "revived",
    "corrected": "corrected",
    "edited": "edited",
    "pinned": "pinned",
    "unpinned": "unpinned",
    "restored": "restored",
    "promoted": "promoted",
    "demoted": "moved to short-term",
    "moved": "moved",
    "kind_changed": "given another kind",
    "merged": "merged",
    "split": "split",
    "imported": "imported",
}


@dataclass(frozen=True, slots=True, eq=False)
class DecayScene:
    """Curves with their looks, or the band of very many; times are UTC µs."""

    lives: tuple[Life, ...]
    looks: tuple[CurveLook, ...]
    band: DecayBand | None
    policy: Policy
    now: int
    start: int
    end: int

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.lives and self.band is None


def title_of(life: Life, most: int = TITLE) -> str:
    """The beginning of a memory's text."""
    text = single_line(life.memory.text)
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def reading(life: Life, moment: int, *, near: int, supposed: Supposed | None = None) -> str:
    """ "0.74 on 28 May 2026, rehearsed": value and date, and what happened within `near` µs of it."""
    strength = life.curve.at(moment)
    if strength is None:
        return f"not there yet on {day_text(moment)}"
    words = f"{number(strength)} on {day_text(moment)}"
    if supposed is not None and supposed.fades_otherwise and moment >= life.curve.now:
        words += f", what if {number(supposed.at(moment))}"
    happened = [mark for mark in life.curve.marks if abs(mark.at - moment) <= near]
    if happened:
        nearest = min(happened, key=lambda mark: abs(mark.at - moment))
        words += f", {WORDS.get(nearest.reason, nearest.reason)}"
    elif life.curve.fades_at is not None and abs(life.curve.fades_at - moment) <= near:
        words += ", falls below the threshold"
    return words


def band_reading(band: DecayBand, moment: int, *, supposed: DecayBand | None = None) -> str:
    """ "Half of them 0.21 to 0.64, middle 0.40 on 3 Mar 2026"."""
    levels = band.at(moment)
    if levels is None:
        return f"none there yet on {day_text(moment)}"
    low, middle, high = (number(level) for level in levels[1:4])
    words = f"half of them {low} to {high}, middle {middle} on {day_text(moment)}"
    would_be = supposed.at(moment) if supposed is not None else None
    return words if would_be is None else f"{words}, what if {number(would_be[2])}"


def number(value: float) -> str:
    """A strength with two decimals, as the locale writes it."""
    return QLocale().toString(value, "f", 2)
