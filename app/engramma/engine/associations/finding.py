"""The entity finder with the word lists of this program, read once a process."""

from __future__ import annotations

from functools import cache
from importlib import resources

from engramma.theory.entities import EntityFinder, parse_entity_words


@cache
def entity_finder() -> EntityFinder:
    """Finds what a statement is about."""
    folder = resources.files("engramma.resources") / "entities"
    files = sorted(
        (item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name
    )
    return EntityFinder(parse_entity_words(item.read_text(encoding="utf-8") for item in files))
