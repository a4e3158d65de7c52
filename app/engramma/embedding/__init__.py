"""Text to vectors.

The only place that may know a model library, and never one at import time.
"""

from __future__ import annotations

from engramma.embedding.embedder import Embedder, EmbeddingFailedError, EmbeddingUnavailableError, Vectors
from engramma.embedding.opening import HASH, HOST, OFF, open_embedder, wanted_kind

__all__ = [
    "HASH",
    "HOST",
    "OFF",
    "Embedder",
    "EmbeddingFailedError",
    "EmbeddingUnavailableError",
    "Vectors",
    "open_embedder",
    "wanted_kind",
]
