"""The finder with the lists that come with Engramma, and the labelled statements."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from engramma.theory.entities import EntityFinder, parse_entity_words

LABELLED = Path(__file__).parents[2] / "quality" / "entity_statements.jsonl"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A statement and what a person finds in it: normal name to type."""

    id: str
    lang: str
    text: str
    entities: dict[str, str]
    split: str


@cache
def finder() -> EntityFinder:
    folder = files("engramma.resources") / "entities"
    return EntityFinder(
        parse_entity_words(
            item.read_text("utf-8")
            for item in sorted(folder.iterdir(), key=lambda item: item.name)
            if item.name.endswith(".toml")
        )
    )


@cache
def labelled() -> tuple[Labelled, ...]:
    lines = [json.loads(line) for line in LABELLED.read_text("utf-8").splitlines()]
    return tuple(
        Labelled(
            id=line["id"],
            lang=line["lang"],
            text=line["text"],
            entities={" ".join(name.casefold().split()): kind for name, kind in line["entities"]},
            split=line["split"],
        )
        for line in lines
    )


def found(text: str) -> dict[str, str]:
    return {item.normal_name: item.type.value for item in finder().find(text)}


def rates(lines: Sequence[Labelled]) -> tuple[float, float]:
    """Precision and recall of names, whatever their type."""
    right = wrong = missed = 0
    for line in lines:
        names = found(line.text).keys()
        right += len(names & line.entities.keys())
        wrong += len(names - line.entities.keys())
        missed += len(line.entities.keys() - names)
    return right / max(1, right + wrong), right / max(1, right + missed)
