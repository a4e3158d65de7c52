"""The lexicon as shipped, and short ways to compare two texts with it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import pytest

from engramma.theory.likeness import Lexicon, Likeness, compare, load_lexicon, profile


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    lists = files("engramma.resources") / "likeness"
    return load_lexicon(
        file.read_text(encoding="utf-8") for file in lists.iterdir() if file.name.endswith(".toml")
    )


@pytest.fixture(scope="session")
def likeness(lexicon: Lexicon) -> Callable[[str, str], Likeness]:
    def compared(a: str, b: str) -> Likeness:
        return compare(profile(a, lexicon), profile(b, lexicon), lexicon=lexicon)

    return compared
