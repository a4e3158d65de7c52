"""Heights of rows, checked against plain lists of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engramma.ui.views.rows.heights import RowHeights

STEPS = st.lists(
    st.tuples(st.sampled_from(["measure", "insert", "remove"]), st.integers(0, 30), st.integers(1, 90)),
    max_size=25,
)


@given(st.lists(st.integers(1, 90), max_size=20), STEPS)
def test_sums_and_places_are_those_of_a_list(start: list[int], steps: list[tuple[str, int, int]]) -> None:
    heights, plain = RowHeights(), list(start)
    heights.reset(np.array(start, dtype=np.int64))
    for what, at, size in steps:
        if what == "insert":
            at = min(at, len(plain))
            heights.insert(at, np.array([size, size + 1], dtype=np.int64))
            plain[at:at] = [size, size + 1]
        elif plain:
            at %= len(plain)
            if what == "measure":
                moved = heights.measure(at, size)
                assert moved == (plain[at] != size)
                assert heights.is_measured(at)
                plain[at] = size
            else:
                heights.remove(at, at)
                del plain[at]
    assert len(heights) == len(plain)
    assert heights.total == sum(plain)
    for row in range(len(plain)):
        assert heights.top(row) == sum(plain[:row])
        assert heights.row_at(sum(plain[:row])) == row
        assert heights.row_at(sum(plain[: row + 1]) - 1) == row


def test_outside_of_all_rows_the_nearest_is_found() -> None:
    heights = RowHeights()
    assert heights.row_at(5) == -1
    heights.reset(np.array([10, 10], dtype=np.int64))
    assert heights.row_at(-5) == 0
    assert heights.row_at(500) == 1


def test_doubted_rows_keep_their_heights_as_estimates() -> None:
    heights = RowHeights()
    heights.reset(np.array([10, 10], dtype=np.int64))
    heights.measure(1, 70)
    heights.doubt()
    assert not heights.is_measured(1)
    assert heights.total == 80
