"""Both schemes are complete, differ, and answer by tier, kind, badge and score part."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from engramma.model.memory import Kind, Tier
from engramma.ui.theme.schemes import DARK, LIGHT, SCHEMES
from engramma.ui.theme.tokens import BADGES, SCORE_PARTS, Tokens

NAMES = [item.name for item in fields(Tokens)]
SAME_IN_BOTH: set[str] = set()


@pytest.mark.parametrize("scheme", sorted(SCHEMES))
@pytest.mark.parametrize("name", NAMES)
def test_every_token_is_a_colour(scheme: str, name: str) -> None:
    assert re.fullmatch(r"#[0-9A-F]{6}", getattr(SCHEMES[scheme], name))


def test_the_schemes_differ_in_every_token() -> None:
    assert {name for name in NAMES if getattr(LIGHT, name) == getattr(DARK, name)} == SAME_IN_BOTH


@pytest.mark.parametrize("tokens", SCHEMES.values(), ids=SCHEMES)
def test_words_of_the_model_have_colours(tokens: Tokens) -> None:
    assert len({tokens.tier(tier) for tier in Tier}) == len(Tier)
    assert len({tokens.kind(kind) for kind in Kind}) == len(Kind)
    assert len({tokens.score_part(part) for part in SCORE_PARTS}) == len(SCORE_PARTS)
    assert len({tokens.badge(badge) for badge in BADGES}) == len(BADGES)
    assert len(set(tokens.series)) == 6


def test_unknown_words_are_refused() -> None:
    for ask in (LIGHT.tier, LIGHT.kind, LIGHT.badge, LIGHT.score_part):
        with pytest.raises(KeyError):
            ask("mauve")
