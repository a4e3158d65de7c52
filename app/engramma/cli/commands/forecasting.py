"""`forecast`: what becomes dormant, stale, due or purgeable on each day to come, and the store in 30 and 90 days."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import click

from engramma.cli.failures import queries_explained
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.moments import exact
from engramma.cli.tables import Column, table_lines
from engramma.model.calendar import Fate

if TYPE_CHECKING:
    from engramma.model.calendar import DayCounts
    from engramma.model.forecast import OutlookPoint

Document = dict[str, object]
DAYS, MOST_DAYS = 30, 3_660
AHEAD = (0, 30, 90)


@click.command()
@click.option(
    "--days",
    type=click.IntRange(1, MOST_DAYS),
    default=DAYS,
    show_default=True,
    help="How many local days, from today on.",
)
@click.option("--query", default="", metavar="QUERY", help="Only what this search finds.")
@data_command
def forecast(call: Invocation, *, days: int, query: str) -> None:
    """Count what fades on each day to come if nobody does anything. Changes nothing.

    Dormant: falls below the retrieval threshold; what is in an open conflict stays awake. Stale: not confirmed
    for long. Due: proposed for the Trash. Purge: in the Trash for long enough to be erased.
    """
    with queries_explained(query), call.reading() as store:
        counts = {fate: store.calendar.read(query, fate, days=days) for fate in Fate}
        outlook = store.forecast.outlook(query, AHEAD)
    if call.console.as_json:
        call.console.document(_document(query, counts, outlook))
        return
    lines = table_lines(
        [Column("DAY"), *(Column(fate.value.upper(), right=True) for fate in Fate)],
        [
            [day, *(f"{number:,}" if number else "" for number in row)]
            for day, row in _days(counts)
            if any(row)
        ],
        width=call.console.width,
    )
    if len(lines) < 2:
        call.console.lines([f"Nothing fades in the next {days:,} days."])
    else:
        call.console.lines([call.console.heading(lines[0]), *lines[1:]])
    heads, *rows = table_lines(
        [Column(""), *(Column(f"IN {ahead} DAYS" if ahead else "NOW", right=True) for ahead in AHEAD)],
        [[name, *(f"{number:,}" for number in numbers)] for name, numbers in _standing(outlook)],
        width=call.console.width,
    )
    call.console.lines(["", call.console.heading(heads), *rows])


def _days(counts: dict[Fate, DayCounts]) -> list[tuple[str, list[int]]]:
    first = counts[Fate.DORMANT].first
    return [
        ((first + timedelta(days=place)).isoformat(), [counts[fate].counts[place] for fate in Fate])
        for place in range(len(counts[Fate.DORMANT].counts))
    ]


def _standing(outlook: tuple[OutlookPoint, ...]) -> list[tuple[str, list[int]]]:
    return [
        ("short-term, strong", [point.strong["short_term"] for point in outlook]),
        ("long-term, strong", [point.strong["long_term"] for point in outlook]),
        ("short-term, dormant", [point.dormant["short_term"] for point in outlook]),
        ("long-term, dormant", [point.dormant["long_term"] for point in outlook]),
        ("below, in conflict: awake", [point.held for point in outlook]),
        ("superseded", [point.superseded for point in outlook]),
        ("in the Trash", [point.trashed for point in outlook]),
        ("due for the Trash", [point.due for point in outlook]),
        ("may be purged", [point.purge for point in outlook]),
    ]


def _document(query: str, counts: dict[Fate, DayCounts], outlook: tuple[OutlookPoint, ...]) -> Document:
    names = [fate.value for fate in Fate]
    return {
        "query": query,
        "days": [{"date": day, **dict(zip(names, row, strict=True))} for day, row in _days(counts)],
        "already": {fate.value: counts[fate].already for fate in Fate},
        "later": {fate.value: counts[fate].later for fate in Fate},
        "outlook": [
            {
                "days": ahead,
                "at": exact(point.at),
                "strong": point.strong,
                "dormant": point.dormant,
                "in_conflict": point.held,
                "superseded": point.superseded,
                "trashed": point.trashed,
                "due": point.due,
                "purge": point.purge,
            }
            for ahead, point in zip(AHEAD, outlook, strict=True)
        ],
    }
