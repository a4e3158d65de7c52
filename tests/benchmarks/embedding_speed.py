"""Measures embedding: the bare model, the shared host, the whole job into a store, and vectors in memory.

python -m tests.benchmarks.embedding_speed [--texts 2000] [--sizes 1000,10000,100000] [--memory] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import psutil

from engramma.embedding import Vectors
from engramma.embedding.client import HostEmbedder
from engramma.embedding.starting import ENVIRONMENT
from engramma.engine import MemoryStore, open_store
from engramma.model.progress import CancelToken
from engramma.store.vectors.matrix import VectorMatrix, load_matrix

DIMENSIONS = 384
BARE = """
import json, logging, sys, time
from engramma.embedding.model_folders import find_model
from sentence_transformers import SentenceTransformer
texts = json.load(open(sys.argv[1]))
model = SentenceTransformer(str(find_model("all-MiniLM-L6-v2").path), device="cpu")
model.encode(texts[:64], batch_size=32, show_progress_bar=False)
best = work = 0.0
for _time in range(3):
    started, worked = time.perf_counter(), time.process_time()
    model.encode(texts, batch_size=32, show_progress_bar=False, normalize_embeddings=True)
    best = max(best, len(texts) / (time.perf_counter() - started))
    work = max(work, len(texts) / (time.process_time() - worked))
