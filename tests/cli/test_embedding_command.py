"""`engramma embed`: what it does, what it says, and what it says when there is no model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engramma.embedding import EmbeddingFailedError, Vectors
from engramma.embedding.hashing import HashingEmbedder


@pytest.fixture
def hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")


@pytest.mark.usefixtures("hashing")
def test_it_embeds_what_waits_and_says_so(engramma: Callable[..., Any], ask: Callable[..., Any]) -> None:
    engramma("remember", "The harbour is green.")
    assert engramma("embed", "--dry-run").out == "1 text without a vector by hashing.\n"
    done = ask("embed")
    assert done["written"] == 1
    assert done["model"]["name"] == "hashing"
    assert done["counts"]["memory"] == {"embedded": 1, "waiting": 0, "failed": 0}
    assert done["failures"] == []
    assert engramma("embed").out == "Every text has its vector.\n"
    assert ask("stats")["vectors"] == 1


@pytest.mark.usefixtures("hashing")
def test_a_failure_is_listed_and_retried(
    engramma: Callable[..., Any], ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    uid = ask("remember", "A bad text.")["id"]
    engramma("remember", "A good one.")
    sound = HashingEmbedder.embed

    def refuse(self: HashingEmbedder, texts: list[str], **options: Any) -> Vectors:
        if any("bad" in text for text in texts):
            raise EmbeddingFailedError("That text\nis bad.")
        return sound(self, texts, **options)

    monkeypatch.setattr(HashingEmbedder, "embed", refuse)
    done = engramma("embed")
    assert done.code == 0
    assert done.out.splitlines()[1] == "memory 1: That text is bad."
    assert "--retry" in done.complaint
    assert ask("embed")["failures"] == [
        {"type": "memory", "id": uid, "attempts": 1, "error": "That text\nis bad."}
    ]
    monkeypatch.setattr(HashingEmbedder, "embed", sound)
    assert ask("embed")["written"] == 0
    again = ask("embed", "--retry")
    assert (again["written"], again["failures"]) == (1, [])


def test_without_a_model_it_fails_in_one_sentence(engramma: Callable[..., Any]) -> None:
    engramma("remember", "The harbour is green.")
    done = engramma("embed")
    assert (done.code, done.out) == (1, "")
    assert "words alone" in done.complaint
    shown = engramma("embed", "--dry-run", "--json")
    assert shown.code == 0
    assert shown.document["model"] is None


def test_it_makes_no_store(engramma: Callable[..., Any]) -> None:
    assert engramma("embed").code == 1
