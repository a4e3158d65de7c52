"""Measures a recall with the question embedded, beside an exact scan and the bare full-text query of the same run.

python -m tests.benchmarks.recall_speed [--sizes 1000 10000 100000 1000000] [--folder DIR] [--json FILE]
    [--prepare] [--processes 5] [--model] [--shell]

Stores are generated, with a random unit vector (384) for each memory and event, in DIR, where they stay for the next
run (3 GB for a million); --prepare only makes them. The bar: p95 of a recall at most 2 × (scan + full text) + 1 ms.
--processes: the memory of one and of so many processes on the largest store; --model: of two agents and the window;
--shell: `engramma recall` at 100,000 or the largest size below.
"""

from __future__ import annotations

import argparse
import json
import math
import sqlite3
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import psutil
from numpy.typing import NDArray
from tests.benchmarks.generate import NOW, generate, made_texts
from tests.benchmarks.recall_memory import print_model, print_processes
from tests.benchmarks.recall_shell import print_shell

from engramma.embedding.model_folders import DEFAULT_MODEL, check_model, find_model
from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock
from engramma.store.fulltext import RECALL_WORDS, quoted
from engramma.store.recall import words as recall_words
from engramma.store.recall.words import find_words

DIMENSIONS = 384
QUESTIONS = 60
_CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class Measured:
    """Times in milliseconds of one store size; `within`: share of the questions that keep the bar, each by itself."""

    memories: int
    scan_p50: float
    scan_p95: float
    text_p50: float
    text_p95: float
    recall_p50: float
    recall_p95: float
    whole_p50: float
    whole_p95: float
    bar_p95: float
    within: float
    first_ms: float
    resident_mb: float


def make_store(path: Path, memories: int) -> None:
    """A generated store with random vectors, unless it is there."""
    if path.exists():
        return
    unfinished = path.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    generate(unfinished, memories=memories)
    random = np.random.default_rng(7)
    connection = sqlite3.connect(unfinished)
    connection.execute("PRAGMA synchronous = OFF")
    owners = [("memory", row[0], row[1]) for row in connection.execute("SELECT id, content_key FROM memory")]
    owners += [
        ("event", row[0], str(row[1]).encode())
        for row in connection.execute("SELECT id, content_key FROM event")
    ]
    connection.execute(
        "INSERT INTO embedding_model(id, name, sha256, dimensions, current, last_vector_id) "
        "VALUES (1, ?, ?, ?, 1, ?)",
        # Named after the model that questions are embedded by, so that the command line compares with these, too.
        (DEFAULT_MODEL, check_model(find_model(DEFAULT_MODEL)), DIMENSIONS, len(owners)),
    )
    for start in range(0, len(owners), _CHUNK):
        part = owners[start : start + _CHUNK]
        vectors = unit(random.normal(size=(len(part), DIMENSIONS)))
        connection.executemany(
            "INSERT INTO vector(id, model_id, owner_type, owner_id, content_key, data) VALUES (?, 1, ?, ?, ?, ?)",
            (
                (start + number + 1, *owner, vector.tobytes())
                for number, (owner, vector) in enumerate(zip(part, vectors, strict=True))
            ),
        )
    connection.commit()
    connection.close()
    unfinished.rename(path)


