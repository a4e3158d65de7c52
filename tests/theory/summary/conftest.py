"""The lexicon as it is shipped, and sessions written as short lines."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import pytest

from engramma.model.session import Role
from engramma.theory.summary import Lexicon, Said, parse_lexicon

ROLES = {
    "U": (Role.USER, "user"),
    "A": (Role.AGENT, "shop-agent"),
    "T": (Role.TOOL, "pytest"),
    "D": (Role.DECISION, "user"),
    "E": (Role.ERROR, "shop-agent"),
    "N": (Role.NOTE, "shop-agent"),
}
Talk = Callable[[str], list[Said]]


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    folder = files("engramma.resources") / "summary"
    codes = ("en", "de", "es", "fr", "zh")
    return parse_lexicon((folder / f"{code}.toml").read_text(encoding="utf-8") for code in codes)


@pytest.fixture(scope="session")
def talk() -> Talk:
    """Makes events of lines such as `U What now?`, the letter telling the role."""

    def read(text: str) -> list[Said]:
        lines = [line.strip().split(" ", 1) for line in text.strip().splitlines()]
        return [Said(*ROLES[letter], said) for letter, said in lines]

    return read
