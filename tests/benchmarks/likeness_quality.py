"""Measures how well duplicates, conflicts and distinct statements are told apart, and how fast.

    python -m tests.benchmarks.likeness_quality [--pairs FILE] [--mistakes] [--candidates N] [--json FILE]

Prints precision and recall by class and language, what differs in the conflicts, and the confusions, on
tests/quality/memory_pairs.jsonl or another file of labelled pairs. --candidates makes N memories, the labelled pairs
among them, and measures the candidates of 500 against all their pairs (minutes from 10,000 on); --pass measures one
with 1,000 new among N. All seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from engramma.theory.likeness import CandidateIndex, Comparer, Likeness, load_comparer

PAIRS = Path(__file__).resolve().parents[1] / "quality" / "memory_pairs.jsonl"
TRAINING = PAIRS.with_name("pairs_training.jsonl")
CLASSES = ("duplicate", "conflict", "distinct")
SURE = 0.5
LOOKED_AT = 500
NEW_ONES = 1_000


@dataclass(frozen=True, slots=True)
class Labelled:
    """A labelled pair; `similarity` is the cosine of their vectors where the file has one."""

    id: str
    language: str
    a: str
    b: str
    label: str
    what: str
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled pair and what was found."""

    pair: Labelled
    found: Likeness


def shipped_comparer() -> Comparer:
    lists = files("engramma.resources") / "likeness"
    return load_comparer(
        file.read_text(encoding="utf-8") for file in lists.iterdir() if file.name.endswith(".toml")
    )


def read_pairs(path: Path = PAIRS) -> list[Labelled]:
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return [
        Labelled(
            row["id"],
            row.get("lang", ""),
            row["a"],
            row["b"],
            row["label"],
            row.get("what", ""),
            row.get("similarity"),
        )
        for row in rows
    ]


def judge(pairs: Iterable[Labelled], comparer: Comparer) -> list[Judged]:
    return [Judged(pair, comparer.compare(pair.a, pair.b, similarity=pair.similarity)) for pair in pairs]


def precision(judged: Sequence[Judged], kind: str) -> float:
    """Share of those called `kind` that are; NaN when none is called so."""
    called = [one for one in judged if one.found.kind == kind]
    return sum(one.pair.label == kind for one in called) / len(called) if called else float("nan")


def recall(judged: Sequence[Judged], kind: str) -> float:
    """Share of those that are `kind` that are called so; NaN when there is none."""
    those = [one for one in judged if one.pair.label == kind]
    return sum(one.found.kind == kind for one in those) / len(those) if those else float("nan")


def figures(judged: Sequence[Judged]) -> dict[str, dict[str, float]]:
    return {kind: {"precision": precision(judged, kind), "recall": recall(judged, kind)} for kind in CLASSES}


def print_quality(judged: Sequence[Judged]) -> None:
    print(f"\n{'':10} {'n':>4}  " + "  ".join(f"{kind + ' P / R':^19}" for kind in CLASSES))
    groups: dict[str, Sequence[Judged]] = {"all": judged}
    for language in sorted({one.pair.language for one in judged}):
        groups[language] = [one for one in judged if one.pair.language == language]
    for name, group in groups.items():
        cells = (f"{precision(group, kind):8.3f} / {recall(group, kind):5.3f}   " for kind in CLASSES)
        print(f"{name:10} {len(group):4}  " + "  ".join(cells))
    print("\nconflicts by what differs: found / all, and named rightly")
    for what in sorted({one.pair.what for one in judged if one.pair.what}):
        those = [one for one in judged if one.pair.what == what]
        found = [one for one in those if one.found.kind == "conflict"]
        right = sum(one.found.what == what for one in found)
        print(f"  {what:10} {len(found):3} / {len(those):3}   {right:3}")
    print("\nlabelled \\ found " + "".join(f"{kind:>11}" for kind in CLASSES))
    counts = Counter((one.pair.label, one.found.kind) for one in judged)
    for label in CLASSES:
        print(f"{label:16}" + "".join(f"{counts[label, kind]:11}" for kind in CLASSES))
    sure = [one for one in judged if one.found.kind == "conflict" and one.found.confidence >= SURE]
    print(
        f"\nconflicts with confidence of at least {SURE}: {len(sure)}, precision {precision(sure, 'conflict'):.3f}"
    )


