"""The vectors of texts, those of short turns blended with what was said before them.

Half of such a vector is that of the turn alone, half that of the turn after the 40 words before it, at length 1.
Measured by tests/benchmarks/recall_quality.py ("without context in vectors").
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engramma.embedding import Embedder, Vectors
from engramma.model.progress import CancelToken
from engramma.store.database import Database
from engramma.store.vectors.before import words_before
from engramma.store.vectors.writing import TextToEmbed


def vectors_in_context(
    database: Database, embedder: Embedder, texts: Sequence[TextToEmbed], *, cancel: CancelToken
) -> Vectors:
    """n × d, rows of length 1. Raises what the embedder raises."""
    vectors = embedder.embed([item.text for item in texts], cancel=cancel)
    said = [item.owner_id for item in texts if item.owner_type == "event"]
    with database.read() as reading:
        before = words_before(reading, said)
    places = [
        place for place, item in enumerate(texts) if item.owner_type == "event" and item.owner_id in before
    ]
    if not places:
        return vectors
    around = embedder.embed(
        [f"{before[texts[place].owner_id]} {texts[place].text}" for place in places], cancel=cancel
    )
    blended = vectors[places] + around
    lengths = np.linalg.norm(blended, axis=1, keepdims=True)
    # Two opposite vectors have no middle; the turn's own stands.
    blended = np.where(lengths > 1e-3, blended / np.maximum(lengths, 1e-3), vectors[places])
    result = vectors.copy()
    result[places] = blended.astype(np.float32)
    return result
