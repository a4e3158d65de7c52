"""Find and replace: what was looked at is what is written, pins stay, patterns are stopped, undo is exact."""

from __future__ import annotations

import threading
import time

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore
from engramma.engine.memories import patterns
from engramma.model.errors import InvalidValueError
from engramma.model.replacing import FindSpec
from engramma.store.tables import memory, segment, tag, version

CONTENT = (memory, segment, version, tag)


@pytest.fixture
def ids(store: MemoryStore) -> list[int]:
    texts = (
        "Deploys run from jenkins at noon.",
        "Jenkins has 4 workers, jenkins2 has 8.",
        "Jenkins",
        "Nothing of the kind.",
        "Never turn jenkins off.",
    )
    made = [store.memories.remember(text).id for text in texts]
    store.memories.pin([made[4]])
    return made


def test_plain_text_is_found_and_replaced_as_one_operation(store: MemoryStore, ids: list[int]) -> None:
    before = picture(store, tables=CONTENT)
    found = store.curation.find(ids, FindSpec("jenkins", "Buildkite"))
    assert [hit.memory_id for hit in found.hits] == [ids[0], ids[1], ids[2], ids[4]]
    assert [hit.count for hit in found.hits] == [1, 2, 1, 1]
    assert (found.looked, found.places) == (5, 5)
    assert picture(store, tables=CONTENT) == before

    done = store.curation.replace(found.hits)
    assert (done.memories, done.places, done.changed, done.guarded) == (3, 4, (), (ids[4],))
    changed = store.memories.details(ids[1])
    assert changed.memory.text == "Buildkite has 4 workers, Buildkite2 has 8."
    assert changed.memory.person_edited
    assert [one.text for one in changed.versions] == [found.hits[1].before, found.hits[1].after]
    assert store.memories.get(ids[4]).text == "Never turn jenkins off."
    assert store.search.count("buildkite") == 3
    assert store.history.recent(limit=1)[0].label == "find and replace in 3 memories"

    store.history.undo(done.operation_id)
    assert picture(store, tables=CONTENT) == before


def test_what_would_be_too_long_is_named_and_left_out(store: MemoryStore, ids: list[int]) -> None:
    long = store.memories.remember("jenkins, " * 2_000).id
    found = store.curation.find([ids[0], long], FindSpec("jenkins", "x" * 1_000))
    assert [hit.memory_id for hit in found.hits] == [ids[0]]
    assert found.too_long == (long,)
    assert store.curation.replace(found.hits).memories == 1, "the others are not held up by it"
    with pytest.raises(InvalidValueError, match="too much text"):
        store.curation.find([long], FindSpec("jenkins", "x" * 100_000))


def test_words_case_and_groups(store: MemoryStore, ids: list[int]) -> None:
    whole = store.curation.find(ids, FindSpec("jenkins", "CI", whole_word=True, match_case=True))
    assert [hit.after for hit in whole.hits] == ["Deploys run from CI at noon.", "Never turn CI off."]
    grouped = store.curation.find(ids, FindSpec(r"(\w+) has (\d+)", r"\2 \1", pattern=True))
    assert [hit.after for hit in grouped.hits] == ["4 Jenkins workers, 8 jenkins2."]
    literal = store.curation.find(ids, FindSpec("jenkins.", r"\1"))
    assert literal.hits == ()


def test_a_text_is_never_emptied(store: MemoryStore, ids: list[int]) -> None:
    found = store.curation.find(ids, FindSpec("Jenkins", " "))
    assert found.emptied == (ids[2],)
    assert ids[2] not in [hit.memory_id for hit in found.hits]


def test_what_changed_since_is_passed_over_and_named(store: MemoryStore, ids: list[int]) -> None:
    found = store.curation.find(ids, FindSpec("jenkins", "CI"))
    store.acting_as("agent:claude").memories.edit(ids[0], "Deploys run from jenkins at one.")
    store.memories.trash([ids[1]])
    done = store.curation.replace(found.hits, even_pinned=True)
    assert done.changed == (ids[0], ids[1])
    assert store.memories.get(ids[0]).text == "Deploys run from jenkins at one."
    assert store.memories.get(ids[4]).text == "Never turn CI off.", "asked for"


def test_a_pin_set_after_the_look_holds(store: MemoryStore, ids: list[int]) -> None:
    found = store.curation.find(ids, FindSpec("jenkins", "CI"))
    store.memories.pin([ids[0]])
    assert store.curation.replace(found.hits, even_pinned=True).guarded == (ids[0],)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (FindSpec("", "x"), "Say what to find"),
        (FindSpec("(", "x", pattern=True), "cannot be read"),
        (FindSpec("a", r"\1", pattern=True), "cannot be read"),
        (FindSpec("a*", "x", pattern=True), "empty places"),
        (FindSpec("a" * 2_000, "x"), "At most"),
    ],
)
def test_what_cannot_be_looked_for_is_said(store: MemoryStore, spec: FindSpec, words: str) -> None:
    with pytest.raises(InvalidValueError, match=words):
        store.curation.find([1], spec)


def test_a_pattern_without_end_is_stopped_and_holds_nobody_up(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "PATIENCE", 0.4)
    made = store.memories.remember("a" * 40 + "!").id
    gaps = [0.0]
    stop = threading.Event()

    def watch() -> None:
        last = time.perf_counter()
        while not stop.wait(0.005):
            gaps.append(time.perf_counter() - last)
            last = time.perf_counter()

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        with pytest.raises(InvalidValueError, match="too long"):
            store.curation.find([made], FindSpec("(a+)+$", "x", pattern=True))
    finally:
        stop.set()
        thread.join()
    assert max(gaps) < 0.3


def test_agents_do_not_replace(store: MemoryStore, agent: MemoryStore, ids: list[int]) -> None:
    found = agent.curation.find(ids, FindSpec("jenkins", "CI"))
    with pytest.raises(InvalidValueError, match="person"):
        agent.curation.replace(found.hits)
