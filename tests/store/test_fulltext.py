"""The full-text tables follow every change of a text, and user text is never their syntax."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, delete, insert, select, update

from engramma.store.database import Database
from engramma.store.fulltext import FULLTEXT_CHECK, FULLTEXT_OPTIMIZE, FULLTEXT_REBUILD, memory_words, quoted
from engramma.store.opening import create_database
from engramma.store.tables import memory, operation


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = create_database(tmp_path / "text.engramma", name="text", at=1)
    with opened.write() as connection:
        connection.execute(
            insert(operation).values(
                id=1, uid="01J", at=1, actor="cli", kind="made", label="Made", status="done", owner="", seq=1
            )
        )
        for number, text in enumerate(("Payment webhooks", "支付网关超时", "Café au lait"), start=1):
            connection.execute(insert(memory).values(id=number, text=text, **_rest(number)))
    yield opened
    opened.close()


def _rest(number: int) -> dict[str, object]:
    return {
        "uid": f"01J{number}", "kind": "semantic", "tier": "short_term", "category": "fact", "importance": 0.5,
        "created_at": 1, "updated_at": 1, "content_key": b"x", "t0": 1, "born_op": 1,
    }  # fmt: skip


def _found(connection: Connection, table: str, words: str) -> list[int]:
    rows = connection.exec_driver_sql(f"SELECT rowid FROM {table} WHERE {table} MATCH ?", (quoted(words),))
    return [row[0] for row in rows]


def _pieces(connection: Connection, piece: str) -> set[int]:
    rows = connection.exec_driver_sql(
        "SELECT doc FROM memory_pieces WHERE term >= ? AND term < ?", (piece, piece + "\U0010ffff")
    )
    return {row[0] for row in rows}


def test_changes_of_texts_are_followed(database: Database) -> None:
    with database.write() as connection:
        connection.execute(update(memory).where(memory.c.id == 1).values(text="Refund rules"))
        connection.execute(update(memory).where(memory.c.id == 2).values(importance=0.9))
        connection.execute(delete(memory).where(memory.c.id == 3))
    with database.read() as reading:
        connection = reading.connection
        assert _found(connection, "memory_words", "webhooks") == []
        assert _found(connection, "memory_trigrams", "webhoo") == []
        assert _found(connection, "memory_words", "refund") == [1]
        assert _found(connection, "memory_trigrams", "efun") == [1]
        assert _found(connection, "memory_words", "cafe") == []
        assert _pieces(connection, "超时") == {2}
        assert _pieces(connection, "时") == {2}
        assert _pieces(connection, "é") == set()


def test_indexes_agree_with_the_texts_after_changes_and_rebuild(database: Database) -> None:
    with database.write() as connection:
        connection.execute(update(memory).where(memory.c.id == 2).values(text="支付 was slow"))
        for statement in (*FULLTEXT_CHECK, *FULLTEXT_REBUILD, *FULLTEXT_OPTIMIZE, *FULLTEXT_CHECK):
            connection.exec_driver_sql(statement)
        assert _found(connection, "memory_words", "slow") == [2]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20))
@pytest.mark.parametrize("prefix", [True, False])
def test_no_text_is_syntax(database: Database, text: str, prefix: bool) -> None:
    with database.read() as reading:
        matched = memory_words.c[memory_words.name].op("MATCH")(quoted(text, prefix=prefix))
        reading.connection.scalars(select(memory_words.c.rowid).where(matched)).all()
