"""Where a text of a query is looked up: which index finds it, and with which words.

A word is found at the beginning of words (word index) and, from three characters on, anywhere (trigrams). What the
word index does not cut into words (Chinese, Thai, symbols) is found by trigrams, or by the pieces of which they
consist if it is shorter. Tags are found by name.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum, auto

from engramma.model.records import dataclass
from engramma.model.search.tree import Leaf, Meaning, Phrase, Term, Word
from engramma.model.search.values import Match
from engramma.store.fulltext import quoted
from engramma.store.identity import normal_text

MOST_MEANING_WORDS = 48
# fmt: off
_STOP_WORDS = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "do", "for", "from", "had", "has", "have",
    "he", "her", "his", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "no", "not", "of",
    "on", "or", "our", "she", "so", "than", "that", "the", "their", "them", "then", "there", "these",
    "they", "this", "to", "us", "was", "we", "were", "what", "when", "where", "which", "who", "why",
    "will", "with", "you", "your",
})
# fmt: on
# Scripts written without spaces: Thai, Lao, Burmese, Khmer, kana, Han, Yi. (Hangul has spaces.)
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u31ff\u3400-\u4dbf"
    "\u4e00-\ua4cf\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]"
)

_BEGIN, _END = r"(?<![^\W_])", r"(?![^\W_])"


class Index(Enum):
    """What a source looks into."""

    WORDS = auto()
    TRIGRAMS = auto()
    PIECES = auto()
    TAGS = auto()


@dataclass(frozen=True, slots=True)
class Source:
    """One look-up. `match` is an FTS5 expression, the first piece, or the text looked for in tags.

    `pattern` is the regular expression that says the same of a text folded by `folded_words` (word index) or
    `folded_letters` (others). `anywhere`: in tags, not only at their beginning.
    """

    index: Index
    match: str
    pattern: str
    anywhere: bool = False


def sources_of(leaf: Leaf) -> tuple[Source, ...]:
    """The look-ups of which any may find `leaf`; none for a term of another field, or for nothing but blanks."""
    match leaf:
        case Word(text):
            return _word(text, tags=True)
        case Phrase(text):
            return _phrase(text)
        case Meaning(text):
            return _meaning(text)
        case Term("text", Match(text, wild)):
            single = wild or not any(character.isspace() for character in text)
            return _word(text, tags=False) if single else _phrase(text)
        case _:
            return ()


def rank_of(leaf: Leaf) -> str:
    """The FTS5 expression over the word index by which `leaf` is ranked; "" if it has none."""
    words = [source.match for source in sources_of(leaf) if source.index is Index.WORDS]
    if words and isinstance(leaf, Word):
        exact = quoted(normal_text(leaf.text).rstrip("*"))
        return f"{exact} OR {words[0]}"
    return words[0] if words else ""


def _word(text: str, *, tags: bool) -> tuple[Source, ...]:
    text = normal_text(text)
    beginnings = text.endswith("*") and bool(text.rstrip("*"))
    if beginnings:
        text = text.rstrip("*")
    found: list[Source] = []
    if _plain(text):
        found.append(Source(Index.WORDS, quoted(text, prefix=True), f"{_BEGIN}{_literal(text)}"))
        if len(text) >= 3 and not beginnings:
            found.append(_inside(text))
        if tags:
            found.append(_in_tags(text, anywhere=len(text) >= 3 and not beginnings))
    elif text:
        found.append(_inside(text))
        if tags:
            found.append(_in_tags(text, anywhere=True))
    return tuple(found)


def _phrase(text: str) -> tuple[Source, ...]:
    text = normal_text(text)
    if not text:
        return ()
    if not all(character.isspace() or _plain(character) for character in text):
        return (_inside(text),)
    pattern = r"[\W_]+".join(_literal(word) for word in text.split())
    words = Source(Index.WORDS, quoted(text), f"{_BEGIN}{pattern}{_END}")
    return (words,) if len(text) < 3 else (words, _inside(text))


def _meaning(text: str) -> tuple[Source, ...]:
    words = list(dict.fromkeys(re.findall(r"[^\W_]+", normal_text(text).lower())))
    if not words:
        return _phrase(text)
    kept = ([word for word in words if word not in _STOP_WORDS] or words)[:MOST_MEANING_WORDS]
    expression = " OR ".join(quoted(word, prefix=len(word) >= 4) for word in kept)
    options = "|".join(f"{_literal(word)}{'' if len(word) >= 4 else _END}" for word in kept)
    unspaced = [_inside(word) for word in kept if _UNSPACED.search(word)]
    return (Source(Index.WORDS, expression, f"{_BEGIN}(?:{options})"), *unspaced)


def _inside(text: str) -> Source:
    letters = folded_letters(text)
    if len(text) >= 3:
        return Source(Index.TRIGRAMS, quoted(text), re.escape(letters))
    return Source(Index.PIECES, letters, re.escape(letters))


def _in_tags(text: str, *, anywhere: bool) -> Source:
    return Source(Index.TAGS, text, f"{'' if anywhere else '^'}{re.escape(folded_letters(text))}", anywhere)


def _literal(word: str) -> str:
    return re.escape(folded_words(word))


def folded_letters(text: str) -> str:
    """`text` as the trigrams see it: without case, letter by letter."""
    if text.isascii():
        return text.lower()
    return "".join(lower if len(lower := character.lower()) == 1 else character for character in text)


def folded_words(text: str) -> str:
    """`text` as the word index sees it: without case and accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", text)
    return "".join(part for part in parts if unicodedata.category(part) != "Mn").lower()


def piece_end(piece: str) -> str:
    """The first text after all those that begin with `piece`, in the order of code points."""
    following = ord(piece[-1]) + 1
    if following > 0x10FFFF:
        return piece + "\U0010ffff"
    return piece[:-1] + chr(0xE000 if 0xD800 <= following < 0xE000 else following)


def _plain(text: str) -> bool:
    """Whether the word index takes all of `text` for one word of a script with spaces."""
    return bool(text) and all(
        unicodedata.category(character)[0] in "LN" and not _UNSPACED.match(character) for character in text
    )
