"""Times as tools write them, in whatever unit, into UTC microseconds with their quality. Never guesses a date."""

from __future__ import annotations

import math
import re
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.model.clock import EARLIEST, LATEST, parse_iso
from engramma.model.transfer import SourceTime, TimeQuality

UNKNOWN = SourceTime()

_ZONE = re.compile(r"(?:[zZ]|[+-]\d\d:?\d\d)$")
_TEXT_CHARACTERS = 100
_UNITS = ((1e17, 0.001), (1e14, 1.0), (1e11, 1_000.0), (0.0, 1_000_000.0))
"""From this size on, a number counts units of so many microseconds: ns, µs, ms, else seconds."""


def time_of(value: Any, *, zoneless_is_utc: bool = False) -> SourceTime:
    """A time from an ISO text or a number since 1970; unknown, with its text, when it cannot be read."""
    if isinstance(value, bool) or value is None or value == "":
        return SourceTime()
    if isinstance(value, int | float):
        return _from_number(value)
    if not isinstance(value, str):
        return SourceTime(text=excerpt(str(value), _TEXT_CHARACTERS))
    text = excerpt(value, _TEXT_CHARACTERS)
    bare = value.strip()
    zoned = _ZONE.search(bare) is not None
    try:
        at = parse_iso(
            f"{bare}+00:00" if zoneless_is_utc and not zoned and len(bare) > len("2026-01-01") else bare
        )
    except (ValueError, OverflowError, OSError):
        return SourceTime(text=text)
    if not EARLIEST <= at <= LATEST:
        return SourceTime(text=text)
    if len(bare) <= len("2026-01-01"):
        return SourceTime(at, text, TimeQuality.DAY)
    return SourceTime(at, text, TimeQuality.EXACT if zoned or zoneless_is_utc else TimeQuality.LOCAL)


def inferred(at: int) -> SourceTime:
    """A time that nothing but the file's own date tells."""
    return SourceTime(at, "", TimeQuality.INFERRED)


def span_of(times: list[SourceTime]) -> tuple[SourceTime, SourceTime]:
    """The earliest and the latest of the known `times`."""
    known = [(time.at, number) for number, time in enumerate(times) if time.at is not None]
    if not known:
        return SourceTime(), SourceTime()
    return times[min(known)[1]], times[max(known)[1]]


def _from_number(value: int | float) -> SourceTime:
    text = excerpt(str(value), _TEXT_CHARACTERS) if abs(value) < 1e30 else ""
    if not text or math.isnan(value) or value <= 0:
        return SourceTime(text=text)
    scale = next(scale for least, scale in _UNITS if value >= least)
    at = round(value * scale)
    return SourceTime(at, text, TimeQuality.EXACT) if EARLIEST <= at <= LATEST else SourceTime(text=text)
