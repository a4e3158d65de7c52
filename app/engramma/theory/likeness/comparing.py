"""Compares memories by their texts: the word lists, and readings that are taken once a text and kept.

The way in for the engine. Judges nothing itself.
"""

from __future__ import annotations

import tomllib
from collections import OrderedDict
from collections.abc import Iterable

from engramma.theory.likeness.candidates import let_go
from engramma.theory.likeness.finding import Likeness
from engramma.theory.likeness.framing import Profile, profile
from engramma.theory.likeness.judging import compare
from engramma.theory.likeness.lexicon import Lexicon
from engramma.theory.likeness.stakes import Stakes, StakeWords, load_stakes
from engramma.theory.likeness.weighing import Weights, load_weights
from engramma.theory.likeness.wordlists import load_lexicon

KEEP = 50_000


class Comparer:
    """Compares texts with one lexicon. Keeps the readings of the texts it met last; results never depend on that."""

    def __init__(
        self, lexicon: Lexicon, weights: Weights, *, stake_words: StakeWords, keep: int = KEEP
    ) -> None:
        self.lexicon = lexicon
        self.weights = weights
        self._stake_words = stake_words
        self._keep = keep
        self._readings: OrderedDict[str, Profile] = OrderedDict()

    def fresh(self) -> Comparer:
        """Another one with the same lists that keeps readings of its own, for one pass or one thread."""
        return Comparer(self.lexicon, self.weights, stake_words=self._stake_words, keep=self._keep)

    def forget(self) -> None:
        """Let go of the readings one by one."""
        let_go(self._readings)

    def read(self, text: str) -> Profile:
        """The reading of a text, taken now or before."""
        known = self._readings.get(text)
        if known is not None:
            self._readings.move_to_end(text)
            return known
        reading = self._readings[text] = profile(text, self.lexicon)
        if len(self._readings) > self._keep:
            self._readings.popitem(last=False)
        return reading

    def compare(self, text_a: str, text_b: str, *, similarity: float | None = None) -> Likeness:
        """How two texts relate. `similarity` is the cosine of their vectors by one model, where it is known."""
        return self.compare_readings(self.read(text_a), self.read(text_b), similarity=similarity)

    def compare_readings(self, a: Profile, b: Profile, *, similarity: float | None = None) -> Likeness:
        """The same for readings that were taken by this comparer."""
        return compare(a, b, weights=self.weights, similarity=similarity)

    def stakes(self, *texts: str) -> Stakes:
        """What words of high stakes stand in any of the texts."""
        return self._stake_words.find(*texts)


def load_comparer(texts: Iterable[str], *, keep: int = KEEP) -> Comparer:
    """The comparer of the TOML texts of resources/likeness, in any order; it keeps at most `keep` readings.

    Raises ValueError for a text that is none of the lists, or when the word lists of languages are missing.
    """
    words: list[str] = []
    others: dict[str, str] = {}
    for text in texts:
        name = tomllib.loads(text).get("list")
        if name is None:
            words.append(text)
        else:
            others[str(name)] = text
    if set(others) != {"stakes", "weights"}:
        raise ValueError(f"likeness needs the lists stakes and weights, not {sorted(others)}")
    return Comparer(
        load_lexicon(words),
        load_weights(others["weights"]),
        stake_words=load_stakes(others["stakes"]),
        keep=keep,
    )
