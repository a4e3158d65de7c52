"""The sample store: complete, consistent, all in the past, and never built over somebody's work."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from engramma.engine import MemoryStore
from engramma.engine.sample import build as building
from engramma.engine.sample import open_sample
from engramma.engine.sample.source import Calendar
from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY, FixedClock, parse_iso
from engramma.model.errors import StoreError
from engramma.model.policy import DEFAULT_POLICY
from engramma.store.derive import derive_memories
from engramma.store.tables import event, memory, operation, recall, segment, session

MORNING = parse_iso("2026-03-02T09:30:00Z")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample, built once; copy it before changing it."""
    folder = tmp_path_factory.mktemp("sample")
    open_sample(folder, clock=FixedClock(MORNING)).close()
    return folder


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "sample"
    shutil.copytree(built, copy)
    return copy


@pytest.fixture
def sample(folder: Path) -> Iterator[MemoryStore]:
    with open_sample(folder, clock=FixedClock(MORNING)) as store:
        yield store


@pytest.fixture
def no_building(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Notes what would be built instead of building it."""
    wanted: list[Path] = []
    monkeypatch.setattr(building, "build_sample", lambda path, clock: wanted.append(path))
    return wanted


def test_it_has_something_for_every_view(sample: MemoryStore) -> None:
    found = sample.statistics()
    assert found.sessions >= 40
    assert found.total >= 300
    for counts in (found.by_tier, found.by_kind, found.by_state):
        assert min(counts.values()) >= 3, counts
    assert min(found.pinned, found.dormant) >= 5
    assert sample.name == "larkspur-shop"
    assert len(sample.saved.list()) >= 2
    assert len(sample.history.counts()) >= 3
    assert sample.search.order("is:conflicted").ids.size >= 2
    assert [item.name for item in sample.path.parent.iterdir() if item.name.startswith(".")] == []
    assert sample.doctor.check(full=True).failed == ()


def test_nothing_lies_in_the_future(sample: MemoryStore) -> None:
    with sample.workspace.database.read() as reading:
        for column in (
            memory.c.created_at, segment.c.t0, event.c.at, session.c.started_at, operation.c.at, recall.c.at,
        ):  # fmt: skip
            newest = max(
                row
                for row in reading.connection.scalars(column.table.select().with_only_columns(column))
                if row
            )
            assert newest <= MORNING, column
        newest = max(reading.connection.scalars(operation.select().with_only_columns(operation.c.at)))
        assert newest > MORNING - 2 * DAY, "it ends today or yesterday"


def test_derived_columns_follow_from_the_rest(sample: MemoryStore) -> None:
    def derived() -> list[tuple[object, ...]]:
        with sample.workspace.database.read() as reading:
            names = (
                "id",
                "t0",
                "log2_s0",
                "half_life",
                "fades_at",
                "recalls",
                "last_recalled_at",
                "conflicted",
            )
            rows = reading.connection.execute(
                memory.select().with_only_columns(*(memory.c[name] for name in names))
            )
            return sorted(tuple(row) for row in rows)

    before = derived()
    with sample.workspace.database.write() as connection:
        derive_memories(connection, [row[0] for row in before], policy=DEFAULT_POLICY)  # type: ignore[misc]
    assert derived() == before


def test_the_file_is_sound(sample: MemoryStore) -> None:
    connection = sqlite3.connect(sample.path)
    assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_on_the_same_day_it_is_opened_as_it_is(folder: Path, no_building: list[Path]) -> None:
    open_sample(folder, clock=FixedClock(MORNING + DAY // 4)).close()
    assert no_building == []


@pytest.fixture
def short_building(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds a sample with one memory, which takes no time."""

    class Short:
        def __init__(self, workspace: Workspace, clock: FixedClock, calendar: Calendar) -> None:
            self.store, self.clock, self.calendar = MemoryStore(workspace), clock, calendar

        def run(self, _source: object) -> None:
            self.clock.instant = self.calendar.at(0, "00:00")
            self.store.memories.remember("The short sample.")

    monkeypatch.setattr(building, "Replay", Short)


def test_on_a_later_day_it_is_built_anew(folder: Path, short_building: None) -> None:
    with open_sample(folder, clock=FixedClock(MORNING + 5 * DAY)) as store:
        assert store.history.recent(limit=1)[0].at > MORNING + 3 * DAY
        assert store.memories.get(1).text == "The short sample."
    assert [item.name for item in folder.iterdir()] == ["larkspur-shop.engramma"]


def test_what_a_person_changed_is_kept(folder: Path, no_building: list[Path]) -> None:
    with open_sample(folder, clock=FixedClock(MORNING)) as store:
        made = store.memories.remember("My own note.").id
    with open_sample(folder, clock=FixedClock(MORNING + 5 * DAY)) as store:
        assert store.memories.get(made).text == "My own note."
    assert no_building == []


def test_it_is_not_replaced_while_somebody_has_it_open(folder: Path) -> None:
    with open_sample(folder, clock=FixedClock(MORNING)) as yesterday:
        inode = yesterday.path.stat().st_ino
        with open_sample(folder, clock=FixedClock(MORNING + 5 * DAY)) as today:
            assert today.path.stat().st_ino == inode
            one = today.memories.remember("Written by the second window.").id
        assert yesterday.memories.get(one).text == "Written by the second window."
        assert yesterday.memories.remember("Written by the first one.").created


def test_one_that_is_damaged_is_put_aside(folder: Path, short_building: None) -> None:
    path = folder / "larkspur-shop.engramma"
    path.write_bytes(b"SQLite format 3\x00" + b"\x55" * 5_000)
    with open_sample(folder, clock=FixedClock(MORNING)) as store:
        assert store.memories.get(1).text == "The short sample."
    assert path.with_name(f"{path.name}.damaged").stat().st_size == 5_016


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="The sample cannot be written to"):
        open_sample(tmp_path / "file" / "sample", clock=FixedClock(MORNING))
