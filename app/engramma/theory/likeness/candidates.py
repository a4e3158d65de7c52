"""Finds the pairs of memories that are worth comparing, without looking at all pairs.

An inverted index over words of content: rare ones count alone, frequent ones two together, and all words of a memory
together, also with one left out; what stands in too many memories counts not at all. So every memory meets a bounded
number of others, and the work grows with their number, not with its square. What a pair is, is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engramma.theory.likeness.framing import Profile

RARE = 96
PARTNERS = 40
_FEW = 512
_LEAST_SCORE = 0.5
_LIGHT = 0.5
_SINGLES, _FREQUENT, _FRAME = 12, 5, 8
_KEY_BITS = (1 << 62) - 1

Ids = NDArray[np.int64]


def candidates(profiles: Sequence[Profile], *, fresh: int = 0) -> Iterator[tuple[int, int]]:
    """Pairs (i, j), i < j, of indices that share rare words, each once, ordered by j.

    With `fresh`, only pairs with j >= fresh: the profiles before were compared with one another earlier. A memory is
    paired with at most 40 earlier ones, those with which it shares most; of equal texts each with the one before.
    """
    count = len(profiles)
    equal = _equal_before(profiles)
    keys, owners = _postings(profiles)
    order = np.lexsort((owners, keys))
    keys, owners = keys[order], owners[order]
    firsts = np.flatnonzero(np.diff(keys, prepend=keys[:1] - 1))
    sizes = np.diff(np.concatenate((firsts, [len(keys)])))
    group_of = np.repeat(np.arange(len(firsts)), sizes)
    scores = 1.0 - np.log(sizes) / np.log(max(count, 2))
    useful = (sizes > 1) & (sizes <= max(RARE, min(count, _FEW)))
    rows = np.flatnonzero(useful[group_of])
    by_owner = rows[np.argsort(owners[rows], kind="stable")]
    bounds = np.searchsorted(owners[by_owner], np.arange(count + 1))
    least = _LEAST_SCORE if count > _FEW else 0.0
    for j in range(fresh, count):
        mine = by_owner[bounds[j] : bounds[j + 1]]
        partners = _partners(mine, firsts[group_of[mine]], owners, scores[group_of[mine]], least=least)
        if equal[j] >= 0 and equal[j] not in partners:
            yield equal[j], j
        yield from ((i, j) for i in partners)


def _partners(mine: Ids, begins: Ids, owners: Ids, scores: NDArray[np.float64], *, least: float) -> list[int]:
    """Earlier owners of the same keys by their score; `mine` are the rows of one owner, `begins` of their groups."""
    lengths = mine - begins
    total = int(lengths.sum())
    if not total:
        return []
    ends = np.cumsum(lengths)
    places = np.arange(total) + np.repeat(begins - (ends - lengths), lengths)
    found, inverse = np.unique(owners[places], return_inverse=True)
    weights = np.bincount(inverse, weights=np.repeat(scores, lengths))
    if len(found) > PARTNERS:
        best = np.argpartition(-weights, PARTNERS - 1)[:PARTNERS]
        found, weights = found[best], weights[best]
    return sorted(found[weights >= least].tolist())


def _postings(profiles: Sequence[Profile]) -> tuple[Ids, Ids]:
    """Keys and their owners: the rare words of each profile, pairs of its frequent ones, its frame."""
    numbers: dict[str, int] = {}
    words: list[list[int]] = []
    for profile in profiles:
        telling = [atom.text for atom in profile.index.values() if atom.weight >= _LIGHT] or list(
            profile.index
        )
        words.append([numbers.setdefault(text, len(numbers)) for text in telling])
    frequency = np.bincount(
        np.fromiter((number for own in words for number in own), dtype=np.int64), minlength=len(numbers)
    ).tolist()
    base = len(numbers)
    keys: list[int] = []
    owners: list[int] = []
    limit = max(RARE, min(len(profiles), _FEW))
    for owner, own in enumerate(words):
        own.sort(key=frequency.__getitem__)
        single = [number for number in own if frequency[number] <= limit][:_SINGLES]
        often = [number for number in own if frequency[number] > RARE][:_FREQUENT]
        pairs = [
            base + min(one, other) * base + max(one, other)
            for place, one in enumerate(often)
            for other in often[place + 1 :]
        ]
        frames = _frames(own) if len(own) <= _FRAME else []
        keys += single + pairs + frames
        owners += [owner] * (len(single) + len(pairs) + len(frames))
    return np.array(keys, dtype=np.int64), np.array(owners, dtype=np.int64)


def _frames(own: list[int]) -> list[int]:
    """Negative keys of the set of words and of the sets with one word less."""
    words = tuple(sorted(own))
    smaller = [words[:place] + words[place + 1 :] for place in range(len(words))] if len(words) > 2 else []
    return [-1 - (hash(frame) & _KEY_BITS) for frame in (words, *smaller)]


def _equal_before(profiles: Sequence[Profile]) -> list[int]:
    """For each profile the one before with an equal text, -1 for none."""
    last: dict[str, int] = {}
    before = []
    for place, profile in enumerate(profiles):
        before.append(last.get(profile.key, -1))
        last[profile.key] = place
    return before
