"""What counts in a working context when nothing is asked: importance, recency, how often it was recalled.

    score = 0.5 · importance + 0.3 · recency + 0.2 · access

Within the session that is going on recency is 1 / (1 + Δt / 300 s), across sessions it is the strength.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engramma.model.clock import SECOND

IMPORTANCE, RECENCY, ACCESS = 0.5, 0.3, 0.2
_FADING = 300 * SECOND
_MANY_RECALLS = 10

Numbers = NDArray[np.float32]


def working_scores(
    *,
    importance: Numbers,
    strength: Numbers,
    recalls: NDArray[np.int64],
    since: NDArray[np.int64],
    own_session: NDArray[np.bool_],
    now: int,
) -> Numbers:
    """The score of each memory (n, 0..1). `since`: UTC µs of its last rehearsal or making; a time to come is now."""
    elapsed = np.maximum(0, now - since) / _FADING
    recency = np.where(own_session, 1.0 / (1.0 + elapsed), strength)
    access = np.minimum(recalls / _MANY_RECALLS, 1.0)
    return (IMPORTANCE * importance + RECENCY * recency + ACCESS * access).astype(np.float32)
