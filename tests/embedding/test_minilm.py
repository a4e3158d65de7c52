"""The real model through its host: the published vectors, meaning, odd texts, one process for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest
from tests.embedding.host_processes import end_host

from engramma.embedding import open_embedder
from engramma.embedding.client import HostEmbedder
from engramma.embedding.runtime import meeting_place
from engramma.embedding.sentence_model import is_installed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_installed(), reason="the extra `embeddings` is not installed"),
]

WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


@pytest.fixture(scope="module")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostEmbedder]:
    """One host for the tests of this file."""
    folder = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        embedder = open_embedder("host", scope=folder.name)
        assert isinstance(embedder, HostEmbedder)
        embedder.model(patience=90)
        yield embedder
        embedder.close()
        end_host(meeting_place("all-MiniLM-L6-v2", scope=folder.name).folder)


def test_it_is_the_published_model(minilm: HostEmbedder) -> None:
    model = minilm.model()
    assert (model.name, model.sha256, model.dimensions) == ("all-MiniLM-L6-v2", WEIGHTS, 384)
    published = [0.0677, 0.0635, 0.0487, 0.0793, 0.0374]
    assert np.allclose(
        minilm.embed_query("This is an example sentence", patience=30)[:5], published, atol=1e-4
    )


def test_other_words_for_the_same_are_near(minilm: HostEmbedder) -> None:
    rows = minilm.embed(
        ["The server went down last night.", "There was an outage yesterday evening.", "She likes tulips."]
    )
    assert rows[0] @ rows[1] > 0.5 > rows[0] @ rows[2]


def test_any_text_gets_a_vector(minilm: HostEmbedder) -> None:
    odd = ["", " ", "\x00", "🌷" * 50, "女王", "a" * 100_000, "word " * 20_000, "\ud800", "\u202e abc"]
    rows = minilm.embed(odd)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-4)


def test_a_text_has_one_vector_whatever_it_is_batched_with(minilm: HostEmbedder) -> None:
    texts = [f"{'the harbour ' * (number % 30)}{number}" for number in range(100)]
    together = minilm.embed(texts)
    alone = minilm.embed_query(texts[31], patience=30)
    assert float(together[31] @ alone) > 0.99999


def test_it_uses_no_network_and_keeps_to_itself(minilm: HostEmbedder) -> None:
    process = psutil.Process(minilm.host_pid())
    assert [link for link in process.net_connections("inet") if link.status != psutil.CONN_NONE] == []
    environment = process.environ()
    assert Path(process.cwd()).stat().st_mode & 0o077 == 0
    assert environment["XDG_RUNTIME_DIR"]
