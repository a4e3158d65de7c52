"""How long consolidation takes on generated stores, a first pass and later ones, and a change of the policy.

    python -m tests.benchmarks.consolidation_speed --memories 1000 10000 100000 [--recall 100] [--json FILE]
    python -m tests.benchmarks.consolidation_speed --memories 10000 100000 1000000 --settled [--store FILE]

The ratio is to one plain read of all memories of the same store in the same run; `processor` is the time that the
processor spent on it, which other programs on the machine do not lengthen. `--recall N` compares N memories with all
others and says how many of the pairs that are alike the candidates had: keep to 10,000 memories.

With `--settled` the pairs among what is there count as compared, so that very large stores need no first pass of
hours; everything else of a first pass is done. `--store` copies a store instead of making one.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil
from tests.benchmarks.generate import generate, made_texts

from engramma.engine import MemoryStore, open_store
from engramma.engine.consolidation.steps import STEPS
from engramma.engine.consolidation.steps.alike import new_comparer
from engramma.model.progress import Cancelled, CancelToken
from engramma.store.consolidation.looked import mark_looked, read_unlooked
from engramma.theory.likeness import DISTINCT, CandidateIndex

CHUNK = 5_000
NEW = 1_000


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds by the clock and by the processor, and by how many MB the process grew to its peak meanwhile."""

    seconds: float
    processor: float
    grown: float


def taken(work: Callable[[], object]) -> Taken:
    process = psutil.Process()
    before = peak = process.memory_info().rss
    over = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not over.wait(0.05):
            peak = max(peak, process.memory_info().rss)

    watcher = threading.Thread(target=watch)
    watcher.start()
    begun, used = time.perf_counter(), time.process_time()
    work()
    seconds, processor = time.perf_counter() - begun, time.process_time() - used
    over.set()
    watcher.join()
    return Taken(seconds, processor, (max(peak, process.memory_info().rss) - before) / 1e6)


def new_texts(store: MemoryStore, ids: list[int]) -> list[str]:
    """What an agent might add: mostly new statements, a quarter of them an old one with one word changed."""
    rng = random.Random(7)
    fresh = made_texts(NEW, seed=99)
    chosen = rng.sample(ids, NEW // 4)
    for place, line in enumerate(store.memories.page(chosen)):
        words = line.memory.text.split()
        words[rng.randrange(len(words))] = f"{rng.randrange(1_000, 9_999)}"
        fresh[place * 4] = " ".join(words)
    return fresh


def slowest_cancel(store: MemoryStore, whole: float, *, times: int) -> float:
    """The longest that a plan went on after it was cancelled, at moments spread over its course, in ms."""
    slowest = 0.0
    for number in range(times):
        cancel = CancelToken()
        cancelled_at = 0.0

        def stop(cancel: CancelToken = cancel) -> None:
            nonlocal cancelled_at
            cancelled_at = time.perf_counter()
            cancel.cancel()

        timer = threading.Timer(whole * (number + 0.5) / times, stop)
        timer.start()
        try:
            store.consolidation.plan(cancel=cancel)
        except Cancelled:
            slowest = max(slowest, time.perf_counter() - cancelled_at)
        timer.cancel()
        timer.join()
    return slowest * 1_000


def settle(store: MemoryStore) -> None:
    """Take all memories as looked at by the steps that compare them."""
    with store.workspace.database.read() as reading:
        seen = {
            name: read_unlooked(reading, name, every_state=step.every_state)
            for name, step in STEPS.items()
            if step.incremental
        }
    mark_looked(store.workspace.database, seen)


def measured(path: Path, *, settled: bool, cancels: int) -> dict[str, Taken | float]:
    """Figures of each piece of work on the store at `path`, which is changed."""
    figures: dict[str, Taken | float] = {}
    with open_store(path) as store:
        if settled:
            settle(store)
        ids = store.search.order("is:active OR is:superseded OR is:trashed").ids.tolist()

        def read_all() -> None:
            for start in range(0, len(ids), CHUNK):
                store.memories.page(ids[start : start + CHUNK])

        figures["reading all memories"] = taken(read_all)
        plans = []
        figures["first plan"] = taken(lambda: plans.append(store.consolidation.plan()))
        figures["items"] = float(len(plans[0].items))
        figures["first pass"] = taken(lambda: store.consolidation.apply(plans.pop()))
        store.consolidation.run()
        figures["plan with nothing new"] = taken(store.consolidation.plan)
        for text in new_texts(store, ids):
            store.memories.remember(text, importance=0.7)
        again = figures["plan with 1,000 new memories"] = taken(store.consolidation.plan)
        figures["slowest cancel, ms"] = slowest_cancel(store, again.seconds, times=cancels)
        figures["policy change"] = taken(lambda: store.policy_set({"short_term_half_life": 9}))
        figures["its undo"] = taken(store.history.undo)
    return figures


def candidate_recall(path: Path, sample: int) -> tuple[int, int]:
    """Of the pairs of `sample` memories and any others: how many are alike, and how many of these were candidates."""
    comparer = new_comparer()
    with open_store(path, read_only=True) as store:
        ids = store.search.order("is:active").ids.tolist()
        texts = {
            line.memory.id: line.memory.text
            for start in range(0, len(ids), CHUNK)
            for line in store.memories.page(ids[start : start + CHUNK])
        }
    index = CandidateIndex(comparer.lexicon)
    for memory_id, text in texts.items():
        index.add(memory_id, text)
    alike = found = 0
    for one in random.Random(3).sample(sorted(texts), min(sample, len(texts))):
        partners = {candidate.other for candidate in index.partners(one)}
        for other, text in texts.items():
            if other != one and comparer.compare(texts[one], text).kind != DISTINCT:
                alike += 1
                found += other in partners or one in {each.other for each in index.partners(other)}
    return alike, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--recall", type=int, default=0)
    parser.add_argument("--settled", action="store_true", help="no pairs among what is there are compared")
    parser.add_argument("--store", type=Path, help="a store to copy, of the one size that is named")
    parser.add_argument("--cancels", type=int, default=12, help="how often a plan is cancelled")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    figures: dict[str, dict[str, object]] = {}
    for count in given.memories:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "generated.engramma"
            print(f"{count:,} memories", flush=True)
            if given.store:
                shutil.copyfile(given.store, path)
            else:
                generate(path, memories=count)
            values = measured(path, settled=given.settled, cancels=given.cancels)
            show(values)
            figures[f"{count:,} memories"] = {
                what: value if isinstance(value, float) else [value.seconds, value.processor, value.grown]
                for what, value in values.items()
            }
            if given.recall:
                alike, found = candidate_recall(path, given.recall)
                print(
                    f"    of {alike} pairs alike, {found} were candidates ({given.recall} memories against all)"
                )
                figures[f"{count:,} memories"]["candidates"] = [alike, found]
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))


def show(values: dict[str, Taken | float]) -> None:
    base = values["reading all memories"]
    assert isinstance(base, Taken)
    print(f"    {'':30}{'s':>10}{'processor':>11}{'ratio':>11}{'grown, MB':>11}")
    for what, value in values.items():
        if isinstance(value, float):
            print(f"    {what:30}{value:10,.1f}")
        else:
            ratio = value.processor / base.processor
            print(
                f"    {what:30}{value.seconds:10,.3f}{value.processor:11,.3f}{ratio:9.2f} ×{value.grown:11,.0f}"
            )


if __name__ == "__main__":
    main()
