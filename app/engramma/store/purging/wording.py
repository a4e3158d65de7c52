"""Finds the words of erased texts in other texts, and covers or cuts them.

Pure. A covered text keeps its length in characters, so that spans into it stay valid.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

COVER = "\u2588"
RUN = 20
"""So many characters in a row that a text shares with an erased one count as taken from it (a cut title)."""

_HEAD = 8
_LEAST_END = 8
_LEAST_UNMARKED_END = 12
_WHOLE_WORD_BELOW = 12
_DENSE_BELOW = 5_000
_STRIDE = 8
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*|\n+")

Span = tuple[int, int]


class Words:
    """The texts that are being erased, ready to be looked for; with `base`, those and the texts of that one."""

    def __init__(self, texts: Iterable[str], *, base: Words | None = None) -> None:
        self._base = base
        self.texts = tuple(
            sorted({text for text in texts if text.strip()}, key=lambda text: (-len(text), text))
        )
        self._short: list[str] = []
        self._long: dict[str, list[str]] = defaultdict(list)
        self._grams: set[str] = set()
        self._words = tuple(dict.fromkeys(form for text in self.texts for form in _forms(text)))
        for word in self._words:
            if len(word) < _HEAD:
                self._short.append(word)
            else:
                self._long[word[:_HEAD]].append(word)
            step = 1 if len(word) < _DENSE_BELOW else _STRIDE
            self._grams.update(word[start : start + RUN] for start in range(0, len(word) - RUN + 1, step))

    def __bool__(self) -> bool:
        return bool(self.texts) or bool(self._base)

    def more(self, texts: Iterable[str]) -> Words:
        """These and some others; the same if there are no others."""
        others = set(texts) - set(self.texts)
        return Words(others, base=self) if others else self

    def spans(self, text: str, *, runs: bool = True) -> list[Span]:
        """Where the words stand in `text`, in order, without overlaps; with `runs` also shared parts of them."""
        found = [] if self._base is None else self._base.spans(text, runs=runs)
        if len(self._words) <= 2 * len(text):
            found += [span for word in self._words for span in _occurrences(text, word)]
        else:
            found += self._by_heads(text)
        if runs and self._grams:
            found += [
                (start, start + RUN)
                for start in range(len(text) - RUN + 1)
                if text[start : start + RUN] in self._grams
            ]
        return merged(found)

    def _by_heads(self, text: str) -> Iterator[Span]:
        """As looking for each word, faster where there are many words and little text."""
        for word in self._short:
            yield from _occurrences(text, word)
        for start in range(len(text) - _HEAD + 1):
            for word in self._long.get(text[start : start + _HEAD], ()):
                if text.startswith(word, start) and _stands_alone(text, start, len(word)):
                    yield start, start + len(word)

    def cut_end(self, text: str) -> str:
        """The end of `text` that stands in one of the words, as in a title that was cut; empty if none does."""
        bare = text.rstrip("… .")
        best = ""
        for word in self.texts:
            for length in range(min(len(bare), len(word)), max(len(best), _LEAST_END - 1), -1):
                if _begins_in(word, bare[-length:]):
                    best = bare[-length:]
                    break
        telling = text.endswith("…") or len(best) >= _LEAST_UNMARKED_END or any(map(str.isdigit, best))
        return best if telling else ""

    def covered(self, text: str, *, runs: bool = True) -> str:
        """`text` with the words covered; the same object when it has none of them."""
        return cover(text, self.spans(text, runs=runs))

    def without_sentences(self, text: str) -> str:
        """`text` without the sentences that have any of the words; the same when it has none, empty if all go."""
        spans = self.spans(text)
        if not spans:
            return text
        kept = [
            text[start:end].strip()
            for start, end in _sentences(text)
            if not any(start < last and first < end for first, last in spans)
        ]
        return " ".join(part for part in kept if part)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, those that touch or overlap as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def cover(text: str, spans: Sequence[Span]) -> str:
    """`text` with each character of the spans covered, line breaks apart."""
    if not spans:
        return text
    parts, place = [], 0
    for start, end in merged(spans):
        start, end = max(start, place), min(end, len(text))
        parts.append(text[place:start])
        parts.append("".join(letter if letter == "\n" else COVER for letter in text[start:end]))
        place = max(place, end)
    return "".join((*parts, text[place:]))


def _begins_in(text: str, part: str) -> bool:
    """Whether `part` stands in `text` from the beginning of a word on."""
    place = text.find(part)
    return place == 0 or (place > 0 and text[place - 1].isspace())


def _forms(text: str) -> tuple[str, ...]:
    """A text as it is, and as it stands in the JSON of a source."""
    return (text, json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1])


def _occurrences(text: str, word: str) -> Iterable[Span]:
    start = text.find(word)
    while start >= 0:
        if _stands_alone(text, start, len(word)):
            yield start, start + len(word)
        start = text.find(word, start + 1)


def _stands_alone(text: str, start: int, length: int) -> bool:
    """Whether a short word is no part of another one; a long one is itself wherever it stands."""
    if length >= _WHOLE_WORD_BELOW:
        return True
    end = start + length
    before = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    after = end < len(text) and text[end].isalnum() and text[end - 1].isalnum()
    # Scripts without blanks between words have no boundary to look for.
    return not (before or after) or not text[start].isascii()


def _sentences(text: str) -> Iterable[Span]:
    place = 0
    for found in _SENTENCE_END.finditer(text):
        yield place, found.start()
        place = found.end()
    yield place, len(text)
