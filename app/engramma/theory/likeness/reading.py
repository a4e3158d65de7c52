"""Turns tokens into items with a sense: finds the language, joins phrases, cuts Chinese into words.

What the items say together (values, clauses) is read elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engramma.theory.likeness.lexicon import Language, Lexicon, Sense
from engramma.theory.likeness.tokens import Token

NOTHING = Sense(role="stop", weight=0.0)
_HAN_WORDS = 3
_LONGEST_PHRASE = 5


class Item(NamedTuple):
    """A token or a phrase of several, with its sense; shapes as of tokens, and "gram" for a piece of Chinese."""

    shape: str
    key: str
    raw: str
    start: int
    end: int
    sense: Sense


def language_of(tokens: Sequence[Token], lexicon: Lexicon) -> Language:
    """The language whose function words the text has most of; the default one when it has none."""
    votes: Counter[str] = Counter()
    words = han = 0
    for token in tokens:
        if token.shape == "word":
            words += 1
            word = token.key
            if not token.raw.isascii():
                for letter in token.raw.lower():
                    if letter in lexicon.letters:
                        votes[lexicon.letters[letter]] += 2
            if "'" in word and word not in lexicon.hints:
                word = word.partition("'")[0]
            for code, weight in lexicon.hints.get(word, ()):
                votes[code] += weight
        elif token.shape == "han":
            han += token.end - token.start
    if not votes:
        for code, language in lexicon.languages.items():
            votes[code] += sum(bool(language.parts(token.key)) for token in tokens if token.shape == "word")
    if "zh" in lexicon.languages and han * _HAN_WORDS > words * 2:
        return lexicon.languages["zh"]
    if votes:
        most = max(votes.values())
        for code, language in lexicon.languages.items():
            if votes[code] == most:
                return language
    return lexicon.default


def items_of(tokens: Sequence[Token], language: Language) -> list[Item]:
    """The items of a text in its order."""
    items: list[Item] = []
    phrases, sense_of = language.phrases, language.sense
    place, count = 0, len(tokens)
    while place < count:
        token = tokens[place]
        place += 1
        if token.shape == "word":
            if token.key in phrases:
                used = _phrase(tokens, place, phrases[token.key])
                if used:
                    words = tokens[place - 1 : place + used]
                    key = "_".join(word.key for word in words if word.shape == "word")
                    raw = " ".join(word.raw for word in words)
                    items.append(Item("word", key, raw, token.start, words[-1].end, sense_of(key)))
                    place += used
                    continue
            items.extend(_elided(token, language))
        elif token.shape == "han":
            items.extend(_han(token, language, after_number=bool(items) and items[-1].shape == "number"))
        elif token.shape == "sign" and token.raw == "-" and _joins(tokens, place - 1):
            continue
        else:
            items.append(Item(*token, NOTHING))
    return items


def _joins(tokens: Sequence[Token], place: int) -> bool:
    """Whether this hyphen stands between two words without blanks."""
    if not 0 < place < len(tokens) - 1:
        return False
    before, hyphen, after = tokens[place - 1 : place + 2]
    return before.end == hyphen.start and hyphen.end == after.start and after.shape == "word"


def _phrase(tokens: Sequence[Token], place: int, rests: Sequence[tuple[str, ...]]) -> int:
    """How many tokens from `place` on finish a phrase; 0 when none does. Hyphens inside are passed over."""
    ahead: list[str] = []
    at: list[int] = []
    for index in range(place, min(place + 2 * _LONGEST_PHRASE, len(tokens))):
        if tokens[index].shape == "word":
            ahead.extend(tokens[index].key.split("'"))
            at.extend([index] * (len(ahead) - len(at)))
        elif not (tokens[index].raw == "-" and _joins(tokens, index)):
            break
    for rest in rests:
        if tuple(ahead[: len(rest)]) == rest:
            return at[len(rest) - 1] - place + 1
    return 0


def _elided(token: Token, language: Language) -> Iterator[Item]:
    """A word, without an elided one in front of it: l'image, d'achat."""
    head, apostrophe, rest = token.key.partition("'")
    if apostrophe and rest and token.key not in language.senses and len(head) <= 2:
        head_sense = language.senses.get(head)
        if head_sense is not None and head_sense.role in ("stop", "negator"):
            cut = token.raw.index("'") + 1
            yield Item("word", head, token.raw[: cut - 1], token.start, token.start + cut - 1, head_sense)
            yield Item("word", rest, token.raw[cut:], token.start + cut, token.end, language.sense(rest))
            return
    first = 0
    for cut in (
        (*language.parts(token.key), len(token.key))
        if len(token.key) == len(token.raw)
        else (len(token.key),)
    ):
        key = token.key[first:cut]
        raw = token.raw if cut - first == len(token.key) else token.raw[first:cut]
        start = token.start + first
        yield Item(
            "word",
            key,
            raw,
            start,
            token.end if cut == len(token.key) else start + len(raw),
            language.sense(key),
        )
        first = cut


def _han(token: Token, language: Language, *, after_number: bool) -> Iterator[Item]:
    """The longest listed words from left to right; numerals together; the rest as overlapping pairs."""
    text, place, rest = token.raw, 0, 0
    counted = after_number
    while place < len(text):
        numeral = _numeral(text, place, language)
        size = numeral or _listed(text, place, language)
        if size == 1 and not counted and _only_counts(language.senses[text[place]]):
            size = 0
        if not size:
            place += 1
            counted = False
            continue
        yield from _grams(token, rest, place)
        counted = bool(numeral)
        start = token.start + place
        piece = text[place : place + size]
        if numeral:
            amount = f"{_amount(piece, language):g}"
            yield Item("number", amount, amount, start, start + size, NOTHING)
        else:
            yield Item("word", piece, piece, start, start + size, language.sense(piece))
        place += size
        rest = place
    yield from _grams(token, rest, len(text))


def _only_counts(sense: Sense) -> bool:
    """Whether a sign is a unit and nothing else, so that it is a word behind a number only."""
    return sense.unit is not None and not sense.role and sense.number is None


def _listed(text: str, place: int, language: Language) -> int:
    for size in range(min(language.longest, len(text) - place), 0, -1):
        sense = language.senses.get(text[place : place + size])
        if sense is not None and (sense.number is None or size > 1):
            return size
    return 0


def _numeral(text: str, place: int, language: Language) -> int:
    """The length of the numeral here. A single sign counts before a unit, month or hour only: 一 is in many words."""
    end = place
    while end < len(text):
        sense = language.senses.get(text[end])
        if sense is None or sense.number is None:
            break
        end += 1
    size = end - place
    if not size or _listed(text, place, language) > size:
        return 0
    after = _listed(text, end, language)
    if after:
        sense = language.senses[text[end : end + after]]
        if sense.unit or sense.clockwork in ("oclock", "days") or text[end] == "月":
            return size
    return size if size > 1 else 0


def _amount(numeral: str, language: Language) -> float:
    total = current = 0.0
    for sign in numeral:
        value = language.senses[sign].number or 0.0
        if value >= 10_000:
            total, current = (total + current or 1.0) * value, 0.0
        elif value >= 10:
            total, current = total + (current or 1.0) * value, 0.0
        else:
            current = current * 10 + value if value >= 1 or not value else value
    return total + current


def _grams(token: Token, start: int, end: int) -> Iterator[Item]:
    pieces = [(start, end)] if end - start == 1 else [(place, place + 2) for place in range(start, end - 1)]
    for first, last in pieces:
        piece = token.raw[first:last]
        yield Item(
            "gram", piece, piece, token.start + first, token.start + last, Sense(atom=piece, weight=0.5)
        )
