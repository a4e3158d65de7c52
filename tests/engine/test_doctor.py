"""The doctor names each kind of damage and no other, mends it, and lets what it did to content be taken back."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.engine import doctored
from tests.engine.damage_kinds import CONTENT, DERIVED, LAST, LATE, NEVER_BACK, ON_PURPOSE, Kinds, split
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock
from engramma.model.doctor import Diagnosis
from engramma.model.errors import InvalidValueError, ReadOnlyStoreError, StoreError
from engramma.model.progress import Cancelled, CancelToken, Progress
from engramma.store.doctor import files, fulltext


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound store, to be copied."""
    folder = tmp_path_factory.mktemp("doctor")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENGRAMMA_EMBEDDER", "hash")
        patch.setenv("ENGRAMMA_HOME", str(folder / "home"))
        doctored.build(folder / "harbour.engramma")
    return folder / "harbour.engramma"


@pytest.fixture(autouse=True)
def hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """A copy of the sound store, for its owner only."""
    path = tmp_path / whole.name
    shutil.copy(whole, path)
    path.chmod(0o600)
    return path


@contextmanager
def opened(path: Path) -> Iterator[MemoryStore]:
    with open_store(path, clock=FixedClock(doctored.NOW)) as store:
        yield store


def named(found: Diagnosis) -> list[str]:
    return [check.name for check in found.failed]


def explained(found: Diagnosis) -> None:
    """Every answer is one sentence or more, and damage says what to do about it."""
    for check in found.checks:
        assert check.detail.endswith("."), check
        assert check.ok or (
            check.count > 0 and (check.repair or ":" in check.detail or ";" in check.detail)
        ), check


def test_a_sound_store_is_sound(copy: Path) -> None:
    with opened(copy) as store:
        heard: list[Progress] = []
        found = store.doctor.check(full=True, report=heard.append)
        assert named(found) == []
        assert found.ok
        assert found.full
        assert [check.count for check in found.checks if check.count] == []
        assert len({check.name for check in found.checks}) == len(found.checks) > 30
        assert (heard[0].done, heard[-1].done) == (0, len(found.checks))
        explained(found)
        before = copy.read_bytes()
        done = store.doctor.repair()
        assert done.operation_id is None
        assert done.mended == ()
    assert copy.read_bytes() == before, "a repair of a sound store writes nothing"


def expect(group: Kinds, path: Path) -> dict[str, int]:
    """Damage a store so; how often each check is to find something, all others never."""
    counts = dict.fromkeys((name for name, _statements in group.values()), 1)
    for _name, statements in group.values():
        doctored.damage(path, statements)
    return counts


def counts(found: Diagnosis) -> dict[str, int]:
    return {check.name: check.count for check in found.failed}


@pytest.mark.parametrize("group", split(CONTENT, NEVER_BACK), ids=", ".join)
def test_damaged_content_is_named_mended_and_taken_back(copy: Path, group: Kinds) -> None:
    expected = expect(group, copy)
    with opened(copy) as store:
        before = undecided(picture(store))
        found = store.doctor.check()
        if "policy" in expected:
            # Where a setting cannot be, the default counts, by which nothing was valued.
            expected["fading"] = counts(found)["fading"]
        assert counts(found) == expected
        explained(found)
        done = store.doctor.repair()
        assert (set(done.mended), done.refused, done.after.failed) == (set(expected), (), ())
        history = store.history.recent(limit=1)[0]
        assert (history.id, history.kind, history.label) == (
            done.operation_id,
            "repair",
            "repair of the store",
        )
        store.history.undo()
        back = {
            name for kind, (name, _statements) in group.items() if kind not in (*NEVER_BACK[:2], ON_PURPOSE)
        }
        assert set(named(store.doctor.check())) == back
        if not set(NEVER_BACK) & group.keys():
            assert undecided(picture(store)) == before, "undo gives what was there"


def undecided(shown: dict[str, dict[int, dict[str, object]]]) -> dict[str, dict[int, dict[str, object]]]:
    """The same without what is derived from it."""
    derived = {"t0", "log2_s0", "half_life", "fades_at", "recalls", "last_recalled_at", "conflicted"}
    return {
        table: {
            row_id: {key: value for key, value in row.items() if table != "memory" or key not in derived}
            for row_id, row in rows.items()
        }
        for table, rows in shown.items()
    }


