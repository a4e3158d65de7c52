"""The embedder without a model: the same everywhere, of length 1, nearer for texts that share words."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.embedding import EmbeddingFailedError, EmbeddingUnavailableError, open_embedder
from engramma.embedding.embedder import normalised
from engramma.embedding.hashing import DIMENSIONS, HashingEmbedder
from engramma.model.errors import InvalidValueError
from engramma.model.progress import Cancelled, CancelToken


@given(st.lists(st.text(max_size=40), max_size=8))
def test_every_text_gets_a_row_of_length_one(texts: list[str]) -> None:
    rows = HashingEmbedder().embed(texts)
    assert rows.shape == (len(texts), DIMENSIONS)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)


def test_shared_words_bring_texts_together() -> None:
    near, same, far = HashingEmbedder().embed(
        ["The harbour is green.", "A green harbour!", "Invoices go out on Friday."]
    )
    assert near @ same > 0.5 > near @ far


def test_another_process_computes_the_same() -> None:
    code = (
        "from engramma.embedding.hashing import HashingEmbedder as H;"
        "print(H().embed(['Die Königin — 女王']).tobytes().hex())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == HashingEmbedder().embed(["Die Königin — 女王"]).tobytes().hex()


def test_it_stops_when_it_is_told() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        HashingEmbedder().embed(["a"], cancel=cancel)


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf])
def test_a_row_that_is_no_vector_is_refused(bad: float) -> None:
    rows = np.ones((3, 4), dtype=np.float32)
    rows[1] = bad
    with pytest.raises(EmbeddingFailedError):
        normalised(rows)


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_embedder().kind == "off"
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", " Hash ")
    assert open_embedder().kind == "hash"
    monkeypatch.delenv("ENGRAMMA_EMBEDDER")
    assert open_embedder().kind == "host"
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "cloud")
    with pytest.raises(InvalidValueError, match="cloud"):
        open_embedder()


def test_off_refuses_everything_in_words() -> None:
    embedder = open_embedder("off")
    assert not embedder.ready()
    for call in (embedder.model, lambda: embedder.embed(["a"]), lambda: embedder.embed_query("a")):
        with pytest.raises(EmbeddingUnavailableError, match="words alone"):
            call()
