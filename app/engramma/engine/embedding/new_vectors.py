"""The vectors of texts that wait: their own, those of the passages of long ones, and the words that went in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engramma.embedding import Embedder, Vectors
from engramma.engine.embedding.in_context import blended
from engramma.model.progress import CancelToken
from engramma.model.records import dataclass
from engramma.store.database import Database
from engramma.store.vectors.before import words_before
from engramma.store.vectors.writing import TextToEmbed, write_vectors
from engramma.theory.ranking.passages import passages

_WHOLE = 4_000
_WRITE = 128


@dataclass(frozen=True, slots=True, eq=False)
class NewVectors:
    """For n texts: `own` n × d, rows of length 1; `passages`: by place, k × d; `before`: by event, words used."""

    texts: tuple[TextToEmbed, ...]
    own: Vectors
    passages: Mapping[int, Vectors]
    before: Mapping[int, str]


def new_vectors(
    database: Database, embedder: Embedder, texts: Sequence[TextToEmbed], *, cancel: CancelToken
) -> NewVectors:
    """Embed texts. Raises what the embedder raises."""
    # Of a long text a model sees the beginning only; the rest would just be taken apart in vain.
    own = embedder.embed([item.text[:_WHOLE] for item in texts], cancel=cancel)
    with database.read() as reading:
        before = words_before(reading, [item.owner_id for item in texts if item.owner_type == "event"])
    own = blended(embedder, texts, own, before=before, cancel=cancel)
    return NewVectors(tuple(texts), own, _passages(embedder, texts, cancel=cancel), before)


def store_vectors(database: Database, model_id: int, new: NewVectors) -> int:
    """Write them in short transactions; how many texts got theirs. One that changed meanwhile gets none."""
    written = 0
    for start in range(0, len(new.texts), _WRITE):
        part = range(start, min(start + _WRITE, len(new.texts)))
        written += write_vectors(
            database,
            model_id,
            new.texts[part.start : part.stop],
            vectors=new.own[part.start : part.stop],
            passages={place - start: new.passages[place] for place in part if place in new.passages},
            before=new.before,
        )
    return written


def _passages(embedder: Embedder, texts: Sequence[TextToEmbed], *, cancel: CancelToken) -> dict[int, Vectors]:
    cut = {place: found for place, item in enumerate(texts) if item.cut and (found := passages(item.text))}
    if not cut:
        return {}
    rows = embedder.embed([passage for found in cut.values() for passage in found], cancel=cancel)
    ends = np.cumsum([len(found) for found in cut.values()])
    return dict(zip(cut, np.split(rows, ends[:-1]), strict=True))
