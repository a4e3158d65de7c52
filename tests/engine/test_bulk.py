"""Changes of many memories: the preview tells what is written, long ones report, and cancelling takes all back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.engine.memories import bulk
from engramma.engine.memories.bulk import Running
from engramma.model.bulk import BulkAction, BulkChange, Trait
from engramma.model.clock import FixedClock
from engramma.model.errors import InvalidValueError
from engramma.model.progress import Cancelled, CancelToken, Progress

NOTHING: frozenset[Trait] = frozenset()
CHANGES = (
    BulkChange(BulkAction.PIN),
    BulkChange(BulkAction.UNPIN),
    BulkChange(BulkAction.TAG, add=("new", "a"), remove=("b",)),
    BulkChange(BulkAction.IMPORTANCE, 0.5),
    BulkChange(BulkAction.KIND, "procedural"),
    BulkChange(BulkAction.CATEGORY, "decision"),
    BulkChange(BulkAction.TIER, "long"),
    BulkChange(BulkAction.REHEARSE),
    BulkChange(BulkAction.TRASH),
    BulkChange(BulkAction.RESTORE),
)


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> Iterator[MemoryStore]:
    """Thirty memories of every sort, and some of them pinned, edited, procedural, superseded, in the Trash."""
    opened = open_store(store_path, clock=frozen_clock, create=True)
    ids = [
        opened.memories.remember(
            f"Port {8000 + number} belongs to service {number}.",
            kind="procedural" if number % 7 == 0 else "semantic",
            category="decision" if number % 5 == 0 else "fact",
            importance=0.5 if number % 4 == 0 else 0.3,
            tags=["a", "b"][: number % 3],
        ).id
        for number in range(30)
    ]
    opened.memories.pin(ids[3:6])
    opened.memories.edit(ids[8], "Port 8008 belongs to nobody.")
    opened.memories.correct(ids[9], "Port 9009 belongs to service 9.")
    opened.memories.trash(ids[20:24])
    yield opened
    opened.close()


def test_what_was_promised_is_what_changes(store: MemoryStore) -> None:
    ids = tuple(store.search.order("state:any").ids.tolist())
    before = {line.memory.id: line for line in store.memories.page(ids)}
    pinned = {one for one, line in before.items() if line.memory.pinned}
    for change in CHANGES:
        preview = store.memories.preview_bulk((*ids, 9_999), change)
        assert (preview.ids, preview.gone) == (ids, 1)
        assert (preview.count(Trait.PINNED), preview.count(Trait.TRASHED)) == (3, 4)
        assert {sample.id for sample in preview.samples} <= set(preview.chosen(frozenset(Trait)))
        for included in (NOTHING, frozenset({Trait.PINNED}), frozenset(Trait)):
            assert len(preview.chosen(included)) == preview.changing(included), change
        chosen = preview.chosen(NOTHING)
        assert Trait.PINNED not in change.protects or not pinned & set(chosen)
        assert store.memories.apply_bulk(chosen, change) == len(chosen) > 0, change
        after = {line.memory.id: line for line in store.memories.page(ids)}
        assert {one for one in ids if before[one] != after[one]} <= set(chosen), change
        again = store.memories.preview_bulk(chosen, change)
        assert again.changing(NOTHING) == (len(chosen) if change.action is BulkAction.REHEARSE else 0)
        store.history.undo()
        assert {line.memory.id: line for line in store.memories.page(ids)} == before, change


def test_a_long_change_reports_and_cancelling_takes_it_back(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "SHORT_ROWS", 5)
    monkeypatch.setattr("engramma.store.journal.pace.SMALLEST", 1)
    ids = tuple(store.search.order("").ids.tolist())
    told: list[Progress] = []
    store.memories.tag(ids, add=["long"], run=Running(told.append))
    assert (told[0].done, told[-1].done, told[-1].total) == (0, len(ids), len(ids))
    assert store.search.count("tag:long") == len(ids)

    token = CancelToken()

    def cancel(_progress: Progress) -> None:
        token.cancel()

    operations = len(store.history.recent())
    with pytest.raises(Cancelled):
        store.memories.trash(ids, run=Running(cancel, token))
    assert store.search.count("is:trashed tag:long") == 0
    assert len(store.history.recent()) == operations


def test_a_value_that_cannot_be_is_refused_by_the_preview(store: MemoryStore) -> None:
    with pytest.raises(InvalidValueError):
        store.memories.preview_bulk([1], BulkChange(BulkAction.TIER, "sensory"))
    with pytest.raises(InvalidValueError):
        store.memories.preview_bulk([1], BulkChange(BulkAction.TAG, add=("a,b",)))


def test_a_selection_is_exported_by_its_ids(store: MemoryStore, tmp_path: Path) -> None:
    ids = store.search.order("").ids.tolist()[:5]
    report = store.transfer.export(tmp_path / "some.engramma-bundle", ids=[*ids, 9_999])
    assert report.counts["memory"] == 5