def unit(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    """Rows at length 1."""
    made: NDArray[np.float32] = (rows / np.linalg.norm(rows, axis=-1, keepdims=True)).astype(np.float32)
    return made


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1_000


def measure(path: Path, memories: int, *, questions: int) -> Measured:
    """All figures of one store."""
    texts = made_texts(questions, seed=99)
    # Some words of a made-up sentence, its longest among them: a question has one word at least that tells something.
    texts = [
        " ".join([*words[: 3 + number % 6], max(words, key=len)])
        for number, words in enumerate(text.rstrip(".").split() for text in texts)
    ]
    vectors = unit(np.random.default_rng(3).normal(size=(questions, DIMENSIONS)))
    with open_store(path, clock=FixedClock(NOW)) as store:
        # Once before, so that the vectors' copy beside the store is there, as it is after embedding.
        store.recall.ranked(texts[0], vector=vectors[0])
    before = psutil.Process().memory_info().rss
    opened = time.perf_counter()
    with open_store(path, clock=FixedClock(NOW)) as store:
        store.recall.ranked(texts[0], vector=vectors[0])
        first = (time.perf_counter() - opened) * 1_000
        matrix = store.embedding.matrix()
        for text, vector in zip(texts[:5], vectors, strict=False):
            store.recall.ask(text, vector=vector)
        times = np.array(
            [
                (
                    best(lambda vector=vector: matrix.cosines(vector)),
                    best(lambda text=text: bare(store, path, text)),
                    best(lambda text=text, vector=vector: store.recall.ranked(text, vector=vector)),
                    best(lambda text=text, vector=vector: store.recall.ask(text, vector=vector)),
                )
                for text, vector in zip(texts, vectors, strict=True)
            ]
        )
        resident = (psutil.Process().memory_info().rss - before) / 1e6
    bars = 2 * (times[:, 0] + times[:, 1]) + 1
    p50, p95 = np.percentile(times, 50, axis=0), np.percentile(times, 95, axis=0)
    return Measured(
        memories,
        *(float(value) for pair in zip(p50, p95, strict=True) for value in pair),
        float(2 * (p95[0] + p95[1]) + 1),
        float((times[:, 2] <= bars).mean()),
        first,
        resident,
    )


def best(work: Callable[[], object], *, times: int = 3) -> float:
    """The median of some runs, as other processes disturb single ones."""
    return float(np.median([timed(work) for _ in range(times)]))


_connections: dict[Path, sqlite3.Connection] = {}
_expressions: dict[str, str] = {}


def bare(store: MemoryStore, path: Path, text: str) -> int:
    """FTS5's ten best for the same words, over a plain connection set up like the store's."""
    if path not in _connections:
        _connections[path] = store.workspace.database.connect(mapped=True)
    expression = _expressions.get(text)
    if expression is None:
        with store.workspace.recall.connections(store.workspace.database).one() as driver:
            found = find_words(driver, text).words
        expression = _expressions[text] = " OR ".join(quoted(word.word) for word in found)
    statement = f"SELECT rowid FROM {RECALL_WORDS} WHERE {RECALL_WORDS} MATCH ? ORDER BY rank LIMIT 10"
    return len(_connections[path].execute(statement, (expression,)).fetchall())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "engramma-recall-speed")
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--prepare", action="store_true", help="only make the stores")
    parser.add_argument(
        "--processes", type=int, default=0, metavar="N", help="memory of one and of N processes"
    )
    parser.add_argument(
        "--model", action="store_true", help="memory of two agents, the window and their model"
    )
    parser.add_argument("--shell", action="store_true", help="engramma recall from the shell, cold and warm")
    given = parser.parse_args()
    given.folder.mkdir(exist_ok=True)
    paths = {size: given.folder / f"recall-{size}.engramma" for size in given.sizes}
    for size, path in paths.items():
        make_store(path, size)
    if given.prepare:
        return
    figures: dict[str, object] = {"sizes": [asdict(line) for line in speed_table(paths, given.questions)]}
    if given.processes:
        figures["processes"] = print_processes(paths[max(paths)], given.processes)
    if given.model:
        figures["model"] = print_model()
    if given.shell:
        figures["shell"] = print_shell(paths[max(size for size in paths if size <= 100_000)])
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))


def speed_table(paths: dict[int, Path], questions: int) -> list[Measured]:
    """Measure and print all sizes, and by what times ten more memories make a recall slower."""
    print(
        f"common: a word in over {recall_words.COMMON_SHARE:.0%} of at least {recall_words.COMMON_FROM:,} rows"
    )
    print(
        f"{'memories':>10}{'scan p50/p95':>16}{'text p50/p95':>16}{'recall p50/p95':>17}{'bar p95':>10}{'within':>8}"
        f"{'ask p50/p95':>17}{'first':>10}{'memory':>10}"
    )
    lines: list[Measured] = []
    for size, path in paths.items():
        line = measure(path, size, questions=questions)
        lines.append(line)
        print(
            f"{size:10,}{line.scan_p50:8.2f}{line.scan_p95:8.2f}{line.text_p50:8.2f}{line.text_p95:8.2f}"
            f"{line.recall_p50:8.2f}{line.recall_p95:9.2f}{line.bar_p95:10.2f}{line.within:8.0%}"
            f"{line.whole_p50:8.2f}{line.whole_p95:9.2f}{line.first_ms:8.0f}ms{line.resident_mb:8.0f}MB",
            flush=True,
        )
    for before, after in pairwise(lines):
        decades = math.log10(after.memories / before.memories)
        grown = after.recall_p95 / before.recall_p95, after.first_ms / before.first_ms
        print(
            f"{before.memories:,} to {after.memories:,}: recall p95 × {grown[0]:.1f}, first × {grown[1]:.1f}, "
            f"exponent {math.log10(grown[0]) / decades:.2f} (1 is linear)"
        )
    return lines


if __name__ == "__main__":
    main()
