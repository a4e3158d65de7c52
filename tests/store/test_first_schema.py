"""A store that the first schema made opens with all that was in it, and everything can be done with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.store.first_store import (
    ANN_SAID,
    BASELINE,
    DEPLOYS,
    DORMANT,
    ERASABLE,
    FORMER_NAME,
    NOW,
    RENAMED,
    TEXTS,
    first_rows,
    make_first_store,
)

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock
from engramma.model.errors import StoreError
from engramma.store.fulltext import FULLTEXT_CHECK
from engramma.store.migrations import reshaping, run
from engramma.store.migrations.reshaping import Kind, frozen_schema, made, normal, reshape
from engramma.store.pragmas import SCHEMA_VERSION

DERIVED_ANEW = {"vector_backlog"}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "first.engramma"
    make_first_store(path)
    return path


@pytest.fixture
def store(old: Path) -> Iterator[MemoryStore]:
    with open_store(old, clock=FixedClock(NOW)) as opened:
        yield opened


def content(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table of the first schema, with its number where the table has one."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        found = {}
        for part in frozen_schema(BASELINE):
            if part.kind is Kind.TABLE:
                number = "" if "WITHOUT ROWID" in part.statement else "rowid AS row_number, "
                rows = connection.execute(f'SELECT {number}* FROM "{part.name}" ORDER BY 1, 2, 3')
                found[part.name] = [dict(row) for row in rows]
        return found


def schema(path: Path) -> set[tuple[str, str, str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
        return {(type_, name, table, normal(sql or "")) for type_, name, table, sql in rows}


def test_the_first_schema_never_changes() -> None:
    known = "2ed4aae630486dabcf489dd799750626bca8f05bfe8b9fbcdfa23f990fd40846"
    assert sha256(BASELINE.read_bytes()).hexdigest() == known, "stores of that schema exist"


def test_the_old_store_has_rows_in_every_table() -> None:
    tables = {part.name for part in frozen_schema(BASELINE) if part.kind is Kind.TABLE}
    rows = first_rows()
    assert set(rows) == tables
    assert all(rows.values())


def test_every_row_is_kept_with_its_number(old: Path) -> None:
    before = content(old)
    open_store(old).close()
    after = content(old)
    for table in before.keys() - DERIVED_ANEW:
        kept = [
            {name: row[name] for name in first}
            for first, row in zip(before[table], after[table], strict=True)
        ]
        assert kept == before[table], table


def test_it_becomes_exactly_what_a_new_store_is(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.engramma"
    open_store(new, create=True).close()
    open_store(old).close()
    assert schema(old) == schema(new)
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA_VERSION
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for check in FULLTEXT_CHECK:
            connection.execute(check)
    with closing(sqlite3.connect(old)) as one, closing(sqlite3.connect(new)) as other:
        query = "SELECT version_num FROM alembic_version"
        assert one.execute(query).fetchall() == other.execute(query).fetchall()


def test_a_copy_of_what_it_was_stays_beside_it(old: Path) -> None:
    before, was = content(old), schema(old)
    open_store(old).close()
    backup = old.with_name(f"{old.name}.before-{SCHEMA_VERSION}.backup")
    assert content(backup) == before
    assert schema(backup) == was
    open_store(old).close()
    assert len(list(old.parent.glob("*.backup"))) == 1, "it is brought up once"


def test_vectors_keep_numbers_that_are_never_given_again(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("DELETE FROM vector WHERE owner_id = 4")
        connection.execute("INSERT INTO vector SELECT 4, 'event', 21, content_key, data FROM vector LIMIT 1")
        connection.commit()
    open_store(old).close()
    with closing(sqlite3.connect(old)) as connection:
        newest = dict(connection.execute("SELECT id, last_vector_id FROM embedding_model"))
        largest = dict(connection.execute("SELECT model_id, max(id) FROM vector GROUP BY model_id"))
        assert newest == largest == {3: 2, 4: 3}
        assert connection.execute("SELECT count(*) FROM vector_backlog").fetchone()[0] == 0


def test_what_waits_for_a_vector_follows_from_the_texts(store: MemoryStore) -> None:
    plan, _applied = store.consolidation.run()[0]
    assert plan.waiting_for_vectors == len(TEXTS) - 1 + 2, "but for one, all memories and both turns"


def test_texts_of_both_kinds_are_found_and_recalled(store: MemoryStore) -> None:
    assert list(store.search.order("fridays").ids) == [DORMANT]
    assert [hit.id for hit in store.recall.ask("Which kettles are there?").hits] == [RENAMED]
    hits = store.recall.ask("Where does Ann keep keys?").hits
    assert [hit.text for hit in hits][:1] == [ANN_SAID], "the one who said it is found by name, too"


def test_new_memories_edits_and_undo_go_on(store: MemoryStore) -> None:
    fresh = store.memories.remember("Tea is in the tin.").id
    assert fresh == max(TEXTS) + 1
    store.memories.edit(fresh, "Tea is in the drawer.")
    assert store.recall.ask("drawer").hits[0].id == fresh
    store.history.undo()
    assert store.recall.ask("drawer").hits == ()
    assert store.recall.ask("tin").hits[0].id == fresh


def test_an_edit_from_before_can_still_be_undone(store: MemoryStore) -> None:
    store.history.undo(12)
    assert store.memories.get(RENAMED).text == FORMER_NAME
    assert store.recall.ask("pantry").hits[0].id == RENAMED


def test_a_pass_looks_at_every_memory_once(store: MemoryStore) -> None:
    first, _applied = store.consolidation.run()[0]
    assert {one.memory_id for seen in first.looked.values() for one in seen} == set(TEXTS)
    assert not any(store.consolidation.plan().looked.values())


def test_a_proposal_from_before_can_be_accepted(store: MemoryStore) -> None:
    store.consolidation.accept(19)
    assert store.memories.get(DORMANT).state == "trashed"


def test_a_purge_leaves_nothing_but_the_copy(store: MemoryStore) -> None:
    store.purging.purge([ERASABLE])
    assert not store.purging.finish().pending
    path = store.path
    store.close()
    holding = [item.name for item in sorted(path.parent.iterdir()) if b"zebrafinch" in item.read_bytes()]
    assert holding == [f"{path.name}.before-{SCHEMA_VERSION}.backup"]


def test_a_failure_on_the_way_leaves_the_old_store(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, was = content(old), schema(old)

    def fail(*_arguments: object, **_options: object) -> None:
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setattr(reshaping, "_fill_fulltext", fail)
    with pytest.raises(StoreError, match="unchanged"):
        open_store(old)
    assert content(old) == before
    assert schema(old) == was


def test_tables_and_views_of_somebody_else_are_left_alone(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("CREATE TABLE mine (word TEXT)")
        connection.execute("INSERT INTO mine VALUES ('kept')")
        connection.execute("CREATE VIEW my_vectors AS SELECT model_id FROM vector")
        connection.commit()
    open_store(old).close()
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("SELECT word FROM mine").fetchall() == [("kept",)]
        assert connection.execute("SELECT count(*) FROM my_vectors").fetchone()[0] == 3


def test_a_content_table_can_be_rebuilt_beneath_its_references(old: Path) -> None:
    """What no version needs yet: a changed `memory`, to which most tables and the full text refer."""
    former = frozen_schema(BASELINE)
    wanted = [
        made(part.statement.replace("version INTEGER", "extra TEXT DEFAULT 'x' NOT NULL, version INTEGER"))
        if part.name == "memory"
        else part
        for part in former
    ]
    before = content(old)
    engine = run.engine_for(old)
    with engine.begin() as connection:
        reshape(connection, former, wanted=wanted)
    engine.dispose()
    after = content(old)
    assert [row.pop("extra") for row in after["memory"]] == ["x"] * len(TEXTS)
    assert after == before
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.execute("UPDATE memory SET text = 'Deploys are safe.' WHERE id = ?", (DEPLOYS,))
        found = connection.execute("SELECT rowid FROM memory_words WHERE memory_words MATCH 'safe'")
        assert found.fetchall() == [(DEPLOYS,)]
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            connection.execute("INSERT INTO tag(memory_id, name, born_op) VALUES (99, 'x', 10)")


def test_references_that_would_lead_nowhere_are_refused(old: Path) -> None:
    former = frozen_schema(BASELINE)
    wanted = [
        made(part.statement.replace("REFERENCES session (id)", "REFERENCES client (id)"))
        if part.name == "event"
        else part
        for part in former
    ]
    engine = run.engine_for(old)
    with pytest.raises(StoreError, match="event"), engine.begin() as connection:
        reshape(connection, former, wanted=wanted)
    engine.dispose()
