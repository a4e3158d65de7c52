"""The rows of the tables behind the calendar: cells that hold something, and the store as it will stand. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from engramma.model.calendar import DayCounts
from engramma.model.clock import DAY
from engramma.model.forecast import OutlookPoint
from engramma.ui.views.decay.calendar.cells import Level, next_start, page_start
from engramma.ui.views.decay.calendar.counts_table import CountRow
from engramma.ui.views.decay.calendar.fate_words import FATES, cell_label, heading
from engramma.ui.views.sessions.brush import DayRange

HEADS = {Level.DAYS: "Day", Level.WEEKS: "Week", Level.MONTHS: "Month"}
DORMANT_TIP = "Below the retrieval threshold and in no open conflict."


def count_heads(counts: DayCounts, level: Level) -> tuple[str, str]:
    """The heads of the table of cells."""
    return HEADS[level], FATES[counts.fate].title


def count_rows(counts: DayCounts, level: Level, *, monday: int) -> tuple[CountRow, ...]:
    """One row for each day, week or month in which something happens."""
    rows = []
    first = page_start(level, counts.first, monday=monday)
    while first <= counts.last:
        after = next_start(level, first)
        days = DayRange(max(first, counts.first), min(after - timedelta(days=1), counts.last))
        number = counts.between(days.first, days.last)
        if number:
            whole = DayRange(first, after - timedelta(days=1))
            months = level is Level.MONTHS
            words = (
                cell_label(level, whole, first_cell=False) if months else heading(days, today=counts.first)
            )
            rows.append(CountRow(words, (f"{number:,}",), days))
        first = after
    return tuple(rows)


def outlook_heads(points: Sequence[OutlookPoint]) -> tuple[str, ...]:
    """ "Now", "In 30 days", "In 90 days"."""
    ahead = [round((point.at - points[0].at) / DAY) for point in points]
    return "If nobody does anything", *(f"In {days} days" if days else "Now" for days in ahead)


def outlook_rows(points: Sequence[OutlookPoint]) -> tuple[CountRow, ...]:
    """Awake and dormant memories by tier, what is in the Trash, and what passes would propose by then."""

    def row(words: str, numbers: Sequence[int], tip: str = "") -> CountRow:
        return CountRow(words, tuple(f"{number:,}" for number in numbers), None, tip)

    return (
        row(
            "Active", [point.memories for point in points], "What agents may be told, dormant ones included."
        ),
        row("Short-term, strong", [point.strong["short_term"] for point in points]),
        row("Long-term, strong", [point.strong["long_term"] for point in points]),
        row("Short-term, dormant", [point.dormant["short_term"] for point in points], DORMANT_TIP),
        row("Long-term, dormant", [point.dormant["long_term"] for point in points], DORMANT_TIP),
        row(
            "Below the threshold, awake",
            [point.held for point in points],
            "In an open conflict: awake until it is decided.",
        ),
        row("Superseded", [point.superseded for point in points]),
        row("In the Trash", [point.trashed for point in points], "Nothing moves there by itself."),
        row("Proposed for the Trash", [point.due for point in points], "Dormant or superseded for long."),
        row("Proposed to be purged", [point.purge for point in points], "In the Trash for long."),
    )


def outlook_line(points: Sequence[OutlookPoint]) -> str:
    """ "67 more dormant by day 30, 72 by day 90; 12 stay awake in conflict."; "" when nothing changes."""
    asleep = [sum(point.dormant.values()) for point in points]
    if len(asleep) < 3:
        return ""
    soon, late = asleep[1] - asleep[0], asleep[2] - asleep[0]
    if not late and not points[2].held:
        return ""
    held = f"; {points[2].held:,} below it {'stays' if points[2].held == 1 else 'stay'} awake in conflict"
    return f"{soon:,} more dormant by day 30, {late:,} by day 90{held if points[2].held else ''}."
