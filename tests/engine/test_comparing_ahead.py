"""A plan compares before it opens its picture of the store: others write meanwhile, and it is none the worse."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import HOUR, FixedClock
from engramma.model.plan import Plan
from engramma.model.progress import Cancelled, CancelToken, Progress
from engramma.store.database import wal_of

BIRTH = 1_790_000_000_000_000
SAID = (
    "Staging runs on port 5433.",
    "Staging is running on port 5433.",
    "Staging runs on port 5434.",
    "The subscription costs 49 € a month.",
    "The subscription costs 60 € a month.",
    "Deploys happen on Tuesdays from the release branch.",
)


class Meddler:
    """Changes the store while a plan compares, and empties the write-ahead log, which no reading may hold then."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.held: list[int] = []

    def __call__(self, progress: Progress) -> None:
        if progress.label != "Comparing memories" or self.held:
            return
        with closing(sqlite3.connect(self.store.path, timeout=0)) as other:
            self.held.append(other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
        assert wal_of(self.store.path).stat().st_size == 0
        self.store.memories.remember("The subscription costs 75 € a month.")
        self.store.memories.edit(3, "Staging runs on port 5439.")
        self.store.memories.trash([2])


def test_a_plan_is_that_of_its_picture_whatever_was_compared_ahead(tmp_path: Path) -> None:
    clock = FixedClock(BIRTH)
    with open_store(tmp_path / "busy.engramma", clock=clock, create=True) as store:
        for text in SAID:
            store.memories.remember(text)
            clock.advance(HOUR)
        alone = store.consolidation.plan()
        assert _pairs(alone) >= {("merge", (1, 2)), ("conflict", (4, 5))}

        meddler = Meddler(store)
        disturbed = store.consolidation.plan(report=meddler)
        assert meddler.held == [0]
        assert disturbed == store.consolidation.plan()
        assert ("merge", (1, 2)) not in _pairs(disturbed)
        assert ("conflict", (5, 7)) in _pairs(disturbed)

        cancel = CancelToken()
        with pytest.raises(Cancelled):
            store.consolidation.plan(report=lambda _progress: cancel.cancel(), cancel=cancel)


def _pairs(plan: Plan) -> set[tuple[str, tuple[int, ...]]]:
    return {(item.step.value, item.targets) for item in plan.items}
