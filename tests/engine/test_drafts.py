"""Drafts: kept beside the memories, never part of what agents, bundles or undo see, and gone with what is erased."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import MINUTE, FixedClock
from engramma.model.draft import CORRECTION, NEW, TEXT, Draft
from engramma.model.errors import GoneEditError, NotFoundError, ReadOnlyStoreError, StaleEditError
from engramma.store import owner

SECRET = "The staging password is swordfish-4711."


def test_a_draft_is_found_by_the_next_process(store: MemoryStore, clock: FixedClock) -> None:
    memory = store.memories.remember("Deploys happen on Tuesdays.").id
    key = store.drafts.new_key(TEXT)
    store.drafts.keep(key, "Deploys", memory_id=memory, base_version=1)
    clock.advance(MINUTE)
    kept = store.drafts.keep(key, "Deploys happen on Wed", memory_id=memory, base_version=1)
    fields = (("kind", "procedural"), ("tags", "deploy,ops"))
    clock.advance(MINUTE)
    new = store.drafts.keep(store.drafts.new_key(NEW), "Ask before “force”\nis used.", fields=fields)
    before = store.history.recent()
    with open_store(store.path, clock=clock) as later:
        assert later.drafts.list() == (new, kept)
        assert later.drafts.list(memory_id=memory) == (kept,)
        assert later.memories.get(memory).text == "Deploys happen on Tuesdays.", "nothing is applied"
        later.drafts.drop(key)
    assert store.drafts.list() == (new,)
    store.drafts.drop(new.key)
    assert store.drafts.list() == ()
    assert store.history.recent() == before, "a draft is no operation"
    assert (new.title, kept.title) == ("New memory", f"M-{memory}")


def test_two_sittings_never_overwrite_each_other(store: MemoryStore) -> None:
    memory = store.memories.remember("Deploys happen on Tuesdays.").id
    keys = [store.drafts.new_key(editor) for editor in (TEXT, TEXT, CORRECTION)]
    for number, key in enumerate(keys):
        store.drafts.keep(key, f"Wording {number}.", memory_id=memory, base_version=1)
    assert {draft.text for draft in store.drafts.list()} == {"Wording 0.", "Wording 1.", "Wording 2."}


def test_what_is_no_longer_filled_in_is_forgotten(store: MemoryStore) -> None:
    key = store.drafts.new_key(NEW)
    store.drafts.keep(key, "Ask first.", fields=(("kind", "procedural"),))
    kept = store.drafts.keep(key, "Ask first, always.")
    assert store.drafts.list() == (kept,)


def test_a_sitting_that_goes_on_with_another_memory_is_one_draft(store: MemoryStore) -> None:
    one, other = (store.memories.remember(text).id for text in ("First statement.", "Second statement."))
    key = store.drafts.new_key(TEXT)
    store.drafts.keep(key, "Mine.", memory_id=one, base_version=1)
    moved = store.drafts.keep(key, "Mine.", memory_id=other, base_version=3)
    assert store.drafts.list() == (moved,)


def test_a_purge_takes_drafts_with_it_and_none_is_written_after(store: MemoryStore) -> None:
    memory = store.memories.remember(SECRET).id
    other = store.memories.remember("Staging is rebuilt on Mondays.").id
    key, second = store.drafts.new_key(TEXT), store.drafts.new_key(TEXT)
    store.drafts.keep(key, "The staging password is changed.", memory_id=memory, base_version=1)
    store.drafts.keep(second, f"Staging is rebuilt. {SECRET}", memory_id=other, base_version=1)
    new = store.drafts.new_key(NEW)
    store.drafts.keep(new, SECRET, fields=(("kind", "semantic"),))
    places = {place.name: place.count for place in store.purging.preview([memory]).places}
    assert places["draft"] == 1
    assert places["draft_words"] == 2
    store.purging.purge([memory])
    left = {draft.key: draft.text for draft in store.drafts.list()}
    assert left.keys() == {second, new}
    assert not any("swordfish" in text for text in left.values())
    with pytest.raises(NotFoundError):
        store.drafts.keep(key, SECRET, memory_id=memory, base_version=1)
    assert left.keys() == {draft.key for draft in store.drafts.list()}
    assert b"swordfish" not in store.path.read_bytes()


def test_what_a_living_process_writes_is_left_to_it_and_a_dead_one_s_goes_on_here(store: MemoryStore) -> None:
    fields = (("kind", "procedural"),)
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        started = owner._start(other.pid)
        key = f"{store.drafts.new_key(NEW).partition('@')[0]}@{other.pid}:{started}"
        store.drafts.keep(key, "Half a senten", fields=fields)
        mine = store.drafts.keep(store.drafts.new_key(TEXT), "Mine")
        found = {draft.key: draft.elsewhere for draft in store.drafts.list()}
        assert found == {key: True, mine.key: False}
    finally:
        other.communicate(b"\n")
    (left,) = [draft for draft in store.drafts.list() if draft.key == key]
    assert not left.elsewhere, "its process is gone"
    store.drafts.adopt(left)
    (taken,) = [draft for draft in store.drafts.list() if draft.editor == NEW]
    assert taken.key == store.drafts.own_key(left) != key
    assert (taken.text, taken.fields, taken.sitting) == ("Half a senten", fields, left.sitting)
    store.drafts.drop(taken.key)
    assert store.drafts.list() == (mine,)


def test_a_bundle_holds_no_draft(store: MemoryStore, tmp_path: Path) -> None:
    store.memories.remember("Deploys happen on Tuesdays.")
    store.transfer.export(tmp_path / "before.bundle")
    store.drafts.keep(store.drafts.new_key(NEW), "Half a senten")
    store.transfer.export(tmp_path / "after.bundle")
    assert (tmp_path / "after.bundle").read_bytes() == (tmp_path / "before.bundle").read_bytes()


def test_a_store_that_is_open_read_only_keeps_none(store: MemoryStore, clock: FixedClock) -> None:
    with open_store(store.path, clock=clock, read_only=True) as reading:
        with pytest.raises(ReadOnlyStoreError):
            reading.drafts.keep(reading.drafts.new_key(NEW), "Half a senten")
        assert reading.drafts.list() == ()


def test_an_edit_of_what_was_put_away_meanwhile_writes_nothing(store: MemoryStore) -> None:
    merged, survivor, old = (
        store.memories.remember(text).id for text in ("Port is 80.", "The port is 80.", "Old fact here.")
    )
    store.memories.merge(survivor, [merged])
    with pytest.raises(GoneEditError) as gone:
        store.memories.edit(merged, "Port is 81.", base_version=1, base_state="active")
    assert (gone.value.state, gone.value.successor_id) == ("superseded", survivor)
    corrected = store.memories.correct(old, "New fact here.").id
    with pytest.raises(GoneEditError) as gone:
        store.memories.correct(old, "Another fact here.", base_version=1)
    assert gone.value.successor_id == corrected
    store.memories.edit(corrected, "New fact, here.")
    with pytest.raises(StaleEditError):
        store.memories.correct(corrected, "Other.", base_version=1)
    assert store.memories.edit(merged, "On purpose.", base_version=1, base_state="superseded").version == 2


def test_the_title_of_a_correction_says_so() -> None:
    assert Draft("correction:1", 12, 1, "", 0).title == "Correction of M-12"