def best_of(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest run."""
    spent = []
    for _ in range(times):
        begun = time.process_time()
        work()
        spent.append(time.process_time() - begun)
    return min(spent)


def measure_speed(pairs: Sequence[Labelled]) -> dict[str, float]:
    """Microseconds a text that is read and a pair that is compared; the pairs are those that are labelled."""
    texts = [text for pair in pairs for text in (pair.a, pair.b)]
    comparer = shipped_comparer()
    readings = [comparer.read(text) for text in texts]
    couples = list(zip(readings[::2], readings[1::2], strict=True))
    fresh = shipped_comparer()
    fresh.read("")
    begun = time.process_time()
    for text in texts:
        fresh.read(text)
    cold = time.process_time() - begun
    return {
        "reading_us": 1e6 * cold / len(texts),
        "compare_us": 1e6
        / len(couples)
        * best_of(lambda: [comparer.compare_readings(one, other) for one, other in couples]),
    }


def made_up_memories(count: int, *, seed: int = 7) -> list[str]:
    """Statements over a Zipf vocabulary; every sixth repeats an earlier one with another value or in other order."""
    rng = np.random.default_rng(seed)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    nouns = ["".join(rng.choice(syllables, rng.integers(2, 4))) for _ in range(4_000)]
    weights = np.arange(1, len(nouns) + 1, dtype=np.float64) ** -0.7
    weights /= weights.sum()
    units = ("ms", "minutes", "GB", "€", "days", "%", "nodes", "km")
    forms = (
        "The {0} of the {1} {2} is {n} {u}.",
        "{0}: the {2} of the {1} is {n} {u}",
        "Set the {2} of the {0} {1} to {n} {u}.",
        "We use {0} for the {1} of the {2}.",
        "The {0} must not be {1} on {d}.",
        "The {0} {1} is now in the {2}, since {d}.",
    )
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
    made: list[tuple[list[str], int]] = []
    texts = []
    for place in range(count):
        if place > 10 and place % 6 == 0:
            words, form = made[int(rng.integers(place))]
            form = form if rng.random() < 0.5 else (form + 1) % 3 if form < 3 else form
        else:
            words, form = list(rng.choice(nouns, 3, replace=False, p=weights)), int(rng.integers(len(forms)))
        made.append((words, form))
        texts.append(
            forms[form].format(*words, n=int(rng.integers(2, 400)), u=rng.choice(units), d=rng.choice(days))
        )
    return texts


def mixed(count: int) -> tuple[list[str], list[tuple[int, int]]]:
    """Made-up memories with the labelled pairs among them, and the places of the duplicates and conflicts."""
    pairs = [*read_pairs(), *read_pairs(TRAINING)]
    labelled = list(dict.fromkeys(text for pair in pairs for text in (pair.a, pair.b)))
    texts = [*labelled, *made_up_memories(max(0, count - len(labelled)))][:count]
    random.Random(7).shuffle(texts)
    place = {text: number for number, text in enumerate(texts)}
    known = [
        (place[pair.a], place[pair.b])
        for pair in pairs
        if pair.label != "distinct" and pair.a in place and pair.b in place
    ]
    return texts, known


def index_of(texts: Sequence[str], comparer: Comparer) -> CandidateIndex:
    index = CandidateIndex(comparer.lexicon)
    for id, text in enumerate(texts):
        index.add(id, text)
    return index


def measure_candidates(count: int, comparer: Comparer) -> dict[str, float]:
    """Candidates against all pairs: the share of what is found there, and of what is labelled so, that is met.

    All pairs of at most 500 memories with all others are compared, and the candidates of these 500.
    """
    texts, known = mixed(count)
    begun = time.process_time()
    index = index_of(texts, comparer)
    index.partners(0)
    indexed = time.process_time()
    looked_at = range(0, count, max(1, count // LOOKED_AT))
    partners = {id: {one.other for one in index.partners(id)} for id in looked_at}
    chosen = time.process_time()
    readings = [comparer.read(text) for text in texts]
    read = time.process_time()
    kinds = Counter[tuple[str, bool]]()
    for i in looked_at:
        for j in range(count):
            kind = comparer.compare_readings(readings[i], readings[j]).kind if i != j else "distinct"
            if kind != "distinct":
                kinds[kind, j in partners[i]] += 1
    exhausted = time.process_time()
    met = [
        b in {one.other for one in index.partners(a)} or a in {one.other for one in index.partners(b)}
        for a, b in known
    ]
    figures: dict[str, float] = {
        "memories": count,
        "index_seconds": indexed - begun,
        "candidates_a_memory": sum(map(len, partners.values())) / len(partners),
        "candidates_ms_a_memory": 1e3 * (chosen - indexed) / len(partners),
        "pairs_compared": len(looked_at) * (count - 1),
        "pairs_seconds": exhausted - read,
        "labelled": len(known),
        "labelled_recall": sum(met) / len(met) if met else float("nan"),
    }
    for kind in ("duplicate", "conflict"):
        every = kinds[kind, True] + kinds[kind, False]
        figures |= {f"{kind}s": every, f"{kind}_recall": kinds[kind, True] / every if every else float("nan")}
    return figures


def measure_pass(count: int, comparer: Comparer) -> dict[str, float]:
    """A pass with 1,000 new memories among `count`: indexing, candidates, comparing with all readings it takes."""
    texts, _ = mixed(count)
    begun = time.process_time()
    index = index_of(texts, comparer)
    index.partners(0)
    indexed = time.process_time()
    pairs = list(index.pairs(range(count - NEW_ONES, count)))
    chosen = time.process_time()
    kinds = Counter(comparer.compare(texts[one.fresh], texts[one.other]).kind for one in pairs)
    compared = time.process_time()
    return {
        "memories": count,
        "index_seconds": indexed - begun,
        "candidate_seconds": chosen - indexed,
        "candidates": len(pairs),
        "compare_seconds": compared - chosen,
        **{f"{kind}s": kinds[kind] for kind in CLASSES},
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=Path, default=PAIRS, metavar="FILE", help="labelled pairs")
    parser.add_argument("--mistakes", action="store_true", help="list the pairs judged wrongly")
    parser.add_argument("--candidates", type=int, metavar="N", help="measure candidates among N memories")
    parser.add_argument("--pass", dest="among", type=int, metavar="N", help="measure a pass among N memories")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    asked = parser.parse_args()
    comparer = shipped_comparer()
    pairs = read_pairs(asked.pairs)
    judged = judge(pairs, comparer)
    print(f"{len(pairs)} pairs of {asked.pairs.name}")
    print_quality(judged)
    for one in judged if asked.mistakes else ():
        if one.found.kind != one.pair.label:
            print(f"{one.pair.id} {one.pair.label} -> {one.found.kind}: {one.pair.a} | {one.pair.b}")
    speed = measure_speed(pairs)
    print(f"\n{speed['reading_us']:.0f} us a reading, {speed['compare_us']:.0f} us a comparison")
    written: dict[str, object] = {"pairs": asked.pairs.name, "figures": figures(judged), "speed": speed}
    for name, count, measure in (
        ("candidates", asked.candidates, measure_candidates),
        ("pass", asked.among, measure_pass),
    ):
        if count:
            written[name] = measured = measure(count, comparer)
            print("\n" + "\n".join(f"{name:22} {value:16,.3f}" for name, value in measured.items()))
    if asked.json:
        asked.json.write_text(json.dumps(written, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