@pytest.mark.parametrize("group", split(DERIVED, (LAST,)), ids=", ".join)
def test_what_follows_from_the_rest_is_made_anew(copy: Path, group: Kinds) -> None:
    expected = expect(group, copy)
    with opened(copy) as store:
        found = store.doctor.check()
        assert set(expected) == set(named(found)) - ({"fulltext"} if LAST in group else set())
        explained(found)
        done = store.doctor.repair()
        assert (done.refused, done.after.failed) == ((), ())
        assert set(expected) <= set(done.mended)
        assert store.doctor.check(full=True).ok


def test_a_nan_is_named_and_becomes_a_number(copy: Path) -> None:
    doctored.without_not_null(
        copy, "memory", "importance", ["UPDATE memory SET importance = NULL WHERE id IN (2, 4)"]
    )
    doctored.without_not_null(copy, "segment", "s0", ["UPDATE segment SET s0 = NULL WHERE id = 5"])
    with opened(copy) as store:
        assert named(store.doctor.check()) == ["segment_values", "importance"]
        assert store.memories.get(4).text
        assert store.search.order("").total_known
        assert store.recall.ask("Where does the API key live?").hits
        done = store.doctor.repair()
        assert done.mended == ("segment_values",)
        assert [name for name, _why in done.refused] == ["importance"], "a pinned memory is left to a person"
        assert "pinned" in done.refused[0][1]
        assert done.after.failed[0].memories == (2,)
        assert store.memories.get(4).importance == 0.5
        store.memories.change([2], importance=0.6)
        assert store.doctor.check().ok
        store.history.undo(done.operation_id)


def test_pinned_memories_are_left_as_they_are(copy: Path) -> None:
    doctored.damage(
        copy,
        [
            "UPDATE memory SET pinned = 1 WHERE id IN (3, 4, 5, 8)",
            "UPDATE memory SET tier = 'long_term' WHERE pinned = 1",
            f"UPDATE memory SET created_at = {LATE} 3",
            "UPDATE memory SET state = 'superseded' WHERE id = 4",
            "UPDATE memory SET importance = 7 WHERE id = 5",
            "UPDATE memory SET superseded_by = 8 WHERE id = 8",
        ],
    )
    sql = "SELECT id, text, state, tier, importance, created_at, superseded_by, version FROM memory WHERE pinned"
    with opened(copy) as store:
        with doctored.raw(copy) as connection:
            before = connection.execute(sql).fetchall()
        done = store.doctor.repair()
        with doctored.raw(copy) as connection:
            assert connection.execute(sql).fetchall() == before
        left = dict(done.refused)
        assert set(left) == {"times", "importance", "supersession_circles", "supersession_without_successor"}
        assert all("pinned" in why for why in left.values())
        assert all(check.repair == "" for check in done.after.failed)


def test_an_unfinished_edit_without_its_memory_becomes_one(copy: Path) -> None:
    doctored.damage(
        copy,
        [
            "INSERT INTO draft VALUES ('window', 99, 1, 'Half a thought.', 1)",
            "INSERT INTO draft VALUES ('window.fields', 99, 1, '{}', 1)",
            "INSERT INTO draft VALUES ('window', 98, 1, 'Anna prefers short answers.', 1)",
            "INSERT INTO draft VALUES ('window', 4, 1, 'Being typed.', 1)",
        ],
    )
    with opened(copy) as store:
        assert store.doctor.repair().mended == ("drafts",)
        line = store.memories.page(store.search.order("tag:draft").ids.tolist())
        assert [item.memory.text for item in line] == ["Half a thought."]
        with doctored.raw(copy) as connection:
            assert connection.execute("SELECT memory_id FROM draft").fetchall() == [(4,)]
        store.history.undo()
        assert store.search.count("tag:draft") == 0


def test_what_a_purge_left_behind_is_no_damage(copy: Path) -> None:
    with opened(copy) as store:
        store.purging.purge([10])
        assert store.memories.get(8).state == "superseded"
        assert store.doctor.check(full=True).ok


def test_values_that_the_schema_forbids_are_named(copy: Path) -> None:
    doctored.damage(
        copy, ["UPDATE memory SET kind = 'hunch' WHERE id = 4", "UPDATE tag SET removed = 7 WHERE id = 3"]
    )
    with opened(copy) as store:
        found = store.doctor.check()
        assert named(found) == ["constraints"]
        assert (found.failed[0].count, found.failed[0].repair) == (2, "")
        assert "memory.kind" in found.failed[0].detail
        assert "tag.removed" in found.failed[0].detail


def test_a_lost_table_is_left_to_a_backup(copy: Path) -> None:
    doctored.damage(
        copy, ["DROP TABLE saved_search", "INSERT INTO lease VALUES ('pass', '999999:gone', 1, '')"]
    )
    with opened(copy) as store:
        found = store.doctor.check()
        assert named(found) == ["schema", "leases"]
        assert "open a backup" in found.failed[0].detail
        assert [name for name, _why in store.doctor.repair().refused] == ["schema", "leases"]


