"""The score as importance: what matters more lies higher; no verdict depends on the curve that makes it so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.theory.gate.gate_rules import THRESHOLD, best, packaged

from engramma.model.policy import DEFAULT_POLICY
from engramma.theory.gate import judge
from engramma.theory.gate.importance import AS_IT_IS, ImportanceCurve

STATEMENTS = Path(__file__).parents[2] / "quality" / "gate_statements.jsonl"


def test_joined_by_lines_and_parallel_beyond() -> None:
    curve = ImportanceCurve(((0.2, 0.1), (0.4, 0.2)))
    assert [round(curve.of(above), 4) for above in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)] == [
        0.0, 0.05, 0.1, 0.15, 0.2, 0.3,
    ]  # fmt: skip
    assert AS_IT_IS.of(0.37) == 0.37


@pytest.mark.parametrize(
    "knots",
    [((0.0, 0.0),), ((0.2, 0.3),), ((0.2, -0.1),), ((0.2, 0.1), (0.2, 0.1)), ((0.2, 0.1), (0.3, 0.05))],
)
def test_a_curve_that_falls_or_raises_is_none(knots: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(ValueError, match="importance"):
        ImportanceCurve(knots)


def test_no_verdict_depends_on_it() -> None:
    rules = packaged()
    assert rules.importance.knots
    bare = replace(rules, importance=AS_IT_IS)
    lowered = 0
    for row in map(json.loads, STATEMENTS.read_text("utf-8").splitlines()):
        one, other = (
            judge(row["text"], role=row["role"], before=(), rules=each, threshold=THRESHOLD)
            for each in (rules, bare)
        )
        assert [(v.kept, v.category, v.start) for v in one] == [(v.kept, v.category, v.start) for v in other]
        for verdict, before in zip(one, other, strict=True):
            assert verdict.score <= before.score if verdict.kept else verdict.score == before.score
            assert sum(points for _name, points in verdict.reasons) == pytest.approx(verdict.score, abs=1e-6)
            lowered += verdict.score < before.score
    assert lowered > 100


@pytest.mark.parametrize(
    "text",
    [
        "the storage room is on the second floor",
        "my sister Clara lives in Lyon with her two cats",
        "the staging server has 16 GB of memory",
    ],
)
def test_a_fact_said_in_passing_is_kept_and_not_important(text: str) -> None:
    verdict = best(text)
    assert THRESHOLD <= verdict.score <= DEFAULT_POLICY.promotion_importance


@pytest.mark.parametrize(
    "text",
    [
        "we decided to use Postgres instead of MySQL for the orders",
        "I prefer short answers without bullet points",
        "no, that's wrong: the deadline is 14 May, not 12 May",
        "never deploy to production on a Friday",
        "remember that my sister Clara lives in Lyon",
        "important: the storage room is on the second floor",
        "The nightly backup failed because the disk of the database server was full",
    ],
)
def test_what_settles_corrects_fails_or_is_stressed_is_important(text: str) -> None:
    assert best(text).score > DEFAULT_POLICY.promotion_importance
