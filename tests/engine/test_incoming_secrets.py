"""The secrets that a file would bring: found in what is new to the store, never written, never a path."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engramma.engine import MemoryStore
from engramma.engine.incoming_secrets import find_incoming
from engramma.model.errors import ImportFileError
from engramma.model.progress import Cancelled, CancelToken, Progress

KEY = "sk-test-4eC39HqLyjWDarjtT1zdp7dc3f"
IBAN = "DE89 3704 0044 0532 0130 00"
SAID = (
    f"Test key is {KEY}, rotate monthly.",
    f"Refund via {IBAN}, as asked.",
    f"Again {KEY}, said twice.",
    "The log lies in /home/mara/log.txt on that machine.",
    "She likes rye bread.",
)


@pytest.fixture
def knowledge(tmp_path: Path) -> Path:
    """A memory.jsonl with two secrets in three observations."""
    path = tmp_path / "memory.jsonl"
    entity = {"type": "entity", "name": "Gateway", "entityType": "service", "observations": list(SAID)}
    path.write_text(json.dumps(entity) + "\n", "utf-8")
    return path


def test_secrets_of_new_texts_are_counted_with_their_places(store: MemoryStore, knowledge: Path) -> None:
    heard: list[Progress] = []
    found = store.transfer.find_incoming_secrets(knowledge, "mcp-memory", report=heard.append)
    assert [(hit.label, hit.value, hit.count) for hit in found.findings.hits] == [
        ("API key", KEY, 2),
        ("Bank account", IBAN, 1),
    ]
    assert {place.where for hit in found.findings.hits for place in hit.places} == {"line 1"}
    assert [row.text for row in found.rows] == list(SAID[:3])
    assert heard
    assert store.statistics().total == 0


def test_what_the_store_knows_or_has_deleted_brings_nothing(store: MemoryStore, knowledge: Path) -> None:
    store.transfer.import_files([knowledge])
    assert store.transfer.find_incoming_secrets(knowledge, "mcp-memory").count == 0
    store.memories.trash(store.search.order("", limit=10).ids.tolist())
    assert store.transfer.find_incoming_secrets(knowledge, "mcp-memory").count == 0
    assert find_incoming(None, knowledge, "mcp-memory", report=_deaf, cancel=CancelToken()).count == 2


def test_a_bundle_is_searched_as_well(store: MemoryStore, knowledge: Path, tmp_path: Path) -> None:
    store.transfer.import_files([knowledge])
    bundle = tmp_path / "all.engramma-bundle"
    store.transfer.export(bundle)
    assert store.transfer.find_incoming_secrets(bundle, "engramma-bundle").count == 0
    alone = find_incoming(None, bundle, "engramma-bundle", report=_deaf, cancel=CancelToken())
    assert (alone.count, [row.line for row in alone.rows]) == (2, [1, 2, 3])


def test_it_can_be_cancelled_and_says_what_it_cannot_read(store: MemoryStore, knowledge: Path) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        store.transfer.find_incoming_secrets(knowledge, "mcp-memory", cancel=token)
    with pytest.raises(ImportFileError):
        store.transfer.find_incoming_secrets(knowledge.with_name("none.jsonl"), "mcp-memory")


def _deaf(_progress: Progress) -> None:
    pass
