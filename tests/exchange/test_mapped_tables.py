"""Tables as a person maps them: what they look like before, and what a mapping of their columns makes of the rows."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.exchange.exchange_cases import only, reasons
from tests.exchange.memory_store_cases import told_by
from tests.exchange.memory_store_files import text

from engramma.exchange.sniffer import open_source, recognise
from engramma.exchange.tabular.look import TableLook, look_at_table
from engramma.exchange.tabular.mapping import NONE, ColumnMap, parse_map
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import EventRecord, MemoryRecord, SessionRecord


def looked_at(path: Path, format_name: str = "") -> TableLook:
    """The file as a table."""
    found = look_at_table(open_source(path), format_name, cancel=CancelToken())
    assert found is not None
    return found


def test_objects_of_a_jsonl_file_are_rows(tmp_path: Path) -> None:
    rows = [
        {"id": 1, "text": "Rye keeps", "type": "rule", "tags": ["bread", "rye"], "created_at": "2026-01-02"},
        {"id": 2, "text": "Salt first", "meta": {"deep": 1}},
    ]
    path = text(tmp_path / "list.jsonl", "".join(json.dumps(row) + "\n" for row in rows) + "[1]\n{broken\n")
    path.write_text(path.read_text("utf-8").replace("[1]\n{broken\n", ""), "utf-8")
    assert recognise(path).format == "jsonl"
    with path.open("a", encoding="utf-8") as file:
        file.write("[1]\n{broken\n")
    records = told_by(path, "jsonl")
    rye, salt = only(MemoryRecord, records)
    assert (rye.key, rye.kind, rye.told, rye.tags, rye.time.quality, rye.line) == (
        "jsonl:list.jsonl:1",
        "procedural",
        "rule",
        ("bread", "rye"),
        "day",
        1,
    )
    assert (salt.text, salt.kind, salt.told) == ("Salt first", "semantic", "")
    assert [line for line, _reason in reasons(records)] == [3, 4]
    look = looked_at(path, "jsonl")
    assert [column.name for column in look.columns] == ["id", "text", "type", "tags", "created_at"]
    assert look.values_of("tags") == ("bread, rye",)
    assert (look.mapping.text, look.mapping.kind) == ("text", "type")


def test_rows_with_a_role_are_turns_of_their_sessions(tmp_path: Path) -> None:
    path = text(
        tmp_path / "chat.csv",
        "session,role,content,timestamp\n"
        "s1,user,Where is the depot?,2026-01-02T10:00:00Z\n"
        "s1,assistant,In Ghent.,2026-01-02T10:00:05Z\n"
        "s2,human,Again?,\n"
        "s2,wizard,Abracadabra,\n"
        "s2,user,,\n",
    )
    records = told_by(path, "csv")
    assert [record.title for record in only(SessionRecord, records)] == ["s1", "s2"]
    assert [(turn.session_key, turn.turn, turn.role, turn.text) for turn in only(EventRecord, records)] == [
        ("csv:chat.csv/session/s1", 0, "user", "Where is the depot?"),
        ("csv:chat.csv/session/s1", 1, "agent", "In Ghent."),
        ("csv:chat.csv/session/s2", 0, "user", "Again?"),
    ]
    assert reasons(records) == [(5, "a turn of an unknown role: wizard"), (6, "a turn without role or text")]
    statements = only(MemoryRecord, told_by(path, f"csv:role={NONE}"))
    assert [(memory.text, memory.session_key) for memory in statements][2] == (
        "Again?",
        "csv:chat.csv/session/s2",
    )


def test_no_column_is_a_choice_and_names_may_hold_commas(tmp_path: Path) -> None:
    path = text(tmp_path / "list.csv", '"what, then",date,type\nRye keeps,2026-01-02,rule\n')
    with pytest.raises(ImportFileError):
        recognise(path)
    look = looked_at(path)
    assert (look.format, look.mapping.text) == ("csv", "")
    mapping = look.mapping.with_column("text", "what, then").with_column("time", "")
    name = look.named(mapping)
    assert parse_map(name.partition(":")[2]) == mapping
    [memory] = only(MemoryRecord, told_by(path, name))
    assert (memory.text, memory.kind, memory.time.at is not None, memory.time.quality) == (
        "Rye keeps",
        "procedural",
        True,
        "inferred",
    )
    again = looked_at(path, name)
    assert (again.mapping.text, again.mapping.time, again.mapping.kind) == ("what, then", "", "type")
    assert ColumnMap(time=NONE).of("time") == ""


def test_the_tables_of_a_database_are_offered(tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE notes (id INTEGER, body TEXT, extra BLOB)")
        made.execute("CREATE TABLE recipes (name TEXT, steps TEXT)")
        made.execute("INSERT INTO notes VALUES (1, 'Rye keeps', x'00ff')")
        made.execute("INSERT INTO recipes VALUES ('Bread', 'Mix and bake')")
        made.commit()
    look = looked_at(path, "sqlite")
    assert (look.tables, look.mapping.table, look.mapping.text) == (("notes", "recipes"), "notes", "body")
    assert (look.values_of("body"), look.values_of("extra")) == (("Rye keeps",), ())
    other = looked_at(path, look.named(ColumnMap(table="recipes")))
    assert ([column.name for column in other.columns], other.mapping.text) == (["name", "steps"], "")
    [memory] = only(MemoryRecord, told_by(path, other.named(other.mapping.with_column("text", "steps"))))
    assert memory.text == "Bread\n\nMix and bake"
