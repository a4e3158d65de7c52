"""Finds words of scripts without spaces (Chinese, Japanese, Thai) in memories, two characters at a time.

The word index takes a whole run of such characters for one word. The pieces of which the trigrams consist know where
any two characters stand; they cover memories only, so what was said in events is found there by meaning.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engramma.store.fulltext import MEMORY_PIECES
from engramma.store.search.sources import folded_letters, piece_end

_RUN = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003ffff]{2,}"
)
_MOST_PAIRS = 32
_FOUND = f"SELECT DISTINCT doc FROM {MEMORY_PIECES} WHERE term >= ? AND term < ? ORDER BY doc"


def pairs_of(text: str) -> tuple[str, ...]:
    """Every two characters in a row of scripts without spaces, each once, in order."""
    pairs = (run[start : start + 2] for run in _RUN.findall(text) for start in range(len(run) - 1))
    return tuple(dict.fromkeys(pairs))[:_MOST_PAIRS]


def find_pairs(driver: sqlite3.Connection, text: str) -> Iterator[tuple[str, NDArray[np.int64]]]:
    """(pair, items that hold it, ascending) for each pair of characters in `text`."""
    for pair in pairs_of(folded_letters(text)):
        rows = driver.execute(_FOUND, (pair, piece_end(pair))).fetchall()
        yield pair, np.array([row[0] for row in rows], dtype=np.int64) * 2
