"""Finds the words of a question by full text: for each its worth and, row by row, how much of it is there.

The words go in as quoted strings joined by OR, so that no question is an error. FTS5's bm25 of a single word, over
its idf, is what one memory has of it, 0 to 1 as saturation and length allow.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engramma.model.records import dataclass
from engramma.store.fulltext import RECALL_TOKENIZER, RECALL_VOCABULARY, RECALL_WORDS, quoted
from engramma.store.identity import normal_text
from engramma.store.recall.unspaced import find_pairs, pairs_of

_WORD = re.compile(r"[^\W_]+")
SATURATED = 2.2
"""k1 + 1 of FTS5's bm25."""
_LONGEST_WORD = 64
_MOST_READ = 2_000
_MOST_WORDS = 40
_LONGEST_QUESTION = 200_000
_PAIR_SHARE = 0.7
COMMON_SHARE = 0.05
"""A word in more rows than that only re-scores rows that hold a rarer one,"""
COMMON_FROM = 20_000
"""in stores of at least so many rows."""

# fmt: off
_STOP_WORDS = frozenset({
    "a", "about", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "being", "both", "but", "by",
    "can", "could", "d", "did", "do", "does", "during", "each", "for", "from", "had", "has", "have", "he", "her",
    "hers", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "ll", "m", "me", "more", "most",
    "my", "no", "not", "of", "on", "or", "other", "our", "re", "s", "she", "so", "some", "such", "t", "than", "that",
    "the", "their", "them", "then", "there", "these", "they", "this", "to", "too", "us", "ve", "very", "was", "we",
    "were", "what", "when", "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "you", "your",
})
# fmt: on


@dataclass(frozen=True, slots=True, eq=False)
class FoundWord:
    """A word of the question: in how many rows it stands, and those of them that were asked for, with 0..1.

    `items`: int64, ids of the recall words, each once. `share`: float32, how much of the word each has.
    """

    word: str
    rows: int
    items: NDArray[np.int64]
    share: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class FoundWords:
    """The words of a question and the number of rows in all. `only_stop_words`: it says nothing to look for."""

    total: int
    words: tuple[FoundWord, ...]
    only_stop_words: bool


def find_words(driver: sqlite3.Connection, question: str, *, common: float = COMMON_SHARE) -> FoundWords:
    """Look up the words of `question`. With only stop words, or none, nothing is looked up."""
    question = question[:_LONGEST_QUESTION]
    spoken = list(dict.fromkeys(_WORD.findall(normal_text(question).lower())))[:_MOST_READ]
    telling = [word[:_LONGEST_WORD] for word in spoken if word not in _STOP_WORDS]
    pairs = _pairs(driver, question)
    telling = [word for word in telling if not pairs or not pairs_of(word)]
    if not telling:
        return FoundWords(_total(driver) if pairs else 0, pairs, only_stop_words=not pairs)
    words = {stem: word for word in reversed(telling) if (stem := stem_of(word))}
    words = dict(reversed(words.items()))
    counts = _counts(driver, list(words))
    total = _total(driver)
    if len(words) > _MOST_WORDS:
        rarest = sorted((stem for stem in words if stem in counts), key=counts.__getitem__)[:_MOST_WORDS]
        words = {stem: word for stem, word in words.items() if stem in set(rarest)}
    limit = common * total if total >= COMMON_FROM else total
    rare = [stem for stem in words if 0 < counts.get(stem, 0) <= limit]
    frequent = [stem for stem in words if counts.get(stem, 0) > limit]
    if not rare and frequent:
        frequent.sort(key=counts.__getitem__)
        rare = [frequent.pop(0)]
    found = {stem: _found(driver, words[stem], idf=_idf(counts[stem], total)) for stem in rare}
    beside = [(*found[stem], _idf(counts[stem], total)) for stem in rare]
    either = " OR ".join(quoted(words[stem]) for stem in rare)
    for stem in frequent:
        # A word in over half of the rows is worth next to nothing.
        if counts[stem] * 2 < total:
            found[stem] = _beside(driver, words[stem], either, idf=_idf(counts[stem], total), rarer=beside)
    none = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
    return FoundWords(
        total,
        (*(FoundWord(words[stem], counts.get(stem, 0), *found.get(stem, none)) for stem in words), *pairs),
        only_stop_words=False,
    )


