"""Times as arguments and as text: `--now` in, exact UTC for scripts and short local dates for people out."""

from __future__ import annotations

from typing import Any

import click

from engramma.model.clock import DAY, HOUR, MINUTE, iso, parse_iso, to_local


class InstantType(click.ParamType[int]):
    """An ISO 8601 time, to UTC microseconds; without a zone it is local."""

    name = "ISO"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        try:
            return parse_iso(str(value))
        except (ValueError, OverflowError):
            self.fail(f"{value!r} is no time. Write one like 2026-05-15 or 2026-05-15T09:30:00Z.", param, ctx)


def exact(instant: int | None) -> str | None:
    """For scripts: ISO 8601 in UTC, or None."""
    return None if instant is None else iso(instant)


def when(instant: int | None) -> str:
    """For people: the local date and minute; empty when it is not known."""
    return "" if instant is None else to_local(instant).strftime("%Y-%m-%d %H:%M")


def day(instant: int | None) -> str:
    """For people: the local date; empty when it is not known."""
    return "" if instant is None else to_local(instant).strftime("%Y-%m-%d")


def distance(instant: int | None, *, now: int) -> str:
    """For people: how far `instant` lies ahead, in its largest unit; `never` for None, `faded` for the past."""
    if instant is None:
        return "never"
    left = instant - now
    if left <= 0:
        return "faded"
    for unit, name in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if left >= unit:
            return f"{left // unit} {name}"
    return "now"
