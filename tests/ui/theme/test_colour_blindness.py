"""Tiers, kinds and neighbouring score parts stay apart for eyes without red or green cones.

Simulation: Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB. Distance: CIE 1976 ΔE.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from engramma.ui.theme.contrast import channels
from engramma.ui.theme.schemes import SCHEMES
from engramma.ui.theme.tokens import SCORE_PARTS, Tokens

SIMULATIONS = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = TO_XYZ.sum(axis=1)


def lab(colour: str, eyes: str) -> np.ndarray:
    scaled = np.array(channels(colour)) / 255
    linear = np.where(scaled <= 0.04045, scaled / 12.92, ((scaled + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(SIMULATIONS[eyes]) @ linear, 0, 1)
    ratio = (TO_XYZ @ seen) / WHITE
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def apart(first: str, second: str, eyes: str) -> float:
    return float(np.linalg.norm(lab(first, eyes) - lab(second, eyes)))


@pytest.fixture(params=sorted(SCHEMES))
def tokens(request: pytest.FixtureRequest) -> Tokens:
    return SCHEMES[request.param]


@pytest.mark.parametrize("eyes", sorted(SIMULATIONS))
def test_tiers_and_kinds_stay_apart(tokens: Tokens, eyes: str) -> None:
    tiers = [tokens.sensory, tokens.short_term, tokens.long_term]
    kinds = [tokens.episodic, tokens.semantic, tokens.procedural]
    assert min(apart(*pair, eyes) for pair in combinations(tiers, 2)) >= 30
    assert min(apart(*pair, eyes) for pair in combinations(kinds, 2)) >= 14


@pytest.mark.parametrize("eyes", sorted(SIMULATIONS))
def test_neighbouring_score_parts_stay_apart(tokens: Tokens, eyes: str) -> None:
    colours = [tokens.score_part(part) for part in SCORE_PARTS]
    assert min(apart(*pair, eyes) for pair in pairwise(colours)) >= 20
