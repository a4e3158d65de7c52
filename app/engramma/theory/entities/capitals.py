"""Proper names by their capitals: people, services, places, and names of which no more can be told.

German writes every noun with a capital: there only what is listed, titled or introduced as a name counts. Where a
sentence begins a capital says nothing either.
"""

from __future__ import annotations

from collections.abc import Callable

from engramma.theory.entities.found import EntityType
from engramma.theory.entities.pieces import Pieces
from engramma.theory.entities.words import EntityWords

Add = Callable[[str, EntityType, int, int], None]
LONGEST = 4
_SHOUTING = 3
_APOSTROPHES = ("'s", "’s", "'", "’")
_CONTRACTED = ("n't", "'m", "'ll", "'ve", "'re", "'d", "n’t", "’m", "’ll", "’ve", "’re", "’d")


class Capitals:
    """Reads the capitalised pieces of one text after another."""

    def __init__(self, words: EntityWords) -> None:
        self._words = words

    def candidates(self, pieces: Pieces, taken: set[int]) -> list[int]:
        """The capitalised pieces that may be names: not `taken`, and no common word that only begins a sentence."""
        openers, opens, cores = self._words.openers, pieces.opens, pieces.cores
        following = set(pieces.capital)
        return [
            number
            for number in pieces.capital
            if number not in taken
            and not (number in opens and number + 1 not in following and cores[number].lower() in openers)
        ]

    def read(self, pieces: Pieces, numbers: list[int], *, nouns: bool, add: Add) -> None:
        """Add the names among the candidates `numbers`; `nouns`: nouns have capitals, too."""
        loud = sum(pieces.cores[number].isupper() and len(pieces.cores[number]) > 2 for number in numbers)
        titled = not nouns and len(numbers) > 3 and 10 * len(numbers) > 6 * len(pieces.cores)
        runs = self._runs(pieces, numbers, nouns=nouns)
        for first, last in runs:
            while first < last:
                first = self._name(
                    pieces, first, last, nouns=nouns, strict=titled, loud=loud >= _SHOUTING, add=add
                )

    def _runs(self, pieces: Pieces, numbers: list[int], *, nouns: bool) -> list[tuple[int, int]]:
        """Neighbouring capitalised pieces, also with a joining word between: "Van der Berg"."""
        runs: list[tuple[int, int]] = []
        joiners = self._words.joiners
        for number in numbers:
            if runs:
                first, last = runs[-1]
                apart = not pieces.breaks.isdisjoint(range(last - 1, number))
                between = pieces.cores[last:number]
                joined = len(between) < 3 and all(
                    word in joiners or (place and word == "the") for place, word in enumerate(between)
                )
                if not apart and joined and (not between or not nouns) and not _owned(pieces.cores[last - 1]):
                    runs[-1] = (first, number + 1)
                    continue
            runs.append((number, number + 1))
        return runs

    def _name(
        self, pieces: Pieces, first: int, last: int, *, nouns: bool, strict: bool, loud: bool, add: Add
    ) -> int:
        """Add the name that begins at piece `first` of a run, if there is one; returns where to go on."""
        words = self._words
        core = pieces.cores[first]
        lowered = core.lower()
        if "'" in core or "’" in core:
            core = _bare(core)
            lowered = core.lower()
            if core.endswith(_CONTRACTED):
                return first + 1
        before = self._before(pieces, first)
        if lowered.rstrip(".") in words.titles and first + 1 < last:
            return self._titled(pieces, first + 1, last, add=add)
        if len(core) < 2 or not core[0].isalpha():
            return first + 1
        if before in words.titles and not nouns and lowered not in words.not_names:
            return self._titled(pieces, first, last, add=add)
        if before in words.titles and nouns and first not in pieces.opens:
            return self._take(pieces, first, first + 1, EntityType.PERSON, add=add)
        known = self._known(pieces, first, last, nouns=nouns)
        if known is not None:
            kind, end = known
            return self._take(pieces, first, end, kind, add=add)
        leading = lowered in words.leading and last - first > 1 and first not in pieces.opens and not nouns
        if lowered in words.not_names and not leading:
            return first + 1
        if before in words.named:
            end = first + 1 if nouns else last
            return self._take(pieces, first, end, EntityType.NAME, add=add)
        if core.isupper() or (core[:-1].isupper() and core[-1] == "s" and len(core) > 2):
            return self._capitals(pieces, first, last, loud=loud, add=add)
        head = core.split("-")[0].lower()
        if "-" in core and head in words.services:
            add(
                core.split("-")[0], EntityType.SERVICE, pieces.starts[first], pieces.starts[first] + len(head)
            )
            return first + 1
        if nouns or strict or not _is_name(core):
            return first + 1
        if first in pieces.opens and self._only_opens(pieces, first, last):
            return first + 1
        end = self._end(pieces, first, last)
        if first in pieces.opens and end - first == 1:
            return first + 1
        if end - first == 1 and len(core) < 3:
            return end
        return self._take(pieces, first, end, self._kind(before), add=add)

    def _titled(self, pieces: Pieces, first: int, last: int, *, add: Add) -> int:
        """The name behind a title: one or two words, or none where these are no names."""
        words = self._words
        end = first
        while end < min(last, first + 2):
            core = _bare(pieces.cores[end])
            if not _is_name(core) or core.lower() in words.not_names:
                break
            end += 1
        return self._take(pieces, first, end, EntityType.PERSON, add=add) if end > first else first + 1

    def _only_opens(self, pieces: Pieces, first: int, last: int) -> bool:
        """Whether a piece has its capital only because a sentence begins with it."""
        words = self._words
        lowered = pieces.cores[first].lower()
        if lowered in words.openers or last - first == 1 or lowered.endswith(("ing", "ed", "ly")):
            return True
        following = _bare(pieces.cores[first + 1]).lower()
        return following in words.first_names or following in words.places or following in words.services

    def _known(self, pieces: Pieces, first: int, last: int, *, nouns: bool) -> tuple[EntityType, int] | None:
        """What the lists say of the pieces from `first` on, and where that ends."""
        words = self._words
        names = [_bare(core).lower() for core in pieces.cores[first : min(last, first + LONGEST)]]
        for length in range(len(names), 1, -1):
            joined = " ".join(names[:length])
            if joined in words.services:
                return EntityType.SERVICE, first + length
            if joined in words.places:
                return EntityType.PLACE, first + length
        word = names[0]
        head = word.split("-")[0]
        opens = first in pieces.opens
        if word in words.services:
            return EntityType.SERVICE, self._end(
                pieces, first, last
            ) if not nouns and not opens else first + 1
        if word in words.places:
            longer = not nouns and len(names) > 1 and names[1] not in words.not_names
            return (
                (EntityType.NAME, self._end(pieces, first, last)) if longer else (EntityType.PLACE, first + 1)
            )
        surname = len(names) > 1 and self._may_be_surname(names[1], pieces.cores[first + 1], nouns=nouns)
        shouted = pieces.cores[first].isupper()
        hyphened = "-" in word and head in words.first_names
        if word not in words.ambiguous_names and (word in words.first_names or hyphened):
            return EntityType.PERSON, first + (2 if surname else 1) + self._particle(pieces, first, last)
        before = self._before(pieces, first)
        if (
            word in words.ambiguous_names
            and not shouted
            and (
                surname
                or (not opens and (not nouns or before in words.greetings))
                or _owned(pieces.cores[first])
            )
        ) and (word not in words.not_names or surname or before in words.greetings):
            return EntityType.PERSON, first + (2 if surname else 1)
        if (
            word in words.capital_services
            and (not opens or self._has_version(pieces, first))
            and word not in words.not_names
            and not before.isdigit()
        ):
            return EntityType.SERVICE, first + 1
        return None

    def _has_version(self, pieces: Pieces, first: int) -> bool:
        after = pieces.cores[first + 1] if first + 1 < len(pieces.cores) else ""
        return first not in pieces.breaks and after[:1].isdigit() and len(after) < 8

    def _may_be_surname(self, lowered: str, core: str, *, nouns: bool) -> bool:
        words = self._words
        listed = lowered in words.not_names or lowered in words.services or lowered in words.greetings
        return (
            _is_name(_bare(core))
            and not listed
            and not _bare(core).isupper()
            and (not nouns or len(lowered) > 2)
        )

    def _particle(self, pieces: Pieces, first: int, last: int) -> int:
        """How many more pieces "de la Vega" takes after a first name."""
        place = first + 1
        while place < last and pieces.cores[place] in self._words.joiners:
            place += 1
        return place - first if first + 1 < place < last else 0

    def _end(self, pieces: Pieces, first: int, last: int) -> int:
        """Where a name ends within its run: before what is no name."""
        words = self._words
        end = first + 1
        while end < last and end - first < LONGEST:
            core = _bare(pieces.cores[end])
            if core in words.joiners:
                end += 1
                continue
            if core.lower() in words.not_names or not _is_name(core):
                break
            end += 1
        while end > first + 1 and pieces.cores[end - 1] in words.joiners:
            end -= 1
        return end

    def _capitals(self, pieces: Pieces, first: int, last: int, *, loud: bool, add: Add) -> int:
        """An abbreviation, also with the number of a standard; what is shouted is none."""
        words = self._words
        core = _bare(pieces.cores[first])
        core = core if core.isupper() else core[:-1]
        lowered = core.lower()
        following = (
            pieces.cores[first + 1] if first + 1 < len(pieces.cores) and first not in pieces.breaks else ""
        )
        if lowered in words.numbered_standards and following[:1].isdigit() and len(following) > 1:
            end = pieces.starts[first + 1] + len(following)
            add(f"{core} {following}", EntityType.TERM, pieces.starts[first], end)
            return first + 2
        neighbours = (
            last - first > 1 and pieces.cores[first + 1].isupper() and len(pieces.cores[first + 1]) > 3
        )
        plain = lowered in words.common_capitals or lowered in words.openers or lowered in words.standards
        spoken = lowered in words.other_markers or lowered in words.noun_markers or lowered in words.kin
        if 2 < len(core) < 7 and core.isalpha() and not (loud or neighbours or plain or spoken):
            add(core, EntityType.TERM, pieces.starts[first], pieces.starts[first] + len(core))
        return first + 1

    def _kind(self, before: str) -> EntityType:
        words = self._words
        near = before in words.greetings or before in words.kin
        return EntityType.PERSON if near else EntityType.NAME

    def _before(self, pieces: Pieces, first: int) -> str:
        if first == 0:
            return ""
        word = pieces.cores[first - 1].lower().rstrip(".")
        word = word.rsplit("'", 1)[-1] if "'" in word else word
        # "Hey, Mel" is a greeting all the same; "it is called. Then" names nothing.
        return "" if first - 1 in pieces.breaks and word not in self._words.greetings else word

    def _take(self, pieces: Pieces, first: int, end: int, kind: EntityType, *, add: Add) -> int:
        """Add pieces `first` to `end` as one name."""
        start = pieces.starts[first]
        final = _bare(pieces.cores[end - 1])
        name = " ".join((*pieces.cores[first : end - 1], final))
        add(name, kind, start, pieces.starts[end - 1] + len(final))
        return end


def _owned(core: str) -> bool:
    return core.endswith(("'s", "’s"))


def _bare(core: str) -> str:
    """The word without what possession puts behind it."""
    if core[-1] not in "s'’":
        return core
    for ending in _APOSTROPHES:
        if core.endswith(ending):
            return core[: -len(ending)]
    return core


def _is_name(core: str) -> bool:
    if not core[:1].isupper() or len(core) < 2:
        return False
    if core[1] == "-" or core[-2] == "-":
        return False
    plain = core.replace("-", "").replace("'", "").replace("’", "").replace(".", "")
    return plain.isalpha() and not core.isupper()
