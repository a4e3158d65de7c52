"""The word lists by which texts are summed up, apart from the passes: whoever names things by words needs no pass."""

from __future__ import annotations

from functools import cache
from importlib import resources

from engramma.theory.summary import Lexicon, parse_lexicon


@cache
def summary_lexicon() -> Lexicon:
    """The word lists as data, read once a process."""
    folder = resources.files("engramma.resources") / "summary"
    files = sorted(
        (item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name
    )
    return parse_lexicon(item.read_text(encoding="utf-8") for item in files)
