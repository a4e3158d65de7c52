"""Which columns show at which width, what a person chose, and the order of rows. No widgets."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from engramma.model.search import Sort, SortKey
from engramma.ui.delegates import Column
from engramma.ui.views.memories.columns import ColumnChoice
from engramma.ui.views.memories.sorting import BY_KEY, first_sort, next_sort, sort_title


def names(width: float) -> set[str]:
    return {column.value for column in ColumnChoice().visible(width)}


def test_the_columns_of_the_four_window_widths() -> None:
    usual = {"gutter", "memory", "tier", "strength", "fades", "recalls"}
    assert names(780) == usual
    assert names(884) == usual | {"spark", "importance"}
    assert names(1252) == usual | {"spark", "importance", "created"}
    assert names(1600) == usual | {"spark", "importance", "tags", "session", "created"}


def test_a_choice_outlives_the_width() -> None:
    choice = ColumnChoice().with_shown(Column.TAGS, True).with_shown(Column.TIER, False)
    for width in (600, 1300):
        assert Column.TAGS in choice.visible(width)
        assert Column.TIER not in choice.visible(width)
    assert not choice.automatic
    assert Column.MEMORY in choice.with_shown(Column.MEMORY, False).visible(900)


def test_a_choice_comes_back_from_the_settings() -> None:
    order = (Column.GUTTER, Column.MEMORY, Column.RECALLS, Column.TIER)
    choice = ColumnChoice().with_shown(Column.TAGS, True).with_width(Column.TAGS, 200).with_order(order)
    back = ColumnChoice.from_state(json.loads(json.dumps(choice.to_state())))
    assert back == choice
    assert back.width(Column.TAGS) == 200
    assert back.order[:4] == order
    assert set(back.order) == set(Column)


names_of_parts = st.sampled_from(["shown", "widths", "order", "tier", "x"])
nonsense = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(names_of_parts, inner),
    max_leaves=12,
)


@given(nonsense)
def test_nonsense_in_the_settings_is_left_out(state: object) -> None:
    choice = ColumnChoice.from_state(state)
    assert set(choice.order) == set(Column)
    assert Column.MEMORY in choice.visible(900)


def test_choosing_a_key_again_turns_the_order_round() -> None:
    strongest = next_sort(Sort(SortKey.NEWEST), SortKey.STRENGTH)
    assert strongest == Sort(SortKey.STRENGTH, True)
    weakest = next_sort(strongest, SortKey.STRENGTH)
    assert weakest == Sort(SortKey.STRENGTH, False)
    assert sort_title(weakest) == "Strength, weakest first"
    assert sort_title(first_sort(SortKey.FADES)) == "Fades in"
    assert next_sort(Sort(SortKey.CREATED), SortKey.NEWEST).descending is False


def test_every_key_has_words() -> None:
    assert set(BY_KEY) == set(SortKey)
