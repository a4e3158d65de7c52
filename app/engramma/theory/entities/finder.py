"""Finds what a statement is about: deterministic, without a model, in one walk over its pieces.

What is not certain is left out: a wrong entity ties memories together that have nothing to do with each other.
"""

from __future__ import annotations

import re

from engramma.theory.entities.capitals import Capitals
from engramma.theory.entities.found import MOST_FOUND, EntityType, FoundEntity, normal_name
from engramma.theory.entities.pieces import Pieces, cut
from engramma.theory.entities.quotes import QUOTE_SIGNS, quoted_terms
from engramma.theory.entities.shapes import Shapes
from engramma.theory.entities.words import EntityWords

READ_AT_MOST = 8_000
_HAN = re.compile(r"[\u3400-\u9fff]")
_VERSION = re.compile(r"v?\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?\d{0,2}")
_NOUN_LETTERS = re.compile(r"[ßÄÖÜ]|[äöü]")


class EntityFinder:
    """Finds entities by the given word lists. Immutable once made, so it may be shared between threads."""

    def __init__(self, words: EntityWords) -> None:
        self._words = words
        self._shapes = Shapes(words)
        self._capitals = Capitals(words)
        self._lowered = frozenset(name for name in words.services if name.isalnum() and name.isascii())

    def find(self, text: str) -> tuple[FoundEntity, ...]:
        """The things that `text` names, by place, each once; of a long text only its beginning is read."""
        text = text[:READ_AT_MOST]
        found: list[FoundEntity] = []

        def add(name: str, kind: EntityType, start: int, end: int) -> None:
            found.append(FoundEntity(name, normal_name(name), kind, start, end))

        if not QUOTE_SIGNS.isdisjoint(text):
            text = self._quotes(text, found)
        if not text.isascii() and _HAN.search(text):
            self._han(text, found)
        pieces = cut(text, self._words.titles)
        taken: set[int] = set()
        self._special(pieces, taken, found)
        self._services(pieces, taken, found)
        if pieces.capital and (numbers := self._capitals.candidates(pieces, taken)):
            nouns = self._capital_nouns(text, pieces)
            self._capitals.read(pieces, numbers, nouns=nouns, add=add)
        self._versions(pieces, found)
        return _unique(found)

    def _quotes(self, text: str, found: list[FoundEntity]) -> str:
        """Take quoted terms; returns the text with blanks in their place."""
        for term, start, end, is_code in quoted_terms(text, self._words):
            shape = self._shapes.of(term.rstrip(";")) if " " not in term else None
            name, kind = shape if shape is not None else (term, EntityType.TERM)
            if shape is None and not is_code:
                kind = self._listed(term) or kind
            found.append(FoundEntity(name, normal_name(name), kind, start, end))
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
        return text

    def _listed(self, term: str) -> EntityType | None:
        lowered = term.lower()
        if lowered in self._words.services:
            return EntityType.SERVICE
        return EntityType.PLACE if lowered in self._words.places else None

    def _han(self, text: str, found: list[FoundEntity]) -> None:
        for match in self._words.han_names.finditer(text):
            kind = self._listed(match.group()) or EntityType.NAME
            found.append(FoundEntity(match.group(), match.group(), kind, *match.span()))
        for match in self._words.han_persons.finditer(text):
            found.append(FoundEntity(match.group(), match.group(), EntityType.PERSON, *match.span()))

    def _special(self, pieces: Pieces, taken: set[int], found: list[FoundEntity]) -> None:
        """What shows by its shape what it is."""
        services = self._words.services
        for number in pieces.special:
            core = pieces.cores[number].strip("*")
            if core.endswith(("'s", "’s")):
                core = core[:-2]
            start = pieces.starts[number]
            if not core:
                continue
            if core.lower() in services:
                if not core[0].isupper():
                    found.append(
                        FoundEntity(core, core.lower(), EntityType.SERVICE, start, start + len(core))
                    )
                    taken.add(number)
                continue
            before = pieces.cores[number - 1].lower() if number else ""
            shape = self._shapes.of(core, before=before)
            if shape is not None:
                name, kind = shape
                found.append(FoundEntity(name, normal_name(name), kind, start, start + len(core)))
                taken.add(number)

    def _services(self, pieces: Pieces, taken: set[int], found: list[FoundEntity]) -> None:
        """Services known by name that are written in small letters."""
        lowered = self._lowered
        if lowered.isdisjoint(pieces.cores):
            return
        for number, core in enumerate(pieces.cores):
            if core in lowered and number not in taken:
                start = pieces.starts[number]
                found.append(FoundEntity(core, core, EntityType.SERVICE, start, start + len(core)))
                taken.add(number)

    def _versions(self, pieces: Pieces, found: list[FoundEntity]) -> None:
        """A service with a number right behind it: also that version is a thing."""
        if not found or not pieces.special:
            return
        places = {start: number for number, start in enumerate(pieces.starts)}
        for item in tuple(found):
            number = places.get(item.start, -1)
            if item.type is not EntityType.SERVICE or number < 0 or number + 1 >= len(pieces.cores):
                continue
            version = pieces.cores[number + 1]
            if (
                number in pieces.breaks
                or pieces.cores[number] != item.name
                or not _VERSION.fullmatch(version)
            ):
                continue
            after = ""
            if number + 2 < len(pieces.cores) and number + 1 not in pieces.breaks:
                after = pieces.cores[number + 2].lower()
            if "." in version or version[0] == "v" or (len(version) < 4 and after not in self._words.counted):
                name = f"{item.name} {version}"
                end = pieces.starts[number + 1] + len(version)
                found.append(FoundEntity(name, normal_name(name), EntityType.VERSION, item.start, end))

    def _capital_nouns(self, text: str, pieces: Pieces) -> bool:
        """Whether the text is in a language that writes its nouns with capitals."""
        there = set(map(str.lower, pieces.cores))
        nouns = len(self._words.noun_markers & there)
        others = len(self._words.other_markers & there)
        if nouns == others:
            # Where no word tells the language, a capital is not taken for a sign of a name.
            return nouns == 0 or bool(_NOUN_LETTERS.search(text))
        return nouns > others


def _unique(found: list[FoundEntity]) -> tuple[FoundEntity, ...]:
    """By place, one a name; a first name alone is left out where the full name stands."""
    if len(found) < 2:
        return tuple(found)
    found.sort(key=lambda item: (item.start, -item.end, item.type))
    known: dict[str, FoundEntity] = {}
    full = {
        item.normal_name.split(" ", 1)[0]
        for item in found
        if item.type is EntityType.PERSON and " " in item.normal_name
    }
    for item in found:
        if item.type is EntityType.PERSON and item.normal_name in full:
            continue
        known.setdefault(item.normal_name, item)
    return tuple(list(known.values())[:MOST_FOUND])
