"""Every text on every surface it may stand on keeps the contrast that makes it readable."""

from __future__ import annotations

import pytest

from engramma.ui.theme.contrast import contrast, mix
from engramma.ui.theme.palette import text_selection
from engramma.ui.theme.schemes import SCHEMES
from engramma.ui.theme.tokens import BADGES, SCORE_PARTS, TEXT_SURFACES, TEXTS, Tokens

SCHEME_NAMES = sorted(SCHEMES)
READABLE = 4.5


@pytest.fixture(params=SCHEME_NAMES)
def tokens(request: pytest.FixtureRequest) -> Tokens:
    return SCHEMES[request.param]


def test_known_ratios() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")


@pytest.mark.parametrize("surface", [*TEXT_SURFACES, "raised", "hover"])
@pytest.mark.parametrize("text", TEXTS)
def test_every_text_on_every_surface(tokens: Tokens, text: str, surface: str) -> None:
    assert contrast(getattr(tokens, text), getattr(tokens, surface)) >= READABLE


@pytest.mark.parametrize("text", ["text", "text_secondary", "text_muted", "accent"])
def test_text_on_the_accent_tint(tokens: Tokens, text: str) -> None:
    assert contrast(getattr(tokens, text), tokens.accent_tint) >= READABLE


@pytest.mark.parametrize("badge", BADGES)
def test_badges_on_their_own_tint(tokens: Tokens, badge: str) -> None:
    colour, tint = tokens.badge(badge)
    assert contrast(colour, tint) >= 5.0


def test_primary_buttons_and_selected_text(tokens: Tokens) -> None:
    assert contrast(tokens.on_accent, tokens.accent) >= READABLE
    assert contrast(tokens.on_accent, mix(tokens.on_accent, tokens.accent, 0.10)) >= READABLE
    assert contrast(tokens.text, text_selection(tokens)) >= READABLE


@pytest.mark.parametrize("part", SCORE_PARTS)
def test_score_parts_stand_out_from_their_plot(tokens: Tokens, part: str) -> None:
    assert contrast(tokens.score_part(part), tokens.base) >= 3.4


@pytest.mark.parametrize("surface", ["window", "panel", "base"])
def test_field_borders_are_seen(tokens: Tokens, surface: str) -> None:
    assert contrast(tokens.field_border, getattr(tokens, surface)) >= 3.1


@pytest.mark.parametrize("bad", ["", "#FFF", "white", "FFFFFF0", "#GGGGGG"])
def test_other_forms_of_colour_are_refused(bad: str) -> None:
    with pytest.raises(ValueError):
        contrast(bad, "#000000")
