"""The model itself, by sentence-transformers: the only file that imports it or torch.

Belongs to the host process. Importing the library takes seconds and 400 MB.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from engramma.embedding.embedder import EmbeddingFailedError, EmbeddingUnavailableError, Vectors, normalised
from engramma.embedding.model_folders import check_model, find_model
from engramma.model.embedding import EmbeddingModel

_OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TRANSFORMERS_NO_ADVISORY_WARNINGS": "1",
}


def is_installed() -> bool:
    """Whether the libraries are there, without loading them."""
    return all(importlib.util.find_spec(name) is not None for name in ("torch", "sentence_transformers"))


class SentenceModel:
    """A loaded model. Calls from several threads must take turns."""

    def __init__(self, name: str) -> None:
        """Load the model `name`, a name or a folder. Raises EmbeddingUnavailableError."""
        found = find_model(name)
        sha256 = check_model(found)
        os.environ.update(_OFFLINE)
        try:
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging
        except ImportError as error:
            raise EmbeddingUnavailableError(
                "Recall by meaning needs libraries that are not installed.",
                hint='Install them with `pip install "engramma[embeddings]"`.',
            ) from error
        quiet: Any = logging
        quiet.set_verbosity_error()
        quiet.disable_progress_bar()
        try:
            self._model: Any = SentenceTransformer(
                str(found.path),
                device="cpu",
                trust_remote_code=False,
                local_files_only=True,
                model_kwargs={"use_safetensors": True},
            )
            width = self.embed([""]).shape[1]
        except (OSError, ValueError, RuntimeError, KeyError, TypeError, AttributeError) as error:
            raise EmbeddingUnavailableError(
                f"The model {name} cannot be loaded: {_first_line(error)}", hint="Choose another model."
            ) from error
        self.model = EmbeddingModel(found.name, sha256, width)

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """One row a text, of length 1. Raises EmbeddingFailedError."""
        encode = self._model.encode_query if query else self._model.encode_document
        try:
            rows = encode(list(texts), batch_size=32, show_progress_bar=False, convert_to_numpy=True)
        except (ValueError, RuntimeError, TypeError, IndexError) as error:
            raise EmbeddingFailedError(f"The model failed: {_first_line(error)}") from error
        return normalised(np.asarray(rows, dtype=np.float32))


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:300] if lines else type(error).__name__
