"""Measures what activation along associations would bring: co-recall, common things, and where a summary came from.

python -m tests.benchmarks.recall_associations FILE [--conversations 5] [--asked 1]

A store a conversation, with the memories, things and summaries of a pass over it. Half of the questions are asked as
an agent would, which links what came; the other half is asked then, of memories alone and of everything, with one
more part of the score: the strongest of what reaches a memory from the 40 best along its ties, times a share.
The ranking leaves this part out, as it does not help; see `theory/ranking/formula`.
"""

from __future__ import annotations

import argparse
import hashlib
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tests.benchmarks.recall_data import read_conversations
from tests.benchmarks.recall_stores import Bench, open_bench

from engramma.engine.associations.ties import ties_of
from engramma.model.recall import EVERYTHING, RecallScope
from engramma.theory.ranking.activation import seeds_of

MEMORIES = RecallScope(memories_only=True)
TYPES = ("co_recalled", "about", "derived_from")
SHARES = (0.25, 0.5, 1.0)
DEPTHS = (5, 10)
Ties = dict[int, list[tuple[int, float]]]


@dataclass(frozen=True, slots=True, eq=False)
class Lived:
    """A store after its half of the questions. `ties`: by type, of a row its others with their weights.

    `sources`: of each row the events that it came from. `tests`: the numbers of the questions kept back.
    """

    bench: Bench
    ties: dict[str, Ties]
    sources: list[set[int]]
    tests: list[int]


def live(bench: Bench, *, asked: int) -> Lived:
    """Make the memories, ask the rehearsing half `asked` times, read the ties."""
    store = bench.store
    with sqlite3.connect(store.path) as raw:
        # A pass reads what was said live; of imported sessions a person chooses what is kept.
        raw.execute("UPDATE session SET is_live = 1")
    store.consolidation.run()
    store.embedding.run()
    agent = store.acting_as("agent:friend")
    tests = []
    for number, question in enumerate(bench.conversation.questions):
        if hashlib.sha256(question.text.encode()).digest()[0] % 2:
            tests.append(number)
            continue
        for _time in range(asked):
            agent.recall.ask(question.text, scope=MEMORIES, vector=bench.asked[number], rehearse=True)
    rows = store.workspace.recall.index(store.workspace.database, store.workspace.vectors).rows
    ids = rows.ids[~rows.events].tolist()
    row_of = {one: int(rows.row_of_memory[one]) for one in ids}
    ties: dict[str, Ties] = {name: defaultdict(list) for name in TYPES}
    with store.workspace.database.read() as reading:
        for tie in ties_of(reading, ids, types=TYPES, at=bench.now):
            if tie.source_id in row_of and tie.target_id in row_of:
                one, other = row_of[tie.source_id], row_of[tie.target_id]
                ties[tie.type][one].append((other, tie.weight))
                ties[tie.type][other].append((one, tie.weight))
    sources = [{one} if said else set() for one, said in zip(rows.ids.tolist(), rows.events, strict=True)]
    connection = sqlite3.connect(store.path)
    for memory_id, event_id in connection.execute("SELECT memory_id, event_id FROM provenance"):
        if memory_id in row_of and event_id is not None:
            sources[row_of[memory_id]].add(event_id)
    connection.close()
    return Lived(bench, ties, sources, tests)


def found(lived: Lived, scope: RecallScope, shares: dict[str, float]) -> NDArray[np.float64]:
    """The share of the evidence among the first five and ten, a row a question."""
    workspace, recall = lived.bench.store.workspace, lived.bench.store.recall
    index = workspace.recall.index(workspace.database, workspace.vectors)
    n = len(index.rows)
    figures = []
    for number in lived.tests:
        question = lived.bench.conversation.questions[number]
        vector = lived.bench.asked[number]

        def ranked(among: RecallScope, text: str = question.text, vector: NDArray[np.float32] = vector):  # type: ignore[no-untyped-def]
            return recall._search(
                index, text, vector=vector, now=lived.bench.now, scope=among, limit=n
            ).ranked

        everything = ranked(EVERYTHING)
        evidence = np.full(n, -1.0, dtype=np.float32)
        evidence[everything.rows] = sum(everything.parts[name] for name in ("text", "meaning", "date"))
        reached = np.zeros(n, dtype=np.float32)
        for row, force in zip(*(part.tolist() for part in seeds_of(evidence, 40)), strict=True):
            for name, share in shares.items():
                for other, weight in lived.ties[name].get(row, ()):
                    reached[other] = max(reached[other], share * weight * force)
        shown = everything if scope is EVERYTHING else ranked(scope)
        scores = shown.scores + (reached * index.layout.share)[shown.rows]
        best = shown.rows[np.lexsort((shown.rows, -scores))].tolist()
        wanted = {lived.bench.events[key] for key in question.evidence}
        figures.append(
            [
                len(wanted & set().union(*(lived.sources[row] for row in best[:depth]))) / len(wanted)
                for depth in DEPTHS
            ]
        )
    return np.array(figures)


def print_line(name: str, all_lived: Sequence[Lived], shares: dict[str, float]) -> None:
    """One ranking: R@5 and R@10 of memories alone and of everything."""
    cells = [
        np.concatenate([found(lived, scope, shares) for lived in all_lived]).mean(axis=0) * 100
        for scope in (MEMORIES, EVERYTHING)
    ]
    print(f"{name:34}" + "".join(f"{five:8.1f} /{ten:5.1f}" for five, ten in cells), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--conversations", type=int, default=5)
    parser.add_argument("--asked", type=int, default=1, help="how often the rehearsing half is asked")
    given = parser.parse_args()
    conversations = read_conversations(given.file)[: min(5, given.conversations)]
    with tempfile.TemporaryDirectory(prefix="engramma-recall-") as folder:
        all_lived = [live(open_bench(one, folder=Path(folder)), asked=given.asked) for one in conversations]
        counts = {
            name: sum(len(part) for lived in all_lived for part in lived.ties[name].values()) // 2
            for name in TYPES
        }
        print(f"{sum(len(lived.tests) for lived in all_lived)} questions kept back, ties: {counts}")
        print(f"{'R@5 / R@10':34}{'memories':>15}{'everything':>15}")
        print_line("as it is", all_lived, {})
        for name in TYPES:
            for share in SHARES:
                print_line(f"with {name} × {share}", all_lived, {name: share})
        print_line("with all × 0.25", all_lived, dict.fromkeys(TYPES, 0.25))
        for lived in all_lived:
            lived.bench.store.close()


if __name__ == "__main__":
    main()
