"""Brings the tables, indexes, full text and triggers of a store to a frozen schema, keeping rows and their numbers.

What is as it should be stays untouched; tables that the store's owner made beside ours are left alone. Not for data
whose meaning changed: that is up to the version which calls this. Needs a connection without foreign keys and with
`legacy_alter_table`, so that what refers to a table goes on doing so while another takes its place:
https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from pathlib import Path

from sqlalchemy import Connection

from engramma.model.errors import StoreError
from engramma.model.records import dataclass
from engramma.store.migrations.versions.v0001_baseline import STATEMENT_END


class Kind(StrEnum):
    """What a statement makes."""

    TABLE = "TABLE"
    VIRTUAL = "VIRTUAL TABLE"
    INDEX = "INDEX"
    VIEW = "VIEW"
    TRIGGER = "TRIGGER"


@dataclass(frozen=True, slots=True)
class Made:
    """A part of a schema with the statement that makes it."""

    kind: Kind
    name: str
    statement: str

    @property
    def content(self) -> str:
        """For full text, the table or view whose words it holds; otherwise nothing."""
        found = _CONTENT.search(self.statement) if self.kind is Kind.VIRTUAL else None
        return found.group(1) if found else ""


_HEAD = re.compile(r'CREATE (?:UNIQUE )?(VIRTUAL TABLE|TABLE|INDEX|VIEW|TRIGGER) "?(\w+)')
_CONTENT = re.compile(r"content='(\w+)'")


def frozen_schema(file: Path) -> tuple[Made, ...]:
    """What the statements of a frozen schema make, in order."""
    script = file.read_text(encoding="utf-8")
    return tuple(made(statement) for statement in script.split(STATEMENT_END) if statement.strip())


def made(statement: str) -> Made:
    """What a statement makes. Raises ValueError when that cannot be told."""
    text = statement.strip()
    found = _HEAD.match(text)
    if found is None:
        raise ValueError(text)
    return Made(Kind(found.group(1)), found.group(2), text)


def normal(statement: str) -> str:
    """A statement as it is compared: line breaks and blanks in a row tell nothing."""
    return " ".join(statement.split())


def reshape(
    connection: Connection, former: Sequence[Made], *, wanted: Sequence[Made], emptied: Collection[str] = ()
) -> None:
    """Make the store what `wanted` says, dropping what only `former` has, in the caller's transaction.

    A changed table keeps the columns that it still has, and its row numbers; of those in `emptied` no row is kept.
    Raises StoreError when a reference would lead nowhere that did not before.
    """
    goal = {part.name: part for part in wanted}
    known = {part.name for part in former} | goal.keys()
    present = _present(connection, known)
    stale = [part for part in present.values() if not _stays(part, goal.get(part.name))]
    rebuilt = [goal[part.name] for part in stale if _is_table(part) and _is_table(goal.get(part.name))]
    names = {part.name for part in rebuilt}
    broken = {name: _broken(connection, name) for name in names}
    # Nothing may note in the full text what is only moved, so all triggers go.
    going = [part for part in stale if part.name not in names]
    _drop(connection, {*going, *(part for part in present.values() if part.kind is Kind.TRIGGER)})
    for part in rebuilt:
        _rebuild(connection, part, empty=part.name in emptied)
    left = _present(connection, known)
    fresh = [part for part in wanted if part.name not in left]
    for part in fresh:
        connection.exec_driver_sql(part.statement)
    _fill_fulltext(connection, wanted, fresh={part.name for part in fresh})
    for name, before in broken.items():
        if _broken(connection, name) > before:
            raise StoreError(f"References of the table {name} would lead nowhere.")


def _present(connection: Connection, known: Collection[str]) -> dict[str, Made]:
    rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {name: made(statement) for name, statement in rows.all() if name in known}


def _stays(part: Made, goal: Made | None) -> bool:
    return goal is not None and part.kind is goal.kind and normal(part.statement) == normal(goal.statement)


def _is_table(part: Made | None) -> bool:
    return part is not None and part.kind is Kind.TABLE


def _drop(connection: Connection, parts: Iterable[Made]) -> None:
    for part in parts:
        word = "TABLE" if part.kind is Kind.VIRTUAL else part.kind.value
        # An index is gone with its table.
        connection.exec_driver_sql(f'DROP {word} IF EXISTS "{part.name}"')


def _rebuild(connection: Connection, part: Made, *, empty: bool) -> None:
    former = f"{part.name}_former"
    connection.exec_driver_sql(f'ALTER TABLE "{part.name}" RENAME TO "{former}"')
    connection.exec_driver_sql(part.statement)
    if not empty:
        columns = ", ".join(f'"{name}"' for name in _copied(connection, former, part.name))
        connection.exec_driver_sql(f'INSERT INTO "{part.name}" ({columns}) SELECT {columns} FROM "{former}"')
    connection.exec_driver_sql(f'DROP TABLE "{former}"')


def _copied(connection: Connection, source: str, target: str) -> list[str]:
    """The columns that both tables have; with the row number, unless one of these is it."""
    before, after = _columns(connection, source), _columns(connection, target)
    common = [name for name in after if name in before]
    keys = [name for name, (_type, key) in after.items() if key]
    number = keys[0] if len(keys) == 1 and after[keys[0]][0] == "INTEGER" else None
    numbered = _has_row_numbers(connection, source) and _has_row_numbers(connection, target)
    return ["rowid", *common] if numbered and number not in common else common


def _columns(connection: Connection, table: str) -> dict[str, tuple[str, int]]:
    """Each column's type and its place in the primary key, 0 for none."""
    rows = connection.exec_driver_sql("SELECT name, type, pk FROM pragma_table_info(?)", (table,))
    return {row[0]: (row[1], row[2]) for row in rows}


def _has_row_numbers(connection: Connection, table: str) -> bool:
    without = connection.exec_driver_sql(
        "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", (table,)
    ).scalar_one()
    return not without


def _fill_fulltext(connection: Connection, wanted: Sequence[Made], *, fresh: Collection[str]) -> None:
    for part in wanted:
        if part.content and (part.name in fresh or part.content in fresh):
            connection.exec_driver_sql(f"INSERT INTO {part.name}({part.name}) VALUES ('rebuild')")


def _broken(connection: Connection, table: str) -> int:
    return len(connection.exec_driver_sql(f'PRAGMA foreign_key_check("{table}")').all())
