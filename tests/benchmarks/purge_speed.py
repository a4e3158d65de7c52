"""How long a purge takes in stores of 10,000 and more memories, and how long it ever keeps others from writing.

    python -m tests.benchmarks.purge_speed --sizes 10000 100000 --purged 100 [--json FILE]

`longest` is the longest transaction of the purge, on the clock and of the processor's time (they differ where others
use the machine, too), `waited` the longest that another process waited to write a line meanwhile; all beside what one
new memory costs in the same run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks.generate import NOW, generate

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock
from engramma.store.database import Database

WRITER = """
import sys, time
from pathlib import Path
from engramma.engine import open_store
with open_store(Path(sys.argv[1]), actor="agent:writer") as store:
    print("ready", flush=True)
    longest = 0.0
    number = 0
    while not Path(sys.argv[2]).exists():
        begun = time.perf_counter()
        store.memories.remember(f"Meanwhile number {number} was written down.")
        longest = max(longest, time.perf_counter() - begun)
        number += 1
        time.sleep(0.01)
    print(longest, number, flush=True)
"""


@contextmanager
def timed_transactions() -> Iterator[list[tuple[float, float]]]:
    """(how long it held the lock, how long it computed) of each write transaction of this process, in seconds."""
    durations: list[tuple[float, float]] = []
    plain = Database.write

    @contextmanager
    def write(self: Database) -> Iterator[Any]:
        with plain(self) as connection:
            begun, computing = time.perf_counter(), time.thread_time()
            yield connection
            durations.append((time.perf_counter() - begun, time.thread_time() - computing))

    Database.write = write  # type: ignore[method-assign]
    try:
        yield durations
    finally:
        Database.write = plain  # type: ignore[method-assign]


def measure(path: Path, *, purged: int, folder: Path) -> dict[str, float]:
    """Purge some memories of the store at `path` while another process writes."""
    stop = folder / "stop"
    stop.unlink(missing_ok=True)
    with open_store(path, clock=FixedClock(NOW)) as store:
        begun = time.perf_counter()
        store.memories.remember("One line, to compare with.")
        one = time.perf_counter() - begun
        ids = _some(store, purged)
        begun = time.perf_counter()
        store.purging.preview(ids)
        preview = time.perf_counter() - begun
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(stop)], stdout=subprocess.PIPE, text=True
        )
        with writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            with timed_transactions() as durations:
                begun = time.perf_counter()
                done = store.purging.purge(ids, include_pinned=True)
                seconds = time.perf_counter() - begun
            stop.touch()
            waited, written = writer.stdout.readline().split()
    ordered = sorted(held for held, _computed in durations)
    return {
        "purged": len(done.memory_ids),
        "preview_s": round(preview, 3),
        "purge_s": round(seconds, 2),
        "pending": done.status.pending,
        "transactions": len(ordered),
        "longest_ms": round(ordered[-1] * 1_000, 1),
        "longest_computing_ms": round(max(computed for _held, computed in durations) * 1_000, 1),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1_000, 1),
        "waited_ms": round(float(waited) * 1_000, 1),
        "written_meanwhile": int(written),
        "one_memory_ms": round(one * 1_000, 1),
        "megabytes": round(path.stat().st_size / 1e6, 1),
    }


def _some(store: MemoryStore, count: int) -> list[int]:
    ids = store.search.order("").ids.tolist()
    return [int(memory_id) for memory_id in ids[:: max(1, len(ids) // count)][:count]]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--purged", type=int, default=100)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in given.sizes:
            path = folder / f"{size}.engramma"
            generate(path, memories=size)
            figures[str(size)] = measure(path, purged=given.purged, folder=folder)
            print(f"{size:>9,}", *(f"{key} {value}" for key, value in figures[str(size)].items()), sep="  ")
            path.unlink()
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
