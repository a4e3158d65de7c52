"""How long a store takes out into a bundle and back, and that the bytes are the same; other formats beside it.

    python -m tests.benchmarks.bundle_speed --memories 100000 [--store FILE] [--json FILE]

Export, import into an empty store, export again: each step beside a plain copy of the same file by SQLite's backup.
"""

from __future__ import annotations

import argparse
import functools
import json
import resource
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.benchmarks import generate

from engramma.engine import MemoryStore, open_store

FORMATS = ("basic-memory", "mcp-memory", "mem0", "csv")


def timed(what: Callable[[], object]) -> float:
    """Seconds that it takes."""
    begun = time.perf_counter()
    what()
    return time.perf_counter() - begun


def plain_copy(source: Path, target: Path) -> None:
    """SQLite's own backup."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def round_trip(store: MemoryStore, folder: Path) -> dict[str, float]:
    """Seconds of each step."""
    first, second = folder / "first.engramma-bundle", folder / "second.engramma-bundle"
    figures = {"export": timed(lambda: store.transfer.export(first))}
    with open_store(folder / "other.engramma", create=True) as other:
        figures["import"] = timed(lambda: other.transfer.import_files([first]))
        figures["export again"] = timed(lambda: other.transfer.export(second))
        assert first.read_bytes() == second.read_bytes(), "the same bytes"
        again: list[int] = []
        figures["import again"] = timed(
            lambda: again.append(other.transfer.import_files([first]).files[0].new)
        )
        assert again == [0], "nothing new"
    figures["round trip"] = figures["export"] + figures["import"] + figures["export again"]
    figures["bundle (MB)"] = first.stat().st_size / 1e6
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--formats", action="store_true", help="also time the formats of other tools")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = given.store
        if path is None:
            path = folder / "made.engramma"
            generate.generate(path, memories=given.memories, events=None, seed=1)
        figures = {"plain copy": timed(lambda: plain_copy(path, folder / "copy.engramma"))}
        with open_store(path) as store:
            figures |= round_trip(store, folder)
            for known in FORMATS if given.formats else ():
                target = folder / known
                figures[known] = timed(functools.partial(store.transfer.export, target, format=known))
                shutil.rmtree(target) if target.is_dir() else target.unlink()
    figures["peak RSS (MB)"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for what, value in figures.items():
        times = f"{value / figures['plain copy']:8.1f} × copy" if "(MB)" not in what else ""
        print(f"{what:20}{value:10.2f}{times}")
    if given.json:
        given.json.write_text(
            json.dumps({what: round(value, 2) for what, value in figures.items()}, indent=1)
        )


if __name__ == "__main__":
    main()
