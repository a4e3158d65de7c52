"""Fits the points of the attention gate to labelled statements and writes resources/gate/weights.json.

    python -m tests.benchmarks.fit_gate [--check] [--write] [--importance]

A logistic regression over the cues that the rules show and over the wording; its weights become points of the score.
`--check` prints what to expect of new statements: each set and each part of the training set judged by a model that
has not seen it. `--write` fits on everything. Needs scikit-learn, which nothing else does; the gate itself
only adds up the numbers of the file.

`--importance` (part of `--write`, too) fits how much sureness counts for importance, and leaves all else as it is:
how far the sum of the signs lies above 0.5 is as large for facts as for decisions, since it tells how surely a
statement is kept. So the curve is set by plain facts alone: nine of ten that are kept come to lie between 0.5 and
0.6. What is more important gets there by its stakes. No verdict depends on it.

All sets may be fitted on: those in tests/quality are spent. A figure for a claim needs statements that neither the
rules nor the weights have seen.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from tests.benchmarks.gate_quality import SETS, TRAINING, Line, packaged_rules, read_lines, verdicts

from engramma.model.memory import Category
from engramma.theory.gate import GateRules
from engramma.theory.gate.features import Reading
from engramma.theory.gate.importance import AS_IT_IS
from engramma.theory.gate.judging import readings
from engramma.theory.gate.rules import Cue
from engramma.theory.gate.scoring import UNDECIDED
from engramma.theory.gate.wording import features, plain_words

WEIGHTS = Path(__file__).parents[2] / "resources" / "gate" / "weights.json"
ROLES = ("user", "agent", "tool", "error", "decision", "note")
BY_HAND = "by hand"
CUE, CUE_OF_ROLE = 0.8, 0.6
STRENGTH = 0.7
INDEPENDENT = 1.5  # weight of a line whose writer did not know the rules
FEWEST = 2  # lines that a feature has to occur in
CUT = 0.58  # probability at which a statement is kept
CUT_OF_ROLE = {"agent": 0.5, "tool": 0.62}  # where precision and recall on unseen parts meet
UNIT = 28.0  # log odds that a whole point of the score stands for
SMALLEST = 0.0008  # points below this are left out of the file
LEAST = (
    0.004  # a cue keeps the sign that it was given by hand, with at least these points: reasons make sense
)
ROUNDS = 3
PLAIN_FACTS = 0.9  # this share of the kept facts comes to lie within PLAIN above the border
PLAIN = 0.1
SEED = 20261130

Found = dict[str, float]


@dataclass(frozen=True, slots=True)
class Example:
    """A line with the features of each of its statements."""

    line: Line
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """Log odds by the name of a feature, and without any."""

    bias: float
    weights: Mapping[str, float]

    def odds(self, found: Found) -> float:
        return self.bias + sum(self.weights.get(name, 0.0) * value for name, value in found.items())

    def keeps(self, example: Example) -> float:
        """Probability that a line is worth keeping: that of its best statement."""
        best = max((self.odds(found) for found in example.found), default=-9.0)
        return float(1 / (1 + np.exp(-best)))


def found_in(reading: Reading, *, role: str, rules: GateRules) -> Found:
    """The features of a statement: what it was worth by hand, its role, its cues, its wording."""
    cues = [rules.cues[number] for number in reading.shown]
    found: defaultdict[str, float] = defaultdict(float)
    beginning = rules.beginnings.get(role, rules.beginnings[""])
    found[BY_HAND] = beginning.points + sum(cue.worth(role) for cue in cues)
    found[f"role:{role}"] = 1
    for cue in cues:
        found[f"cue:{cue.id}"] = CUE
        found[f"cue:{role}:{cue.id}"] = CUE_OF_ROLE
    words = plain_words(reading.tokens)
    for name, value in features(words, role=role, answers=reading.answers):
        found[name] += value
    return dict(found)


def examples_of(lines: Iterable[Line], rules: GateRules) -> list[Example]:
    return [
        Example(
            line,
            tuple(
                found_in(reading, role=line.role, rules=rules)
                for _, reading in readings(line.text, role=line.role, before=line.earlier, rules=rules)
            ),
        )
        for line in lines
    ]


def fit(examples: Sequence[Example]) -> Model:
    """The model of some lines. Of a kept line with several statements the best one of the model before counts."""
    model = _fit_once([(found, example) for example in examples for found in example.found[:1]])
    for _ in range(ROUNDS - 1):
        chosen: list[tuple[Found, Example]] = []
        for example in examples:
            if example.line.keep and example.found:
                chosen.append((max(example.found, key=model.odds), example))
            else:
                chosen.extend((found, example) for found in example.found)
        model = _fit_once(chosen)
    return model


def _fit_once(chosen: Sequence[tuple[Found, Example]]) -> Model:
    counts = Counter(name for found, _ in chosen for name in found)
    names = sorted(name for name, count in counts.items() if count >= FEWEST)
    columns = {name: column for column, name in enumerate(names)}
    matrix = _matrix([found for found, _ in chosen], columns)
    labels = np.array([example.line.keep for _, example in chosen])
    weights = np.array(
        [
            (1.0 if example.line.trains_only else INDEPENDENT) / len(example.found) ** 0.5
            for _, example in chosen
        ]
    )
    fitted = LogisticRegression(C=STRENGTH, solver="liblinear", max_iter=4000, random_state=SEED)
    fitted.fit(matrix, labels, sample_weight=weights)
    return Model(float(fitted.intercept_[0]), dict(zip(names, map(float, fitted.coef_[0]), strict=True)))


def _matrix(rows: Sequence[Found], columns: Mapping[str, int]) -> csr_matrix:
    places = [
        (row, columns[name], value)
        for row, found in enumerate(rows)
        for name, value in found.items()
        if name in columns
    ]
    at_row, at_column, values = zip(*places, strict=True)
    return csr_matrix((values, (at_row, at_column)), shape=(len(rows), len(columns)))


def written(model: Model, rules: GateRules) -> dict[str, object]:
    """The model as points of the score: what it was worth by hand is folded into the roles and cues."""
    by_hand = model.weights.get(BY_HAND, 0.0)
    roles: dict[str, float] = {}
    for role in (*ROLES, ""):
        beginning = rules.beginnings.get(role, rules.beginnings[""])
        chance = CUT_OF_ROLE.get(role, CUT)
        cut = float(np.log(chance / (1 - chance)))
        odds = model.bias + model.weights.get(f"role:{role}", 0.0) + by_hand * beginning.points - cut
        roles[role] = round(0.5 + odds / UNIT, 4)
    cues = {
        cue.id: {role: _points_of_cue(model, cue, role, by_hand=by_hand) for role in (*ROLES, "")}
        for cue in rules.cues
    }
    wording = {
        name: points
        for name, weight in model.weights.items()
        if name != BY_HAND
        and not name.startswith(("role:", "cue:"))
        and abs(points := round(weight / UNIT, 4)) >= SMALLEST
    }
    return {
        "about": "Written by tests/benchmarks/fit_gate.py; points of the score. Edit the statements, not this file.",
        "roles": roles,
        "cues": cues,
        "wording": dict(sorted(wording.items())),
    }


def importance_of(lines: Iterable[Line], rules: GateRules) -> list[list[float]]:
    """The knots of the importance curve: where nine of ten kept facts lie by their signs, and where they shall."""
    bare = replace(
        rules, importance=AS_IT_IS, stakes={}, cues=tuple(replace(cue, stakes=0.0) for cue in rules.cues)
    )
    above = [
        verdict.score - UNDECIDED
        for line in lines
        if line.keep and line.category == Category.FACT
        for verdict in verdicts(line, bare)
        if verdict.kept and verdict.category is Category.FACT
    ]
    return [[round(float(np.quantile(above, PLAIN_FACTS)), 3), PLAIN]]


def write_importance() -> None:
    """Put the curve for the weights of the file into it."""
    table = json.loads(WEIGHTS.read_text("utf-8"))
    table["importance"] = importance_of(read_lines(TRAINING), packaged_rules())
    WEIGHTS.write_text(json.dumps(table, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{WEIGHTS.name}: importance {table['importance']}")


def _points_of_cue(model: Model, cue: Cue, role: str, *, by_hand: float) -> float:
    shared = model.weights.get(f"cue:{cue.id}", 0.0) * CUE
    own = model.weights.get(f"cue:{role}:{cue.id}", 0.0) * CUE_OF_ROLE
    points = (by_hand * cue.worth(role) + shared + own) / UNIT
    if cue.points > 0:
        points = max(points, LEAST)
    elif cue.points < 0:
        points = min(points, -LEAST)
    return round(points, 4)


def rates(examples: Sequence[Example], chances: NDArray[np.float64], cut: float) -> tuple[float, float]:
    """Precision and recall when everything from the probability `cut` up is kept."""
    keep = np.array([example.line.keep for example in examples])
    kept = chances >= cut
    right = float((keep & kept).sum())
    return right / max(1.0, float(kept.sum())), right / max(1.0, float(keep.sum()))


def print_rates(name: str, examples: Sequence[Example], model: Model) -> None:
    """Precision and recall at `CUT`, and the probability at which both are alike."""
    chances = np.array([model.keeps(example) for example in examples])
    precision, recall = rates(examples, chances, CUT)
    even, cut = max(
        (min(rates(examples, chances, float(cut))), float(cut)) for cut in np.unique(np.round(chances, 2))
    )
    print(
        f"{name:34} {len(examples):5} lines  precision {precision:.3f}  recall {recall:.3f}"
        f"  both {even:.3f} at {cut:.2f}",
        flush=True,
    )


def check(examples: Sequence[Example]) -> None:
    """Each set by another writer judged by a model that has not seen it, then each part of the training set."""
    for name in (name for name in SETS if name != TRAINING):
        model = fit([example for example in examples if example.line.set != name])
        for split in ("tune", "held_out", ""):
            part = [e for e in examples if e.line.set == name and split in ("", e.line.split)]
            print_rates(f"set {name} {split or 'all'}, not fitted on", part, model)
    for split in sorted({example.line.split for example in examples if example.line.set == TRAINING}):
        part = [e for e in examples if e.line.set == TRAINING and e.line.split == split]
        chosen = {id(example) for example in part}
        print_rates(
            f"training {split}, not fitted on", part, fit([e for e in examples if id(e) not in chosen])
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="print what to expect of another writer")
    parser.add_argument("--write", action="store_true", help="fit on everything and write the weights")
    parser.add_argument("--importance", action="store_true", help="fit only how much sureness counts")
    given = parser.parse_args()
    if given.importance:
        write_importance()
    if not (given.check or given.write):
        return
    rules = replace(packaged_rules(), wording=None)
    examples = examples_of((line for name in SETS for line in read_lines(name)), rules)
    if given.check:
        check(examples)
    if given.write:
        table = written(fit(examples), rules)
        WEIGHTS.write_text(json.dumps(table, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
        print(f"{WEIGHTS.name}: {len(table['wording']):,} features, {WEIGHTS.stat().st_size:,} bytes")  # type: ignore[arg-type]
        write_importance()


if __name__ == "__main__":
    main()
