"""Sizes scale from the platform's font and stay whole pixels."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.ui.theme.metrics import TYPE_SCALE, Metrics, TextRole, scale_of


def test_the_design_at_scale_one() -> None:
    metrics = Metrics.at(1.0)
    assert metrics == Metrics()
    assert (metrics.row, metrics.row_compact, metrics.search, metrics.status) == (46, 28, 32, 26)
    assert metrics.text_px(TextRole.BODY) == 13
    assert metrics.text_px(TextRole.BADGE) == 12
    assert metrics.line_px(TextRole.READING) == 20


@pytest.mark.parametrize(
    ("font_px", "scale"), [(12, 1.0), (13, 1.0), (13.3, 1.0), (14.67, 1.15), (19.5, 1.5), (90, 2.5)]
)
def test_scale_of_the_platform_font(font_px: float, scale: float) -> None:
    assert scale_of(font_px) == pytest.approx(scale)


@given(st.floats(min_value=0.1, max_value=9))
def test_every_size_is_whole_and_never_smaller_than_the_design(scale: float) -> None:
    metrics, design = Metrics.at(scale), Metrics()
    for item in fields(Metrics):
        value = getattr(metrics, item.name)
        assert value >= getattr(design, item.name)
        assert item.name == "scale" or isinstance(value, int)
    assert metrics.px(0.2) >= 1


def test_every_role_has_a_type_style() -> None:
    assert set(TYPE_SCALE) == set(TextRole)
    assert {style.weight for style in TYPE_SCALE.values()} == {400, 500, 600}
