"""Backups are of one moment, for their owner only, opened and counted before they count, and never in the way."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.backup import keep_backups, kept_backups
from engramma.engine.home import backups_folder
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import InvalidValueError, StoreError
from engramma.model.progress import Cancelled, CancelToken, Progress
from engramma.store import backup
from engramma.store.opening import write_meta

COUNT = 8


@pytest.fixture
def filled(store: MemoryStore) -> MemoryStore:
    for number in range(COUNT):
        store.memories.remember(f"Fact number {number} of the harbour.")
    return store


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.is_file())


def test_a_copy_is_the_store_of_one_moment(filled: MemoryStore, tmp_path: Path, clock: FixedClock) -> None:
    target = tmp_path / "copies" / "one.engramma"
    target.parent.mkdir()
    heard: list[Progress] = []
    before = picture(filled)
    done = filled.backup(target, report=heard.append)
    assert (done.path, done.bytes) == (target, target.stat().st_size)
    assert (done.counts["memory"], done.counts["event"]) == (COUNT, 0)
    assert not any(name.startswith("memory_words") for name in done.counts)
    assert heard[-1].done == heard[-1].total > 0
    assert target.stat().st_mode & 0o777 == 0o600
    assert names(target.parent) == ["one.engramma"]
    with open_store(target, clock=clock) as copy:
        assert picture(copy) == before
        assert copy.doctor.check(full=True).ok
        copy.memories.remember("Only in the copy.")
    assert picture(filled) == before


def test_others_write_on_and_the_copy_does_not_begin_again(
    filled: MemoryStore, store_path: Path, tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES", 16)
    steps: list[int] = []
    with open_store(store_path, clock=clock) as other:

        def write(progress: Progress) -> None:
            steps.append(progress.done)
            other.memories.remember(f"Written meanwhile, {len(steps)}.")

        done = filled.backup(tmp_path / "b.engramma", report=write)
        assert steps == sorted(set(steps)), "every step goes on where the last one stopped"
        assert len(steps) > 5
        assert other.statistics().total == COUNT + len(steps)
    assert done.counts["memory"] == COUNT


def test_a_cancelled_or_failed_copy_leaves_nothing(
    filled: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES", 16)
    token = CancelToken()
    before = names(tmp_path)
    with pytest.raises(Cancelled):
        filled.backup(tmp_path / "b", report=lambda _progress: token.cancel(), cancel=token)
    assert names(tmp_path) == before
    with pytest.raises(StoreError, match="cannot be written"):
        filled.backup(tmp_path / "no" / "b")

    class Usage(NamedTuple):
        free: int = 10

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _path: Usage())
        with pytest.raises(StoreError, match="not enough room"):
            filled.backup(tmp_path / "b")
    monkeypatch.setattr(backup, "_count", counting([{"memory": 30}, {"memory": 29}]))
    with pytest.raises(StoreError, match="does not hold what the store holds"):
        filled.backup(tmp_path / "b")
    assert names(tmp_path) == before


def counting(answers: list[dict[str, int]]) -> Callable[[object], dict[str, int]]:
    left = iter(answers)
    return lambda _connection: next(left)


def test_nothing_is_written_over(
    filled: MemoryStore, store_path: Path, tmp_path: Path, clock: FixedClock
) -> None:
    link, hard = tmp_path / "link", tmp_path / "hard"
    link.symlink_to(store_path)
    os.link(store_path, hard)
    own = [
        store_path.with_name(store_path.name + ending) for ending in ("", "-wal", "-shm", ".vectors-a.npy")
    ]
    for path in (*own, link, hard):
        for force in (False, True):
            with pytest.raises(StoreError, match="belongs to the store itself"):
                filled.backup(path, force=force)
    with pytest.raises(StoreError, match="is a folder"):
        filled.backup(tmp_path, force=True)
    target = tmp_path / "b.engramma"
    target.write_text("somebody's")
    with pytest.raises(StoreError, match="exists already"):
        filled.backup(target)
    assert target.read_text() == "somebody's"
    filled.backup(target, force=True)
    with open_store(target, clock=clock) as copy:
        copy.memories.remember("Only in the copy.")
        with pytest.raises(StoreError, match="open in another program"):
            filled.backup(target, force=True)
    filled.backup(target, force=True)
    with open_store(target, clock=clock) as copy:
        assert copy.statistics().total == COUNT
    target.unlink()
    target.with_name("b.engramma-wal").touch()
    with pytest.raises(StoreError, match="log of another store"):
        filled.backup(target)


def test_a_damaged_store_makes_no_backup(filled: MemoryStore, store_path: Path, tmp_path: Path) -> None:
    filled.checkpoint()
    filled.close()
    with store_path.open("r+b") as file:
        file.seek(4096 * 20)
        file.write(b"\xff" * 4096 * 4)
    try:
        damaged = open_store(store_path)
    except StoreError:
        return
    with damaged, pytest.raises(StoreError, match="damaged"):
        damaged.backup(tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_one_copy_a_day_and_the_newest_are_kept(
    filled: MemoryStore, clock: FixedClock, own_home: Path, tmp_path: Path
) -> None:
    first = keep_backups(filled.workspace, keep=3)
    assert first is not None
    assert first.path.parent == backups_folder() == own_home / "backups"
    assert first.path.parent.stat().st_mode & 0o777 == 0o700
    assert keep_backups(filled.workspace, keep=3) is None, "once a day"
    stranger = first.path.with_name("store-00000000-2020-01-01.engramma")
    other = first.path.with_name("notes.txt")
    stranger.touch()
    other.touch()
    made = [first.path]
    for _day in range(4):
        clock.advance(DAY)
        done = keep_backups(filled.workspace, keep=3)
        assert done is not None
        made.append(done.path)
    assert kept_backups(filled.workspace) == tuple(reversed(made[2:]))
    assert stranger.exists()
    named = {place.name: place for place in filled.purging.preview([1]).places}["daily_backup"]
    assert named.paths == tuple(str(path) for path in reversed(made[2:]))
    assert other.exists()
    made[2].with_name(f"{made[2].name}-wal").touch()
    keep_backups(filled.workspace, keep=1)
    assert kept_backups(filled.workspace) == (made[4], made[2]), "one that is open stays"
    with open_store(made[4], clock=clock) as copy:
        assert copy.statistics().total == COUNT
    with pytest.raises(InvalidValueError):
        keep_backups(filled.workspace, keep=0)
    assert keep_backups(filled.workspace, tmp_path / "elsewhere") is not None


def test_what_a_killed_backup_left_goes_after_a_day(
    filled: MemoryStore, clock: FixedClock, store_path: Path
) -> None:
    folder = backups_folder()
    folder.mkdir(parents=True)
    old, fresh = (clock.now() - DAY) // 1_000_000 - 60, clock.now() // 1_000_000
    left = [
        folder / ".store-0123abcd-2026-02-01.engramma.a1b2_3d4.new",
        folder / ".store-0123abcd-2026-02-01.engramma.a1b2_3d4.new-journal",
        store_path.with_name(".store-2026-02-01.engramma.abcdefgh.new"),
    ]
    stays = [
        (folder / ".x.engramma.zzzzzzzz.new", fresh),
        (folder / "store.abcdefgh.new", old),
        (folder / ".notes.new", old),
        (store_path.with_name(".letter.abcdefgh.new"), old),
    ]
    for path, at in [*((path, old) for path in left), *stays]:
        path.touch()
        os.utime(path, (at, at))
    keep_backups(filled.workspace)
    assert [path for path in left if path.exists()] == []
    assert all(path.exists() for path, _at in stays)


def test_the_sample_is_never_backed_up_by_itself(filled: MemoryStore) -> None:
    write_meta(filled.workspace.database, "sample_day", "2026-03-02")
    assert keep_backups(filled.workspace) is None
    assert not backups_folder().exists()
