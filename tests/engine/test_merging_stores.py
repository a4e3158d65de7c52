"""Two stores become one: what comes, what is in conflict, what a person decides, and back again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.bundles.choices import MergeChoices
from engramma.engine.exporting.values import Redaction
from engramma.model.answer import Answer
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import ImportFileError
from engramma.model.merging_stores import CONTRADICTS, EDITED, MergeConflict
from engramma.model.transfer import CollisionPolicy

SKIP, REPLACE, BOTH = CollisionPolicy.SKIP, CollisionPolicy.REPLACE, CollisionPolicy.BOTH
LOG = "Never log card numbers."
CENTS = "Totals are integer cents."
DATABASE = "The staging database listens on port 5432."


@pytest.fixture
def other(store: MemoryStore, tmp_path: Path, clock: FixedClock) -> Iterator[MemoryStore]:
    """A second store that began as the first and went its own way."""
    for text in (LOG, CENTS):
        store.memories.remember(text, importance=0.6)
    bundle = tmp_path / "begin.engramma-bundle"
    store.transfer.export(bundle)
    with open_store(tmp_path / "second.engramma", clock=clock, create=True) as second:
        second.transfer.import_files([bundle])
        clock.instant += DAY
        by_text = {second.memories.get(number).text: number for number in (1, 2)}
        second.memories.edit(by_text[LOG], "Never log card numbers or codes.")
        second.memories.edit(by_text[CENTS], "Totals are integer cents, always.")
        remember = second.memories.remember
        remember("The staging database listens on port 5433.", importance=0.5)
        second.memories.pin([remember("Ship on Fridays never.", importance=0.5).id])
        remember("Run the migrations first.", kind="procedural", importance=0.9)
        store.memories.remember(DATABASE, importance=0.5)
        store.memories.pin([1])
        yield second


def by_text(conflicts: tuple[MergeConflict, ...]) -> dict[str, MergeConflict]:
    return {conflict.ours.text: conflict for conflict in conflicts}


def texts(store: MemoryStore, query: str = "") -> set[str]:
    return {line.memory.text for line in store.memories.page(store.search.order(query).ids.tolist())}


def test_conflicts_are_named_and_decided_one_by_one(store: MemoryStore, other: MemoryStore) -> None:
    theirs_before = hashlib.sha256(other.path.read_bytes()).digest()
    before = picture(store)
    preview = store.transfer.preview_merge(other.path)
    assert picture(store) == before
    assert (preview.file.memories, preview.file.changed) == (3, 2)
    assert (preview.pinned, preview.procedural, preview.important) == (1, 1, 1)
    found = by_text(preview.conflicts)
    assert {text: (conflict.what, conflict.guarded) for text, conflict in found.items()} == {
        LOG: (EDITED, "yours is pinned"),
        CENTS: (EDITED, ""),
        DATABASE: (CONTRADICTS, ""),
    }
    rival = found[DATABASE]
    assert rival.detail == "5432 against 5433"
    choices = MergeChoices(
        by_uid={found[LOG].uid: BOTH, found[CENTS].uid: REPLACE, rival.uid: REPLACE},
        rivals={rival.uid: rival.ours.id},
    )
    done = store.transfer.merge(other.path, choices)
    assert done.files[0].asked == 2
    assert texts(store) == {
        LOG,
        "Never log card numbers or codes.",
        "Totals are integer cents, always.",
        "The staging database listens on port 5433.",
        "Ship on Fridays never.",
        "Run the migrations first.",
    }
    replaced = store.memories.get(rival.ours.id)
    assert (replaced.state, replaced.text) == ("superseded", DATABASE)
    history = [version.text for version in store.memories.details(found[CENTS].ours.id).versions]
    assert sorted(history) == sorted([CENTS, "Totals are integer cents, always."]), "ours keeps its own"
    asked = {(item.action, item.reason) for item in store.consolidation.proposals() if item.step == "ask"}
    assert asked == {
        ("pin", "Pinned in second.engramma"),
        ("change", "Procedural and of importance 0.90 in second.engramma"),
    }
    migrations = store.memories.get(int(store.search.order("migrations").ids[0]))
    assert (migrations.kind, migrations.importance, migrations.fades_at is None) == ("semantic", 0.79, False)
    assert store.transfer.merge(other.path, choices).files[0].new == 0, "the second time nothing is new"
    assert hashlib.sha256(other.path.read_bytes()).digest() == theirs_before
    assert done.operation_id is not None
    store.history.undo(done.operation_id)
    assert texts(store) == {LOG, CENTS, DATABASE}
    assert store.consolidation.proposals() == ()


def test_what_is_here_stays_unless_somebody_says_otherwise(
    store: MemoryStore, other: MemoryStore, tmp_path: Path
) -> None:
    bundle = tmp_path / "second.engramma-bundle"
    other.transfer.export(bundle)
    rival = by_text(store.transfer.preview_merge(bundle).conflicts)[DATABASE]
    done = store.transfer.merge(bundle, MergeChoices(rivals={rival.uid: rival.ours.id}))
    assert [skipped.reason for skipped in done.files[0].skipped] == [
        "memory: left out, since it contradicts what is here"
    ]
    assert texts(store) == {LOG, CENTS, DATABASE, "Ship on Fridays never.", "Run the migrations first."}
    masked = tmp_path / "masked.engramma-bundle"
    other.transfer.export(masked, redaction=Redaction(names=("integer",)))
    conflicts = store.transfer.preview_merge(masked).conflicts
    assert {conflict.guarded for conflict in conflicts} == {"theirs is masked"}
    with pytest.raises(ImportFileError, match="is the store that is open"):
        store.transfer.preview_merge(store.path)
    nonsense = tmp_path / "x.engramma"
    nonsense.write_bytes(b"SQLite format 3\x00" + b"\x01" * 4_000)
    with pytest.raises(ImportFileError, match="cannot be read as a store"):
        store.transfer.preview_merge(nonsense)


def test_another_policy_asks_once_and_is_taken_over_when_a_person_agrees(
    store: MemoryStore, other: MemoryStore
) -> None:
    here = store.policy()
    other.policy_set({"short_term_half_life": 14, "retrieval_threshold": 0.2})
    done = store.transfer.merge(other.path, MergeChoices())
    assert store.policy() == here
    assert [one.reason.split(";")[0] for one in done.files[0].skipped] == [
        "policy setting: the policy of a store in use stays as it is"
    ] * 2
    [asked] = [one for one in store.consolidation.asked() if one.action == "policy"]
    assert asked.settings == (("retrieval_threshold", 0.2), ("short_term_half_life", 14.0))
    assert done.files[0].asked == 3
    assert store.transfer.merge(other.path, MergeChoices()).operation_id is None
    other.policy_set({"short_term_half_life": 9})
    assert store.transfer.merge(other.path, MergeChoices()).operation_id is not None, "nothing else is new"
    assert [one.settings[1][1] for one in store.consolidation.asked() if one.settings] == [14.0, 9.0]
    store.history.undo()
    store.consolidation.answer(asked.proposal_id, Answer.ACCEPT)
    assert (store.policy().short_term_half_life, store.policy().retrieval_threshold) == (14, 0.2)
    assert store.history.recent(limit=1)[0].kind == "policy"
    store.history.undo()
    assert store.policy() == here
    assert asked in store.consolidation.asked()
