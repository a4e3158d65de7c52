"""Brings words to their singular by a language's endings, so that one and many count as the same.

No dictionary: where an ending alone could mislead, the singular must have been said in the session as well.
"""

from __future__ import annotations

from collections.abc import Set

from engramma.theory.summary.lexicon import Language

SHORTEST_STEM = 3


def singular(word: str, language: Language, seen: Set[str] = frozenset()) -> str:
    """The singular of a lower-case word by the language's endings; the word itself where none applies.

    `seen` are the words, in lower case, that may attest a singular.
    """
    if word in language.irregular:
        return language.irregular[word]
    if word in language.plural_keep or len(word) <= SHORTEST_STEM or not word[-1].isalpha():
        return word
    if word.endswith(("ss", "us", "is")):
        return word
    for rule in language.plural:
        if word.endswith(rule.ending) and len(word) - len(rule.ending) >= SHORTEST_STEM - 1:
            stem = word[: len(word) - len(rule.ending)] + rule.singular
            if not rule.attested or stem in seen:
                return stem
    return word
