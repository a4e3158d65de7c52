"""Archives and databases of strangers: bombs, names that lead away, links, triggers, damaged schemas, logs."""

from __future__ import annotations

import os
import sqlite3
import stat
import struct
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.exchange.sqlite_source import opened_copy
from engramma.exchange.zip_source import opened_zip
from engramma.model.errors import ImportFileError
from engramma.model.progress import Cancelled, CancelToken


def zip_of(path: Path, write: Callable[[zipfile.ZipFile], None]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        write(archive)
    return path


def named(name: str, *, mode: int = 0) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info


def test_members_whose_names_lead_away_are_refused(tmp_path: Path) -> None:
    away = ["../a.json", "/b.json", "x/../../c.json", "C:\\d.json", "..\\e.json", "\\f.json"]

    def write(archive: zipfile.ZipFile) -> None:
        for name in away:
            archive.writestr(named(name), b"[]")
        archive.writestr(named("link.json", mode=stat.S_IFLNK | 0o777), b"/etc/passwd")
        archive.writestr("good/conversations.json", b"[1]")

    path = zip_of(tmp_path / "a.zip", write)
    with opened_zip(path, name="a.zip") as archive:
        assert [(member.path, member.name) for member in archive.members] == [
            ("good/conversations.json", "conversations.json")
        ]
        reasons = {refused.reason for refused in archive.refused}
        assert reasons == {"its name leads out of the archive", "it is a link"}
        assert len(archive.refused) == len(away) + 1
        with archive.extracted(archive.members[0], cancel=CancelToken()) as scratch:
            assert scratch.read_bytes() == b"[1]"
            assert scratch.parent.parent != tmp_path
        assert not scratch.exists()
    assert [item.name for item in tmp_path.iterdir()] == ["a.zip"]


def test_bombs_are_refused_before_they_are_opened(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "bomb.zip", lambda archive: archive.writestr("b.json", b"\0" * 20_000_000))
    with opened_zip(path, name="bomb.zip") as archive:
        assert archive.members == ()
        assert [refused.reason for refused in archive.refused] == ["it swells to more than its size allows"]


def test_a_member_that_lies_about_its_size_or_is_damaged(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "a.zip", lambda archive: archive.writestr("a.json", os.urandom(5_000)))
    whole = path.read_bytes()
    for content in (
        whole[:60] + bytes(200) + whole[260:],
        whole.replace(struct.pack("<I", 5_000), struct.pack("<I", 10)),
    ):
        path.write_bytes(content)
        with opened_zip(path, name="a.zip") as archive:
            for member in archive.members:
                archive.head(member)
                with (
                    pytest.raises(ImportFileError, match=r"a\.json in a\.zip cannot be read"),
                    archive.extracted(member, cancel=CancelToken()),
                ):
                    pass


def test_encrypted_members_and_members_of_one_name(tmp_path: Path) -> None:
    def write(archive: zipfile.ZipFile) -> None:
        archive.writestr("a.json", b"first")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("a.json", b"second")
        archive.writestr("secret.json", b"x")

    path = zip_of(tmp_path / "a.zip", write)
    content = bytearray(path.read_bytes())
    place = content.rindex(b"PK\x01\x02")
    content[place + 8] |= 1
    path.write_bytes(bytes(content))
    with opened_zip(path, name="a.zip") as archive:
        assert [refused.reason for refused in archive.refused] == [
            "another file has its name",
            "it is encrypted",
        ]
        assert archive.head(archive.members[0]) == b"first"


def test_work_on_a_member_can_be_cancelled(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "a.zip", lambda archive: archive.writestr("a.json", b"x"))
    token = CancelToken()
    token.cancel()
    with (
        opened_zip(path, name="a.zip") as archive,
        pytest.raises(Cancelled),
        archive.extracted(archive.members[0], cancel=token),
    ):
        pass


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=6))
def test_an_archive_with_any_bytes_changed(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]]
) -> None:
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    zip_of(path, lambda archive: archive.writestr("deep/a.json", b'[{"mapping": {}}]' * 20))
    content = bytearray(path.read_bytes())
    for place, value in changes:
        content[place % len(content)] = value
    path.write_bytes(bytes(content))
    with suppress(ImportFileError), opened_zip(path, name="a.zip") as archive:
        for member in archive.members:
            archive.head(member)
            with archive.extracted(member, cancel=CancelToken()) as scratch:
                assert scratch.stat().st_size <= member.size


