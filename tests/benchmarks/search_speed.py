"""Measures searching in a generated store, beside a bare FTS top-10 query of the same run.

python -m tests.benchmarks.search_speed FILE [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
from sqlalchemy import Connection
from tests.benchmarks.generate import NOW

from engramma.model.policy import DEFAULT_POLICY
from engramma.model.search import Query, Sort, SortKey, parse
from engramma.store.opening import open_database
from engramma.store.search import count, facet_counts, order_ids

FIRST_ROWS = 200
TYPED = (
    "the", "t", "a", "th", "with", "in", "is", "this", "pay", "payment", "p", "pa", "test", "ing", "check cart",
    "the payship", "the of and", "a p t", "tax -ship", '"the of"', "port OR hook", "cartax", "zzzz", "logrun",
    "tag:pay*", "importance:>0.7", "importance:>0.97", "kind:procedural the", "is:pinned", "fades:<7d",
    "created:2026-03..2026-04 the", "created:30d", "is:dormant test", "recalls:>8", '~"payment and checkout port"',
    "strength:>0.5", "is:superseded", "category:error with", "session:pay the", "-the",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measured:
    """One line: median and worst of the repetitions in milliseconds, and the number of results."""

    what: str
    query: str
    median_ms: float
    worst_ms: float
    results: int


def timed(what: str, query: str, work: Callable[[], int], *, times: int) -> Measured:
    spent = []
    results = 0
    for _ in range(times):
        begun = time.perf_counter()
        results = work()
        spent.append((time.perf_counter() - begun) * 1_000)
    return Measured(what, query, float(np.median(spent)), max(spent), results)


def first_rows(connection: Connection, query: Query, sort: Sort) -> int:
    return len(order_ids(connection, query, sort=sort, now=NOW, policy=DEFAULT_POLICY, limit=FIRST_ROWS).ids)


def all_rows(connection: Connection, query: Query, sort: Sort) -> int:
    return len(order_ids(connection, query, sort=sort, now=NOW, policy=DEFAULT_POLICY).ids)


def bare(path: Path, words: str) -> Measured:
    connection = sqlite3.connect(path)
    statement = "SELECT rowid FROM memory_words WHERE memory_words MATCH ? ORDER BY rank LIMIT 10"
    line = timed(
        "bare FTS top 10", words, lambda: len(connection.execute(statement, (words,)).fetchall()), times=5
    )
    connection.close()
    return line


def measure(path: Path, *, times: int) -> list[Measured]:
    lines = [bare(path, '"payship"'), bare(path, '"check" AND "cart"'), bare(path, '"the"')]
    database = open_database(path, read_only=True)
    relevance, newest = Sort(SortKey.RELEVANCE), Sort()
    with database.read() as reading:
        connection = reading.connection
        for text in TYPED:
            query = parse(text)
            work = partial(first_rows, connection, query, newest)
            lines.append(timed("first rows, newest", text, work, times=times))
            if query.has_text:
                work = partial(first_rows, connection, query, relevance)
                lines.append(timed("first rows, relevance", text, work, times=times))
        for text in ("", "the", "pay", "importance:>0.7", "-tag:pay*"):
            query = parse(text)
            lines.append(
                timed("all rows, newest", text, partial(all_rows, connection, query, newest), times=3)
            )
            lines.append(timed("count", text, partial(matching, connection, query), times=3))
        for key in SortKey:
            sort = Sort(key, False)
            lines.append(
                timed(f"all rows, sort {key}", "", partial(all_rows, connection, Query(), sort), times=3)
            )
            lines.append(
                timed(f"first rows, sort {key}", "", partial(first_rows, connection, Query(), sort), times=3)
            )
        for text in ("", "kind:semantic", "the", "payship", "tag:pay* is:pinned"):
            lines.append(timed("facets", text, partial(facets, connection, parse(text)), times=3))
    database.close()
    return lines


def matching(connection: Connection, query: Query) -> int:
    return count(connection, query, now=NOW, policy=DEFAULT_POLICY)


def facets(connection: Connection, query: Query) -> int:
    return facet_counts(connection, query, now=NOW, policy=DEFAULT_POLICY).matching


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--times", type=int, default=7)
    given = parser.parse_args()
    lines = measure(given.store, times=given.times)
    unit = lines[0].median_ms
    for line in lines:
        print(
            f"{line.what:32} {line.query:34} {line.median_ms:9.2f} {line.worst_ms:9.2f} ms {line.results:9,} "
            f"{line.median_ms / unit:8.1f}x"
        )
    typed = np.array([line.median_ms for line in lines if line.what == "first rows, newest"])
    print(
        f"search as you type, newest: p50 {np.percentile(typed, 50):.1f}, p95 {np.percentile(typed, 95):.1f} ms"
    )
    if given.json:
        rows = [{**asdict(line), "ratio": line.median_ms / unit} for line in lines]
        given.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
