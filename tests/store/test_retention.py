"""Old undo images are let go, their operations are sealed, merges keep what a split needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import NothingToUndoError
from engramma.model.policy import DEFAULT_POLICY
from engramma.store.journal.retention import seal_old
from engramma.store.tables import image


@pytest.fixture
def aged(tmp_path: Path) -> tuple[MemoryStore, FixedClock, list[int]]:
    """A store with an edit and a merge of 200 days ago and a pin of today, by operation id."""
    clock = FixedClock(1_790_000_000_000_000)
    store = open_store(tmp_path / "s.engramma", clock=clock, create=True)
    first = store.memories.remember("The port is 8080.").id
    second = store.memories.remember("The port is 8080, really.").id
    store.memories.edit(first, "The port is 8443.")
    store.memories.merge(first, [second])
    clock.advance(200 * DAY)
    store.memories.pin([first])
    return store, clock, [item.id for item in reversed(store.history.recent())]


def images_of(store: MemoryStore, operation: int) -> int:
    with store.workspace.database.read() as reading:
        return reading.connection.scalar(
            select(func.count()).select_from(image).where(image.c.operation_id == operation)
        )


def test_old_operations_are_sealed_and_merges_are_kept(aged) -> None:
    store, _clock, (_one, _two, edit, merge, pin) = aged
    assert store.history.seal_old() > 0
    assert images_of(store, edit) == 0
    assert images_of(store, merge) > 0
    assert images_of(store, pin) > 0
    with pytest.raises(NothingToUndoError, match="too old"):
        store.history.undo(edit)
    assert store.history.undo(pin).operation_id is not None
    assert store.history.undo(merge).operation_id is not None
    with pytest.raises(NothingToUndoError):
        store.history.undo()
    assert store.history.seal_old() == 0
    store.close()


def test_images_beyond_the_size_are_sealed_from_the_oldest_on(aged) -> None:
    store, clock, (_one, _two, edit, _merge, pin) = aged
    now = clock.now() - 200 * DAY
    seal_old(store.workspace.database, policy=DEFAULT_POLICY, now=now, largest=100_000)
    assert images_of(store, edit) > 0
    seal_old(store.workspace.database, policy=DEFAULT_POLICY, now=now, largest=1)
    assert images_of(store, edit) == 0
    with pytest.raises(NothingToUndoError, match="too old"):
        store.history.undo(pin)
    store.close()
