"""Measures how much of the evidence recall finds among the first 5 and 10, beside BM25 and plain vectors.

python -m tests.benchmarks.recall_quality FILE [--held-out] [--audit FILE] [--joined N] [--together N] [--json FILE]

One store a conversation, through the real engine: imported, full text by SQLite, vectors stored. LoCoMo: by default
conversations 1-5, for tuning; `--held-out` takes 6-10 and appends date, commit and figures to a log, since each look
costs some of its worth. Other forms: see recall_data. Embeds by the model's process (ENGRAMMA_EMBEDDER as elsewhere).
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from tests.benchmarks.recall_data import Conversation, joined, read_conversations, together
from tests.benchmarks.recall_stores import Bench, open_bench

from engramma.engine.recall.index import Meanings, RecallIndex, with_weights
from engramma.store.fulltext import RECALL_WORDS, quoted
from engramma.store.recall import words as words_module
from engramma.store.recall.words import find_words
from engramma.store.vectors.matrix import VectorMatrix
from engramma.theory.ranking.weights import DEFAULT_WEIGHTS, PUBLISHED

LOG = Path(__file__).with_name("recall_held_out.log")
DEPTHS = (5, 10)
Found = list[int]
Ranker = Callable[[Bench, int], Found]


@dataclass(frozen=True, slots=True)
class Line:
    """One ranking: R@5 and R@10 in percent, over all, by category, and with audited evidence."""

    name: str
    overall: tuple[float, float]
    corrected: tuple[float, float]
    by_category: dict[str, tuple[float, float]]


def bm25(bench: Bench, number: int) -> Found:
    """FTS5's bm25 over the recall words, the ten best."""
    question = bench.conversation.questions[number].text
    workspace = bench.store.workspace
    with workspace.recall.connections(workspace.database).one() as driver:
        words = find_words(driver, question).words
        expression = " OR ".join(quoted(word.word) for word in words)
        rows = driver.execute(
            f"SELECT rowid FROM {RECALL_WORDS} WHERE {RECALL_WORDS} MATCH ? ORDER BY rank LIMIT 10",
            (expression,),
        ).fetchall()
    return [row[0] >> 1 for row in rows]


def plain_vectors(bench: Bench, number: int, *, length_rule: float = 0.0) -> Found:
    """Cosine with the vector of each event's own text, less a little for length."""
    ids = list(bench.plain)
    scores = np.stack([bench.plain[one] for one in ids]) @ bench.asked[number]
    if length_rule:
        scores = scores - length_rule * np.log(np.maximum(1.0, _words(bench, ids) / 100.0))
    return [ids[place] for place in np.argsort(-scores, kind="stable")[:10]]


def _words(bench: Bench, ids: Sequence[int]) -> np.ndarray:
    connection = sqlite3.connect(bench.store.path)
    texts = dict(connection.execute("SELECT id, text FROM event").fetchall())
    connection.close()
    return np.array([len(texts[one].split()) for one in ids], dtype=float)


class Engine:
    """The engine's ranking under changed constants, or with the vectors of the texts alone."""

    def __init__(
        self, *, plain: bool = False, lexical: bool = False, published: bool = False, **changed: float
    ):
        self._weights = replace(PUBLISHED if published else DEFAULT_WEIGHTS, **changed)
        self._plain = plain
        self._lexical = lexical
        self._made: dict[int, tuple[RecallIndex, RecallIndex]] = {}

    def __call__(self, bench: Bench, number: int) -> Found:
        found = bench.store.recall.ranked(
            bench.conversation.questions[number].text,
            vector=None if self._lexical else bench.asked[number],
            change=lambda index: self._changed(bench, index),
        )
        return [one for _type, one, _score in found]

    def _changed(self, bench: Bench, index: RecallIndex) -> RecallIndex:
        held = self._made.get(id(bench))
        if held is None or held[0] is not index:
            changed = with_weights(index, self._weights)
            if self._plain and index.meanings is not None:
                changed = replace(changed, meanings=_own_texts(bench, index.meanings, index))
            held = self._made[id(bench)] = index, changed
        return held[1]


def _own_texts(bench: Bench, meanings: Meanings, index: RecallIndex) -> Meanings:
    rows = np.stack([bench.plain[one] for one in index.rows.ids.tolist()])
    matrix = VectorMatrix(
        meanings.matrix.model, meanings.matrix.owners, np.arange(len(rows)), (np.ascontiguousarray(rows),), ()
    )
    places = np.arange(len(rows))
    whole = replace(matrix, owners=replace(matrix.owners, types=np.full(len(rows), 2, dtype=np.uint8)))
    return Meanings(whole, places, rows.mean(axis=0), len(rows), True)


def frequent_words_cut(bench: Bench, number: int) -> Found:
    """The engine as it is in large stores: a word in over 5 % of the rows only re-scores where a rarer one is."""
    usual, words_module.COMMON_FROM = words_module.COMMON_FROM, 0
    try:
        return _USUAL(bench, number)
    finally:
        words_module.COMMON_FROM = usual


