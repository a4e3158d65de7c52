"""The word lists of the languages, read from TOML texts that come in as arguments.

Nothing here opens a file: where the texts lie is the caller's business, and which keys they have is written in
`resources/summary`. What is derived from the lists (patterns, look-up tables) is built once, here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engramma.theory.summary.words import HAN, words_of

NOTHING_MATCHES = re.compile(r"(?!)")


class Cue(StrEnum):
    """What a phrase says about the sentence that holds it."""

    DECISION = "decision"
    CORRECTION = "correction"
    RESULT = "result"
    RULE = "rule"
    REASON = "reason"
    INTENT = "intent"
    CHATTER = "chatter"


@dataclass(frozen=True, slots=True)
class PluralRule:
    """An ending and what the singular has instead; `attested` rules need the singular to have been seen."""

    ending: str
    singular: str
    attested: bool


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The words that tell, standing before or after another one, whether that is a noun or a verb."""

    noun_before: frozenset[str]
    noun_after: frozenset[str]
    verb_before: frozenset[str]
    verb_after: frozenset[str]


@dataclass(frozen=True, slots=True, repr=False)
class Language:
    """One language's lists. Phrases are looked up by their first word, or as substrings where `spaced` is False."""

    code: str
    spaced: bool
    stop: frozenset[str]
    weak: frozenset[str]
    backward: frozenset[str]
    backward_before_verb: frozenset[str]
    pronouns: frozenset[str]
    questions: frozenset[str]
    first_person: frozenset[str]
    second_person: frozenset[str]
    greetings: tuple[str, ...]
    asides: str
    opening: re.Pattern[str]
    stop_pattern: re.Pattern[str]
    phrases: dict[str, tuple[tuple[tuple[str, ...], Cue], ...]]
    neighbours: Neighbours
    noun_endings: tuple[str, ...]
    other_endings: tuple[str, ...]
    head_last: bool
    capital_nouns: bool
    plural: tuple[PluralRule, ...]
    plural_keep: frozenset[str]
    irregular: dict[str, str]

    def cues(self, words: tuple[str, ...], text: str) -> frozenset[Cue]:
        """The kinds of phrases in a sentence, given as its lower-case words and as its lower-case text."""
        if not self.spaced:
            return frozenset(
                cue for phrase, found in self.phrases.items() if phrase in text for _, cue in found
            )
        return frozenset(
            cue
            for place, word in enumerate(words)
            for phrase, cue in self.phrases.get(word, ())
            if words[place : place + len(phrase)] == phrase
        )


@dataclass(frozen=True, slots=True, repr=False)
class Lexicon:
    """All languages, with the words that vote for each when the language of a text is guessed."""

    languages: tuple[Language, ...]
    votes: dict[str, tuple[int, ...]]
    abbreviations: frozenset[str]

    def unspaced(self) -> int:
        """Which language is written without spaces; 0 when none is."""
        return next((place for place, language in enumerate(self.languages) if not language.spaced), 0)


def parse_lexicon(texts: Iterable[str]) -> Lexicon:
    """Read one TOML text a language; the first one stands in when a language cannot be told.

    Raises ValueError for text that is no TOML or lacks a key, and when there is no text at all.
    """
    tables = [tomllib.loads(text) for text in texts]
    if not tables:
        raise ValueError("A lexicon needs the word lists of at least one language.")
    try:
        languages = tuple(_language(table) for table in tables)
        abbreviations = frozenset(word for table in tables for word in table["abbreviations"].split())
    except KeyError as missing:
        raise ValueError(f"The word lists of a language lack {missing}.") from missing
    votes: dict[str, tuple[int, ...]] = {}
    for place, language in enumerate(languages):
        for word in language.stop:
            votes[word] = (*votes.get(word, ()), place)
    return Lexicon(languages, votes, abbreviations)


def _language(table: dict[str, Any]) -> Language:
    stop = _words(table["stop"])
    irregular = table["irregular"].split()
    spaced = not any(HAN.match(word) for word in stop)
    phrases: dict[str, tuple[tuple[tuple[str, ...], Cue], ...]] = {}
    for cue in Cue:
        for phrase in table[cue]:
            words = words_of(phrase) if spaced else (phrase,)
            phrases[words[0]] = (*phrases.get(words[0], ()), (words, cue))
    return Language(
        code=table["language"],
        spaced=spaced,
        stop=stop,
        weak=_words(table["weak"]) - stop,
        backward=_words(table["backward"]),
        backward_before_verb=_words(table["backward_before_verb"]),
        pronouns=_words(table["pronouns"]),
        questions=_words(table["questions"]),
        first_person=_words(table["first_person"]),
        second_person=_words(table["second_person"]),
        greetings=tuple(table["greetings"]),
        asides=_either(table["asides"]),
        opening=_opening(table, spaced=spaced),
        stop_pattern=re.compile("|".join(_longest_first(stop))) if not spaced else NOTHING_MATCHES,
        phrases=phrases,
        neighbours=Neighbours(
            *(_words(table[key]) for key in ("noun_before", "noun_after", "verb_before", "verb_after"))
        ),
        noun_endings=tuple(table["noun_endings"].split()),
        other_endings=tuple(table["other_endings"].split()),
        head_last=table["head_last"],
        capital_nouns=table["capital_nouns"],
        plural=tuple(PluralRule(rule[0], rule[1], len(rule) > 2) for rule in table["plural"]),
        plural_keep=_words(table["plural_keep"]),
        irregular=dict(zip(irregular[::2], irregular[1::2], strict=True)),
    )


def _opening(table: dict[str, Any], *, spaced: bool) -> re.Pattern[str]:
    """Matches what may be cut from the start of a sentence: an aside, a label or a conjunction."""
    asides, loose, labels = (_either(table[key]) for key in ("asides", "loose_asides", "labels"))
    pause = r"\s*(?:[,;!.…]|[-–—](?=\s))+\s*" if spaced else r"\s*[,\uff0c。;\uff1b!\uff01、…]+\s*"
    after_loose = r"[\s,]+" if spaced else r"[\s,\uff0c]*"
    return re.compile(
        rf"(?:{labels})\s*[:\uff1a]+[\s*_]*|(?:{asides}){pause}|(?:{loose}){after_loose}", re.IGNORECASE
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _either(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(phrase) for phrase in _longest_first(phrases)).replace("'", "['’]") or "(?!)"


def _longest_first(phrases: Iterable[str]) -> list[str]:
    return sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
