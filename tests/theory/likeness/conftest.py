"""The word lists as shipped, and short ways to compare two texts with them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.benchmarks.likeness_quality import shipped_comparer

from engramma.theory.likeness import Comparer, Lexicon, Likeness


@pytest.fixture(scope="session")
def comparer() -> Comparer:
    return shipped_comparer()


@pytest.fixture(scope="session")
def lexicon(comparer: Comparer) -> Lexicon:
    return comparer.lexicon


@pytest.fixture(scope="session")
def likeness(comparer: Comparer) -> Callable[[str, str], Likeness]:
    return comparer.compare