def test_damaged_pages_are_an_answer_and_left_alone(copy: Path) -> None:
    with doctored.raw(copy) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'segment'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    with copy.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    with opened(copy) as store:
        found = store.doctor.check()
        assert named(found)[0] == "integrity"
        assert not found.ok
        assert "damaged" in found.checks[0].detail
        assert found.checks[0].repair == ""
        done = store.doctor.repair()
        assert done.operation_id is None
        assert not done.mended


def test_a_wrong_index_is_made_anew(copy: Path) -> None:
    with doctored.raw(copy) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        page = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'ix_tag_memory_name'"
        ).fetchone()[0]
        connection.execute("CREATE INDEX other ON tag(memory_id, name) WHERE id < 4")
        other = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'other'").fetchone()[0]
        connection.execute(
            "UPDATE sqlite_schema SET rootpage = ? WHERE name = 'ix_tag_memory_name'", (other,)
        )
        connection.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = 'other'", (page,))
    with opened(copy) as store:
        assert store.doctor.check().ok, "a quick look reads no index"
        found = store.doctor.check(full=True)
        assert named(found) == ["integrity"]
        assert found.failed[0].repair
        assert store.doctor.repair(full=True).mended == ("integrity",)


def test_files_are_looked_at(copy: Path) -> None:
    leftover = copy.with_name(f".{copy.name}.x.new")
    half = copy.with_name(f"{copy.name}.vectors-abc.npy.999999")
    for path in (leftover, half):
        path.touch(mode=0o600)
        os.utime(path, (0, 0))
    copy.chmod(0o644)
    with opened(copy) as store:
        found = store.doctor.check()
        assert [(check.name, check.count) for check in found.failed] == [("permissions", 3), ("leftovers", 2)]
        done = store.doctor.repair()
        assert done.mended == ("permissions", "leftovers")
        assert done.operation_id is None
    assert copy.stat().st_mode & 0o777 == 0o600
    assert not leftover.exists()
    assert not half.exists()


def test_a_log_that_has_grown_is_emptied(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGE_LOG", 30_000)
    with opened(copy) as store:
        store.memories.remember("Something new.")
        assert named(store.doctor.check()) == ["write_ahead_log"]
        assert store.doctor.repair().mended == ("write_ahead_log",)


def test_looking_and_mending_can_be_cancelled(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doctored.damage(copy, ["DELETE FROM segment", "UPDATE memory SET state = 'superseded' WHERE id = 4"])
    token = CancelToken()

    def stop(progress: Progress) -> None:
        if progress.label == "Mending" and progress.done == 9:
            token.cancel()

    with opened(copy) as store:
        before = undecided(picture(store))
        with pytest.raises(Cancelled):
            store.doctor.repair(report=stop, cancel=token)
        assert undecided(picture(store)) == before
        assert not store.workspace.database.read_only
        assert store.doctor.check().failed
        with pytest.raises(Cancelled):
            store.doctor.check(cancel=token)
        monkeypatch.setattr(fulltext, "SMALL", 0)
        assert (
            "--full" in next(item for item in store.doctor.check().checks if item.name == "fulltext").detail
        )
        monkeypatch.setattr(fulltext, "LARGE", 0)
        assert "fulltext" not in named(store.doctor.check(full=True))
        assert [item.name for item in copy.parent.iterdir() if ".new" in item.name] == []


def test_who_may_not_write_may_look(copy: Path) -> None:
    doctored.damage(
        copy,
        [
            "UPDATE memory SET recalls = 9 WHERE id = 4",
            "INSERT INTO operation(uid, at, actor, kind, label, status, owner) "
            "VALUES ('half', 1, 'import', 'import', 'x', 'open', '999999:gone')",
            "INSERT INTO meta VALUES ('erasure_pending', '1:1:1')",
        ],
    )
    with open_store(copy, clock=FixedClock(doctored.NOW), read_only=True) as store:
        assert named(store.doctor.check()) == ["recall_counts", "operations", "erasure"]
        with pytest.raises(ReadOnlyStoreError):
            store.doctor.repair()
    with opened(copy) as store:
        with pytest.raises(InvalidValueError, match="person"):
            store.acting_as("agent:claude").doctor.repair()
        assert named(store.doctor.check()) == ["recall_counts"], "opening took back what was half done"


def test_a_file_that_is_no_store_is_refused_at_once(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:5000])
    with pytest.raises(StoreError):
        open_store(copy)
