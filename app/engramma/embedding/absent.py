"""The embedder of `ENGRAMMA_EMBEDDER=off`: there is none, and it says so."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.embedding.embedder import EmbeddingUnavailableError, Vectors
from engramma.model.embedding import EmbeddingModel
from engramma.model.progress import CancelToken


class NoEmbedder:
    """Refuses everything in one sentence."""

    kind = "off"

    def __init__(self, name: str) -> None:
        self.name = name

    def model(self, *, patience: float = 60.0) -> EmbeddingModel:
        """Raises EmbeddingUnavailableError."""
        raise _refusal()

    def ready(self) -> bool:
        """Never."""
        return False

    def awake(self) -> bool:
        """Never."""
        return False

    def embed(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Vectors:
        """Raises EmbeddingUnavailableError."""
        raise _refusal()

    def embed_query(self, text: str, *, patience: float = 1.0) -> Vectors:
        """Raises EmbeddingUnavailableError."""
        raise _refusal()

    def close(self) -> None:
        """Nothing to let go of."""


def _refusal() -> EmbeddingUnavailableError:
    return EmbeddingUnavailableError(
        "Meaning is switched off (ENGRAMMA_EMBEDDER=off), so recall goes by words alone."
    )
