"""A modest floor under the quality on the tuned part of the labelled set; figures come from the benchmark."""

from __future__ import annotations

from tests.benchmarks.gate_quality import figures, labelled, packaged_rules, verdicts


def test_the_tuned_part_does_not_get_worse() -> None:
    rules, lines = packaged_rules(), labelled("tune")
    result = figures("all", [(line, any(v.kept for v in verdicts(line, rules))) for line in lines])
    assert result.lines == 341
    assert result.precision >= 0.85
    assert result.recall >= 0.85
