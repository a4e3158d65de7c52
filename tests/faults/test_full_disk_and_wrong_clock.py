"""A full disk and a clock that lies: a clear message, nothing lost, nothing overflows."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from tests.engine.import_files import conversation
from tests.engine.store_picture import picture
from tests.faults.soundness import check_file, check_journal

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import DAY, EARLIEST, LATEST, FixedClock
from engramma.model.errors import StoreError


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> Iterator[MemoryStore]:
    with open_store(store_path, clock=frozen_clock, create=True) as made:
        for number in range(20):
            made.memories.remember(f"Fact {number}.", tags=["x"])
        yield made


@contextmanager
def full_disk(store: MemoryStore, *, room: int = 0) -> Iterator[None]:
    """Within, the file cannot grow by more than `room` pages."""
    engine = store.workspace.database._writer
    limit = 0

    def keep_small(connection: object) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {limit}")  # type: ignore[attr-defined]

    with store.workspace.database.write() as connection:
        limit = connection.exec_driver_sql("PRAGMA page_count").scalar_one() + room
    event.listen(engine, "begin", keep_small)
    try:
        yield
    finally:
        event.remove(engine, "begin", keep_small)
        with store.workspace.database.write() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")


@pytest.mark.parametrize("room", [0, 5, 40])
def test_an_import_on_a_full_disk(
    store: MemoryStore, tmp_path: Path, room: int, expected_log: Callable[[str], None]
) -> None:
    talk = conversation(tmp_path / "talk.json", sessions=30, turns=120)
    before = picture(store)
    with full_disk(store, room=room), pytest.raises(StoreError, match=r"The disk is full.*Free some space"):
        store.transfer.import_files([talk])
    store.workspace.journal.recover()
    assert picture(store) == before
    check_journal(store)
    check_file(store.path)
    assert store.transfer.import_files([talk]).files[0].events == 3_600


def test_single_changes_on_a_full_disk(store: MemoryStore) -> None:
    before = picture(store)
    refused = 0
    problems: set[str] = set()
    with full_disk(store):
        for number in range(60):
            try:
                store.memories.remember(f"More {number} " * 200)
            except StoreError as problem:
                problems.add(str(problem))
                refused += 1
        assert store.statistics().total == 80 - refused
        assert store.memories.get(1).text == "Fact 0."
    assert problems == {"The disk is full; nothing was changed. Free some space and try again."}
    while store.statistics().total > 20:
        store.history.undo()
    assert picture(store) == before
    check_file(store.path)


def test_a_bulk_change_on_a_full_disk_is_taken_back(store: MemoryStore, tmp_path: Path) -> None:
    ids = [store.memories.remember(f"Other {number}.").id for number in range(400)]
    before = picture(store)
    problem: StoreError | None = None
    with full_disk(store):
        for number in range(100):
            try:
                store.memories.tag(ids, add=[f"a long tag number {number} to fill some pages"])
            except StoreError as found:
                problem = found
                break
            before = picture(store)
    assert "The disk is full" in str(problem)
    store.workspace.journal.recover()
    assert picture(store) == before
    check_journal(store)
    check_file(store.path)


LIMITED = """
import resource, sys
from pathlib import Path
from engramma.engine import open_store
from engramma.model.errors import StoreError
with open_store(Path(sys.argv[1])) as store:
    size = store.path.stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 200_000, resource.RLIM_INFINITY))
    kept = 0
    try:
        for number in range(2_000):
            store.memories.remember(f"Kept {number} " * 50)
            kept += 1
    except StoreError as problem:
        print(kept, problem)
    print(store.statistics().total)
"""


def test_a_file_system_that_refuses_to_write(store: MemoryStore) -> None:
    store.checkpoint()
    total = store.statistics().total
    store.close()
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(store.path)], capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    first, second = done.stdout.splitlines()
    kept, said = first.split(" ", 1)
    assert said.startswith("store.engramma could not be read or written.") or "disk is full" in said
    assert int(second) == total + int(kept)
    with open_store(store.path) as again:
        assert again.statistics().total == total + int(kept)
        assert again.memories.remember("There is room again.").created
    check_file(store.path)
    assert resource.getrlimit(resource.RLIMIT_FSIZE)


@pytest.mark.parametrize("moment", [0, -1, EARLIEST, LATEST, 1, -(1 << 62), (1 << 62)])
def test_any_moment_is_survived(store: MemoryStore, frozen_clock: FixedClock, moment: int) -> None:
    right = frozen_clock.now()
    frozen_clock.instant = moment
    made = store.memories.remember("Made at a strange time.", tags=["y"]).id
    store.memories.edit(made, "Edited at a strange time.")
    store.memories.pin([1, made])
    store.memories.unpin([made])
    store.memories.rehearse([2])
    _look(store)
    frozen_clock.instant = right
    _look(store)
    assert 0.0 <= store.memories.get(made).strength <= 1.0
    store.memories.rehearse([made])
    frozen_clock.advance(7 * DAY)
    assert store.memories.get(made).strength == pytest.approx(2 ** -(7 / 60), abs=1e-9)
    for _ in range(6):
        store.history.undo()
    assert store.statistics().total == 20
    check_file(store.path)


def _look(store: MemoryStore) -> None:
    for query in ("", "fades:<7d", "is:dormant", "created:today", "sort"):
        store.search.order(query)
        store.search.facets(query)
    for line in store.memories.page(range(1, 30)):
        assert 0.0 <= line.memory.strength <= 1.0
        store.memories.details(line.memory.id)
    store.statistics()
    store.history.by_day()


def test_a_clock_that_was_set_back_loses_no_order(store: MemoryStore, frozen_clock: FixedClock) -> None:
    frozen_clock.advance(-400 * DAY)
    one = store.memories.remember("After the clock was set back.")
    assert [item.id for item in store.history.recent(limit=2)] == [21, 20]
    assert store.history.undo_label() == f"new memory M-{one.id}"
    assert one.uid > store.memories.get(1).uid, "ids still grow"
    store.history.undo()
    assert store.history.redo().operation_id is not None
    frozen_clock.advance(800 * DAY)
    assert store.memories.remember("After it was set right.").created


def test_old_undo_images_are_not_let_go_because_a_clock_was_wrong(
    store: MemoryStore, frozen_clock: FixedClock
) -> None:
    right = frozen_clock.now()
    store.memories.edit(1, "Edited today.")
    frozen_clock.instant = 0
    store.memories.tag([2], add=["in-1970"])
    frozen_clock.instant = right
    store.memories.edit(3, "Edited after that.")
    store.history.seal_old()
    for _ in range(3):
        assert store.history.undo().operation_id is not None
    assert store.memories.get(1).text == "Fact 0."
