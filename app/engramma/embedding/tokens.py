"""Counts the tokens of a text as the model counts them, for budgets; without the model, and without torch.

By the `tokenizers` library from the model's own `tokenizer.json`. Where either is missing it estimates, and says so.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, Protocol

from engramma.embedding.model_folders import DEFAULT_MODEL, canonical_name, tokenizer_file

_CHARACTERS_A_TOKEN = 4
_ESTIMATE = "4 characters a token"


class TokenCounter(Protocol):
    """Safe between threads."""

    name: str
    """The tokenizer, for a person."""
    exact: bool
    """Whether a tokenizer counts; otherwise it is an estimate."""

    def count(self, text: str) -> int:
        """The tokens of `text`, without the special ones around it."""
        ...


@cache
def token_counter(model: str = DEFAULT_MODEL) -> TokenCounter:
    """The counter of a model by name or folder; one for all who ask. Takes some 20 ms the first time."""
    try:
        return _ModelCounter(model)
    except _NoTokenizerError:
        return _Estimate()


class _NoTokenizerError(Exception):
    """The library or the file is missing, or the file is not one."""


class _ModelCounter:
    exact = True

    def __init__(self, model: str) -> None:
        self.name = canonical_name(model)
        path = tokenizer_file(model)
        try:
            from tokenizers import Tokenizer
        except ImportError as error:
            raise _NoTokenizerError from error
        if path is None:
            raise _NoTokenizerError
        try:
            self._tokenizer: Any = Tokenizer.from_file(str(path))
        except Exception as error:
            # The library raises a bare Exception for a file that it cannot read.
            raise _NoTokenizerError from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._lock = threading.Lock()

    def count(self, text: str) -> int:
        with self._lock:
            return len(
                self._tokenizer.encode(text.encode("utf-8", "replace").decode(), add_special_tokens=False)
            )


class _Estimate:
    name = _ESTIMATE
    exact = False

    def count(self, text: str) -> int:
        return -(-len(text.encode("utf-8", "replace")) // _CHARACTERS_A_TOKEN)
