"""Makes large stores for measuring: deterministic, seeded, with Zipf-distributed words and realistic fading.

    python -m tests.benchmarks.generate --memories 1000000 --out FILE

Rows are written past the engine, in large transactions; the file is a proper store all the same.
"""

from __future__ import annotations

import argparse
import math
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engramma.model.clock import DAY, parse_iso
from engramma.model.policy import DEFAULT_POLICY
from engramma.store.fulltext import FULLTEXT_DDL, FULLTEXT_REBUILD
from engramma.store.opening import create_database

NOW = parse_iso("2026-09-15T12:00:00Z")
SPAN_DAYS = 700
CHUNK = 50_000
VOCABULARY = 40_000
TAGS = 300
SESSION_SIZE = 25
THRESHOLD_LOG2 = math.log2(DEFAULT_POLICY.retrieval_threshold)

KINDS = ("episodic", "semantic", "procedural")
CATEGORIES = ("fact", "preference", "decision", "correction", "error", "instruction", "summary", "other")
STOP_WORDS = (
    "the", "of", "and", "to", "a", "in", "is", "for", "with", "on", "that", "this", "from", "it", "are",
    "be", "as", "use", "was", "not", "must", "when", "by", "or", "at", "an", "so", "we", "if", "which",
    "after", "before", "all", "one", "only", "each", "has", "have", "can", "will", "should",
)  # fmt: skip
SYLLABLES = (
    "ba", "be", "bo", "ca", "ce", "co", "da", "de", "di", "do", "fa", "fi", "fo", "ga", "ge", "go", "ha",
    "he", "ho", "in", "is", "ka", "ki", "la", "le", "li", "lo", "ma", "me", "mi", "mo", "na", "ne", "ni",
    "no", "pa", "pe", "po", "ra", "re", "ri", "ro", "sa", "se", "si", "so", "ta", "te", "ti", "to", "un",
    "ur", "va", "ve", "vi", "wa", "we", "za", "ze", "pay", "ship", "cart", "tax", "check", "web", "hook",
    "test", "port", "key", "log", "run", "try", "ser", "ver", "err", "ing", "tion", "ment",
)  # fmt: skip


def vocabulary(rng: np.random.Generator) -> NDArray[np.object_]:
    """Made-up words, the most frequent first; stop words lead."""
    made: dict[str, None] = dict.fromkeys(STOP_WORDS)
    while len(made) < VOCABULARY:
        made["".join(rng.choice(SYLLABLES, rng.integers(2, 5)))] = None
    return np.array(list(made), dtype=object)


def zipf(count: int, *, exponent: float) -> NDArray[np.float64]:
    """Probabilities of `count` things by rank."""
    weights: NDArray[np.float64] = np.arange(1, count + 1, dtype=np.float64) ** -exponent
    return weights / weights.sum()


