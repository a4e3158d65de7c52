"""How long consolidation takes on generated stores, a first pass and later ones, and a change of the policy.

    python -m tests.benchmarks.consolidation_speed --memories 1000 10000 100000 [--json FILE]

The ratio is to one plain read of all memories of the same store in the same run.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.generate import generate

from engramma.engine import open_store

CHUNK = 5_000


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def measured(path: Path, memories: int) -> dict[str, float]:
    """Seconds of each piece of work on a fresh store of that many memories."""
    generate(path, memories=memories)
    figures: dict[str, float] = {}
    with open_store(path) as store:
        ids = store.search.order("is:active OR is:superseded OR is:trashed").ids.tolist()

        def read_all() -> None:
            for start in range(0, len(ids), CHUNK):
                store.memories.page(ids[start : start + CHUNK])

        figures["reading all memories"] = seconds(read_all)
        figures["first plan"] = seconds(store.consolidation.plan)
        plan = store.consolidation.plan()
        figures["items"] = len(plan.items)
        figures["first pass"] = seconds(lambda: store.consolidation.apply(plan))
        figures["plan with nothing new"] = seconds(store.consolidation.plan)
        for number in range(1_000):
            store.memories.remember(f"A new statement, number {number}.", importance=0.7)
        figures["plan with 1,000 new memories"] = seconds(store.consolidation.plan)
        figures["policy change"] = seconds(lambda: store.policy_set({"short_term_half_life": 9}))
        figures["its undo"] = seconds(store.history.undo)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    figures: dict[str, dict[str, float]] = {}
    for count in given.memories:
        with tempfile.TemporaryDirectory() as folder:
            figures[f"{count:,} memories"] = measured(Path(folder) / "generated.engramma", count)
    for title, values in figures.items():
        print(title)
        base = values["reading all memories"]
        for what, value in values.items():
            ratio = "" if what == "items" else f"{value / base:8.2f} ×"
            print(f"    {what:30}{value:12,.3f}{ratio}")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
