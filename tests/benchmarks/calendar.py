"""How long the forgetting calendar takes over a large store: counts by day for each fate, a day opened, the outlook.

    python -m tests.benchmarks.calendar STORE [--json FILE] [--times N]

Make a store with tests.benchmarks.generate; it is only read. Times are milliseconds, the first with an empty cache.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path

from tests.benchmarks.generate import NOW

from engramma.engine import MemoryStore, open_store
from engramma.model.calendar import Fate
from engramma.model.clock import FixedClock

BAR = 1_000.0
QUERIES = ("", "tier:short kind:semantic", "importance:>0.8", "webhook", "the")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured thing: times in ms, and how many memories it told of."""

    name: str
    first: float
    median: float
    found: int
    good: bool


def measured(name: str, work: Callable[[], int], *, times: int) -> Figure:
    """The first time and the median of the others."""
    spent, found = [], 0
    for _ in range(times + 1):
        started = time.perf_counter()
        found = work()
        spent.append((time.perf_counter() - started) * 1000)
    return Figure(name, spent[0], statistics.median(spent[1:]), found, max(spent[0], spent[1]) <= BAR)


def measure(store: MemoryStore, *, times: int) -> list[Figure]:
    """Every figure."""
    today = store.calendar.today()

    def counted(query: str, fate: Fate) -> Callable[[], int]:
        return lambda: sum(store.calendar.read(query, fate).counts)

    def opened(fate: Fate) -> Callable[[], int]:
        day = today + timedelta(days=5)
        return lambda: len(store.calendar.ids("", fate, day, day))

    figures = [
        measured(f"{fate.value} by day, {query or 'everything'!s}", counted(query, fate), times=times)
        for fate in Fate
        for query in (QUERIES if fate is Fate.DORMANT else QUERIES[:2])
    ]
    figures += [measured(f"open a day, {fate.value}", opened(fate), times=times) for fate in Fate]
    figures += [
        measured(
            f"in 30 and 90 days, {query or 'everything'}",
            lambda query=query: store.forecast.outlook(query)[-1].memories,  # type: ignore[misc]
            times=times,
        )
        for query in QUERIES[:3]
    ]
    return figures


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    with open_store(options.store, clock=FixedClock(NOW), read_only=True) as store:
        figures = measure(store, times=options.times)
    for figure in figures:
        mark = "" if figure.good else f"  above {BAR:g} ms"
        print(f"{figure.name:42} {figure.first:8.0f} {figure.median:8.0f} ms  {figure.found:9,}{mark}")
    if options.json is not None:
        options.json.write_text(
            json.dumps([asdict(figure) for figure in figures], indent=2), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
