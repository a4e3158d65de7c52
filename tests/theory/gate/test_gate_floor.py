"""A modest floor under the quality on the tuned parts of the labelled sets; figures come from the benchmark."""

from __future__ import annotations

import pytest
from tests.benchmarks.gate_quality import figures, labelled, packaged_rules, verdicts


@pytest.mark.parametrize(("which", "lines"), [("1", 341), ("2", 352)])
def test_the_tuned_parts_do_not_get_worse(which: str, lines: int) -> None:
    rules, tuned = packaged_rules(), labelled("tune", which)
    result = figures("all", [(line, any(v.kept for v in verdicts(line, rules))) for line in tuned])
    assert result.lines == lines
    assert result.precision >= 0.88
    assert result.recall >= 0.88
