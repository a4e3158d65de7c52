"""How long the overview of a large store takes, whole and under searches, on the clock and of the processor.

    python -m tests.benchmarks.overview [--memories 1000000] [--store FILE] [--json FILE]

`--store` copies a store instead of making one; the copy is removed. Either way it gets lives with several segments,
promotions, recalls and things, which generated stores lack. The time is set beside one plain pass over all memories
(`select max(t0)`) of the same run. The window reads
`memories` and `recalls` in two jobs, side by side.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks.generate import NOW, generate

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import DAY, FixedClock

SEARCHES = ("", "kind:semantic", "category:decision tier:short", "is:pinned", "importance:>0.9", "deployment")
SPANS = (None, 30)
TIMES, RECALLS, HITS, THINGS = 4, 60_000, 5, 2_000

ENRICHED = f"""
    INSERT INTO segment (memory_id, t0, s0, half_life, reason, born_op)
        SELECT id, created_at, 1.0, iif(tier = 'long_term', 60.0, 7.0), 'created', 1 FROM memory
        WHERE recalls > 0 AND kind <> 'procedural' AND pinned = 0;
    INSERT INTO segment (memory_id, t0, s0, half_life, reason, born_op)
        SELECT id, created_at + {5 * DAY}, 0.6, 60.0, 'promoted', 1 FROM memory
        WHERE tier = 'long_term' AND recalls > 0 AND kind <> 'procedural' AND id % 2 = 0;
    INSERT INTO entity (id, name, normal_name, born_op)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {THINGS})
        SELECT i, 'Thing ' || i, 'thing ' || i, 1 FROM n;
    INSERT INTO mention (memory_id, entity_id, weight_at, born_op)
        SELECT id, 1 + (id * 7919) % (1 + (id * 31) % {THINGS}), created_at, 1 FROM memory WHERE id % 2 = 0;
    INSERT INTO recall (id, uid, question, at, actor, rehearsed, born_op)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {RECALLS})
        SELECT i, 'R' || i, 'What?', {NOW} - i * {700 * DAY // RECALLS}, 'agent:a' || (i % 4), 1, 1 FROM n;
    INSERT INTO recall_hit (recall_id, rank, memory_id, score, rehearsed, born_op)
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {RECALLS * HITS - 1})
        SELECT 1 + i / {HITS}, 1 + i % {HITS}, 1 + (i * 7919) % (SELECT max(id) FROM memory), 0.5, 1, 1 FROM n;
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One figure: median and worst seconds on the clock, median seconds of the processor, memories found."""

    what: str
    query: str
    days: int | None
    median: float
    worst: float
    processor: float
    found: int


def measured(what: str, query: str, days: int | None, work: Callable[[], int]) -> Line:
    clock, processor, found = [], [], 0
    for _ in range(TIMES):
        begun, used = time.perf_counter(), time.process_time()
        found = work()
        clock.append(time.perf_counter() - begun)
        processor.append(time.process_time() - used)
    return Line(what, query, days, statistics.median(clock), max(clock), statistics.median(processor), found)


def enrich(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(f"BEGIN; {ENRICHED} COMMIT; PRAGMA wal_checkpoint(TRUNCATE);")
    connection.close()


def plain_pass(path: Path) -> float:
    connection = sqlite3.connect(path)
    spent = []
    for _ in range(3):
        begun = time.perf_counter()
        connection.execute("SELECT max(t0) FROM memory").fetchone()
        spent.append(time.perf_counter() - begun)
    connection.close()
    return min(spent)


def lines_of(store: MemoryStore) -> list[Line]:
    lines = []
    for days in SPANS:
        for query in SEARCHES if days is None else SEARCHES[:1]:

            def memories(query: str = query, days: int | None = days) -> int:
                return store.overview.memories(query, days).totals.memories

            def recalls(query: str = query, days: int | None = days) -> int:
                return store.overview.recalls(query, days).counts.total

            lines.append(measured("memories", query, days, memories))
            lines.append(measured("recalls", query, days, recalls))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=1_000_000)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="overview-") as folder:
        path = Path(folder) / "store.engramma"
        if options.store is None:
            generate(path, options.memories)
        else:
            shutil.copyfile(options.store, path)
        enrich(path)
        bare = plain_pass(path)
        with open_store(path, clock=FixedClock(NOW)) as store:
            lines = lines_of(store)
    print(f"one plain pass {bare * 1_000:.0f} ms")
    for line in lines:
        span = "all" if line.days is None else f"{line.days} d"
        print(
            f"{line.what:9} {span:5} {line.query or '(everything)':30} {line.median * 1_000:6.0f} ms"
            f"  worst {line.worst * 1_000:6.0f}  processor {line.processor * 1_000:6.0f}  {line.found:9,}"
        )
    if options.json:
        options.json.write_text(json.dumps([asdict(line) for line in lines], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
