"""What is said of files that cannot be read: of archives, of databases, and of parts of something else."""

from __future__ import annotations

import sqlite3
import stat
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from tests.exchange.memory_store_documents import PORTABLE
from tests.exchange.memory_store_files import portable

from engramma.exchange.sniffer import recognise, recognise_all
from engramma.model.errors import ImportFileError

LINKED = stat.S_IFLNK | 0o777


def archive(path: Path, members: dict[str, bytes], *, mode: int = 0) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            member = zipfile.ZipInfo(name)
            member.external_attr = mode << 16
            file.writestr(member, content, zipfile.ZIP_DEFLATED)
    return path


def encrypted(path: Path) -> Path:
    """An archive that says of its only member that a password is needed."""
    raw = bytearray(archive(path, {"conversations.json": b"[]"}).read_bytes())
    raw[6] |= 1
    raw[raw.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(raw)
    return path


def said(path: Path) -> str:
    with pytest.raises(ImportFileError) as caught:
        recognise_all(path)
    return str(caught.value)


class TestArchives:
    def test_a_password(self, tmp_path: Path) -> None:
        assert said(encrypted(tmp_path / "a.zip")) == (
            "a.zip is protected by a password; unpack it yourself and import the files in it."
        )

    def test_cut_off(self, tmp_path: Path) -> None:
        path = archive(tmp_path / "a.zip", {"conversations.json": b"[1, 2, 3]" * 100})
        path.write_bytes(path.read_bytes()[:-30])
        assert said(path) == "a.zip is a ZIP file that is cut off or damaged. Copy or fetch it again."

    def test_a_bomb(self, tmp_path: Path) -> None:
        path = archive(tmp_path / "a.zip", {"conversations.json": bytes(12 * 1024**2)})
        assert said(path).startswith("a.zip unpacks to far more than it should")

    def test_names_and_links_that_lead_away(self, tmp_path: Path) -> None:
        away = archive(tmp_path / "a.zip", {"../conversations.json": b"[]", "/b.json": b"[]"})
        assert "a.zip holds only files whose names lead out of the archive" in said(away)
        linked = archive(tmp_path / "b.zip", {"conversations.json": b"/etc/passwd"}, mode=LINKED)
        assert "b.zip holds only links" in said(linked)

    def test_nothing_known_beside_what_is_refused(self, tmp_path: Path) -> None:
        path = archive(tmp_path / "a.zip", {"../x.json": b"[]", "picture.png": b"x"})
        assert said(path) == (
            "a.zip holds nothing that Engramma reads; 1 file in it cannot be looked into, each because "
            "its name leads out of the archive."
        )
        assert "no format that Engramma reads" in said(archive(tmp_path / "b.zip", {"picture.png": b"x"}))
        assert said(archive(tmp_path / "c.zip", {})) == "c.zip is an empty ZIP file."


class TestDatabases:
    def test_a_malformed_schema(self, tmp_path: Path) -> None:
        path = tmp_path / "a.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE things (name TEXT)")
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute("UPDATE sqlite_master SET sql = 'CREATE TABLE things (('")
            connection.commit()
        assert said(path).startswith("a.db is damaged: SQLite says “malformed database schema (things)")

    def test_cut_off(self, tmp_path: Path) -> None:
        path = tmp_path / "a.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE things (name TEXT)")
            connection.executemany("INSERT INTO things VALUES (?)", [("x" * 3_000,)] * 20)
            connection.commit()
        whole = path.stat().st_size
        assert "no format that Engramma reads" in said(path)
        path.write_bytes(path.read_bytes()[: whole // 2])
        assert said(path) == (
            f"a.db is cut off: {whole // 2:,} bytes of {whole:,} are there. Copy or fetch it again."
        )

    @pytest.mark.parametrize(
        ("definition", "expected"),
        [
            ("agent_messages (id, session_id, message_data, created_at)", "openai-agents"),
            ("cursorDiskKV (key TEXT, value BLOB)", "cursor-editor"),
        ],
    )
    def test_tables_that_are_in_the_log_alone(self, tmp_path: Path, definition: str, expected: str) -> None:
        path = tmp_path / "a.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE other (name TEXT)")
            connection.commit()
            assert "no format that Engramma reads" in said(path)
            connection.execute(f"CREATE TABLE {definition}")
            connection.commit()
            assert definition.split(maxsplit=1)[0].encode() not in path.read_bytes()
            assert recognise(path).format == expected
            assert said(tmp_path / "a.db-wal") == ("a.db-wal belongs to the database a.db; choose that file.")


def test_one_part_of_a_memory_folder(tmp_path: Path) -> None:
    folder = portable(tmp_path / "bread.mem", PORTABLE)
    part = next(folder.glob("items/*.jsonl"))
    assert said(part) == f"{part.name} is a part of bread.mem; choose that folder."
