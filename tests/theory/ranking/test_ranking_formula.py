"""The fast ranking gives what the formula says, written out here over every row, and its parts sum to the score."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.theory.ranking.activation import best_rows, seeds_of
from engramma.theory.ranking.coverage import Coverage, WordFound, cover, idf
from engramma.theory.ranking.formula import Evidence, Priors, Ranked, rank
from engramma.theory.ranking.layout import Layout, make_layout
from engramma.theory.ranking.weights import DEFAULT_WEIGHTS, PUBLISHED, Weights


def none(rows: np.ndarray) -> Priors:
    """No priors at all."""
    zeros = np.zeros(len(rows), dtype=np.float32)
    return Priors(zeros, zeros, zeros)


def random_layout(random: np.random.Generator, n: int, weights: Weights, *, twins: bool = False) -> Layout:
    """Sessions of some turns; with `twins` some turns have memories behind them, and some rows stand nowhere."""
    keys, turns, events = [], [], []
    session = turn = 0
    while len(keys) < n:
        if random.random() < 0.1:
            session, turn = session + 1, 0
        keys.append(session)
        turns.append(turn)
        events.append(True)
        if twins and random.random() < 0.3 and len(keys) < n:
            keys.append(session)
            turns.append(turn)
            events.append(False)
        turn += 1
    loose = n // 10 if twins else 0
    return make_layout(
        session_keys=np.array(keys[: n - loose] + [-1] * loose),
        turns=np.array(turns[: n - loose] + [0] * loose),
        events=np.array(events[: n - loose] + [False] * loose),
        lengths=random.integers(1, 3_000, n),
        asks=random.random(n) < 0.3,
        weights=weights,
    )


def random_evidence(random: np.random.Generator, n: int) -> Evidence:
    rows = np.flatnonzero(random.random(n) < 0.2)
    return Evidence(
        coverage=Coverage(rows, random.random(len(rows)).astype(np.float32)),
        meaning=random.normal(0, 0.2, n).astype(np.float32),
        dated=np.flatnonzero(random.random(n) < 0.1),
    )


def written_out(evidence: Evidence, layout: Layout, weights: Weights) -> dict[str, np.ndarray]:
    """The formula, row by row, as slowly as it reads."""
    n = len(layout)
    text, date = np.zeros(n), np.zeros(n)
    text[evidence.coverage.rows] = evidence.coverage.values
    date[evidence.dated] = weights.date
    x = text + evidence.meaning.astype(float) + date
    order = sorted(range(n), key=lambda row: (-np.float32(x[row]), row))
    k = min(weights.seeds, n - 1)
    force = {row: x[row] - x[order[k]] for row in order[:k]}
    by_place: dict[int, tuple[float, int]] = {}
    for row in order[:k]:
        by_place.setdefault(int(layout.place[row]), (force[row], row))

    def fires(worth: float, seed: int) -> float:
        return worth * float(layout.passages[seed]) ** -weights.firing

    near, shared = np.zeros(n), np.zeros(n)
    for row in range(n):
        place, session = int(layout.place[row]), int(layout.session[row])
        if place < 0:
            continue
        for step in (-1, 1):
            other = place + step
            if other not in by_place or other < 0 or layout.place_session[other] != session:
                continue
            worth, seed = fires(*by_place[other]), by_place[other][1]
            asked = bool(layout.asks[seed])
            forward = weights.forward_question if asked else weights.forward
            near[row] += worth * (forward if step == -1 else weights.backward)
        best = [fires(*one) for one in by_place.values() if layout.session[one[1]] == session]
        shared[row] = weights.session * max(best, default=0.0)
    divided = layout.passages**-weights.share
    earned = np.array([weights.earned * force.get(row, 0.0) for row in range(n)])
    earned /= max(max(force.values(), default=0.0), 1e-9)
    return {
        "text": text,
        "meaning": evidence.meaning.astype(float),
        "date": date,
        "neighbours": near * divided,
        "session": shared * (divided + earned * (1 - divided)),
        "importance": layout.standing.astype(float),
    }


def check(
    found: Ranked, wanted: dict[str, np.ndarray], *, limit: int, allowed: np.ndarray | None = None
) -> None:
    scores = sum(wanted.values())
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    best = np.sort(scores)[::-1][: min(limit, int(np.isfinite(scores).sum()))]
    np.testing.assert_allclose(found.scores, best, atol=2e-5)
    np.testing.assert_allclose(found.scores, scores[found.rows], atol=2e-5)
    for name, values in wanted.items():
        np.testing.assert_allclose(found.parts[name], values[found.rows], atol=2e-5, err_msg=name)
    np.testing.assert_allclose(np.sum(list(found.parts.values()), axis=0), found.scores, atol=1e-5)


@pytest.mark.parametrize("weights", [PUBLISHED, DEFAULT_WEIGHTS])
@pytest.mark.parametrize("twins", [False, True])
@given(seed=st.integers(0, 10_000), n=st.integers(1, 300))
@settings(max_examples=40, deadline=None)
def test_it_is_the_formula(weights: Weights, twins: bool, seed: int, n: int) -> None:
    random = np.random.default_rng(seed)
    layout = random_layout(random, n, weights, twins=twins)
    evidence = random_evidence(random, n)
    wanted = written_out(evidence, layout, weights)
    found = rank(evidence, layout, weights=weights, limit=10, priors=none)
    check(found, wanted, limit=10)


@given(seed=st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_rows_that_are_not_allowed_speak_but_do_not_come(seed: int) -> None:
    random = np.random.default_rng(seed)
    layout = random_layout(random, 200, DEFAULT_WEIGHTS, twins=True)
    evidence = random_evidence(random, 200)
    allowed = random.random(200) < 0.3
    found = rank(evidence, layout, weights=DEFAULT_WEIGHTS, limit=15, priors=none, allowed=allowed)
    assert allowed[found.rows].all()
    check(found, written_out(evidence, layout, DEFAULT_WEIGHTS), limit=15, allowed=allowed)


def test_a_question_warms_its_answer_more_than_what_was_said_before_it() -> None:
    weights = replace(DEFAULT_WEIGHTS, session=0.0, seeds=1)
    layout = make_layout(
        session_keys=np.zeros(3, dtype=int),
        turns=np.arange(3),
        events=np.ones(3, dtype=bool),
        lengths=np.full(3, 400),
        asks=np.array([False, True, False]),
        weights=weights,
    )
    evidence = Evidence(
        Coverage(np.array([1]), np.array([1.0], dtype=np.float32)),
        np.zeros(3, dtype=np.float32),
        np.empty(0, int),
    )
    found = rank(evidence, layout, weights=weights, limit=3, priors=none)
    assert found.rows.tolist() == [1, 2, 0]
    np.testing.assert_allclose(found.parts["neighbours"], [0.0, 0.6, 0.5])


def test_a_long_text_earns_what_its_session_brings_by_its_own_evidence() -> None:
    weights = replace(DEFAULT_WEIGHTS, forward=0.0, forward_question=0.0, backward=0.0)
    layout = make_layout(
        session_keys=np.zeros(4, dtype=int),
        turns=np.arange(4),
        events=np.ones(4, dtype=bool),
        lengths=np.array([400, 400, 4 * 550, 4 * 550]),
        asks=np.zeros(4, dtype=bool),
        weights=weights,
    )

    def session(first: float, second: float) -> list[float]:
        meaning = np.array([first, 0.0, second, 0.0], dtype=np.float32)
        evidence = Evidence(Coverage(np.empty(0, int), np.empty(0, np.float32)), meaning, np.empty(0, int))
        found = rank(evidence, layout, weights=weights, limit=4, priors=none)
        return found.parts["session"][np.argsort(found.rows)].tolist()

    # The session's best brings 0.5. A long text that stands by gets an eighth, one half as good as the best half of
    # the rest besides, and the best one as much as a short text.
    assert session(1.0, 0.0) == pytest.approx([0.5, 0.5, 0.0625, 0.0625])
    assert session(1.0, 0.5) == pytest.approx([0.5, 0.5, 0.0625 + 0.4375 / 2, 0.0625])
    least = 0.5 * 4**-weights.firing
    assert session(0.5, 1.0) == pytest.approx([least, least, least, least / 8])


def test_names_of_times_count_only_for_the_leading_rows_and_in_the_part_date() -> None:
    layout = random_layout(np.random.default_rng(1), 50, DEFAULT_WEIGHTS)
    meaning = np.linspace(0, 1, 50, dtype=np.float32)
    evidence = Evidence(
        Coverage(np.empty(0, int), np.empty(0, np.float32)),
        meaning,
        np.empty(0, int),
        names_time=lambda rows: (rows % 2 == 0).astype(np.float32),
    )
    found = rank(evidence, layout, weights=DEFAULT_WEIGHTS, limit=10, priors=none)
    np.testing.assert_allclose(found.parts["date"], np.where(found.rows % 2 == 0, 0.15, 0.0), atol=1e-6)


def test_priors_are_parts_of_their_own() -> None:
    layout = random_layout(np.random.default_rng(1), 20, PUBLISHED)
    evidence = random_evidence(np.random.default_rng(2), 20)

    def priors(rows: np.ndarray) -> Priors:
        lift = np.where(rows == 7, np.float32(9), np.float32(0))
        return Priors(lift, np.full(len(rows), 0.25, np.float32), np.zeros(len(rows), np.float32))

    found = rank(evidence, layout, weights=PUBLISHED, limit=20, priors=priors)
    assert found.rows[0] == 7
    assert found.parts["strength"].tolist() == [9.0] + [0.0] * 19
    np.testing.assert_allclose(np.sum(list(found.parts.values()), axis=0), found.scores, atol=1e-5)


def test_one_row_has_nobody_to_fire_for_it() -> None:
    layout = random_layout(np.random.default_rng(1), 1, DEFAULT_WEIGHTS)
    evidence = Evidence(
        Coverage(np.array([0]), np.array([0.5], np.float32)), np.zeros(1, np.float32), np.empty(0, int)
    )
    found = rank(evidence, layout, weights=DEFAULT_WEIGHTS, limit=10, priors=none)
    assert found.parts["text"].tolist() == [0.5]
    assert found.parts["session"].tolist() == [0.0]


@given(values=st.lists(st.sampled_from([0.0, 0.5, 1.0, -3.0, 2.0]), max_size=60), count=st.integers(0, 70))
def test_best_rows_are_the_best_and_the_earlier_of_equals(values: list[float], count: int) -> None:
    array = np.array(values, dtype=np.float32)
    wanted = sorted(range(len(values)), key=lambda row: (-values[row], row))[:count]
    assert best_rows(array, count).tolist() == wanted


@pytest.mark.parametrize("kind", ["noise", "same", "few", "steps"])
def test_best_rows_of_many(kind: str) -> None:
    random = np.random.default_rng(5)
    n = 200_000
    values = {
        "noise": random.normal(size=n),
        "same": np.zeros(n),
        "few": np.where(np.arange(n) % 64 == 1, 5.0, 0.0) * (np.arange(n) > n // 2),
        "steps": np.round(random.normal(size=n), 1),
    }[kind].astype(np.float32)
    found = best_rows(values, 100)
    assert found.tolist() == np.lexsort((np.arange(n), -values))[:100].tolist()


def test_seeds_are_all_but_the_bar() -> None:
    rows, force = seeds_of(np.array([1.0, 4.0, 3.0, 2.0], dtype=np.float32), 2)
    assert rows.tolist() == [1, 2]
    np.testing.assert_allclose(force, [2.0, 1.0])


def test_coverage_is_the_share_of_what_is_asked_for() -> None:
    weights = replace(DEFAULT_WEIGHTS, dilution=0.25)
    layout = make_layout(
        session_keys=np.array([-1, -1, -1]),
        turns=np.zeros(3, int),
        events=np.zeros(3, bool),
        lengths=np.array([10, 10, 16 * 550]),
        asks=np.zeros(3, bool),
        weights=weights,
    )
    words = [
        WordFound(3.0, np.array([0, 2]), np.array([1.0, 1.0], np.float32)),
        WordFound(1.0, np.array([0, 1]), np.array([0.5, 1.0], np.float32)),
        WordFound(4.0, np.empty(0, int), np.empty(0, np.float32)),
    ]
    found = cover(words, layout, weights)
    assert found.rows.tolist() == [0, 1, 2]
    np.testing.assert_allclose(found.values, [2 * 3.5 / 8, 2 / 8, 2 * 3 / 8 / 2], rtol=1e-6)


def test_a_word_said_just_before_counts_by_half_and_never_twice() -> None:
    layout = make_layout(
        session_keys=np.array([0, 0, 0, 0, 1]),
        turns=np.array([0, 1, 1, 2, 0]),
        events=np.array([True, True, False, True, True]),
        lengths=np.full(5, 20),
        asks=np.zeros(5, bool),
        weights=DEFAULT_WEIGHTS,
    )
    word = WordFound(2.0, np.array([0, 1, 2]), np.array([1.0, 0.2, 0.9], np.float32))
    found = cover([word], layout, DEFAULT_WEIGHTS)
    assert found.rows.tolist() == [0, 1, 2, 3]
    # The memory at turn 1 says it itself; the last turn gets it from the event before it, not from that memory.
    np.testing.assert_allclose(found.values, [2.0, 1.0, 1.8, 0.2], rtol=1e-6)


def test_idf_falls_with_the_rows_and_stays_above_nothing() -> None:
    assert idf(1, 1_000) == pytest.approx(np.log(1 + 999.5 / 1.5))
    assert 0 < idf(3, 3) < idf(2, 3) < idf(1, 3) < idf(0, 3)


def test_a_layout_refuses_rows_out_of_order() -> None:
    kinds = {
        "turns": np.zeros(3, int),
        "events": np.ones(3, bool),
        "lengths": np.ones(3, int),
        "asks": np.zeros(3, bool),
    }
    with pytest.raises(ValueError, match="together"):
        make_layout(session_keys=np.array([1, 2, 1]), weights=DEFAULT_WEIGHTS, **kinds)
    with pytest.raises(ValueError, match="come last"):
        make_layout(session_keys=np.array([1, -1, 1]), weights=DEFAULT_WEIGHTS, **kinds)
