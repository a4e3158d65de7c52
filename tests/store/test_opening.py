"""What is no store, a damaged, newer or read-only one: one clear sentence each, and the file stays as it was."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, create_store, open_store
from engramma.model.errors import (
    NewerStoreError,
    NotAStoreError,
    ReadOnlyStoreError,
    StoreBusyError,
    StoreError,
)
from engramma.store import creating, database, failures, opening, pragmas
from engramma.store.opening import let_go_of_wal


@pytest.fixture
def made(store_path: Path) -> Path:
    """A closed store with one memory."""
    with open_store(store_path, create=True) as store:
        store.memories.remember("Deploys happen on Tuesdays.")
    return store_path


def sentence(error: StoreError) -> str:
    text = str(error)
    assert text[0].isupper() or text[0] in "/s", text
    assert text.endswith((".", "?")), text
    assert "\n" not in text
    assert "sqlite3." not in text
    return text


def garbage_after_header(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100] + os.urandom(8192))


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:6000])


def of_another_program(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmark (id INTEGER)")
    connection.commit()
    connection.close()


def without_meta(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE meta")
    connection.commit()
    connection.close()


def with_a_wrong_key(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE meta SET value = 'xyz' WHERE name = 'content_key'")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "error", "says"),
    [
        (lambda path: path.unlink(), StoreError, "There is no store at"),
        (lambda path: (path.unlink(), path.mkdir()), NotAStoreError, "is a folder"),
        (lambda path: path.write_bytes(b""), NotAStoreError, "is empty"),
        (lambda path: path.write_text("Dear diary"), NotAStoreError, "is not an Engramma store"),
        (lambda path: (path.unlink(), os.mkfifo(path)), NotAStoreError, "is no ordinary file"),
        (lambda path: (path.unlink(), path.symlink_to("nowhere")), StoreError, "There is no store at"),
        (of_another_program, NotAStoreError, "SQLite file of another program"),
        (garbage_after_header, StoreError, "damaged"),
        (truncated, StoreError, "damaged"),
        (without_meta, StoreError, "incomplete or damaged"),
        (with_a_wrong_key, StoreError, "incomplete or damaged"),
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_what_is_no_whole_store_is_refused(
    made: Path, spoil: Callable[[Path], object], error: type[StoreError], says: str, read_only: bool
) -> None:
    spoil(made)
    before = made.read_bytes() if made.is_file() else None
    with pytest.raises(error, match=says) as caught:
        open_store(made, read_only=read_only)
    sentence(caught.value)
    assert (made.read_bytes() if made.is_file() else None) == before


@pytest.mark.parametrize("name", ["x" * 400, "a\0b", "missing/folder.engramma"])
def test_impossible_names_are_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_store(tmp_path / name)
    sentence(caught.value)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be created") as caught:
        open_store(tmp_path / "file" / "s.engramma", create=True)
    sentence(caught.value)


def test_a_new_store_is_private_and_says_what_it_is(made: Path) -> None:
    with open_store(made) as store:
        store.memories.remember("Another one.")
        for part in (made, database.wal_of(made), made.with_name(f"{made.name}-shm")):
            assert part.stat().st_mode & 0o777 == 0o600
        connection = sqlite3.connect(made)
        assert connection.execute("PRAGMA application_id").fetchone()[0] == pragmas.APPLICATION_ID
        assert connection.execute("PRAGMA user_version").fetchone()[0] == pragmas.SCHEMA_VERSION
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        connection.close()
    assert [item.name for item in made.parent.iterdir() if item.name != "home"] == [made.name]


def test_create_store_never_touches_what_is_there(made: Path) -> None:
    with pytest.raises(StoreError, match="exists already"):
        create_store(made)
    with open_store(made, create=True) as store:
        assert store.statistics().total == 1


def test_a_creation_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creating, "FULLTEXT_DDL", ("CREATE NONSENSE",))
    with pytest.raises(Exception, match="NONSENSE"):
        open_store(tmp_path / "s.engramma", create=True)
    assert [item.name for item in tmp_path.iterdir() if item.name != "home"] == []


@pytest.mark.parametrize("links", [True, False])
def test_many_may_create_the_same_store_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def refused(*_names: object) -> None:
        raise OSError("no hard links here")

    if not links:
        monkeypatch.setattr(creating.os, "link", refused)
    path = tmp_path / "s.engramma"
    gate = threading.Barrier(6)
    stores: list[MemoryStore] = []
    problems: list[Exception] = []

    def work(number: int) -> None:
        gate.wait()
        try:
            store = open_store(path, create=True)
            stores.append(store)
            store.memories.remember(f"Fact {number}.")
        except StoreError as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Without hard links the file is there, empty, for an instant; whoever looks then is told so, and nothing is lost.
    assert not problems or not links
    written = len(stores)
    for store in stores:
        store.close()
    with open_store(path) as store:
        assert store.statistics().total == written >= 1


def test_a_newer_store_is_read_only_with_a_notice(made: Path) -> None:
    connection = sqlite3.connect(made)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    before = made.read_bytes()
    with open_store(made) as store:
        assert store.read_only
        assert "newer Engramma (schema 99" in store.notice
        assert store.memories.get(1).text == "Deploys happen on Tuesdays."
        assert store.search.order("deploys").ids.tolist() == [1]
        for write in writes(store):
            with pytest.raises(NewerStoreError, match=r"newer Engramma.*Update Engramma") as caught:
                write()
            sentence(caught.value)
    assert made.read_bytes() == before


def writes(store: MemoryStore) -> Iterator[Callable[[], object]]:
    memories = store.memories
    yield lambda: memories.remember("x")
    yield lambda: memories.edit(1, "x")
    yield lambda: memories.pin([1])
    yield lambda: memories.pin(list(range(1, 400)))
    yield lambda: memories.trash([1])
    yield lambda: memories.tag([1], add=["x"])
    yield lambda: memories.correct(1, "x")
    yield store.history.undo
    yield lambda: store.saved.add("x", "y")
    yield lambda: store.transfer.import_files([bundle_of(store)])


def bundle_of(store: MemoryStore) -> Path:
    path = store.path.with_name("x.engramma-bundle")
    store.transfer.export(path)
    return path


def test_a_file_that_cannot_be_written_is_read_only_with_a_notice(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "is_writable", lambda _path: False)
    before = made.read_bytes()
    with open_store(made) as store:
        assert store.read_only
        assert "cannot be written" in store.notice
        assert store.statistics().total == 1
        assert store.feed.poll() is None
        for write in writes(store):
            with pytest.raises(ReadOnlyStoreError, match=r"open read-only. Check the permissions"):
                write()
    assert made.read_bytes() == before


def test_read_only_by_choice_gives_no_notice(made: Path) -> None:
    with open_store(made, read_only=True) as store:
        assert store.read_only
        assert store.notice == ""
        with pytest.raises(ReadOnlyStoreError, match=r"is open read-only\.$"):
            store.memories.remember("x")


def test_a_folder_without_room_for_a_log_is_read_immutably(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "is_writable", lambda _path: False)
    look = opening.file_identity

    def no_log(found: database.Database) -> tuple[int, int]:
        if not found.immutable:
            raise StoreError("cannot make the shared memory file")
        return look(found)

    monkeypatch.setattr(opening, "file_identity", no_log)
    with open_store(made) as store:
        assert store.workspace.database.immutable
        assert store.memories.get(1).text == "Deploys happen on Tuesdays."
        assert "may be missing" not in store.notice
    database.wal_of(made).write_bytes(b"what was not yet in the file")
    with open_store(made) as store:
        assert "What was written to it last may be missing." in store.notice


def test_a_store_that_lost_its_log_mode_gets_it_back(made: Path) -> None:
    assert let_go_of_wal(made)
    connection = sqlite3.connect(made)
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
    connection.close()
    open_store(made).close()
    connection = sqlite3.connect(made)
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    connection.close()


def test_an_open_store_is_not_let_go_of(made: Path) -> None:
    with open_store(made) as store:
        assert store.statistics().total == 1
        assert not let_go_of_wal(made)
    assert let_go_of_wal(made)


def test_a_drive_without_write_ahead_log_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stubborn(sqlite3.Connection):
        def execute(self, sql: str, *rest: object) -> sqlite3.Cursor:
            return super().execute(sql.replace("journal_mode = WAL", "journal_mode"), *rest)

    connect = sqlite3.connect
    monkeypatch.setattr(
        database.sqlite3, "connect", lambda *given, **more: connect(*given, factory=Stubborn, **more)
    )
    with pytest.raises(StoreError, match=r"write-ahead log. Choose a local folder"):
        open_store(tmp_path / "s.engramma", create=True)


def test_a_network_drive_is_refused(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "network_filesystem", lambda _path: "nfs4")
    with pytest.raises(StoreError, match=r"network drive \(nfs4\).*Copy the store"):
        open_store(made)


def test_an_old_sqlite_is_refused(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database.sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(StoreError, match=r"3\.37\.0 or newer is needed. Use a newer Python"):
        open_store(made)


def test_a_closed_store_says_so(made: Path) -> None:
    store = open_store(made)
    store.close()
    store.close()
    for ask in (store.statistics, store.feed.poll, lambda: store.memories.remember("x")):
        with pytest.raises(StoreError, match="is closed"):
            ask()
    assert not database.wal_of(made).exists()


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("database is locked", StoreBusyError),
        ("attempt to write a readonly database", ReadOnlyStoreError),
        ("database or disk is full", StoreError),
        ("database disk image is malformed", StoreError),
        ("disk I/O error", StoreError),
    ],
)
def test_what_sqlite_says_becomes_a_sentence(said: str, error: type[StoreError]) -> None:
    with pytest.raises(error) as caught, failures.translated(Path("s.engramma")):
        raise sqlite3.OperationalError(said)
    sentence(caught.value)


def test_programming_errors_pass_through() -> None:
    with pytest.raises(sqlite3.OperationalError), failures.translated(Path("s.engramma")):
        raise sqlite3.OperationalError("no such column: x")


def test_opening_five_ways_at_once_leaves_no_descriptor(made: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.exists():
        pytest.skip("needs /proc")
    before = len(list(descriptors.iterdir()))
    for _ in range(5):
        with open_store(made) as store:
            store.memories.remember("x")
            store.feed.poll()
        with open_store(made, read_only=True) as store:
            store.statistics()
    assert len(list(descriptors.iterdir())) <= before


@pytest.mark.parametrize("name", ["a b", "100% sure?", "#1", "größe 日本", "quote'\"s", "a;b&c=d", "-dash"])
def test_any_name_of_a_file_works(tmp_path: Path, name: str) -> None:
    path = tmp_path / name / f"{name}.engramma"
    with open_store(path, create=True) as store:
        store.memories.remember("Kept.")
        assert store.name == name
        assert store.feed.poll() is None
    with open_store(path, read_only=True) as store:
        assert store.statistics().total == 1
    open_store(path).close()
    assert [item.name for item in path.parent.iterdir()] == [path.name]
    assert let_go_of_wal(path)
    assert opening.back_up(path, note="test").exists()