def database(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return path


def contents(path: Path, table: str, cancel: CancelToken | None = None) -> list[dict[str, Any]]:
    with opened_copy(path, name=path.name, cancel=cancel or CancelToken()) as source:
        return list(source.rows(source.tables[table]))


def test_only_plain_tables_are_seen_and_nothing_is_run(tmp_path: Path) -> None:
    path = database(
        tmp_path / "a.db",
        "CREATE TABLE notes (id INTEGER, text TEXT)",
        "CREATE TABLE made (id INTEGER, big TEXT AS (hex(zeroblob(id * 1000000))))",
        "INSERT INTO notes VALUES (1, 'one')",
        "CREATE VIEW looks AS SELECT * FROM notes",
        "CREATE TRIGGER grab AFTER INSERT ON notes BEGIN DELETE FROM notes; END",
        "CREATE VIRTUAL TABLE words USING fts5(text)",
        'CREATE TABLE "odd ""name" ("a b" TEXT)',
    )
    before = path.read_bytes()
    with opened_copy(path, name="a.db", cancel=CancelToken()) as source:
        assert {"notes", 'odd "name'} <= source.tables.keys()
        assert not {"looks", "words"} & source.tables.keys()
        assert source.tables["made"].columns == ("id",)
        assert list(source.rows(source.tables["notes"], ("id", "gone"))) == [{"id": 1, "gone": None}]
        assert source.count(source.tables["notes"]) == 1
        assert source.find("a b") is source.tables['odd "name']
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["a.db"]


def test_rows_that_are_only_in_the_log_are_seen_and_the_log_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    writer = sqlite3.connect(path)
    with closing(writer):
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("CREATE TABLE notes (text TEXT)")
        writer.execute("INSERT INTO notes VALUES ('in the log')")
        writer.commit()
        log = (tmp_path / "a.db-wal").read_bytes()
        assert contents(path, "notes") == [{"text": "in the log"}]
        assert (tmp_path / "a.db-wal").read_bytes() == log


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE other (",
        "CREATE VIEW other AS SELECT a.text FROM notes a, notes b",
        "DROP TABLE notes",
        "\ud800",
    ],
)
def test_a_forged_schema_is_one_sentence(tmp_path: Path, sql: str) -> None:
    path = database(tmp_path / "a.db", "CREATE TABLE notes (text TEXT)", "CREATE TABLE other (a)")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        forged = sql.encode("utf-8", "surrogatepass")
        connection.execute("UPDATE sqlite_master SET sql = CAST(? AS TEXT) WHERE name = 'other'", (forged,))
        connection.commit()
    with pytest.raises(ImportFileError, match=r"a\.db is damaged: SQLite says “malformed database schema"):
        contents(path, "notes")


def test_values_that_are_no_text_or_too_long(tmp_path: Path) -> None:
    path = database(
        tmp_path / "a.db",
        "CREATE TABLE notes (text TEXT)",
        "INSERT INTO notes VALUES (CAST(x'ff41' AS TEXT)), ('nul' || char(0)), (NULL), (x'00ff')",
        "CREATE TABLE long (text TEXT)",
        "INSERT INTO long VALUES (zeroblob(70000000))",
    )
    values = [row["text"] for row in contents(path, "notes")]
    assert values == ["\udcffA", "nul\x00", None, b"\x00\xff"]
    with pytest.raises(ImportFileError, match="too big"):
        contents(path, "long")


def test_names_that_are_no_text(tmp_path: Path) -> None:
    path = database(tmp_path / "a.db", "CREATE TABLE notes (text TEXT)", "CREATE TABLE namex (colx TEXT)")
    content = path.read_bytes()
    for old, new in ((b"namex", b"name\xff"), (b"colx", b"col\xff")):
        path.write_bytes(content.replace(old, new))
        assert contents(path, "notes") == []


def test_a_pipe_beside_the_database_is_not_waited_for(tmp_path: Path) -> None:
    path = database(tmp_path / "a.db", "CREATE TABLE notes (text TEXT)")
    os.mkfifo(tmp_path / "a.db-wal")
    assert contents(path, "notes") == []


def test_reading_a_database_can_be_cancelled(tmp_path: Path) -> None:
    path = database(tmp_path / "a.db", "CREATE TABLE notes (text TEXT)")
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        contents(path, "notes", token)


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 255)), min_size=1, max_size=8))
def test_a_database_with_any_bytes_changed(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]]
) -> None:
    path = tmp_path_factory.mktemp("db") / "a.db"
    database(
        path, "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)", "INSERT INTO notes VALUES (1, 'x')"
    )
    content = bytearray(path.read_bytes())
    for place, value in changes:
        content[place % len(content)] = value
    path.write_bytes(bytes(content))
    with suppress(ImportFileError), opened_copy(path, name="a.db", cancel=CancelToken()) as source:
        for table in source.tables.values():
            assert all(isinstance(row, dict) for row in source.rows(table))
