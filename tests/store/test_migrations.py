"""A store that an older version made is copied, then brought up; what fails leaves the file as it was."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from engramma.engine import open_store
from engramma.model.errors import StoreError
from engramma.store import opening
from engramma.store.creating import schema_statements
from engramma.store.migrations import run, versions
from engramma.store.migrations.versions.v0001_baseline import STATEMENT_END
from engramma.store.pragmas import APPLICATION_ID, SCHEMA_VERSION

NEXT = """
from alembic import op

revision = "{revision}"
down_revision = "{before}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("CREATE TABLE invented (id INTEGER PRIMARY KEY)")
    {more}
"""


def schema(path: Path) -> set[tuple[str, str, str, str | None]]:
    connection = sqlite3.connect(path)
    rows = set(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))
    connection.close()
    return rows


def pragma(path: Path, name: str) -> object:
    connection = sqlite3.connect(path)
    value = connection.execute(f"PRAGMA {name}").fetchone()[0]
    connection.close()
    return value


def older_store(path: Path, *, statements: tuple[str, ...] = ()) -> None:
    """A file that says it is a store of schema 0, with one row that is still in its write-ahead log."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for statement in ("CREATE TABLE kept (word TEXT)", "INSERT INTO kept VALUES ('hello')", *statements):
        connection.execute(statement)
    # Copied while open: so the copy's log still holds everything.
    copy = path.with_name("copy")
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    connection.close()
    for ending in ("", "-wal"):
        shutil.move(f"{copy}{ending}", f"{path}{ending}")


def words(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    found = [row[0] for row in connection.execute("SELECT word FROM kept")]
    connection.close()
    return found


def test_the_frozen_schema_is_that_of_the_tables() -> None:
    newest = max(Path(versions.__path__[0]).glob("v*.sql"))
    assert newest.name.startswith(f"v{SCHEMA_VERSION:04}_")
    frozen = newest.read_text(encoding="utf-8")
    stale = "python packaging/freeze_schema.py writes it anew (only before a release)"
    assert frozen == STATEMENT_END.join(schema_statements()) + STATEMENT_END, stale


def test_migrating_an_empty_file_gives_exactly_the_schema_of_a_new_store(tmp_path: Path) -> None:
    migrated, made = tmp_path / "migrated % 100?.engramma", tmp_path / "made.engramma"
    migrated.touch()
    run.upgrade(migrated, backup=None, found=0)
    open_store(made, create=True).close()
    assert schema(migrated) == schema(made)
    for name in ("application_id", "user_version"):
        assert pragma(migrated, name) == pragma(made, name) != 0


def test_an_older_store_is_copied_with_its_log_and_migrated(tmp_path: Path) -> None:
    path = tmp_path / "old.engramma"
    older_store(path)
    opening.open_database(path).close()
    assert pragma(path, "user_version") == SCHEMA_VERSION
    assert words(path) == ["hello"]
    backup = tmp_path / f"old.engramma.before-{SCHEMA_VERSION}.backup"
    assert words(backup) == ["hello"]
    assert {name for _type, name, _table, _sql in schema(backup)} == {"kept"}
    assert backup.stat().st_mode & 0o777 == 0o600


def test_a_failed_migration_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "old.engramma"
    older_store(path, statements=("CREATE TABLE memory (id INTEGER)",))
    before = schema(path)
    with pytest.raises(StoreError, match=r"old\.engramma \(schema 0\).*unchanged\. A copy is at"):
        opening.open_database(path)
    assert schema(path) == before
    assert pragma(path, "user_version") == 0
    assert words(path) == ["hello"]
    with pytest.raises(StoreError, match="unchanged"):
        opening.open_database(path)
    assert len(list(tmp_path.glob("*.backup"))) == 2, "an earlier copy is never written over"


def test_an_older_store_that_cannot_be_written_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.engramma"
    older_store(path)
    monkeypatch.setattr(opening, "is_writable", lambda _path: False)
    with pytest.raises(StoreError, match=r"older version .* Copy it"):
        opening.open_database(path)
    assert not list(tmp_path.glob("*.backup"))


@pytest.mark.parametrize("more", ["pass", 'raise RuntimeError("broken off")'])
def test_the_next_version_is_found_and_is_all_or_nothing(tmp_path: Path, more: str) -> None:
    path = tmp_path / "s.engramma"
    with open_store(path, create=True) as store:
        store.memories.remember("Kept.")
    scripts = tmp_path / "100% scripts"
    shutil.copytree(run.SCRIPTS, scripts)
    (scripts / "versions" / "v9999_next.py").write_text(
        NEXT.format(revision=f"{SCHEMA_VERSION + 1:04}", before=f"{SCHEMA_VERSION:04}", more=more)
    )
    before = schema(path)
    if more == "pass":
        run.upgrade(path, backup=None, found=SCHEMA_VERSION, scripts=scripts, version=SCHEMA_VERSION + 1)
        assert {name for _type, name, _table, _sql in schema(path) - before} == {"invented"}
        assert pragma(path, "user_version") == SCHEMA_VERSION + 1
    else:
        with pytest.raises(StoreError, match="unchanged"):
            run.upgrade(path, backup=None, found=SCHEMA_VERSION, scripts=scripts, version=SCHEMA_VERSION + 1)
        assert schema(path) == before
        assert pragma(path, "user_version") == SCHEMA_VERSION
        with open_store(path) as store:
            assert store.statistics().total == 1