_USUAL = Engine()
RANKINGS: dict[str, Ranker] = {
    "bm25": bm25,
    "vectors": plain_vectors,
    "vectors - 0.05 ln m": lambda bench, number: plain_vectors(bench, number, length_rule=0.05),
    "plain formula": Engine(published=True, plain=True),
    "engramma": _USUAL,
    "  without text": Engine(text=0.0),
    "  without meaning": Engine(meaning=0.0),
    "  without date": Engine(date=0.0, time_words=0.0),
    "  without neighbours": Engine(forward=0.0, forward_question=0.0, backward=0.0),
    "  without session": Engine(session=0.0),
    "  without any activation": Engine(forward=0.0, forward_question=0.0, backward=0.0, session=0.0),
    "  without strength, importance, recency": Engine(strength=0.0, importance=0.0, recency=0.0),
    "  without what it says itself": Engine(said=0.0, asking=0.0),
    "  without words carried on": Engine(carried=0.0),
    "  without words of time": Engine(time_words=0.0),
    "  without taking off what is common": Engine(common=0.0),
    "  without context in vectors": Engine(plain=True),
    "  without passages of long texts": Engine(best_passage=0.0),
    "  without what long texts earn": Engine(earned=0.0),
    "  without dividing by length": Engine(dilution=0.0, share=0.0),
    "  frequent words only re-score": frequent_words_cut,
}


def measure(benches: Sequence[Bench], rankings: dict[str, Ranker]) -> list[Line]:
    """All rankings over all questions."""
    return [_line(name, benches, ranker) for name, ranker in rankings.items()]


def _line(name: str, benches: Sequence[Bench], ranker: Ranker) -> Line:
    shares: list[tuple[float, ...]] = []
    audited: list[tuple[float, ...]] = []
    kinds: list[str] = []
    for bench in benches:
        for number, question in enumerate(bench.conversation.questions):
            found = ranker(bench, number)
            shares.append(_recalled(found, question.evidence, bench))
            audited.append(_recalled(found, question.corrected, bench))
            kinds.append(question.category)
    values, audits, categories = np.array(shares) * 100, np.array(audited) * 100, np.array(kinds)
    return Line(
        name,
        _mean(values),
        _mean(audits),
        {kind: _mean(values[categories == kind]) for kind in sorted(set(kinds))},
    )


def _recalled(found: Found, evidence: Sequence[str], bench: Bench) -> tuple[float, ...]:
    wanted = {bench.events[key] for key in evidence if key in bench.events}
    return tuple(len(wanted & set(found[:depth])) / len(wanted) for depth in DEPTHS)


def _mean(values: np.ndarray) -> tuple[float, float]:
    return float(values[:, 0].mean()), float(values[:, 1].mean())


def print_table(lines: Sequence[Line], *, audited: bool) -> None:
    kinds = list(lines[0].by_category)
    heads = ["all", *(["audited"] if audited else []), *kinds]
    print(f"{'R@5 / R@10':40}" + "".join(f"{head:>15}" for head in heads))
    for line in lines:
        cells = [line.overall, *([line.corrected] if audited else []), *line.by_category.values()]
        print(f"{line.name:40}" + "".join(f"{five:8.1f} /{ten:5.1f}" for five, ten in cells))


def note_look(lines: Sequence[Line]) -> None:
    """Keep a look at the held-out half: date, commit, figures."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=LOG.parent
    ).stdout.strip()
    figures = {line.name.strip(): [round(value, 2) for value in line.overall] for line in lines}
    with LOG.open("a", encoding="utf-8") as file:
        file.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%MZ} {commit or '-'} {json.dumps(figures)}\n")


def _chosen(path: Path, given: argparse.Namespace) -> list[Conversation]:
    conversations = read_conversations(path, audit=given.audit)
    if conversations[0].sample is None:
        conversations = [together(one, given.together) for one in conversations]
        return [joined(one, given.joined) for one in conversations] if given.joined > 1 else conversations
    return conversations[5:] if given.held_out else conversations[:5]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--held-out", action="store_true", help="conversations 6-10; at most three looks in all"
    )
    parser.add_argument("--audit", type=Path, help="corrected evidence, as the audit of LoCoMo has it")
    parser.add_argument(
        "--joined",
        type=int,
        default=1,
        metavar="N",
        help="plain files: N answers of the agent as one long text",
    )
    parser.add_argument(
        "--together", type=int, default=1, metavar="N", help="plain files: N sessions as one long one"
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--quick", action="store_true", help="only the rankings, not each mechanism off")
    given = parser.parse_args()
    conversations = _chosen(given.file, given)
    with tempfile.TemporaryDirectory(prefix="engramma-recall-") as folder:
        benches = [open_bench(conversation, folder=Path(folder)) for conversation in conversations]
        asked = sum(len(bench.conversation.questions) for bench in benches)
        messages = sum(len(bench.events) for bench in benches)
        print(f"{len(benches)} conversations, {asked} questions, {messages} messages")
        chosen = {name: one for name, one in RANKINGS.items() if not (given.quick and name.startswith("  "))}
        lines = measure(benches, chosen)
        for bench in benches:
            bench.store.close()
    print_table(lines, audited=given.audit is not None)
    if given.held_out and conversations[0].sample is not None:
        note_look(lines)
    if given.json:
        rows = [
            {
                "name": line.name.strip(),
                "overall": line.overall,
                "corrected": line.corrected,
                "by_category": line.by_category,
            }
            for line in lines
        ]
        given.json.write_text(json.dumps({"questions": asked, "rankings": rows}, indent=1))


if __name__ == "__main__":
    main()