Items = NDArray[np.int64]
Shares = NDArray[np.float32]
_MATCH = f"SELECT rowid, bm25({RECALL_WORDS}) FROM {RECALL_WORDS} WHERE {RECALL_WORDS} MATCH ?"


def _pairs(driver: sqlite3.Connection, question: str) -> tuple[FoundWord, ...]:
    """The words of scripts without spaces, as pairs of characters."""
    if question.isascii():
        return ()
    return tuple(
        FoundWord(pair, len(items), items, np.full(len(items), _PAIR_SHARE, dtype=np.float32))
        for pair, items in find_pairs(driver, normal_text(question))
    )


def _found(driver: sqlite3.Connection, word: str, *, idf: float) -> tuple[Items, Shares]:
    items, scores = _match(driver, quoted(word))
    return items, np.minimum(scores / (SATURATED * idf), 1.0).astype(np.float32)


def _beside(
    driver: sqlite3.Connection,
    word: str,
    either: str,
    *,
    idf: float,
    rarer: Sequence[tuple[Items, Shares, float]],
) -> tuple[Items, Shares]:
    """A frequent word in the rows that hold one of the `rarer` ones (items, shares, idf).

    FTS5 scores all words of an expression together, so what the rarer ones bring is taken off again.
    """
    items, scores = _match(driver, f"{quoted(word)} AND ({either})")
    for held, share, worth in rarer:
        if len(held) and len(items):
            place = np.searchsorted(held, items)
            place[place == len(held)] = 0
            scores -= np.where(held[place] == items, share[place] * (SATURATED * worth), 0.0)
    return items, np.clip(scores / (SATURATED * idf), 0.0, 1.0).astype(np.float32)


def _match(driver: sqlite3.Connection, expression: str) -> tuple[Items, NDArray[np.float64]]:
    """(items, ascending; scores, higher is better) of the rows that fit."""
    rows = driver.execute(_MATCH, (expression,)).fetchall()
    if not rows:
        return np.empty(0, dtype=np.int64), np.empty(0)
    items, scores = zip(*rows, strict=True)
    return np.array(items, dtype=np.int64), -np.array(scores)


def _counts(driver: sqlite3.Connection, stems: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for start in range(0, len(stems), 500):
        part = tuple(stems[start : start + 500])
        marks = ", ".join("?" * len(part))
        statement = f"SELECT term, doc FROM {RECALL_VOCABULARY} WHERE term IN ({marks})"
        found.update(driver.execute(statement, part).fetchall())
    return found


def _total(driver: sqlite3.Connection) -> int:
    """Rows of the recall words, hidden ones included, as bm25 counts them."""
    row = driver.execute(f"SELECT block FROM {RECALL_WORDS}_data WHERE id = 1").fetchone()
    return _first_number(row[0] if row and row[0] else b"")


def _first_number(block: bytes) -> int:
    """The first of SQLite's variable-length numbers in `block`: FTS5 keeps its count of rows there."""
    value = 0
    for byte in block[:9]:
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            break
    return value


def _idf(rows: int, total: int) -> float:
    value = float(np.log((total - rows + 0.5) / (rows + 0.5)))
    return value if value > 0 else 1e-6


@lru_cache(maxsize=4_096)
def stem_of(word: str) -> str:
    """What the full text keeps of a word; empty for one that it keeps nothing of."""
    with _lock:
        cutter = _cutter()
        cutter.execute("INSERT INTO cut(rowid, text) VALUES (1, ?)", (word,))
        row = cutter.execute("SELECT term FROM cut_terms LIMIT 1").fetchone()
        cutter.execute("DELETE FROM cut")
    return str(row[0]) if row else ""


_lock = threading.Lock()


@lru_cache(maxsize=1)
def _cutter() -> sqlite3.Connection:
    """FTS5's own tokenizer, over one row in memory: so stems agree with the index letter for letter."""
    connection = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    connection.execute(f"CREATE VIRTUAL TABLE cut USING fts5(text, tokenize='{RECALL_TOKENIZER}')")
    connection.execute("CREATE VIRTUAL TABLE cut_terms USING fts5vocab('cut', 'instance')")
    return connection
