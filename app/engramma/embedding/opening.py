"""Chooses the embedder: the shared process with the model, the hashing one, or none."""

from __future__ import annotations

import os

from engramma.embedding.absent import NoEmbedder
from engramma.embedding.embedder import Embedder
from engramma.embedding.hashing import HashingEmbedder
from engramma.embedding.model_folders import DEFAULT_MODEL, canonical_name
from engramma.model.errors import InvalidValueError

HOST, HASH, OFF = "host", "hash", "off"
KINDS = (HOST, HASH, OFF)
VARIABLE = "ENGRAMMA_EMBEDDER"


def wanted_kind() -> str:
    """`ENGRAMMA_EMBEDDER`, or else host. Raises InvalidValueError for another word."""
    kind = os.environ.get(VARIABLE, "").strip().lower() or HOST
    if kind not in KINDS:
        raise InvalidValueError(
            f"{VARIABLE} is {kind!r}.", hint=f"Set it to {', '.join(KINDS)}, or unset it."
        )
    return kind


def open_embedder(kind: str | None = None, *, model: str = DEFAULT_MODEL, scope: str = "") -> Embedder:
    """The embedder of this kind (by default of the environment's). Starts no process; that is left to first use.

    `model` is the name or folder of a model for the shared process; processes of another `scope` are not met.
    """
    chosen = kind or wanted_kind()
    if chosen == HASH:
        return HashingEmbedder()
    if chosen == OFF:
        return NoEmbedder(canonical_name(model))
    # Sockets, hashes and processes are no part of a start without a model.
    from engramma.embedding.client import HostEmbedder

    return HostEmbedder(model, scope=scope)
