"""The vectors of short turns, blended with what was said before them.

Half of such a vector is that of the turn alone, half that of the turn after the 40 words before it, at length 1.
Measured by tests/benchmarks/recall_quality.py ("without context in vectors").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engramma.embedding import Embedder, Vectors
from engramma.model.progress import CancelToken
from engramma.store.vectors.writing import TextToEmbed


def blended(
    embedder: Embedder,
    texts: Sequence[TextToEmbed],
    vectors: Vectors,
    *,
    before: Mapping[int, str],
    cancel: CancelToken,
) -> Vectors:
    """`vectors` (n × d, of the texts alone) with those of the events in `before` blended with these words."""
    places = [
        place for place, item in enumerate(texts) if item.owner_type == "event" and item.owner_id in before
    ]
    if not places:
        return vectors
    around = embedder.embed(
        [f"{before[texts[place].owner_id]} {texts[place].text}" for place in places], cancel=cancel
    )
    mixed = vectors[places] + around
    lengths = np.linalg.norm(mixed, axis=1, keepdims=True)
    # Two opposite vectors have no middle; the turn's own stands.
    mixed = np.where(lengths > 1e-3, mixed / np.maximum(lengths, 1e-3), vectors[places])
    result = vectors.copy()
    result[places] = mixed.astype(np.float32)
    return result