class _Maker:
    def __init__(self, memories: int, *, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.memories = memories
        self.words = vocabulary(self.rng)
        self.weights = zipf(len(self.words), exponent=1.0)
        self.tags = np.array([str(word) for word in self.words[200 : 200 + TAGS]], dtype=object)
        self.tag_weights = zipf(TAGS, exponent=1.1)
        self.sessions = max(1, memories // SESSION_SIZE)

    def texts(self, count: int, low: int, high: int) -> list[str]:
        lengths = self.rng.integers(low, high, count)
        flat = self.words[self.rng.choice(len(self.words), lengths.sum(), p=self.weights)]
        ends = np.cumsum(lengths)
        starts = ends - lengths
        return [f"{' '.join(flat[start:end]).capitalize()}." for start, end in zip(starts, ends, strict=True)]

    def started(self, session_ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Sessions follow one another; every fifth was imported later than it took place."""
        share = session_ids / (self.sessions + 1)
        imported = session_ids % 5 == 0
        share = np.where(imported, share * ((session_ids * 2654435761 % 1000) / 1000), share)
        return (NOW - SPAN_DAYS * DAY + share * SPAN_DAYS * DAY).astype(np.int64)


def made_texts(count: int, *, seed: int) -> list[str]:
    """So many other statements, in the words of the stores that `generate` makes by default."""
    maker = _Maker(1, seed=1)
    maker.rng = np.random.default_rng(seed)
    return maker.texts(count, 6, 26)


def generate(path: Path, *, memories: int, events: int | None = None, seed: int = 1) -> None:
    """Write a store with so many memories to `path`, which must not exist."""
    create_database(path, name=path.stem, at=NOW).close()
    maker = _Maker(memories, seed=seed)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -262144")
    triggers = [statement for statement in FULLTEXT_DDL if statement.startswith("CREATE TRIGGER")]
    for statement in triggers:
        connection.execute(f"DROP TRIGGER {statement.split()[2]}")
    connection.execute(
        "INSERT INTO operation(id, uid, at, actor, kind, label, status, owner, seq) "
        "VALUES (1, '01JOPERATION00000000000001', ?, 'import', 'import', 'Import of made-up rows', 'done', '', 1)",
        (NOW - SPAN_DAYS * DAY,),
    )
    _sessions(connection, maker)
    _events(connection, maker, memories // 10 if events is None else events)
    for start in range(0, memories, CHUNK):
        _memories(connection, maker, start + 1, min(CHUNK, memories - start))
    for statement in (*FULLTEXT_REBUILD, *triggers):
        connection.execute(statement)
    connection.commit()
    connection.close()


def _sessions(connection: sqlite3.Connection, maker: _Maker) -> None:
    ids = np.arange(1, maker.sessions + 1)
    started = maker.started(ids)
    titles = maker.texts(len(ids), 2, 5)
    connection.executemany(
        "INSERT INTO session(id, uid, title, agent, source, project, started_at, ended_at, born_op) "
        "VALUES (?, ?, ?, ?, ?, 'benchmark', ?, ?, 1)",
        (
            (
                int(i),
                f"01JSESSION{i:016d}",
                title,
                f"agent-{i % 7}",
                "claude-code",
                int(at),
                int(at) + 3_600_000_000,
            )
            for i, title, at in zip(ids, titles, started, strict=True)
        ),
    )


def _events(connection: sqlite3.Connection, maker: _Maker, count: int) -> None:
    roles = ("user", "agent", "tool", "agent")
    for start in range(0, count, CHUNK):
        ids = np.arange(start + 1, min(start + CHUNK, count) + 1)
        sessions = ids % maker.sessions + 1
        started = maker.started(sessions)
        texts = maker.texts(len(ids), 8, 60)
        connection.executemany(
            "INSERT INTO event(id, uid, session_id, turn, role, text, at, born_op) VALUES (?, ?, ?, ?, ?, ?, ?, 1)",
            (
                (
                    i,
                    f"01JEVENT{i:018d}",
                    s,
                    i // maker.sessions + 1,
                    roles[i % 4],
                    text,
                    at + i // maker.sessions,
                )
                for i, s, at, text in zip(
                    ids.tolist(), sessions.tolist(), started.tolist(), texts, strict=True
                )
            ),
        )


def _memories(connection: sqlite3.Connection, maker: _Maker, first: int, count: int) -> None:
    rng = maker.rng
    ids = np.arange(first, first + count)
    sessions = (ids - 1) // SESSION_SIZE % maker.sessions + 1
    created = maker.started(sessions) + rng.integers(0, 3_600_000_000, count)
    kinds = rng.choice(3, count, p=(0.35, 0.55, 0.10))
    categories = rng.choice(8, count, p=(0.4, 0.1, 0.15, 0.05, 0.08, 0.1, 0.07, 0.05))
    long_term = rng.random(count) < 0.4
    pinned = rng.random(count) < 0.01
    state = rng.choice(3, count, p=(0.92, 0.05, 0.03))
    recalls = np.minimum(rng.geometric(0.45, count) - 1, 40)
    age = np.maximum(NOW - created, 1)
    t0 = np.where(recalls > 0, created + (age * rng.random(count) ** 0.4).astype(np.int64), created)
    half_life = np.where(long_term, DEFAULT_POLICY.long_term_half_life, DEFAULT_POLICY.short_term_half_life)
    still = pinned | (kinds == 2)
    fades = t0 + (-THRESHOLD_LOG2 * half_life * DAY).astype(np.int64)
    importance = np.round(rng.beta(3, 3, count), 2)
    texts = maker.texts(count, 6, 26)
    columns = (
        ids, kinds, long_term, categories, state, pinned, importance, created, sessions, recalls, t0, half_life,
        fades, still,
    )  # fmt: skip
    connection.executemany(
        "INSERT INTO memory(id, uid, text, kind, tier, category, state, pinned, importance, created_at, updated_at, "
        "state_at, session_id, content_key, recalls, last_recalled_at, t0, half_life, fades_at, born_op) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
        (
            (
                i, f"01JMEMORY{i:017d}", text, KINDS[kind], "long_term" if is_long else "short_term",
                CATEGORIES[category], ("active", "superseded", "trashed")[where], int(is_pinned), weight, at, at,
                at if where else None, s, i.to_bytes(16, "big"), times, begun if times else None, begun,
                None if is_still else life, None if is_still else end,
            )
            for text, i, kind, is_long, category, where, is_pinned, weight, at, s, times, begun, life, end, is_still
            in zip(texts, *(column.tolist() for column in columns), strict=True)
        ),
    )  # fmt: skip
    connection.executemany(
        "INSERT INTO segment(memory_id, t0, s0, half_life, reason, born_op) VALUES (?, ?, 1.0, ?, ?, 1)",
        (
            (i, begun, None if is_still else life, "rehearsed" if times else "created")
            for i, begun, life, is_still, times in zip(
                *(column.tolist() for column in (ids, t0, half_life, still, recalls)), strict=True
            )
        ),
    )
    connection.executemany(
        "INSERT INTO version(memory_id, number, text, created_at, actor, born_op) VALUES (?, 1, ?, ?, 'import', 1)",
        zip(ids.tolist(), texts, created.tolist(), strict=True),
    )
    connection.executemany("INSERT INTO tag(memory_id, name, born_op) VALUES (?, ?, 1)", _tagged(maker, ids))
    connection.commit()


def _tagged(maker: _Maker, ids: NDArray[np.int64]) -> Iterator[tuple[int, str]]:
    counts = maker.rng.choice(4, len(ids), p=(0.15, 0.35, 0.35, 0.15))
    names = maker.tags[maker.rng.choice(TAGS, (len(ids), 3), p=maker.tag_weights)]
    for i, count, row in zip(ids.tolist(), counts.tolist(), names, strict=True):
        for name in dict.fromkeys(row[:count]):
            yield i, name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, required=True)
    parser.add_argument("--events", type=int)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    begun = time.perf_counter()
    generate(given.out, memories=given.memories, events=given.events, seed=given.seed)
    print(f"{given.memories:,} memories in {given.out}, {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
