"""How fast imports are, how much memory they take, and how long another process waits meanwhile.

    python -m tests.benchmarks.import_speed --megabytes 200 [--locomo FILE] [--json FILE]

Each import runs in a process of its own on a new store, and is printed beside the bare JSON parsing of the same file.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.actors import Theatre
from tests.faults.transcripts import write_transcript

from engramma.engine import open_store


def measured(source: Path, store: Path) -> dict[str, float]:
    """Figures of importing `source` in this process."""
    idle = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.perf_counter()
    with open_store(store, create=True) as made:
        [report] = made.transfer.import_files([source]).files
        seconds = time.perf_counter() - begun
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begun = time.perf_counter()
        again = made.transfer.import_files([source]).files[0]
        second = time.perf_counter() - begun
        begun = time.perf_counter()
        made.history.undo()
        undo = time.perf_counter() - begun
        size = made.statistics().bytes
    assert (report.error, again.new) == ("", 0)
    begun = time.perf_counter()
    with source.open("rb") as file:
        for line in file:
            json.loads(line) if source.suffix == ".jsonl" else None
    if source.suffix != ".jsonl":
        json.loads(source.read_bytes())
    megabytes = source.stat().st_size / 1e6
    return {
        "megabytes": round(megabytes, 1),
        "events": report.events,
        "seconds": round(seconds, 2),
        "events/s": round(report.events / seconds),
        "MB/s": round(megabytes / seconds, 1),
        "times bare JSON parsing": round(seconds / (time.perf_counter() - begun), 1),
        "peak RSS (MB)": round(peak / 1024),
        "RSS before (MB)": round(idle / 1024),
        "again, nothing new (s)": round(second, 2),
        "undo (s)": round(undo, 2),
        "store (MB)": round(size / 1e6, 1),
    }


def waits(source: Path, folder: Path) -> dict[str, float]:
    """How long the writes of another process take while `source` is imported."""
    theatre = Theatre(folder)
    path = folder / "shared.engramma"
    open_store(path, create=True).close()
    try:
        importer = theatre.start("import", path, file=str(source))
        writer = theatre.start("write", path, actor="agent:claude", count=10**9, name="agent", pause=0.01)
        importer.wait_for("operation", seconds=3_600)
        writer.kill()
        took = sorted(what["seconds"] for what in writer.told())
    finally:
        theatre.close()
    return {
        "writes meanwhile": len(took),
        "median wait (ms)": round(took[len(took) // 2] * 1e3, 1),
        "p99 wait (ms)": round(took[int(len(took) * 0.99)] * 1e3, 1),
        "longest wait (ms)": round(took[-1] * 1e3, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--locomo", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", nargs=2, type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measured(*given.one)))
        return
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = write_transcript(folder / "large.jsonl", megabytes=given.megabytes)
        for title, path in (("transcript", source), ("LoCoMo", given.locomo)):
            if path is None:
                continue
            command = [sys.executable, "-m", "tests.benchmarks.import_speed", "--one", str(path)]
            done = subprocess.run(
                [*command, str(folder / f"{title}.engramma")], capture_output=True, text=True, check=True
            )
            figures[title] = json.loads(done.stdout)
        figures["another process meanwhile"] = waits(source, folder)
    for title, values in figures.items():
        print(title)
        for what, value in values.items():
            print(f"    {what:28}{value:>12,}")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
