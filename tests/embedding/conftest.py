"""Hosts of a test's own: never met from elsewhere, and gone when the test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.embedding.host_processes import MakeEmbedder, end_host

from engramma.embedding.client import HostEmbedder
from engramma.embedding.hashing import NAME as HASHING
from engramma.embedding.runtime import meeting_place


@pytest.fixture
def runtime(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A short folder for the sockets of this test."""
    folder = tmp_path_factory.mktemp("run", numbered=True)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@pytest.fixture
def make_embedder(runtime: Path) -> Iterator[MakeEmbedder]:
    """`make_embedder()`: a client of this test's host; the host computes hashes, so it is there in no time."""
    made: list[HostEmbedder] = []
    scope = runtime.name

    def make(model: str = HASHING, *, idle_seconds: float = 60.0) -> HostEmbedder:
        embedder = HostEmbedder(model, scope=scope, idle_seconds=idle_seconds)
        made.append(embedder)
        return embedder

    yield make
    models = {embedder._asked_for for embedder in made}
    for embedder in made:
        embedder.close()
    for model in models:
        end_host(meeting_place(model, scope=scope).folder)