print(best, work)
"""
HOLD = """
import sys
from pathlib import Path
from engramma.engine import open_store
store = open_store(Path(sys.argv[1]), read_only=True)
matrix = store.embedding.matrix()
matrix.cosines(matrix.rows(matrix.owners.places("event")[:1])[0])
print(len(matrix), flush=True)
sys.stdin.read()
"""

Figures = dict[str, float]


def sentences(count: int) -> list[str]:
    """Sentences of 5 to 45 words, the same every time."""
    generator = np.random.default_rng(7)
    words = ["the", "harbour", "green", "boat", "price", "order", "agent", "test", "deploy", "lamp", "wind"]
    return [
        " ".join(generator.choice(words, size=int(generator.integers(5, 45))).tolist()) + f" {number}."
        for number in range(count)
    ]


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """(p50, p95) in milliseconds."""
    return float(np.percentile(seconds, 50) * 1_000), float(np.percentile(seconds, 95) * 1_000)


def measure_model(texts: list[str], folder: Path) -> Figures:
    """Texts a second: bare, through the host, into a store; milliseconds until the first vector, and a question."""
    figures: Figures = {}
    file = folder / "texts.json"
    file.write_text(json.dumps(texts))
    embedder = HostEmbedder("all-MiniLM-L6-v2", scope=str(folder))
    try:
        started = time.perf_counter()
        embedder.model(patience=120)
        figures["cold_start_seconds"] = time.perf_counter() - started
        asked = []
        for number in range(60):
            begun = time.perf_counter()
            embedder.embed_query(f"which harbour has {number} boats?", patience=30)
            asked.append(time.perf_counter() - begun)
        figures["query_p50_ms"], figures["query_p95_ms"] = percentiles(asked[5:])
        figures["host_rss_mb"] = psutil.Process(embedder.host_pid()).memory_info().rss / 1e6
        best = work = 0.0
        for _time in range(3):
            begun, worked = time.perf_counter(), worked_by(embedder)
            embedder.embed(texts)
            best = max(best, len(texts) / (time.perf_counter() - begun))
            work = max(work, len(texts) / (worked_by(embedder) - worked))
        figures["host_texts_per_second"] = best
        figures["host_texts_per_cpu_second"] = work
        with open_store(folder / "job.engramma", create=True) as store:
            fill_events(store, texts)
            timed = Timed(embedder)
            store.workspace.vectors.use(timed)
            report = store.embedding.run()
            figures["job_texts_per_second"] = report.written / report.seconds
            # Short turns are embedded twice, alone and with what was said before them.
            figures["job_embeddings_per_text"] = timed.texts / report.written
            figures["job_share_in_model"] = timed.seconds / report.seconds
    finally:
        embedder.stop_host()
        embedder.close()
    time.sleep(1)
    bare = subprocess.run(
        [sys.executable, "-c", BARE, str(file)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **ENVIRONMENT},
    )
    speed, work = bare.stdout.split()[-2:]
    figures["bare_texts_per_second"], figures["bare_texts_per_cpu_second"] = float(speed), float(work)
    figures["host_to_bare"] = figures["host_texts_per_second"] / figures["bare_texts_per_second"]
    # Of processor time, so that it also holds on a machine that has other things to do.
    figures["host_to_bare_cpu"] = figures["host_texts_per_cpu_second"] / figures["bare_texts_per_cpu_second"]
    return figures


class Timed:
    """An embedder that keeps count of the texts that it embeds and of the seconds spent in it."""

    kind = "host"

    def __init__(self, embedder: HostEmbedder) -> None:
        self._embedder = embedder
        self.name, self.model, self.ready = embedder.name, embedder.model, embedder.ready
        self.embed_query, self.close = embedder.embed_query, embedder.close
        self.texts, self.seconds = 0, 0.0

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        begun = time.perf_counter()
        rows = self._embedder.embed(texts, cancel=cancel)
        self.seconds += time.perf_counter() - begun
        self.texts += len(texts)
        return rows


def worked_by(embedder: HostEmbedder) -> float:
    """Seconds of processor time of the host and of this process together."""
    spent = psutil.Process(embedder.host_pid()).cpu_times()
    return spent.user + spent.system + time.process_time()


def fill_events(store: MemoryStore, texts: list[str]) -> None:
    """One session with these turns."""
    session = store.sessions.start("Benchmark")
    for text in texts:
        store.sessions.append(session, "user", text)


def fill_vectors(path: Path, count: int) -> None:
    """A store with `count` random vectors of events that do not exist."""
    with open_store(path, create=True):
        pass
    generator = np.random.default_rng(1)
    raw = sqlite3.connect(path)
    raw.execute(
        "INSERT INTO embedding_model (id, name, sha256, dimensions, current, last_vector_id)"
        " VALUES (1, 'random', ?, ?, 1, ?)",
        ("0" * 64, DIMENSIONS, count),
    )
    for start in range(0, count, 10_000):
        rows = generator.standard_normal((min(10_000, count - start), DIMENSIONS)).astype("<f4")
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        raw.executemany(
            "INSERT INTO vector VALUES (?, 1, 'event', ?, x'00', ?)",
            ((start + number + 1, start + number + 1, row.tobytes()) for number, row in enumerate(rows)),
        )
        raw.commit()
    raw.close()


def measure_matrix(folder: Path, size: int, *, memory: bool) -> Figures:
    """Milliseconds to load, to load again, to look, and to compare with all; megabytes of five processes."""
    path = folder / f"{size}.engramma"
    fill_vectors(path, size)
    figures: Figures = {}
    with open_store(path) as store:
        database = store.workspace.database
        begun = time.perf_counter()
        matrix = load_matrix(database)
        figures["first_load_ms"] = (time.perf_counter() - begun) * 1_000
        begun = time.perf_counter()
        matrix = load_matrix(database)
        figures["load_ms"] = (time.perf_counter() - begun) * 1_000
        looks = []
        for _time in range(50):
            begun = time.perf_counter()
            assert load_matrix(database, previous=matrix) is matrix
            looks.append(time.perf_counter() - begun)
        figures["look_ms"] = percentiles(looks)[0]
        figures["scan_p50_ms"], figures["scan_p95_ms"] = measure_scan(matrix)
        plain = np.array(matrix.vectors)
        scans = []
        for _time in range(30):
            begun = time.perf_counter()
            np.vecdot(plain, plain[0])
            scans.append(time.perf_counter() - begun)
        figures["bare_vecdot_p50_ms"] = percentiles(scans)[0]
    if memory:
        figures["one_process_mb"], figures["five_processes_mb"] = measure_memory(path)
    return figures


def measure_scan(matrix: VectorMatrix) -> tuple[float, float]:
    query = matrix.rows(np.array([0]))[0]
    scans = []
    for _time in range(30):
        begun = time.perf_counter()
        matrix.cosines(query)
        scans.append(time.perf_counter() - begun)
    return percentiles(scans)


def measure_memory(path: Path) -> tuple[float, float]:
    """Megabytes (what is shared counted once) of one and of five processes that hold the matrix."""
    started = []
    sums = []
    try:
        for _process in range(5):
            process = subprocess.Popen(
                [sys.executable, "-c", HOLD, str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert process.stdout is not None
            process.stdout.readline()
            started.append(process)
            sums.append(sum(psutil.Process(each.pid).memory_full_info().pss for each in started) / 1e6)
    finally:
        for process in started:
            process.communicate("")
    return sums[0], sums[4]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=2_000)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--memory", action="store_true", help="measure the memory of five processes, too")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    figures: dict[str, Figures] = {}
    with tempfile.TemporaryDirectory(prefix="engramma-") as name:
        folder = Path(name)
        if given.texts:
            figures["model"] = measure_model(sentences(given.texts), folder)
        for size in [int(part) for part in given.sizes.split(",") if part]:
            figures[f"{size} vectors"] = measure_matrix(folder, size, memory=given.memory)
    for what, values in figures.items():
        for key, value in values.items():
            print(f"{what:16} {key:24} {value:12,.2f}")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
