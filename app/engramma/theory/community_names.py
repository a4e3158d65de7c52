"""Names groups of memories by the one or two words that tell most about them: common inside, rare elsewhere.

The words are given (tags, things, words of texts); nothing here reads a text.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

WORDS = 2
# Of each group so many of its best words are weighed against one another.
_BEST = 6
# A word of fewer members than that share, and a second word far behind the first, tell nothing of a group.
_LEAST_SHARE = 0.12
_BEHIND = 0.45


def telling_words(
    sizes: Sequence[int], counts: Sequence[Mapping[str, int]], *, share: float = _LEAST_SHARE
) -> list[tuple[str, ...]]:
    """For each group one or two words, best first; none where no word tells anything. No two alike if it can be.

    `sizes`: how many members each group has. `counts`: in how many of them each word is.
    """
    everywhere: dict[str, int] = defaultdict(int)
    for words in counts:
        for word, count in words.items():
            everywhere[word] += count
    total = max(1, sum(sizes))
    taken: set[frozenset[str]] = set()
    names: list[tuple[str, ...]] = []
    for size, words in zip(sizes, counts, strict=True):
        scored = []
        for word, count in words.items():
            part = count / max(1, size)
            if part >= share and (count > 1 or size <= 3):
                scored.append((part * math.log1p(part * total / everywhere[word]), word))
        scored.sort(key=lambda item: (-item[0], len(item[1]), item[1]))
        name = _choose(scored[:_BEST], taken)
        taken.add(frozenset(name))
        names.append(name)
    return names


def _choose(scored: Sequence[tuple[float, str]], taken: set[frozenset[str]]) -> tuple[str, ...]:
    if not scored:
        return ()
    best, first = scored[0]
    seconds = [(score, word) for score, word in scored[1:] if not _alike(first, word)]
    near = [word for score, word in seconds if score >= _BEHIND * best]
    ways: list[tuple[str, ...]] = [(first, word) for word in near[:1]]
    ways += [(first,)]
    ways += [(first, word) for _score, word in seconds]
    return next((way for way in ways if frozenset(way) not in taken), ways[0])


def _alike(one: str, other: str) -> bool:
    """Whether two words say much the same: they share a word, in any ending, or one holds the other."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    if len(short) > 3 and short in long:
        return True
    return any(_kin(part, like) for part in short.split() for like in long.split())


def _kin(one: str, other: str) -> bool:
    """Whether two words differ by an ending of two letters at most."""
    begins = min(len(one), len(other), max(4, max(len(one), len(other)) - 2))
    return one[:begins] == other[:begins] and (one == other or len(one) > 3 < len(other))


def spoken(words: Sequence[str]) -> str:
    """The words as a name, such as "Payments and webhooks"; "" for none."""
    text = " and ".join(words)
    return text[:1].upper() + text[1:]
