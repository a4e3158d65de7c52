"""Checks of the file itself: its pages, its schema, what the schema forbids, references to rows that are not there.

SQLite's own check speaks of pages, indexes and forbidden values at once; here each is a check of its own, and what
another check knows by name is left to that one.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from contextlib import closing
from functools import cache

from sqlalchemy import CheckConstraint, Connection

from engramma.store.creating import schema_statements
from engramma.store.doctor.examination import Examination, Finding, counted, sound
from engramma.store.fulltext import FULLTEXT_REBUILD
from engramma.store.tables import metadata

_MOST = 1_000
_VALUES = re.compile(
    r"(?:NULL|INTEGER|REAL|NUMERIC|TEXT|BLOB|non-\w+) value in (\w+)\.\w+|CHECK constraint failed in (\w+)"
)
_INDEX = re.compile(
    r"missing from index|wrong # of entries in index|non-unique entry in index", re.IGNORECASE
)
_FULLTEXT = re.compile(r"malformed inverted index|fts5", re.IGNORECASE)
_KNOWN_ELSEWHERE = frozenset({("memory", "importance"), ("segment", "s0"), ("segment", "half_life")})
_REFERENCES_ELSEWHERE = frozenset(
    {
        ("association", "memory"),
        ("mention", "memory"),
        ("mention", "entity"),
        ("entity_relation", "entity"),
        ("memory", "memory"),
        ("segment", "memory"),
        ("version", "memory"),
        ("tag", "memory"),
        ("provenance", "memory"),
        ("provenance", "event"),
        ("provenance", "session"),
        ("recall_hit", "recall"),
        ("recall_hit", "memory"),
        ("recall_hit", "event"),
        ("gate_verdict", "event"),
        ("gate_verdict", "memory"),
        ("conflict", "memory"),
        ("memory", "session"),
        ("event", "session"),
        ("recall", "session"),
    }
)

Broken = tuple[str, int, str, str]
"""A row that refers to one that is not there: its table, its id, the other table, its column."""


def _said(look: Examination) -> list[str]:
    """What SQLite says of the file, line by line; [] when all is well."""
    if "integrity" not in look.memo:
        pragma = "integrity_check" if look.full else "quick_check"
        with look.reading() as reading:
            lines = [str(row[0]) for row in reading.connection.exec_driver_sql(f"PRAGMA {pragma}({_MOST})")]
        look.memo["integrity"] = [] if lines == ["ok"] else lines
    found: list[str] = look.memo["integrity"]
    return found


def check_integrity(look: Examination) -> Finding:
    """Damaged pages and indexes. What else SQLite's check says is said by other checks."""
    lines = [line for line in _said(look) if not _VALUES.search(line) and not _FULLTEXT.search(line)]
    if not lines:
        return sound(
            "The file is sound." if look.full else "The file is sound, as far as a quick look tells."
        )
    only_indexes = all(_INDEX.search(line) for line in lines)
    first = lines[0].removeprefix("*** in database main ***").strip()
    if only_indexes:
        detail = f"{counted(len(lines), 'entry is', 'entries are')} wrong in an index ({first})."
        return Finding(len(lines), detail, "Make the indexes anew.")
    detail = f"The file is damaged ({first}): open a backup, or export what can still be read."
    return Finding(len(lines), detail)


def rebuild_indexes(look: Examination) -> None:
    """Make all indexes anew, as only they are wrong."""
    if all(_INDEX.search(line) for line in _said(look) if not _VALUES.search(line)):
        with look.database.write() as connection:
            connection.exec_driver_sql("REINDEX")


def check_constraints(look: Examination) -> Finding:
    """Values that the schema forbids: a kind that is none, text where a number belongs."""
    tables = {found[1] or found[2] for line in _said(look) if (found := _VALUES.search(line))}
    counts: Counter[str] = Counter()
    with look.reading() as reading:
        for name in sorted(tables & set(metadata.tables)):
            for rule, count in _forbidden(reading.connection, name):
                counts[f"{name}.{rule}"] += count
    if not counts:
        return sound("Every value is one that the schema allows.")
    total = counts.total()
    listed = ", ".join(sorted(counts))
    detail = (
        f"{counted(total, 'value is', 'values are')} not allowed ({listed}): open a backup, or correct them."
    )
    return Finding(total, detail)


