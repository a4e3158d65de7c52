"""Measures how well duplicates, conflicts and distinct statements are told apart, and how fast.

    python -m tests.benchmarks.likeness_quality [--held-out] [--candidates N] [--json FILE]

Prints precision and recall by class and language, what differs in the conflicts, and the confusions, on the tune
split of tests/quality/memory_pairs.jsonl, with the spread over five folds; --held-out takes the held-out split
instead. --candidates makes N memories with twins among them and measures the candidates against all pairs (minutes
from 10,000 on).
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from engramma.theory.likeness import Lexicon, Likeness, Profile, candidates, compare, load_lexicon, profile

PAIRS = Path(__file__).resolve().parents[1] / "quality" / "memory_pairs.jsonl"
CLASSES = ("duplicate", "conflict", "distinct")
FOLDS = 5
SURE = 0.5


@dataclass(frozen=True, slots=True)
class Labelled:
    """A labelled pair."""

    id: str
    language: str
    a: str
    b: str
    label: str
    what: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A labelled pair and what was found."""

    pair: Labelled
    found: Likeness


def shipped_lexicon() -> Lexicon:
    lists = files("engramma.resources") / "likeness"
    return load_lexicon(
        file.read_text(encoding="utf-8") for file in lists.iterdir() if file.name.endswith(".toml")
    )


def read_pairs(split: str, path: Path = PAIRS) -> list[Labelled]:
    """The pairs of one split; lines of the other are dropped before anything else is done with them."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return [
        Labelled(row["id"], row["lang"], row["a"], row["b"], row["label"], row["what"])
        for row in rows
        if row["split"] == split
    ]


def judge(pairs: Iterable[Labelled], lexicon: Lexicon) -> list[Judged]:
    return [
        Judged(pair, compare(profile(pair.a, lexicon), profile(pair.b, lexicon), lexicon=lexicon))
        for pair in pairs
    ]


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


def print_folds(judged: Sequence[Judged]) -> None:
    print(f"\nspread over {FOLDS} folds (lowest to highest)")
    folds = [[one for place, one in enumerate(judged) if place % FOLDS == fold] for fold in range(FOLDS)]
    for kind in CLASSES:
        rates = [(precision(fold, kind), recall(fold, kind)) for fold in folds]
        (low_p, high_p), (low_r, high_r) = ((min(column), max(column)) for column in zip(*rates, strict=True))
        print(f"  {kind:10} precision {low_p:.3f} to {high_p:.3f}   recall {low_r:.3f} to {high_r:.3f}")


def best_of(work: Callable[[], object], times: int = 5) -> float:
    """Seconds of the fastest run."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begun)
    return min(spent)


def measure_speed(pairs: Sequence[Labelled], lexicon: Lexicon) -> dict[str, float]:
    texts = [text for pair in pairs for text in (pair.a, pair.b)]
    profiles = [profile(text, lexicon) for text in texts]
    couples = list(zip(profiles[::2], profiles[1::2], strict=True))
    return {
        "profiles_per_second": len(texts) / best_of(lambda: [profile(text, lexicon) for text in texts]),
        "labelled_pairs_per_second": len(couples)
        / best_of(lambda: [compare(one, other, lexicon=lexicon) for one, other in couples]),
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


def related(
    profiles: Sequence[Profile], pairs: Iterable[tuple[int, int]], lexicon: Lexicon
) -> set[tuple[int, int]]:
    """The pairs that are duplicates or conflicts of some confidence."""
    found = ((i, j, compare(profiles[i], profiles[j], lexicon=lexicon)) for i, j in pairs)
    return {(i, j) for i, j, one in found if one.kind != "distinct" and one.confidence >= SURE}


def measure_candidates(count: int, lexicon: Lexicon) -> dict[str, float]:
    """Candidates against all pairs: share of the related pairs that is found, and the time of both."""
    texts = made_up_memories(count)
    begun = time.perf_counter()
    profiles = [profile(text, lexicon) for text in texts]
    profiled = time.perf_counter()
    pairs = list(candidates(profiles))
    chosen = time.perf_counter()
    found = related(profiles, pairs, lexicon)
    compared = time.perf_counter()
    every = related(profiles, ((i, j) for j in range(count) for i in range(j)), lexicon)
    exhausted = time.perf_counter()
    newest = list(candidates(profiles, fresh=count - max(1, count // 100)))
    incremental = time.perf_counter()
    return {
        "memories": count,
        "profile_seconds": profiled - begun,
        "candidate_seconds": chosen - profiled,
        "candidates": len(pairs),
        "compare_seconds": compared - chosen,
        "all_pairs": count * (count - 1) // 2,
        "all_pairs_seconds": exhausted - compared,
        "related": len(every),
        "related_found": len(found & every),
        "recall": len(found & every) / len(every) if every else float("nan"),
        "newest_percent_candidates": len(newest),
        "newest_percent_seconds": incremental - exhausted,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--held-out", action="store_true", help="the held-out split; once, when the rules are done"
    )
    parser.add_argument(
        "--candidates", type=int, metavar="N", help="measure candidates over N made-up memories"
    )
    parser.add_argument(
        "--mistakes", action="store_true", help="list the pairs of the tune split judged wrongly"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    asked = parser.parse_args()
    lexicon = shipped_lexicon()
    split = "held_out" if asked.held_out else "tune"
    pairs = read_pairs(split)
    judged = judge(pairs, lexicon)
    print(f"{len(pairs)} pairs of the split {split}")
    print_quality(judged)
    if not asked.held_out:
        print_folds(judged)
        for one in judged if asked.mistakes else ():
            if one.found.kind != one.pair.label:
                print(f"{one.pair.id} {one.pair.label} -> {one.found.kind}: {one.pair.a} | {one.pair.b}")
    speed = measure_speed(pairs, lexicon)
    print(
        f"\n{speed['profiles_per_second']:,.0f} profiles/s, {speed['labelled_pairs_per_second']:,.0f} pairs/s"
    )
    written: dict[str, object] = {"split": split, "figures": figures(judged), "speed": speed}
    if asked.candidates:
        written["candidates"] = measured = measure_candidates(asked.candidates, lexicon)
        print("\n" + "\n".join(f"{name:28} {value:14,.3f}" for name, value in measured.items()))
    if asked.json:
        asked.json.write_text(json.dumps(written, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