def _forbidden(connection: Connection, name: str) -> list[tuple[str, int]]:
    table = metadata.tables[name]
    rules = {
        str(item.name).removeprefix(f"ck_{name}_"): f"NOT ({item.sqltext})"
        for item in table.constraints
        if isinstance(item, CheckConstraint)
    }
    kinds = {"INTEGER": "integer", "REAL": "real", "TEXT": "text", "BLOB": "blob"}
    for column in table.c:
        kind = kinds.get(str(column.type))
        if kind is not None and not column.primary_key:
            # By type: SQLite takes a column that may not be NULL to be never NULL, without a look.
            allowed = f"'{kind}', 'null'" if column.nullable else f"'{kind}'"
            wrong = f"typeof({column.name}) NOT IN ({allowed})"
            rules[column.name] = f"({rules.get(column.name, '0')}) OR ({wrong})"
    rules = {rule: sql for rule, sql in rules.items() if (name, rule) not in _KNOWN_ELSEWHERE}
    sums = ", ".join(f"total({sql})" for sql in rules.values())
    row = connection.exec_driver_sql(f"SELECT {sums} FROM {name}").one()
    return [(rule, int(count)) for rule, count in zip(rules, row, strict=True) if count]


@cache
def _reference_schema() -> dict[tuple[str, str], str]:
    """(type, name) → SQL of all that a new store has."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in schema_statements():
            connection.execute(statement)
        rows = connection.execute(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
        ).fetchall()
    return {(row[0], row[1]): row[2] for row in rows}


def _missing(connection: Connection) -> list[tuple[str, str]]:
    there = {
        (row[0], row[1]): " ".join(row[2].split())
        for row in connection.exec_driver_sql(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
        )
    }
    return [
        key
        for key, sql in _reference_schema().items()
        if key not in there or (key[0] in ("trigger", "view") and there[key] != " ".join(sql.split()))
    ]


def _shadow(name: str) -> bool:
    """Whether a table belongs to a full-text index, which makes it itself."""
    virtual = [key[1] for key, sql in _reference_schema().items() if sql.startswith("CREATE VIRTUAL")]
    return any(name.startswith(f"{owner}_") for owner in virtual)


def check_schema(look: Examination) -> Finding:
    """Tables, indexes and triggers that a store has and this one lacks."""
    with look.reading() as reading:
        missing = [key for key in _missing(reading.connection) if not (key[0] == "table" and _shadow(key[1]))]
    if not missing:
        return sound("All tables, indexes and triggers are there.")
    listed = ", ".join(f"{kind} {name}" for kind, name in missing[:3])
    lost = [name for kind, name in missing if kind == "table" and name in metadata.tables]
    detail = f"{counted(len(missing), 'part of the schema is', 'parts of the schema are')} missing ({listed})"
    if lost:
        return Finding(len(missing), f"{detail}, with what was in it: open a backup.")
    return Finding(len(missing), f"{detail}.", "Make them anew, and the full text with them.")


def rebuild_schema(look: Examination) -> None:
    """Make missing indexes, triggers, views and full-text tables anew, then the full text."""
    with look.database.write() as connection:
        missing = set(_missing(connection))
        reference = _reference_schema()
        for kind, name in reference:
            lost = kind == "table" and (name in metadata.tables or _shadow(name))
            if (kind, name) not in missing or lost:
                continue
            if kind in ("trigger", "view"):
                connection.exec_driver_sql(f"DROP {kind} IF EXISTS {name}")
            connection.exec_driver_sql(reference[kind, name])
    if any(kind != "index" for kind, _name in missing):
        for statement in FULLTEXT_REBUILD:
            with look.database.write() as connection:
                connection.exec_driver_sql(statement)


def broken_references(look: Examination) -> list[Broken]:
    """Every row that refers to one that is not there; found once a look."""
    if "references" not in look.memo:
        with look.reading() as reading:
            connection = reading.connection
            rows = list(connection.exec_driver_sql("PRAGMA foreign_key_check"))
            columns = {
                (table, row[0]): str(row[3])
                for table in {row[0] for row in rows}
                for row in connection.exec_driver_sql(f'PRAGMA foreign_key_list("{table}")')
            }
        look.memo["references"] = [
            (row[0], int(row[1] or 0), row[2], columns.get((row[0], row[3]), "")) for row in rows
        ]
    found: list[Broken] = look.memo["references"]
    return found


def check_foreign_keys(look: Examination) -> Finding:
    """References of the history and of technical rows; those of content are checks of their own."""
    broken = [item for item in broken_references(look) if (item[0], item[2]) not in _REFERENCES_ELSEWHERE]
    if not broken:
        return sound("Nothing of the history refers to what is not there.")
    places = Counter(f"{table}.{column}" for table, _row, _other, column in broken)
    listed = ", ".join(f"{place}: {count:,}" for place, count in places.most_common(3))
    row = counted(len(broken), "row refers", "rows refer")
    return Finding(
        len(broken), f"{row} to what is not there ({listed}): open a backup if something is amiss."
    )
